/**
 * The check digit after the first `count` characters: each one's code less 48 times its weight, modulo 11. Weights grow from
 * the last character to the first, from 2 to the highest, and begin again.
 */
function checkDigit(digits: string, count: number, highest: number): number {
  let weight = 2;
  let sum = 0;
  for (let index = count - 1; index >= 0; index--) {
    sum += (digits.charCodeAt(index) - 48) * weight;
    weight = weight === highest ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** Whether the last two characters are the check digits of the others. */
function hasCheckDigits(digits: string, highestWeight: number): boolean {
  const end = digits.length - 2;
  return (
    digits.charCodeAt(end) - 48 === checkDigit(digits, end, highestWeight) &&
    digits.charCodeAt(end + 1) - 48 === checkDigit(digits, end + 1, highestWeight)
  );
}

/** Documents of one repeated digit are not issued, although their check digits may be right. */
function isOneCharacter(digits: string): boolean {
  return digits === digits.charAt(0).repeat(digits.length);
}

/** Whether a string is a CPF: 11 digits, not all equal, with correct check digits. Source: Receita Federal, modulo 11. */
export function isCpf(value: string): boolean {
  return /^[0-9]{11}$/.test(value) && hasCheckDigits(value, 11) && !isOneCharacter(value);
}

/**
 * Whether a string is a CNPJ: 12 digits or upper-case letters and two check digits, not all equal. Source: Receita
 * Federal, alphanumeric CNPJ (July 2026).
 */
export function isCnpj(value: string): boolean {
  return /^[0-9A-Z]{12}[0-9]{2}$/.test(value) && hasCheckDigits(value, 9) && !isOneCharacter(value);
}
