import {
  type DecoratorContext,
  type Enum,
  getDoc,
  type Program,
  type Type,
} from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { stateKeys } from "./library.ts";

/** The source of an undocumented statement. */
export interface Basis {
  kind: "implied" | "observed" | "assumed";
  reason: string;
  /** Keywords of the statement that are documented all the same. */
  documented?: string[];
}

/** `@basis(kind, reason, ...documented)` */
export function $basis(
  { program }: DecoratorContext,
  target: Type,
  kind: Basis["kind"],
  reason: string,
  ...documented: string[]
): void {
  const basis: Basis = { kind, reason, ...(documented.length > 0 && { documented }) };
  program.stateMap(stateKeys.basis).set(target, basis);
  // OpenAPI has no place for an enum member: values.ts gathers those on the enum.
  if (target.kind !== "EnumMember") setExtension(program, target, "x-basis", basis);
}

/** Options with their basis under the name that it has everywhere in the document. */
export function placeBasis<Options extends { basis?: Basis }>({
  basis,
  ...options
}: Options): Omit<Options, "basis"> & { "x-basis"?: Basis } {
  return { ...options, ...(basis && { "x-basis": basis }) };
}

/** The basis of a statement, or undefined if it is documented. */
export function getBasis(program: Program, target: Type): Basis | undefined {
  return program.stateMap(stateKeys.basis).get(target);
}

/** Writes `x-values` on an enum whose values have statements besides their names: one for each value, in the enum's order. */
export function writeValues(program: Program, type: Enum): void {
  const entries = [...type.members.values()].map((member): [string, object] => {
    const description = getDoc(program, member);
    const basis = getBasis(program, member);
    const statement = { ...(description && { description }), ...(basis && { "x-basis": basis }) };
    return [String(member.value ?? member.name), statement];
  });
  if (entries.some(([, statement]) => Object.keys(statement).length > 0)) {
    setExtension(program, type, "x-values", Object.fromEntries(entries));
  }
}
