import { makeQrPng } from "@pix-contract/server/qr-png";
import type { FastifyInstance } from "fastify";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { chargePath } from "../pix/charge-url.ts";
import { findChargeByLocation } from "../service/charges.ts";
import { getCompany } from "../service/companies.ts";
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

/** A browser loads nothing for the page but what is in it. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Adds the page behind the URL of a BR Code. A location that no charge has is a 404; one whose charge can no longer be
 * paid is a 410.
 */
export function makeChargePage(sandbox: Sandbox): (app: FastifyInstance) => Promise<void> {
  const { storage, clock } = sandbox;
  return async (app) => {
    app.get<{ Params: { location: string } }>(`${chargePath}:location`, async (request, reply) => {
      reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
      reply.header("content-security-policy", policy);
      const charge = await findChargeByLocation(storage.db, request.params.location);
      if (!charge) return reply.code(404).send(renderRefusal("Cobrança não encontrada", "No charge has this URL."));
      if (charge.status !== "pending" || clock.now() >= charge.expiresAt) {
        return reply.code(410).send(renderRefusal("Cobrança encerrada", reasonOf(charge)));
      }
      const { name } = await getCompany(storage.db, charge.companyId);
      return reply.send(renderCharge(charge, name, sandbox.publicUrl));
    });
  };
}

function reasonOf({ id, status, expiresAt }: ChargeRow): string {
  return status === "pending"
    ? `The charge ${id} expired at ${timestamp(expiresAt)}.`
    : `The charge ${id} is ${status}: it can no longer be paid.`;
}

function renderCharge(charge: ChargeRow, merchant: string, publicUrl: string): string {
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

function renderRefusal(title: string, text: string): string {
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
