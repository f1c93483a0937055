/** The path that a charge's BR Code names, without the random part at its end. */
const chargePath = "/qr/v2/";

/** Letters and digits at the end of the path. */
export const locationLength = 26;

/** Characters that a BR Code has room for. */
const maxUrlLength = 77;

/** Characters that a public URL may have after its scheme, so that the URL of a charge stands in a BR Code. */
export const maxPublicUrlLength = maxUrlLength - chargePath.length - locationLength;

/** Whether a sandbox can be reached at a URL: an http or https one in ASCII, short enough for BR Codes. */
export function isPublicUrl(url: string): boolean {
  return (
    /^https?:\/\/[!-~]+$/.test(url) &&
    URL.canParse(url) &&
    withoutScheme(withoutSlashes(url)).length <= maxPublicUrlLength
  );
}

/** A URL without slashes at its end. */
export function withoutSlashes(url: string): string {
  return url.replace(/\/+$/, "");
}

/** Where the payer's bank reads a charge, as its BR Code has it. */
export function chargeUrl(publicUrl: string, location: string): string {
  return withoutScheme(publicUrl) + chargePath + location;
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, "");
}
