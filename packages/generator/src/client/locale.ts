/**
 * Language and country in which amounts of a currency are usually written: the first two letters of an ISO 4217 code are
 * a country, and Unicode knows the language that is most likely there.
 *
 * @example
 * findLocale("JPY"); // "ja-JP"
 */
export function findLocale(currency: string): string {
  const country = currency.slice(0, 2);
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  return `${language}-${country}`;
}
