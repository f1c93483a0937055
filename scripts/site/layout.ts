import type { Section } from "./find-pages.ts";
import { escapeHtml } from "./render-markdown.ts";

/** A whole page: what it says, and the way to all others. */
export function layout(title: string, content: string, sections: Section[], current: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the page</a>
<header><details><summary>Pages</summary>${navigation(sections, current)}</details></header>
<aside>${navigation(sections, current)}</aside>
<main id="content">
${content}
</main>
</body>
</html>
`;
}

function navigation(sections: Section[], current: string): string {
  const parts = sections.map(({ title, pages }) => {
    const items = pages.map(({ path, title: name }) => {
      const mark = path === current ? ' aria-current="page"' : "";
      return `<li><a href="/${encodeURI(path)}"${mark}>${escapeHtml(name)}</a></li>`;
    });
    return `<h2>${escapeHtml(title)}</h2><ul>${items.join("")}</ul>`;
  });
  return `<nav aria-label="Pages">${parts.join("")}</nav>`;
}

const style = `
:root { color-scheme: light dark; --page: #fff; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --code: #f6f8fa; --link: #0759c5; }
@media (prefers-color-scheme: dark) {
  :root { --page: #0d1117; --text: #e6edf3; --quiet: #9198a1; --line: #3d444d; --code: #161b22; --link: #6cb0ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 system-ui, sans-serif; display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
header { display: none; }
aside { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1rem; border-right: 1px solid var(--line); font-size: .9rem; }
main { padding: 1rem 2rem 4rem; max-width: 64rem; min-width: 0; overflow-wrap: break-word; }
nav h2 { margin: 1rem 0 .25rem; font-size: .8rem; color: var(--quiet); border: 0; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: .2rem .4rem; border-radius: .3rem; color: inherit; text-decoration: none; }
nav a:hover, nav a[aria-current] { background: var(--code); }
nav a[aria-current] { font-weight: 600; }
a { color: var(--link); }
h1, h2, h3, h4 { line-height: 1.25; scroll-margin-top: 1rem; }
h1, h2 { border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
:is(h1, h2, h3, h4) > a { color: inherit; text-decoration: none; }
code, pre { font: .875em/1.45 ui-monospace, monospace; }
code { background: var(--code); padding: .1em .3em; border-radius: .3rem; }
pre { background: var(--code); padding: 1rem; border-radius: .4rem; overflow-x: auto; }
pre code { padding: 0; background: none; font-size: 1em; }
.table { overflow-x: auto; }
.table + .table { margin-top: 1rem; }
table { border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: .35rem .7rem; text-align: left; vertical-align: top; }
.table code { overflow-wrap: normal; }
.diagram { margin: 1rem 0; overflow-x: auto; }
.diagram svg { max-width: max(100%, 48rem); height: auto; }
/* The drawing reckons with a narrower font than many systems have. */
.diagram .edge-label text { font-size: 9.7px; }
blockquote { margin: 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--quiet); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem; }
@media (max-width: 50rem) {
  body { display: block; }
  aside { display: none; }
  header { display: block; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
  summary { font-weight: 600; cursor: pointer; }
  main { padding: .5rem 1rem 3rem; }
}
`;
