import { type Document, type Example, type Header, operationsOf, type Reference, type Response } from "../openapi.ts";
import { exampleName } from "./catalogue-errors.ts";

/**
 * Moves headers and error examples that stand in several responses into `components`, so that a reader of the document
 * meets each of them once.
 */
export function shareComponents(document: Document): void {
  const responses = [...operationsOf(document.paths)].flatMap(({ operation }) => Object.values(operation.responses));
  shareHeaders(document, responses);
  shareErrorExamples(document, responses);
}

function shareHeaders(document: Document, responses: Response[]): void {
  const forms = new Map<string, Map<string, { header: Header; count: number }>>();
  for (const { headers } of responses) {
    for (const [name, header] of Object.entries(headers ?? {})) {
      if ("$ref" in header) continue;
      const byForm = forms.get(name) ?? new Map<string, { header: Header; count: number }>();
      const form = JSON.stringify(header);
      byForm.set(form, { header, count: (byForm.get(form)?.count ?? 0) + 1 });
      forms.set(name, byForm);
    }
  }

  const shared: Record<string, Header> = {};
  const references = new Map<string, Reference>();
  for (const [name, byForm] of forms) {
    for (const [form, { header, count }] of byForm) {
      if (count < 2) continue;
      // Forms of one header differ in their example: `Allowance.100`.
      const plain = byForm.size === 1 || header.example === undefined;
      const key = plain ? name : `${name}.${String(header.example).replace(/[^\w.-]+/g, "-")}`;
      if (shared[key]) continue;
      shared[key] = header;
      references.set(name + form, { $ref: `#/components/headers/${key}` });
    }
  }
  for (const { headers } of responses) {
    for (const [name, header] of Object.entries(headers ?? {})) {
      const reference = references.get(name + JSON.stringify(header));
      if (headers && reference) headers[name] = reference;
    }
  }
  if (Object.keys(shared).length > 0) document.components = { ...document.components, headers: shared };
}

function shareErrorExamples(document: Document, responses: Response[]): void {
  const shared: Record<string, Example> = {};
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    const [value] = schema.examples ?? [];
    const error = schema["x-error"];
    if (error && value !== undefined && !error.anywhere)
      shared[exampleName(error.code)] = { summary: error.condition, value };
  }
  const used = new Set<string>();
  for (const media of responses.flatMap(({ content }) => Object.values(content ?? {}))) {
    for (const [name, example] of Object.entries(media.examples ?? {})) {
      if (!media.examples || !shared[name] || JSON.stringify(example) !== JSON.stringify(shared[name])) continue;
      media.examples[name] = { $ref: `#/components/examples/${name}` };
      used.add(name);
    }
  }
  const examples = Object.fromEntries(Object.entries(shared).filter(([name]) => used.has(name)));
  if (used.size > 0) document.components = { ...document.components, examples };
}
