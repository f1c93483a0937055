/** Something that was to run cannot, or has ended. */
export class StartError extends Error {
  override readonly name = "StartError";
}
