/** How the page of the docs route looks, in light and in dark. It names no font and no picture of another host. */
export const style = `
:root { color-scheme: light dark; --line: light-dark(#d8dee6, #333a44); --soft: light-dark(#f4f6f9, #1b2027); }
* { box-sizing: border-box; }
body {
  margin: 0; display: grid; grid-template-columns: 17rem minmax(0, 1fr);
  font: 16px/1.6 system-ui, sans-serif; color: light-dark(#1c2430, #d9dfe7); background: light-dark(#fff, #12161b);
}
a { color: light-dark(#0b57a4, #7db8f5); text-decoration: none; }
a:hover { text-decoration: underline; }
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1.25rem;
  border-right: 1px solid var(--line); font-size: 0.9rem;
}
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { margin: 0.3rem 0; }
main { max-width: 60rem; padding: 1.5rem 2.5rem 6rem; }
section { border-bottom: 1px solid var(--line); padding-bottom: 2rem; margin-bottom: 2rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 1rem 0; }
h2 { font-size: 1.25rem; margin: 2rem 0 0.75rem; }
h1, h2, h3, h4, li, p, td { overflow-wrap: break-word; }
ul { padding-left: 1.25rem; }
main li { margin: 0.5rem 0; }
code { font: 0.875em ui-monospace, monospace; background: var(--soft); border-radius: 4px; padding: 0.1em 0.3em; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: 1rem; overflow-x: auto; }
pre code { background: none; padding: 0; }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { border: 1px solid var(--line); padding: 0.4rem 0.7rem; text-align: left; vertical-align: top; }
th { background: var(--soft); }
summary { cursor: pointer; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  nav ul { columns: 2; }
  main { padding: 1rem 1.25rem 4rem; }
}
`;
