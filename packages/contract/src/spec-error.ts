/** Nothing can be generated from the spec. The message says what is wrong with it, and where; TypeSpec's own if it can. */
export class SpecError extends Error {
  override readonly name = "SpecError";
}
