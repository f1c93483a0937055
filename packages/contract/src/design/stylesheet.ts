import { tokens } from "./tokens.ts";

/** How elements look on every page, whatever they are used for. */
const elementStyles = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html {
  color-scheme: light dark;
  background: var(--ground);
  color: var(--ink);
  font: var(--size-body) / 1.5 var(--text);
  overflow-wrap: anywhere;
  text-size-adjust: 100%;
}
:is(body, h1, h2, h3, p, ul, dl, dd, pre, fieldset) { margin: 0; padding: 0; }
ul { list-style: none; }
h1 { font-size: var(--size-page); font-weight: 650; line-height: 1.25; letter-spacing: -0.015em; }
h2 { font-size: var(--size-title); font-weight: 650; line-height: 1.35; }
h3, th { color: var(--quiet); font-size: var(--size-small); font-weight: 600; text-align: start; }
a { color: var(--accent); text-underline-offset: 0.15em; }
a:hover { color: var(--accent-strong); }
code, pre { font: 0.92em / 1.55 var(--mono); white-space: pre-wrap; }
small { font-size: var(--size-small); font-weight: 400; }
summary { color: var(--accent); cursor: pointer; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }

button, .button {
  display: inline-grid;
  place-items: center;
  min-height: 2.125rem;
  padding: 0.25rem 0.875rem;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--surface);
  color: var(--ink);
  font: 550 0.875rem / 1.25 var(--text);
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { border-color: var(--accent); color: var(--accent-strong); }
button.main, .button.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button.main:hover { border-color: var(--accent-strong); background: var(--accent-strong); }
button.bad { border-color: var(--bad-ink); background: var(--bad-ink); color: var(--surface); }
button.small, .button.small { min-height: 1.75rem; padding: 0 0.625rem; font-size: var(--size-small); }
button[aria-disabled] { opacity: 0.6; }

input, select, textarea {
  width: 100%;
  min-height: 2.125rem;
  padding: 0.25rem 0.625rem;
  border: 1px solid var(--line-strong);
  border-radius: var(--radius);
  background: var(--surface);
  color: inherit;
  font: inherit;
}
textarea { font: 0.92em / 1.55 var(--mono); }
:is(input, select)[aria-invalid] { border-color: var(--bad-ink); }
label, th { overflow-wrap: normal; }
fieldset { min-width: 0; border: 0; }

table {
  width: 100%;
  border: 1px solid var(--line);
  border-spacing: 0;
  border-radius: var(--radius-card);
  background: var(--surface);
}
th, td { padding: 0.5rem 0.75rem; vertical-align: baseline; text-align: start; }
tbody td { border-top: 1px solid var(--line); }
table:not(:has(thead)) tr:first-child td { border-top: 0; }
`;

/** Parts that several pages have. */
const components = `
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.quiet { color: var(--quiet); }
.buttons { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.card {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.875rem;
  padding: 1rem 1.125rem;
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
  box-shadow: var(--shadow);
}
.code { padding: 0.75rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--sunken); }
.badge {
  display: inline-block;
  padding: 0 0.5rem;
  border-radius: 1rem;
  background: var(--neutral-ground);
  color: var(--neutral-ink);
  font: 600 var(--size-small) / 1.5rem var(--text);
  white-space: nowrap;
}
.badge.good { background: var(--good-ground); color: var(--good-ink); }
.badge.waiting { background: var(--waiting-ground); color: var(--waiting-ink); }
.badge.bad { background: var(--bad-ground); color: var(--bad-ink); }

.report { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; max-width: 76rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
.report h2 { margin-top: 1rem; }

@media (max-width: 56rem) {
  .report { padding: 1.25rem 0.875rem 3rem; }
  button:not(.small), input, select { min-height: 2.5rem; }
}
`;

/** A choice of one of a few, by radio buttons that look like tabs. */
export const tabStyles = `
.tabs { display: flex; flex-wrap: wrap; gap: 0.25rem; border-bottom: 1px solid var(--line); }
.tabs label { position: relative; }
.tabs input { position: absolute; inset: 0; width: 100%; height: 100%; min-height: 0; margin: 0; opacity: 0; cursor: pointer; }
.tabs span { display: block; padding: 0.375rem 0.75rem; border-bottom: 2px solid transparent; color: var(--quiet); font-size: 0.875rem; }
.tabs label:hover span { color: var(--accent-strong); }
.tabs :checked + span { border-color: var(--accent); color: var(--accent); font-weight: 600; }
.tabs :focus-visible + span { outline: 2px solid var(--focus); }
`;

/** Each row of a table becomes a small card on a phone: a cell has its column's name in \`data-label\`. */
const tableCards = `
@media (max-width: 56rem) {
  thead { display: none; }
  table, tbody, tr { display: block; }
  tr { padding: 0.375rem 0.125rem; }
  tr + tr { border-top: 1px solid var(--line); }
  tbody td {
    display: flow-root;
    padding: 0.1875rem 0.75rem 0.1875rem 6.75rem;
    border: 0;
    white-space: normal;
    text-align: start;
  }
  td::before {
    content: attr(data-label);
    float: left;
    width: 5.75rem;
    margin-left: -6rem;
    color: var(--quiet);
    font-size: var(--size-small);
    font-weight: 400;
  }
  td:not([data-label]) { padding-left: 0.75rem; }
  td:not([data-label])::before { content: none; }
}
`;

/** The style of every page of the project: console, mock, reports. A page adds only its own rules. */
export const stylesheet: string = tokens + elementStyles + components + tabStyles + tableCards;
