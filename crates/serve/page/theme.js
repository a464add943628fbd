// Light or dark, before anything is drawn. Not a module, so that the page does not flash.
{
  const root = document.documentElement;
  const wish = (() => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  })();
  if (wish === "light" || wish === "dark") root.dataset.theme = wish;
}
