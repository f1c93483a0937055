/** The path that a charge's BR Code names, without the random part at its end. */
export const chargePath = "/qr/v2/";

/** Letters and digits at the end of the path. */
export const locationLength = 26;

/** Characters that a BR Code has room for. */
const longestUrl = 77;

/**
 * The URL at which a sandbox is reached, without slashes at its end.
 *
 * @throws {RangeError} where it is no http or https URL, or too long to stand in a BR Code
 */
export function checkPublicUrl(publicUrl: string): string {
  const url = publicUrl.replace(/\/+$/, "");
  if (!/^https?:\/\/[!-~]+$/.test(url) || !URL.canParse(url)) {
    throw new RangeError(`The public URL has to be an http: or https: URL in ASCII: ${publicUrl}`);
  }
  const most = longestUrl - chargePath.length - locationLength;
  const { length } = withoutScheme(url);
  if (length > most) {
    throw new RangeError(
      `The public URL may have ${most} characters after its scheme, for BR Codes; it has ${length}.`,
    );
  }
  return url;
}

/** Where the payer's bank reads a charge, as its BR Code has it. */
export function chargeUrl(publicUrl: string, location: string): string {
  return withoutScheme(publicUrl) + chargePath + location;
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, "");
}
