import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { stylesheet } from "@packages/contract/src/design/stylesheet.ts";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import type { Json } from "@packages/contract/src/openapi.ts";
import { placeholderCredentials, sampleRequest } from "@packages/contract/src/sample-request.ts";
import type { Language } from "@packages/contract/src/translate.ts";
import { landingScript } from "./landing-script.ts";
import type { MockResponse } from "./mock-response.ts";
import { translateForMock } from "./translate.ts";

/** Whether a request comes from a browser that opens a page: it prefers HTML. */
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
  const t = (text: string): string => translateForMock(text, language);
  const title = t(`Mock of ${contract.title} ${contract.version}`);
  const items = Object.entries(links).map(([label, to]) => linkItem(to, t(label)));
  items.push(
    language === "en"
      ? linkItem("?lang=pt", "Português", "pt-BR")
      : linkItem("?lang=en", "English", "en"),
  );
  const page = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${landingStyle}</style>
</head>
<body><main class="report">
<header>
<h1>${escapeHtml(title)}</h1>
<p class="quiet">${t("A mock of the API: realistic responses for every call, any documented error on request.")} ${t("It keeps no state and accepts any credentials.")}</p>
<ul class="buttons">${items.join("")}</ul>
</header>
<form>
<label>${t("Operation")} <select name="operation"></select></label>
<section class="card" aria-label="${t("Request")}">
<div class="head">
<h2>${t("Request")}</h2>
<div class="buttons"><span class="quiet" role="status"></span><button type="button" class="small" id="copy">${t("Copy")}</button><button class="main">${t("Send")}</button></div>
</div>
<div class="tabs" role="radiogroup" aria-label="${t("Show as")}">${["curl", "fetch", "Prefer"].map((name, index) => radioTab("format", name, index === 0)).join("")}</div>
<pre class="code" tabindex="0" aria-label="${t("Request")}"></pre>
<details><summary>${t("Change the body")}</summary><textarea name="body" rows="10" spellcheck="false" aria-label="${t("Body")}"></textarea></details>
</section>
<section class="card" aria-label="${t("Response")}">
<div class="head"><h2>${t("Response")}</h2><span class="quiet" id="source"></span></div>
<div class="tabs" id="statuses" role="radiogroup" aria-label="${t("Status code")}"><template>${radioTab("status", "", false)}</template></div>
<label>${t("Example")} <select name="example"></select></label>
<p class="quiet" id="summary"></p>
<pre class="code" tabindex="0" aria-label="${t("Response")}"></pre>
</section>
</form>
<noscript><p>${t("The form needs JavaScript. Without it, send one of the headers that <code>--help</code> lists.")}</p></noscript>
<script type="application/json">${JSON.stringify({ url, texts: scriptTexts.map(t), operations: contract.operations.map((one) => listChoices(contract, one)) }).replaceAll("<", "\\u003c")}</script>
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

/** Strings of the page's script. */
const scriptTexts = [
  "Copied.",
  "Copy it from the box below.",
  "The mock does not respond.",
  "Example from the contract",
];

const scriptHash = createHash("sha256").update(landingScript).digest("base64");

/** The form of an operation: its request, and its responses by their examples. */
function listChoices(contract: Contract, operation: Operation) {
  const { method, path, headers, body, sent, ...sample } = sampleRequest(contract, operation);
  const authorization = placeholderCredentials(sample);
  return {
    method,
    path,
    summary: operation.summary,
    headers: { ...(authorization && { Authorization: authorization }), ...headers },
    ...(body !== undefined && { body: sent ?? JSON.stringify(body, null, 2) }),
    responses: listResponses(contract, operation),
  };
}

/** Every response that a request for the operation can select, by status: its own, and the errors of any request. */
function listResponses({ errors }: Contract, { responses }: Operation) {
  const own = responses.flatMap(({ status, examples }) =>
    examples.map(({ name, summary, value }) => ({ status, name, summary, value })),
  );
  const others = errors
    .filter(({ anywhere }) => anywhere)
    .map(({ status, example: name, condition, sample }) => ({
      status,
      name,
      summary: condition,
      value: sample,
    }));
  return [...own, ...others]
    .sort((one, other) => one.status - other.status)
    .map(({ value, ...response }) => ({ ...response, body: shortenTexts(value) }));
}

/** A value whose long strings, like images, are cut: they are useless to a reader. */
function shortenTexts(value: Json): Json {
  const json = JSON.stringify(value, (_, inner) =>
    typeof inner === "string" && inner.length > 160 ? `${inner.slice(0, 60)}…` : inner,
  );
  return JSON.parse(json) as Json;
}

function linkItem(to: string, label: string, language?: Language): string {
  const lang = language === undefined ? "" : ` lang="${language}"`;
  return `<li><a class="button" href="${escapeHtml(to)}"${lang}>${escapeHtml(label)}</a></li>`;
}

/** One of several to choose from, which looks like a tab. */
function radioTab(name: string, value: string, isChosen: boolean): string {
  return `<label><input type="radio" name="${name}" value="${value}"${isChosen ? " checked" : ""}><span>${value}</span></label>`;
}

/** A string escaped for HTML. */
function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const landingStyle = `${stylesheet}
.report { max-width: 54rem; }
header, form, label { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; }
header { gap: 0.75rem; }
form { gap: 1rem; }
.head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem; }
.report .head h2 { margin: 0; }
pre { max-height: 32rem; overflow: auto; }
details[open] textarea { margin-top: 0.5rem; }
`;
