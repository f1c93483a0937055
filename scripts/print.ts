import { stringify } from "yaml";

/** JSON as it is committed: indented, with a newline at its end. */
export function printJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * YAML as it is committed: one line for each value, nothing folded and no anchors, so that a diff shows what changed.
 * What a YAML 1.1 reader would take for a date or a boolean is quoted: many OpenAPI tools still are such readers.
 */
export function printYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 0, compat: "yaml-1.1" });
}
