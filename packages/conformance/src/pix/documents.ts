const cnpjWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const cpfWeights = [10, 9, 8, 7, 6, 5, 4, 3, 2];

function checkDigitOf(characters: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, index) => total + weight * (characters.charCodeAt(index) - 48), 0);
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}

function hasCheckDigits(document: string, first: readonly number[], second: readonly number[]): boolean {
  return document.endsWith(checkDigitOf(document, first) + checkDigitOf(document, second));
}

/** All-equal documents are nobody's, although every such CPF and the CNPJ of zeros have correct check digits. */
function isOneCharacterRepeated(document: string): boolean {
  return new Set(document).size === 1;
}

/**
 * Whether a text is a CPF: 11 ASCII digits without punctuation, not all equal, the last two being check digits.
 * Source: Receita Federal, modulo 11 with weights 10..2 and 11..2.
 */
export function isCpf(text: string): boolean {
  return (
    /^[0-9]{11}$/.test(text) && !isOneCharacterRepeated(text) && hasCheckDigits(text, cpfWeights, [11, ...cpfWeights])
  );
}

/**
 * Whether a text is a CNPJ: 12 ASCII digits or upper-case letters and two check digits, without punctuation, not all
 * equal. Source: Receita Federal, alphanumeric CNPJ (July 2026), modulo 11 over character codes less 48.
 */
export function isCnpj(text: string): boolean {
  return (
    /^[0-9A-Z]{12}[0-9]{2}$/.test(text) &&
    !isOneCharacterRepeated(text) &&
    hasCheckDigits(text, cnpjWeights, [6, ...cnpjWeights])
  );
}
