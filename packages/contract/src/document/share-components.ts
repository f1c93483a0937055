import {
  type Document,
  type Example,
  type Header,
  type Operation,
  operationsOf,
  type Reference,
  type Response,
  referenceTo,
} from "../openapi.ts";
import { exampleName, sampleError } from "../sample-error.ts";

/**
 * Moves headers and error examples that stand in several responses into `components`, so that a reader of the
 * document meets each of them once.
 */
export function shareComponents(document: Document): void {
  const operations = [...operationsOf(document.paths)].map(({ operation }) => operation);
  shareHeaders(document, operations);
  shareErrorExamples(
    document,
    operations.flatMap(({ responses }) => Object.values(responses)),
  );
}

/** A form of a header, and where it stands. */
interface Form {
  name: string;
  header: Header;
  /** Ids of the operations that answer with it. */
  operations: Set<string>;
  places: Record<string, Header | Reference>[];
}

function shareHeaders(document: Document, operations: Operation[]): void {
  const forms = new Map<string, Form>();
  for (const { operationId = "", responses } of operations) {
    for (const { headers = {} } of Object.values(responses)) {
      for (const [name, header] of Object.entries(headers)) {
        if ("$ref" in header) continue;
        // An operation's own figures stay its own: another's may be the same today and differ tomorrow.
        const key = JSON.stringify([name, showsOwnFigure(header) ? operationId : "", header]);
        const form = forms.get(key) ?? { name, header, operations: new Set(), places: [] };
        form.operations.add(operationId);
        form.places.push(headers);
        forms.set(key, form);
      }
    }
  }

  const shared: Record<string, Header> = {};
  for (const form of forms.values()) {
    if (form.places.length < 2) continue;
    const key = freeName(nameOf(form, [...forms.values()]), shared);
    shared[key] = form.header;
    for (const headers of form.places) headers[form.name] = { $ref: referenceTo("components", "headers", key) };
  }
  if (Object.keys(shared).length > 0) document.components = { ...document.components, headers: shared };
}

/** Whether a header shows a figure of its operation's limit; one that is used up looks the same everywhere. */
function showsOwnFigure({ "x-rate-limit-part": part, example }: Header): boolean {
  return part === "limit" || (part === "remaining" && example !== 0);
}

/** The header's own name; of several forms, one that a single operation has is named after that: `Allowance.createLoan`. */
function nameOf({ name, operations }: Form, forms: Form[]): string {
  const others = forms.filter((form) => form.name === name && form.places.length > 1).length > 1;
  const [operation] = operations;
  return others && operations.size === 1 ? `${name}.${operation}` : name;
}

/** A name that no other component has: a number tells apart what the spec gives one name. */
export function freeName(name: string, taken: object): string {
  let free = name;
  for (let count = 2; Object.hasOwn(taken, free); count += 1) free = `${name}.${count}`;
  return free;
}

function shareErrorExamples(document: Document, responses: Response[]): void {
  const shared: Record<string, Example> = {};
  const body = document.components?.schemas?.ErrorBody;
  for (const error of document["x-error-catalogue"] ?? []) {
    // That of a reached limit shows the figures of its operation: another's may be the same today and differ tomorrow.
    if (!body || error.anywhere || error.causes?.includes("rate-limit")) continue;
    shared[exampleName(error.code)] = { summary: error.condition, value: sampleError(body, error) };
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
