import type { Delivery, Signature } from "../../../contract/src/behaviour.ts";
import { deliveryWords, signatureWords } from "../../../contract/src/words.ts";
import { code, inline, list } from "./markdown.ts";
import { basisWords } from "./words.ts";

/** How notifications are delivered, in words. */
export function deliveryParts(delivery: Delivery | undefined): string[] {
  return delivery ? ["## Delivery", list([...deliveryWords(delivery, inline), basisWords(delivery["x-basis"])])] : [];
}

/** How a receiver checks that a notification is authentic, in words. */
export function signatureParts(signature: Signature | undefined): string[] {
  return signature
    ? ["## Signature", list([...signatureWords(signature, code, inline), basisWords(signature["x-basis"])])]
    : [];
}
