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
