import type { Format } from "ajv";
import { assertDynamicChargeCode } from "./br-code.ts";
import { isCnpj, isCpf } from "./documents.ts";
import { parseEndToEndId } from "./end-to-end-id.ts";
import { isPixEmail, isPixPhone } from "./pix-key.ts";
import { readQrPng } from "./qr-png.ts";

function reads(text: string, read: (text: string) => unknown): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a text is an absolute https: URL with a host, of at most 2048 characters, written without white space,
 * control characters or backslashes. Source: WHATWG URL; scheme and length are this contract's.
 */
export function isHttpsUrl(text: string): boolean {
  // The parser repairs what the pattern refuses: it drops tabs and takes https:host and https:\\host for https://host.
  return text.length <= 2048 && /^https:\/\/[^\s\p{Cc}\\/?#][^\s\p{Cc}\\]*$/u.test(text) && URL.canParse(text);
}

/**
 * Whether a text is the id of a payment, not of a return: 32 characters. Source: see {@link parseEndToEndId}.
 */
export function isEndToEndId(text: string): boolean {
  return text.startsWith("E") && reads(text, parseEndToEndId);
}

function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
}

/**
 * Formats of the contract by name, each for `ajv.addFormat(name, format)`. The standard ones (`email`, `uuid`,
 * `date-time`, `uri`) are those of ajv-formats. Source: the decoders beside this file; `br-code` is that of a dynamic
 * charge, the only kind that the contract has; `png-base64` takes a data: prefix as the contract's pattern does.
 */
export const semanticFormats = {
  cpf: isCpf,
  cnpj: isCnpj,
  "pix-phone": isPixPhone,
  "pix-email": isPixEmail,
  "end-to-end-id": isEndToEndId,
  "br-code": (text: string) => reads(text, assertDynamicChargeCode),
  "png-base64": (text: string) => reads(text, readQrPng),
  "https-url": isHttpsUrl,
  int32: { type: "number", validate: isInt32 },
  // Larger numbers were rounded by the JSON parser before any check could see them.
  int64: { type: "number", validate: Number.isSafeInteger },
} satisfies Record<string, Format>;
