import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { makeChargePayload } from "../pix/charge-payload.ts";
import { chargePath } from "../pix/charge-url.ts";
import { makePageKey, type PageKey } from "../pix/page-key.ts";
import { findChargeByLocation } from "../service/charges.ts";
import { getCompany } from "../service/companies.ts";
import type { ChargeRow } from "../storage/tables.ts";
import { pagePolicy, renderChargePage, renderNoChargePage } from "./render-charge-page.ts";

/** Path of the key that checks the pages. */
const keysPath = "/qr/jwks.json";

/**
 * Adds what is behind the URL of a BR Code: for a bank's app a signed payload (`application/jose`), for a browser a page.
 * A location that no charge has is a 404; one whose charge can no longer be paid is a 410.
 */
export function makeChargePages(sandbox: Sandbox): (app: FastifyInstance) => Promise<void> {
  let making: Promise<PageKey> | undefined;
  const getKey = (): Promise<PageKey> => {
    making ??= makePageKey(sandbox.secrets.pageSeed);
    return making;
  };
  return async (app) => {
    app.get(keysPath, async (_request, reply) => {
      const { publicKey } = await getKey();
      return reply.header("cache-control", "no-store").send({ keys: [publicKey] });
    });
    app.get<{ Params: { location: string } }>(`${chargePath}:location`, async (request, reply) => {
      reply.header("cache-control", "no-store").header("vary", "accept");
      const charge = await findChargeByLocation(sandbox.storage.db, request.params.location);
      if (!charge) return refuse(request, reply, 404, "Cobrança não encontrada", "No charge has this URL.");
      const now = sandbox.clock.now();
      if (charge.status !== "pending" || now >= charge.expiresAt) {
        return refuse(request, reply, 410, "Cobrança encerrada", reasonOf(charge));
      }
      if (!wantsPage(request)) {
        const jku = sandbox.publicUrl + keysPath;
        return reply.type("application/jose").send(await (await getKey()).sign(makeChargePayload(charge, now), jku));
      }
      const { name } = await getCompany(sandbox.storage.db, charge.companyId);
      return sendPage(reply, renderChargePage(charge, name, sandbox.publicUrl));
    });
  };
}

function reasonOf({ id, status, expiresAt }: ChargeRow): string {
  return status === "pending"
    ? `The charge ${id} expired at ${timestamp(expiresAt)}.`
    : `The charge ${id} is ${status}: it can no longer be paid.`;
}

/** A browser names HTML; an app of a bank names its own type, or anything. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? "");
}

function refuse(request: FastifyRequest, reply: FastifyReply, status: 404 | 410, title: string, detail: string) {
  reply.code(status);
  if (wantsPage(request)) return sendPage(reply, renderNoChargePage(title, detail));
  // The Central Bank's API tells errors as RFC 7807 has it.
  return reply.type("application/problem+json").send(JSON.stringify({ title, status, detail }));
}

function sendPage(reply: FastifyReply, page: string) {
  return reply.type("text/html; charset=utf-8").header("content-security-policy", pagePolicy).send(page);
}
