// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { formatMoney } from "@packages/client/src/format-money.ts";
import type { TransactionStatus, TransferStatus } from "./types.ts";

export { imageDataUrl } from "@packages/client/src/image-data-url.ts";

/**
 * Whether nothing leaves a status. One that this version does not know is not final.
 *
 * @example
 * if (isFinal(data.status)) close(data.id);
 */
export function isFinal(status: TransactionStatus | TransferStatus): boolean {
  return ["canceled", "refunded", "completed", "refused"].includes(status);
}

/**
 * An amount in the smallest unit of BRL, as people write it.
 *
 * @throws {TypeError} if the amount is not a whole number
 * @example
 * formatAmount(4990); // "R$ 49,90"
 */
export function formatAmount(amount: number, locale: string = "pt-BR"): string {
  return formatMoney(amount, "BRL", 2, locale);
}
