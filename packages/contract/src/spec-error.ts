/** Nothing can be generated from the spec. The message names the mistake and its place; TypeSpec's own if it can. */
export class SpecError extends Error {
  override readonly name = "SpecError";
}
