//! Connections: so many at once, none for ever.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::{Notify, Semaphore};
use tokio::time::sleep;
use tokio_io_timeout::TimeoutWriter;

/// The most connections at once; more wait until one ends.
const MOST_CONNECTIONS: usize = 256;
/// The most bytes of a request's head.
const MOST_HEAD: usize = 64 << 10;
const MOST_HEADERS: usize = 100;
/// When the system has no connections to give, it may soon.
const BETWEEN_TRIES: Duration = Duration::from_millis(50);
/// How long the end waits for searches, which have been told to end.
const FAREWELL: Duration = Duration::from_secs(2);

/// Answers on `listener` until `stop`. A request's head must arrive within `patience`, which is also how long a connection
/// may be idle; an answer must be read on within three times as long.
pub fn run(listener: TcpListener, routes: Router, patience: Duration, stop: &Notify) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_io().enable_time().build()?;
    let served = runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::spawn(accept(listener, routes, patience));
        stop.notified().await;
        Ok(())
    });
    runtime.shutdown_timeout(FAREWELL);
    served
}

async fn accept(listener: tokio::net::TcpListener, routes: Router, patience: Duration) {
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    // The semaphore is never closed.
    while let Ok(place) = Arc::clone(&connections).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, _)) => {
                let routes = routes.clone();
                tokio::spawn(async move {
                    // Whatever goes wrong with a connection is the client's to notice.
                    let _ = serve(stream, routes, patience).await;
                    drop(place);
                });
            }
            Err(_) => sleep(BETWEEN_TRIES).await,
        }
    }
}

async fn serve(stream: TcpStream, routes: Router, patience: Duration) -> Result<(), hyper::Error> {
    // Lines should arrive when they are written; where that cannot be had, they arrive all the same.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutWriter::new(stream);
    stream.set_timeout(Some(3 * patience));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_header_size(MOST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(routes))
        .await
}
