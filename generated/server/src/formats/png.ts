// Copied from spec/formats/png.ts by `npm run generate`: edit that, not this file.
/**
 * Whether a text is a PNG in Base64 with its padding, with or without `data:image/png;base64,` in front: it starts with
 * the signature and the header of a PNG and ends with its end. What the picture shows is not read.
 */
export function isPngBase64(text: string): boolean {
  const base64 = text.replace(/^data:image\/png;base64,/, "");
  return (
    base64.length % 4 === 0 &&
    /^iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/.test(base64) &&
    Buffer.from(base64.slice(-24), "base64").includes("IEND")
  );
}
