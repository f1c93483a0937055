import { unfoldKinds } from "../../contract/src/document/unfold-kinds.ts";
import type { Contract, ResponseHeader } from "../../contract/src/model.ts";
import type { Document, Header, Method } from "../../contract/src/openapi.ts";

/**
 * The document for Prism to answer from:
 *
 * - without callbacks and webhooks, which Prism would fire, unsigned, at whatever URL a request names;
 * - without response headers that only some answers carry: Prism would put them on every one;
 * - with the kinds of a schema in its place: Prism would make up a kind;
 * - with response headers as text: Prism takes a header whose value is the number 0 for one that is missing.
 */
export function prepareDocument(document: Document, contract: Contract): Document {
  const prepared = structuredClone(document);
  delete prepared.webhooks;
  unfoldKinds(prepared);
  for (const { path, method, responses } of contract.operations) {
    const operation = prepared.paths[path]?.[method.toLowerCase() as Method];
    if (!operation) throw new Error(`The contract has ${method} ${path}, the document has not.`);
    delete operation.callbacks;
    for (const { status, headers } of responses) {
      const response = operation.responses[status];
      if (response) response.headers = Object.fromEntries(headers.filter(({ required }) => required).map(asText));
    }
  }
  return prepared;
}

function asText({ name, description, schema, example }: ResponseHeader): [string, Header] {
  return [name, { description, required: true, schema, ...(example !== undefined && { example: `${example}` }) }];
}
