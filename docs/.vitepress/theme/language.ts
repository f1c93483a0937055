import type { Router } from "vitepress";

const place = "language";

/** Leads readers whose browser asks for Portuguese from the first page to the Portuguese one, unless they chose English. */
export function leadToLanguage(router: Router): void {
  if (import.meta.env.SSR) return;
  // The switch may be followed before the router runs.
  if (location.pathname === "/" && document.referrer.startsWith(`${location.origin}/pt/`))
    localStorage.setItem(place, "en");
  const wanted = localStorage.getItem(place) ?? navigator.language;
  if (location.pathname === "/" && /^pt/i.test(wanted)) location.replace("/pt/");
  router.onBeforeRouteChange = (to) => {
    const { pathname } = new URL(to, location.href);
    if (pathname.startsWith("/pt/")) localStorage.setItem(place, "pt");
    // The switch leads there. Other English pages have no translation.
    else if (pathname === "/" && location.pathname.startsWith("/pt/"))
      localStorage.setItem(place, "en");
  };
}

/** Labels that the theme has in English alone, for screen readers and on the button that copies. */
const portugueseLabels = Object.entries({
  "Main Navigation": "Navegação principal",
  "Sidebar Navigation": "Páginas desta seção",
  "mobile navigation": "menu",
  "extra navigation": "mais opções",
  "toggle section": "abrir ou fechar a seção",
  Pager: "Páginas vizinhas",
  "Copy Code": "Copiar o código",
  'Permalink to "': 'Link para "',
});

/** Brings the labels of the shown page to its language. Parts of the page stay when the language changes. */
export function translateLabels(page: ParentNode, isPortuguese: boolean): void {
  const translate = (shown: string): string => {
    const [from = "", to = ""] =
      portugueseLabels
        .map((pair) => (isPortuguese ? pair : pair.toReversed()))
        .find(([label = ""]) => label === shown.trim() || isStartOf(label, shown)) ?? [];
    return shown.replace(from, to);
  };
  for (const name of ["aria-label", "title"]) {
    for (const element of page.querySelectorAll(`[${name}]`))
      element.setAttribute(name, translate(element.getAttribute(name) ?? ""));
  }
  for (const element of page.querySelectorAll("span.visually-hidden"))
    element.textContent = translate(element.textContent ?? "");
}

/** Whether a label goes on with the name of a heading. */
function isStartOf(label: string, shown: string): boolean {
  return label.endsWith('"') && shown.startsWith(label);
}
