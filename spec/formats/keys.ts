/**
 * Whether a string is a phone key: a plus sign, country code and number. Numbers of Brazil (country code 55) have to be
 * mobile ones: an area code without zeros, a 9 and eight digits. Source: pattern of the directory's API
 * (`bacen/pix-dict-api` 1.8.0), national numbering plan.
 */
export function isPhoneKey(value: string): boolean {
  // Country codes are prefix-free: nothing but Brazil starts with 55.
  return value.startsWith("+55")
    ? /^\+55[1-9]{2}9[0-9]{8}$/.test(value)
    : /^\+[1-9][0-9]{2,15}$/.test(value);
}

/** The requirement of the format, for messages. */
isPhoneKey.demand =
  "a plus sign, country code and number; of Brazil (+55) a mobile number, with an area code and nine digits from 9 on (a rule of the scheme's manual)";

/**
 * Whether a text is an e-mail key: ASCII, in whatever case. Source: pattern of the directory's API
 * (`bacen/pix-dict-api` 1.8.0).
 */
export function isEmailKey(value: string): boolean {
  return /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(
    value,
  );
}
