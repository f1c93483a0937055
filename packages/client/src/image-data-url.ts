/**
 * A data URL of an image, whatever form it arrives in: Base64, with or without line breaks and a `data:` prefix. Without
 * a prefix it is a PNG.
 *
 * @throws {TypeError} if it is not an image
 * @example
 * image.src = imageDataUrl(data.image);
 */
export function imageDataUrl(image: string): string {
  const url = String(image)
    .replace(/\s/g, "")
    .replace(/^(?!data:)/, "data:image/png;base64,");
  if (!/^data:image\/[\w+]+;base64,[\w+/]{9,}={0,2}$/.test(url))
    throw new TypeError("This is not an image.");
  return url;
}
