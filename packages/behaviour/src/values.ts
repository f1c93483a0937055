import { type Enum, getDoc, type Program } from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { type Basis, getBasis } from "./basis.ts";

/** What is said of one value of an enum. */
export interface ValueStatement {
  description?: string;
  "x-basis"?: Basis;
}

/** What is said of each value of an enum, in the enum's order. */
export function describeValues(program: Program, type: Enum): Record<string, ValueStatement> {
  return Object.fromEntries(
    [...type.members.values()].map((member) => {
      const description = getDoc(program, member);
      const basis = getBasis(program, member);
      return [
        String(member.value ?? member.name),
        { ...(description && { description }), ...(basis && { "x-basis": basis }) },
      ];
    }),
  );
}

/** Writes `x-values` on an enum of which more is said than its values' names. */
export function writeValues(program: Program, type: Enum): void {
  const values = describeValues(program, type);
  if (Object.values(values).some((value) => value.description || value["x-basis"])) {
    setExtension(program, type, "x-values", values);
  }
}
