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
  readonly #visited = new Map<Basis["kind"] | undefined, Set<Type>>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** Looks at each property within a type. @param inherited basis of the part that has the type, if it covers the whole type */
  visit(type: Type, inherited?: Basis["kind"]): void {
    const visited = this.#visited.get(inherited) ?? new Set();
    this.#visited.set(inherited, visited);
    if (visited.has(type)) return;
    visited.add(type);
    const within = basisWithin(getBasis(this.#program, type), inherited);
    if (type.kind === "Union")
      for (const variant of type.variants.values()) this.visit(variant.type, within);
    if (type.kind !== "Model" || isErrorModel(this.#program, type)) return;
    if (type.indexer) this.visit(type.indexer.value, within);
    for (let model: Model | undefined = type; model; model = model.baseModel)
      for (const property of model.properties.values()) this.look(property, within);
  }

  /** Notes a required property whose presence is not documented, and visits its type. */
  look(property: ModelProperty, inherited?: Basis["kind"]): void {
    const basis = getBasis(this.#program, property);
    const isDocumented = basis?.documented?.includes("required");
    const kind = isDocumented ? undefined : (basis?.kind ?? inherited);
    if (!property.optional && kind) this.found.set(property.node ?? property, [property, kind]);
    this.visit(property.type, basisWithin(basis, inherited));
  }
}

/** The basis that the parts of a statement inherit: none from a basis that lists documented parts. */
function basisWithin(
  basis: Basis | undefined,
  inherited?: Basis["kind"],
): Basis["kind"] | undefined {
  if (!basis) return inherited;
  return basis.documented ? undefined : basis.kind;
}
