// How a declaration of the spec is called, and the line that it stands in.
import { relative } from "node:path";
import {
  type DiagnosticTarget,
  getSourceLocation,
  type Model,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import { resolveOperationId } from "@typespec/openapi";
import type { Written } from "./loaded.ts";

/** A declaration, and the decorator of it that a place comes from. */
export interface Found {
  type: Type;
  node?: DiagnosticTarget | undefined;
}

export function writtenAt(
  program: Program,
  { type, node }: Found,
  root: string,
): Written | undefined {
  const location = getSourceLocation(node ?? type, { locateId: true });
  if (!location) return undefined;
  const { line } = location.file.getLineAndCharacterOfPosition(location.pos);
  const name = getSpecName(program, type);
  const file = relative(root, location.file.path).replaceAll("\\", "/");
  return { file, line: line + 1, ...(name !== undefined && { name }) };
}

/** How the spec calls a declaration: `Book.title`, `LoanStatus.late`, `lendBook`. */
function getSpecName(program: Program, type: Type): string | undefined {
  switch (type.kind) {
    case "ModelProperty": {
      const { model, name } = origin(type);
      return model?.name ? `${model.name}.${wireName(type) ?? name}` : undefined;
    }
    case "EnumMember":
      return `${type.enum.name}.${type.name}`;
    case "Operation":
      return resolveOperationId(program, type);
    case "Interface":
    case "Model":
    case "Enum":
    case "Union":
    case "Scalar":
      return type.name || undefined;
    default:
      return undefined;
  }
}

/** The property as it was written, if a spread or a template copied it. */
function origin(property: ModelProperty): ModelProperty {
  return property.sourceProperty ? origin(property.sourceProperty) : property;
}

/** A property by its name on the wire. */
export function propertyNamed(model: Model, name: string): ModelProperty | undefined {
  const encoded = [...model.properties.values()].find((property) => wireName(property) === name);
  return encoded ?? model.properties.get(name);
}

/** The name that `@encodedName` gives a property. */
function wireName({ decorators }: ModelProperty): string | undefined {
  const applied = decorators.find(({ definition }) => definition?.name === "@encodedName");
  const name = applied?.args[1]?.jsValue;
  return typeof name === "string" ? name : undefined;
}
