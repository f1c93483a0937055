/** A mistake in a field of an input. */
export interface InvalidField {
  /** Names and positions joined by dots: `customer.email`; empty for the input as a whole. */
  path: string;
  message: string;
}

/** Input of the control plane that is not as it has to be; nothing was done. A 400 over HTTP. */
export class InvalidInputError extends Error {
  override readonly name = "InvalidInputError";
  readonly fields: readonly InvalidField[];

  constructor(fields: readonly InvalidField[]) {
    super(joinFields(fields));
    this.fields = fields;
  }
}

/** @throws {InvalidInputError} of one field */
export function refuse(path: string, message: string): never {
  throw new InvalidInputError([{ path, message }]);
}

/** The mistakes in one sentence. @param translate of what is wrong with a field */
export function joinFields(
  fields: readonly InvalidField[],
  translate = (message: string): string => message,
): string {
  const parts = fields.map(({ path, message }) => `${path} ${translate(message)}`.trimStart());
  return `${parts.join("; ")}.`.replace(/\?\.$/, "?");
}
