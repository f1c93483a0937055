import { makeQrPng } from "@pix-contract/server/qr-png";
import { timestamp } from "../clock.ts";
import type { ChargeRow } from "../storage/tables.ts";

const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** As a payer reads it, in Brasília's time. */
const moment = new Intl.DateTimeFormat("pt-BR", {
  dateStyle: "short",
  timeStyle: "short",
  timeZone: "America/Sao_Paulo",
});

const style = `
:root { color-scheme: light dark; font: 1.05rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 2rem auto; padding: 0 1rem; }
img { display: block; width: 100%; max-width: 20rem; margin: 1rem auto; image-rendering: pixelated; }
code { display: block; overflow-wrap: anywhere; padding: .75rem; border: 1px solid; border-radius: .5rem; }
.amount { font-size: 2rem; font-weight: 600; margin: 0; }
`;

/** What a browser may load for the page: nothing but what is in it. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page that a person sees who opens the URL of a charge's BR Code. */
export function renderChargePage(charge: ChargeRow, merchant: string, publicUrl: string): string {
  return renderPage(
    `Pix · ${merchant}`,
    `<h1>${escapeHtml(merchant)}</h1>
<p class="amount">${escapeHtml(reais.format(charge.amount / 100))}</p>
${charge.description && `<p>${escapeHtml(charge.description)}</p>`}
<img alt="QR code" src="data:image/png;base64,${makeQrPng(charge.emv)}">
<p>Pix copia e cola</p>
<code>${escapeHtml(charge.emv)}</code>
<p>Expira em · Expires at <time datetime="${timestamp(charge.expiresAt)}">${moment.format(charge.expiresAt)}</time> (Brasília)</p>
<p>Esta cobrança é de um ambiente de testes: nenhum banco a paga. · This charge is from a sandbox: no bank pays it.
<a href="${escapeHtml(publicUrl)}/_sandbox">Pague no console · Pay it in the console</a>.</p>`,
  );
}

/** The page for a charge that is not there, or cannot be paid any more. */
export function renderNoChargePage(title: string, text: string): string {
  return renderPage(title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`);
}

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
