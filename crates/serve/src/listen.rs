//! Connections, limited in number and time.

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

/// Maximum number of concurrent connections; further ones wait.
const MAX_CONNECTIONS: usize = 256;
/// Maximum size of the head of a request.
const MAX_HEAD: usize = 64 << 10;
/// Maximum number of headers of a request.
const MAX_HEADERS: usize = 100;
/// Time between two attempts when the system cannot accept a connection.
const RETRY_INTERVAL: Duration = Duration::from_millis(50);
/// Time that the shutdown waits for searches, which are cancelled.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// Serves `routes` on `listener` until `stop`. `client_timeout` limits the time for the head of a request to arrive and for
/// a connection to stay idle; a write may stall for three times as long.
pub fn run(listener: TcpListener, routes: Router, client_timeout: Duration, stop: &Notify) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_io().enable_time().build()?;
    let served = runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::spawn(accept(listener, routes, client_timeout));
        stop.notified().await;
        Ok(())
    });
    runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
    served
}

async fn accept(listener: tokio::net::TcpListener, routes: Router, client_timeout: Duration) {
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    // The semaphore is never closed.
    while let Ok(place) = Arc::clone(&connections).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, _)) => {
                let routes = routes.clone();
                tokio::spawn(async move {
                    // An error of a connection concerns only its client.
                    let _ = serve(stream, routes, client_timeout).await;
                    drop(place);
                });
            }
            Err(_) => sleep(RETRY_INTERVAL).await,
        }
    }
}

async fn serve(stream: TcpStream, routes: Router, client_timeout: Duration) -> Result<(), hyper::Error> {
    // Lines are sent without delay. If the option cannot be set, they arrive later.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutWriter::new(stream);
    stream.set_timeout(Some(3 * client_timeout));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(client_timeout)
        .max_header_size(MAX_HEAD)
        .max_headers(MAX_HEADERS)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(routes))
        .await
}
