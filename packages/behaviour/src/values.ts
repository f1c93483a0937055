import { type Enum, getDoc, type Program } from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { getBasis } from "./basis.ts";

/** Writes `x-values` on an enum of which more is said than its values' names: of each value, in the enum's order. */
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
