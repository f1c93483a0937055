// Copied from spec/formats/documents.ts by `npm run generate`: edit that, not this file.
/** The check digit after some characters: each one's code less 48 times its weight, modulo 11. */
function checkDigit(characters: string, firstWeight: number, highest: number): number {
  let weight = firstWeight;
  let sum = 0;
  for (let index = 0; index < characters.length; index++) {
    sum += (characters.charCodeAt(index) - 48) * weight;
    weight = weight === 2 ? highest : weight - 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** All-equal documents are nobody's, although their check digits may be right. */
function isOneCharacter(text: string): boolean {
  return text === text.charAt(0).repeat(text.length);
}

/** Whether a text is a CPF: 11 digits, not all equal, with correct check digits. Source: Receita Federal, modulo 11. */
export function isCpf(text: string): boolean {
  if (!/^[0-9]{11}$/.test(text) || isOneCharacter(text)) return false;
  const first = checkDigit(text.slice(0, 9), 10, 10);
  const second = checkDigit(text.slice(0, 10), 11, 11);
  return text.endsWith(`${first}${second}`);
}

/**
 * Whether a text is a CNPJ: 12 digits or upper-case letters and two check digits, not all equal. Source: Receita
 * Federal, alphanumeric CNPJ (July 2026).
 */
export function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}[0-9]{2}$/.test(text) || isOneCharacter(text)) return false;
  const first = checkDigit(text.slice(0, 12), 5, 9);
  const second = checkDigit(text.slice(0, 13), 6, 9);
  return text.endsWith(`${first}${second}`);
}
