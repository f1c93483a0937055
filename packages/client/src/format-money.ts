/**
 * An amount in the smallest unit of a currency, as people write it.
 *
 * @param digits of the smallest unit
 * @throws {TypeError} if it is not a whole number
 * @example
 * formatMoney(4990, "USD", 2, "en-US"); // "$49.90"
 */
export function formatMoney(
  amount: number,
  currency: string,
  digits: number,
  locale: string,
): string {
  if (!Number.isSafeInteger(amount)) throw new TypeError("An amount is a whole number.");
  // As a string it is exact: large amounts divided lose their last digits.
  const exact = `${amount}e-${digits}` as `${number}`;
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(
    exact as unknown as number,
  );
}
