import type { FastifyInstance } from "fastify";
import { timestamp } from "../clock.ts";
import type { Sandbox } from "../context.ts";
import { chargePath } from "../pix/charge-url.ts";
import { findChargeByLocation } from "../service/charges.ts";
import { getCompany } from "../service/companies.ts";
import type { ChargeRow } from "../storage/tables.ts";

const reais = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/**
 * Adds the page behind the URL of a BR Code. A location that no charge has is a 404; one whose charge can no longer be
 * paid is a 410.
 */
export function makeChargePage(sandbox: Sandbox): (app: FastifyInstance) => Promise<void> {
  const { storage, clock } = sandbox;
  return async (app) => {
    app.get<{ Params: { location: string } }>(`${chargePath}:location`, async (request, reply) => {
      reply.type("text/plain; charset=utf-8").header("cache-control", "no-store");
      reply.header("x-content-type-options", "nosniff");
      const charge = await findChargeByLocation(storage.db, request.params.location);
      if (!charge) return reply.code(404).send("Cobrança não encontrada. · No charge has this URL.");
      if (charge.status !== "pending" || clock.now() >= charge.expiresAt) {
        return reply.code(410).send(`Cobrança encerrada. · ${reasonOf(charge)}`);
      }
      const { name } = await getCompany(storage.db, charge.companyId);
      return reply.send(describe(charge, name, sandbox.publicUrl));
    });
  };
}

function reasonOf({ id, status, expiresAt }: ChargeRow): string {
  return status === "pending"
    ? `The charge ${id} expired at ${timestamp(expiresAt)}.`
    : `The charge ${id} is ${status}: it can no longer be paid.`;
}

function describe({ amount, description, emv, expiresAt }: ChargeRow, merchant: string, publicUrl: string): string {
  return `${merchant}: ${reais.format(amount / 100)}
${description}

Pix copia e cola:
${emv}

Expira em · Expires at ${timestamp(expiresAt)}
Esta cobrança é de um ambiente de testes. Pague no console. · This charge is from a sandbox. Pay it in the console.
${publicUrl}/_sandbox
`;
}
