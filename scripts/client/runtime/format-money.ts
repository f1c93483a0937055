/** How a currency is written: its code, the digits of its smallest unit, and the language. */
export type Money = [currency: string, digits: number, locale: string];

/**
 * An amount in the smallest unit of a currency, as people write it.
 *
 * @throws {TypeError} where it is no whole number
 * @example
 * formatMoney(4990, ["USD", 2, "en-US"]); // "$49.90"
 */
export function formatMoney(amount: number, [currency, digits, locale]: Money): string {
  if (!Number.isSafeInteger(amount)) throw new TypeError("An amount is a whole number.");
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount / 10 ** digits);
}
