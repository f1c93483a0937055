import { isCnpj, isCpf } from "./documents.ts";

/** Kind of a PIX key. */
export type PixKeyKind = "cpf" | "cnpj" | "phone" | "email" | "random";

const brazilianMobile = /^\+55[1-9][1-9]9[0-9]{8}$/;

/**
 * Whether a text is a phone key: `+`, country code and number. Of Brazil's numbers only mobile ones are keys (area code
 * without zeros, 9, eight digits). Source: PHONE pattern of the directory's API (`bacen/pix-dict-api` 1.8.0); the rule
 * for country code 55 is the national numbering plan.
 */
export function isPixPhone(text: string): boolean {
  if (!/^\+[1-9][0-9]\d{1,14}$/.test(text)) return false;
  // No other country code starts with 55: codes are prefix-free.
  return !text.startsWith("+55") || brazilianMobile.test(text);
}

/**
 * Whether a text is an e-mail key: lower case, ASCII, at most 77 characters. Source: EMAIL pattern of the directory's
 * API (`bacen/pix-dict-api` 1.8.0).
 */
export function isPixEmail(text: string): boolean {
  return (
    text.length <= 77 &&
    /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/.test(
      text,
    )
  );
}

/**
 * Whether a text is a random key: a lower-case UUID with hyphens, of any version. Source: EVP pattern of the
 * directory's API (`bacen/pix-dict-api` 1.8.0).
 */
export function isRandomPixKey(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}

/**
 * Kind of a PIX key, or undefined when the text is none; no text is of two kinds. Source: key types of the directory's
 * API (`bacen/pix-dict-api` 1.8.0), check digits of documents verified.
 */
export function kindOfPixKey(text: string): PixKeyKind | undefined {
  if (isCpf(text)) return "cpf";
  if (isCnpj(text)) return "cnpj";
  if (isPixPhone(text)) return "phone";
  if (isPixEmail(text)) return "email";
  return isRandomPixKey(text) ? "random" : undefined;
}

/** Whether a text is a PIX key of any kind. Source: see {@link kindOfPixKey}. */
export function isPixKey(text: string): boolean {
  return kindOfPixKey(text) !== undefined;
}
