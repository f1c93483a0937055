// The first letter of the Base64 form of a file shows its type.
const types: Record<string, string> = { i: "png", "/": "jpeg", R: "gif", U: "webp", P: "svg+xml" };

/**
 * A data URL of an image, whatever form it arrives in: Base64 with or without a `data:` prefix, with line breaks, in the
 * URL-safe alphabet.
 *
 * @throws {TypeError} where it is no image
 * @example
 * image.src = imageDataUrl(data.image);
 */
export function imageDataUrl(image: string): string {
  const base64 = String(image)
    .replace(/^data:image\/[^,]+,|\s/gi, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  const type = /^[\w+/]{9,}={0,2}$/.test(base64) && types[base64.charAt(0)];
  if (!type) throw new TypeError("This is no image.");
  return `data:image/${type};base64,${base64}`;
}
