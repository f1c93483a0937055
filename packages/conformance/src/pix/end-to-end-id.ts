/** Parts of an identifier of a payment or of a return. */
export interface EndToEndId {
  readonly kind: "payment" | "return";
  /** ISPB of the institution that made the id, 8 characters. */
  readonly ispb: string;
  /** Minute of the id, in UTC. */
  readonly minute: Date;
  /** 11 letters and digits. */
  readonly suffix: string;
}

const pattern =
  /^(?<prefix>[ED])(?<ispb>[0-9A-Z]{8})(?<year>[0-9]{4})(?<month>[0-9]{2})(?<day>[0-9]{2})(?<hour>[0-9]{2})(?<minute>[0-9]{2})(?<suffix>[0-9A-Za-z]{11})$/;

/**
 * Reads an endToEndId (`E…`) or the id of a return (`D…`): prefix, ISPB (8), `yyyyMMddHHmm` in UTC, 11 letters and
 * digits, 32 characters in all. Throws on another form and on a minute that no calendar has. Source: `bacen/pix-api`
 * 2.9.0, patterns of `endToEndId` and `rtrId`.
 */
export function parseEndToEndId(text: string): EndToEndId {
  const parts = pattern.exec(text)?.groups;
  if (parts === undefined) {
    throw new Error(
      `endToEndId: ${JSON.stringify(text)} (${text.length} characters) is not E or D, an ISPB, yyyyMMddHHmm and 11 letters or digits`,
    );
  }
  const { prefix, ispb = "", year, month, day, hour, minute, suffix = "" } = parts;
  const written = `${year}-${month}-${day}T${hour}:${minute}:00.000Z`;
  const time = new Date(written);
  // Some dates, such as 30 February, roll over instead of failing: only one that comes back as written exists.
  if (Number.isNaN(time.getTime()) || time.toISOString() !== written) {
    throw new Error(`endToEndId: ${year}-${month}-${day} ${hour}:${minute} in ${text} is not a date and time`);
  }
  return { kind: prefix === "E" ? "payment" : "return", ispb, minute: time, suffix };
}
