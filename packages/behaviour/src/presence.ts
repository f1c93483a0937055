// Required fields of responses and notifications for which the provider's document has no statement.
import {
  isErrorModel,
  type Model,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import { getHttpOperation } from "@typespec/http";
import { type Basis, getBasis } from "./basis.ts";
import { declaredNotifications } from "./notification.ts";
import { serviceOperations } from "./operation.ts";

/**
 * The required fields whose presence is not documented: of successes, of notifications, and the headers of every response. The
 * bodies of errors have the fields that their codes are read from.
 */
export function undocumentedPresence(program: Program): [ModelProperty, Basis["kind"]][] {
  const search = new PresenceSearch(program);
  for (const operation of serviceOperations(program)) {
    const [{ responses }] = getHttpOperation(program, operation);
    for (const { headers, body } of responses.flatMap((one) => one.responses)) {
      for (const header of Object.values(headers ?? {})) search.look(header);
      if (body) search.visit(body.type);
    }
  }
  for (const { model } of declaredNotifications(program)) search.visit(model);
  return [...search.found.values()];
}

class PresenceSearch {
  /** Keyed by the place in the source: a property that is spread into several models stands in one. */
  readonly found = new Map<object, [ModelProperty, Basis["kind"]]>();
  readonly #program: Program;
  /** Types that were visited, by the basis that covers them. */
  readonly #seen = new Map<Basis["kind"] | undefined, Set<Type>>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** @param above basis of its holder, if that covers all of it */
  visit(type: Type, above?: Basis["kind"]): void {
    const seen = this.#seen.get(above) ?? new Set();
    this.#seen.set(above, seen);
    if (seen.has(type)) return;
    seen.add(type);
    const within = basisWithin(getBasis(this.#program, type), above);
    if (type.kind === "Union")
      for (const variant of type.variants.values()) this.visit(variant.type, within);
    if (type.kind !== "Model" || isErrorModel(this.#program, type)) return;
    if (type.indexer) this.visit(type.indexer.value, within);
    for (let model: Model | undefined = type; model; model = model.baseModel)
      for (const property of model.properties.values()) this.look(property, within);
  }

  look(property: ModelProperty, above?: Basis["kind"]): void {
    const basis = getBasis(this.#program, property);
    const isDocumented = basis?.documented?.includes("required");
    const kind = isDocumented ? undefined : (basis?.kind ?? above);
    if (!property.optional && kind) this.found.set(property.node ?? property, [property, kind]);
    this.visit(property.type, basisWithin(basis, above));
  }
}

/** The basis of the parts of a statement: one that leaves a part documented covers nothing else. */
function basisWithin(basis: Basis | undefined, above?: Basis["kind"]): Basis["kind"] | undefined {
  if (!basis) return above;
  return basis.documented ? undefined : basis.kind;
}
