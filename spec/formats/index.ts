// The formats that the contract has besides those of JSON Schema and OpenAPI, by the names that `@format` and
// `@formatBy` give them. The server package carries them; nothing here may import from outside of this folder.
import { isBrCode } from "./br-code.ts";
import { isCnpj, isCpf } from "./documents.ts";
import { isEndToEndId } from "./end-to-end-id.ts";
import { isHttpsUrl } from "./https-url.ts";
import { isEmailKey, isPhoneKey } from "./keys.ts";
import { isPngBase64 } from "./png.ts";

/** Whether a string has the format, by the format's name. */
export const formats = {
  cpf: isCpf,
  cnpj: isCnpj,
  "pix-phone": isPhoneKey,
  "pix-email": isEmailKey,
  "https-url": isHttpsUrl,
  "end-to-end-id": isEndToEndId,
  "br-code": isBrCode,
  "png-base64": isPngBase64,
};

/**
 * Formats of values that identify people: logs do not show fields that have one of them, and the conformance suite looks
 * for their values in errors.
 */
export const sensitiveFormats = ["cpf", "cnpj", "pix-phone", "pix-email", "email"];
