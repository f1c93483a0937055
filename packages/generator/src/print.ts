import { Document, Scalar, visit } from "yaml";

/** JSON as it is committed: indented, with a newline at its end. */
export function printJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Content of openapi.yaml. @param source folder of the spec, with a slash at the end */
export function printDocument(document: object, source = "spec/"): string {
  return `# Generated from ${source} by \`npm run generate\`: edit the spec, not this file.\n${printYaml(document)}`;
}

/** Characters that YAML 1.1 takes for line breaks or refuses, and that YAML 1.2 need not escape. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

/**
 * YAML as it is committed: one line for each value, nothing folded and no anchors, so that a diff shows the changes.
 * Strings that YAML 1.1 reads as a date or a boolean are quoted: many OpenAPI tools still read YAML 1.1.
 */
export function printYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: "yaml-1.1" });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && needsQuotes(node.value))
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  // Only quoted strings hold such characters.
  return document.toString({ lineWidth: 0 }).replace(unprintable, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Whether readers misread a string in ways that `compat` does not know of. */
function needsQuotes(name: string): boolean {
  // `=` is a separate type in YAML 1.1. Some readers fail at tabs and at blanks at the start of a block.
  return name === "=" || name.includes("\t") || /^\s/.test(name) || name.search(unprintable) >= 0;
}
