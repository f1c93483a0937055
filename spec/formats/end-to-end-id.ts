/**
 * Whether a string identifies a payment in the PIX scheme: `E`, the ISPB of an institution (8), a minute that the calendar
 * has, in UTC as `yyyyMMddHHmm`, and 11 letters or digits. Source: `bacen/pix-api` 2.9.0.
 */
export function isEndToEndId(value: string): boolean {
  const parts = /^E[0-9A-Z]{8}(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})[0-9A-Za-z]{11}$/.exec(value);
  if (!parts) return false;
  const [, year, month, day, hour, minute] = parts;
  const written = `${year}-${month}-${day}T${hour}:${minute}:00.000Z`;
  const time = new Date(written);
  // Some dates, such as 30 February, roll over instead of failing.
  return !Number.isNaN(time.getTime()) && time.toISOString() === written;
}
