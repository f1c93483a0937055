import type { IncomingHttpHeaders } from "node:http";
import type { Contract, Operation } from "../../contract/src/model.ts";
import type { MockResponse } from "./mock-response.ts";

/** Whether a request comes from somebody who looks at pages, and not from a program: HTML is asked for before all else. */
export function isForPeople({ accept = "" }: IncomingHttpHeaders): boolean {
  const wanted = accept.split(",").map((part) => {
    const [type = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { type, quality: quality === undefined ? 1 : Number(quality) };
  });
  const html = wanted.find(({ type }) => type === "text/html")?.quality ?? 0;
  return html > 0 && wanted.every(({ type, quality }) => quality <= html || type === "application/xhtml+xml");
}

/**
 * A page for whoever opens the mock in a browser: what it is, how to ask it, and what it answers.
 *
 * @param links other pages, by what they are called
 */
export function landingPage(contract: Contract, url: string, links: Record<string, string>): MockResponse {
  const title = `Mock of ${contract.title} ${contract.version}`;
  const items = Object.entries(links).map(
    ([text, to]) => `<li><a href="${escapeHtml(to)}">${escapeHtml(text)}</a></li>`,
  );
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>
<h1>${escapeHtml(title)}</h1>
<p>This is a server for programs: it gives a realistic response to every call of the contract, and every documented
error when it is asked for it. It keeps no state and takes any credentials.</p>
${items.length > 0 ? `<ul class="links">${items.join("")}</ul>` : ""}
<h2>Choose a response</h2>
<p>Send a <code>Prefer</code> header with the status, or with the name of an example. Here are all of them.</p>
${contract.operations.map((operation) => operationPart(operation, url)).join("\n")}
</main></body>
</html>
`;
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
      "x-content-type-options": "nosniff",
    },
    body: page,
  };
}

function operationPart({ method, path, summary, responses }: Operation, url: string): string {
  const rows = responses.flatMap(({ status, examples }) =>
    examples.map(({ name, summary }) => {
      const prefer = `Prefer: code=${status}, example=${name}`;
      return `<li><code>${escapeHtml(prefer)}</code> <span>${escapeHtml(summary)}</span></li>`;
    }),
  );
  return `<details><summary><b>${escapeHtml(method)}</b> <code>${escapeHtml(url + path)}</code> ${escapeHtml(summary)}</summary><ul>${rows.join("")}</ul></details>`;
}

/** Text as HTML that shows it as it is. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 50rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { line-height: 1.2; }
code { font: .9em ui-monospace, monospace; }
.links { padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .75rem; }
.links a { display: block; padding: .5rem .9rem; border: 1px solid; border-radius: .4rem; text-decoration: none; }
details { border-top: 1px solid #8886; padding: .6rem 0; }
summary { cursor: pointer; }
details li { margin: .3rem 0; }
details span { display: block; }
`;
