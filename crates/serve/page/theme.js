// Sets the theme before the page is drawn. Not a module, because modules run later and the page would flash.
{
  const root = document.documentElement;
  const chosen = (() => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  })();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
}
