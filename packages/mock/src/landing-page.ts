import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import { placeholderCredentials, sampleRequest } from "@packages/contract/src/sample-request.ts";
import type { Language } from "@packages/contract/src/translate.ts";
import { landingScript } from "./landing-script.ts";
import type { MockResponse } from "./mock-response.ts";
import { translate } from "./translate.ts";

/** Whether a request comes from a browser that opens a page: it asks for HTML before all else. */
export function isForPeople({ accept = "" }: IncomingHttpHeaders): boolean {
  return /^\s*text\/html\b/i.test(accept);
}

/** The language of the page: the one that its address names, or the first of the two that the browser lists. */
export function pageLanguage(
  query: URLSearchParams,
  { "accept-language": accepted = "" }: IncomingHttpHeaders,
): Language {
  const [wanted] = /\b(?:pt|en)\b/i.exec(query.get("lang") ?? accepted) ?? [];
  return wanted?.toLowerCase() === "pt" ? "pt-BR" : "en";
}

/**
 * The page of the mock for browsers: a form that sends a request for a chosen example and shows the answer.
 *
 * @param links other pages, by their names
 */
export function landingPage(
  contract: Contract,
  url: string,
  links: Record<string, string>,
  language: Language,
): MockResponse {
  const say = (text: string): string => translate(text, language);
  const title = say(`Mock of ${contract.title} ${contract.version}`);
  const items = Object.entries(links).map(
    ([text, to]) => `<li><a href="${escapeHtml(to)}">${escapeHtml(say(text))}</a></li>`,
  );
  const page = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>
<h1>${escapeHtml(title)}</h1>
<p>${language === "en" ? '<a href="?lang=pt" lang="pt-BR">Português</a>' : '<a href="?lang=en" lang="en">English</a>'}</p>
<p>${say("This is a server for programs: it gives a realistic response to every call of the contract, and every documented error on request.")}
${say("It keeps no state and accepts any credentials.")}</p>
${items.length > 0 ? `<ul class="links">${items.join("")}</ul>` : ""}
<h2>${say("Choose a response")}</h2>
<p>${say("The <code>Prefer</code> header selects a response by its status or by the name of an example.")}</p>
<form>
<label>${say("Operation")} <select name="operation"></select></label>
<label>${say("Response")} <select name="response"></select></label>
<label class="body">${say("Body")} <textarea name="body" rows="8" spellcheck="false"></textarea></label>
<p><button>${say("Send")}</button> ${["curl", "fetch", "Prefer header"].map((name) => `<button type="button" data-copy="${name}">${say(`Copy as ${say(name)}`)}</button>`).join(" ")}
<span role="status"></span></p>
</form>
<pre tabindex="0" aria-label="${say("Request")}"></pre>
<pre tabindex="0" aria-label="${say("Response")}" hidden></pre>
<noscript><p>${say("The form needs JavaScript. Without it, send one of the headers that <code>--help</code> lists.")}</p></noscript>
<script type="application/json">${JSON.stringify({ url, texts: scriptTexts.map(say), operations: contract.operations.map((one) => choicesOf(contract, one)) }).replaceAll("<", "\\u003c")}</script>
<script>${landingScript}</script>
</main></body>
</html>
`;
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'; connect-src 'self'; base-uri 'none'; form-action 'none'`,
      "x-content-type-options": "nosniff",
    },
    body: page,
  };
}

/** What the script of the page says. */
const scriptTexts = ["Copied.", "Copy it from the box below.", "The mock does not answer:"];

const scriptHash = createHash("sha256").update(landingScript).digest("base64");

/** What the form offers for an operation: its request, and its responses by their examples. */
function choicesOf(contract: Contract, operation: Operation) {
  const { method, path, headers, body, ...sample } = sampleRequest(contract, operation);
  const authorization = placeholderCredentials(sample);
  return {
    method,
    path,
    summary: operation.summary,
    headers: { ...(authorization && { Authorization: authorization }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body, null, 2) }),
    responses: operation.responses.flatMap(({ status, examples }) =>
      examples.map(({ name, summary }) => ({ status, name, summary })),
    ),
  };
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
form, label { display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; }
[hidden] { display: none; }
select, textarea { width: 100%; box-sizing: border-box; }
select, textarea, button { font: inherit; padding: .4rem; max-width: 100%; }
textarea, pre { font: .9em/1.4 ui-monospace, monospace; }
pre { padding: .75rem; border: 1px solid #8886; border-radius: .4rem; white-space: pre-wrap; }
`;
