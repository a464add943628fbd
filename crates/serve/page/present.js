// Present: full screen, larger type, nothing but the view.

const root = document.documentElement;

/** Begins or ends the presentation. */
export async function present() {
  const begins = !root.classList.contains("presenting");
  root.classList.toggle("presenting", begins);
  try {
    if (begins) await root.requestFullscreen?.();
    else if (document.fullscreenElement) await document.exitFullscreen();
  } catch {
    // Frames and some browsers allow no full screen: the larger type is there all the same.
  }
}

/** Ends the presentation with the full screen, or with Escape where there is no full screen. */
export function listenToPresent() {
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement) root.classList.remove("presenting");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && root.classList.contains("presenting") && !document.querySelector("dialog[open]")) present();
  });
}
