/** A statement: its text, and the values in it. Identifiers stand in double quotes. */
export class Statement {
  readonly pieces: readonly (string | { value: unknown })[];

  constructor(pieces: Statement["pieces"]) {
    this.pieces = pieces;
  }
}

/** Makes a statement of a template: what is put in is a value, or another statement. */
export function sql(texts: TemplateStringsArray, ...given: readonly unknown[]): Statement {
  return new Statement(
    texts.flatMap((text, index) => {
      if (index >= given.length) return [text];
      const value = given[index];
      return value instanceof Statement ? [text, ...value.pieces] : [text, { value }];
    }),
  );
}

/** Values with commas between them. */
export function list(values: readonly unknown[]): Statement {
  return new Statement(
    values.flatMap((value, index) => [
      ...(index > 0 ? [", "] : []),
      ...(value instanceof Statement ? value.pieces : [{ value }]),
    ]),
  );
}

/** Names of columns with commas between them. */
export function columns(names: readonly string[]): Statement {
  return new Statement([names.map((name) => `"${name}"`).join(", ")]);
}

/** Rows to insert: `(…), (…)`. */
export function rowsOf(rows: readonly object[], names: readonly string[]): Statement {
  return list(rows.map((row) => sql`(${list(names.map((name) => (row as Record<string, unknown>)[name] ?? null))})`));
}

/**
 * The text and the values of a statement as a driver takes them.
 *
 * @param nameOf what the database calls a table or a column
 */
export function render(
  { pieces }: Statement,
  dialect: "postgres" | "sqlite",
  nameOf: (name: string) => string,
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const text = pieces.map((piece) => {
    if (typeof piece === "string") return piece.replace(/"(\w+)"/g, (_all, name: string) => `"${nameOf(name)}"`);
    values.push(piece.value);
    return dialect === "postgres" ? `$${values.length}` : "?";
  });
  return { text: text.join(""), values };
}
