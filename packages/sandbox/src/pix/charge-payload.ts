import { createHash } from "node:crypto";
import type { ChargeRequest } from "@pix-contract/server";
import { timestamp } from "../clock.ts";
import type { ChargeRow } from "../storage/tables.ts";

/**
 * What a bank's app reads behind the BR Code of a charge that waits for payment: the Central Bank's `CobPayload`.
 *
 * @param now when it is read, in epoch milliseconds
 * @see `bacen/pix-api` 2.9.0
 */
export function makeChargePayload(charge: ChargeRow, now: number): object {
  const { name, document } = JSON.parse(charge.customerJson) as ChargeRequest["customer"];
  return {
    revisao: 0,
    calendario: {
      criacao: timestamp(charge.createdAt),
      apresentacao: timestamp(now),
      expiracao: Math.round((charge.expiresAt - charge.createdAt) / 1000),
    },
    devedor: { [document.length === 11 ? "cpf" : "cnpj"]: document, nome: name },
    valor: { original: inReais(charge.amount), modalidadeAlteracao: 0 },
    chave: keyOf(charge.companyId),
    txid: charge.location,
    status: "ATIVA",
    ...(charge.description && { solicitacaoPagador: charge.description }),
  };
}

/** An amount with a point and two decimals, in whole numbers throughout: `49.90`. */
function inReais(centavos: number): string {
  const digits = String(centavos).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A random PIX key for the account of a company, always the same one. */
function keyOf(companyId: string): string {
  const hex = createHash("sha256").update(companyId).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
