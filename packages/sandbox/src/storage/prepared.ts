import type { CompiledQuery } from "kysely";
import type { Storage } from "./storage.ts";

/** The place of a value in a query. */
class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A query whose text is made once: to make it takes longer than to send it, and it is always the same.
 *
 * @param build gets placeholders, which it may put where parameters are and look at no closer
 */
export function prepared<Values extends readonly unknown[], Row>(
  build: (storage: Storage, ...values: Values) => CompiledQuery<Row>,
): (storage: Storage, ...values: Values) => CompiledQuery<Row> {
  const templates = new WeakMap<Storage, CompiledQuery<Row>>();
  return (storage, ...values) => {
    let template = templates.get(storage);
    if (!template) {
      const places = values.map((_, index) => new Place(index));
      template = build(storage, ...(places as unknown as Values));
      templates.set(storage, template);
    }
    const parameters = template.parameters.map((given) => (given instanceof Place ? values[given.index] : given));
    return { ...template, parameters };
  };
}
