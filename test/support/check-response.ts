import type { Operation, ResponseHeader } from "@packages/contract/src/model.ts";
import { findMistakes } from "./validator.ts";

/** A response, read to its end. */
export interface ReadResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

/** What a response breaks of what the contract says of its operation, each in a sentence. */
export function checkResponse(operation: Operation, answer: ReadResponse): string[] {
  const response = operation.responses.find(({ status }) => status === answer.status);
  if (!response) return [`The contract knows no ${answer.status} of ${operation.id}.`];
  const mediaType = answer.headers.get("content-type")?.split(";")[0];
  return [
    ...(mediaType === response.mediaType
      ? []
      : [`The content type is ${mediaType}, not ${response.mediaType}.`]),
    ...response.headers.flatMap((header) => checkHeader(header, answer.headers.get(header.name))),
    ...checkUndocumented(operation, answer),
    ...(response.schema ? findMistakes(response.schema, answer.body) : []),
  ];
}

/** Code of an error in the contract's shape, or undefined. */
export function codeOf(answer: ReadResponse): string | undefined {
  const { error } = (answer.body ?? {}) as { error?: { code?: string } };
  return error?.code;
}

function checkHeader(header: ResponseHeader, value: string | null): string[] {
  if (value === null) return header.required ? [`The header ${header.name} is missing.`] : [];
  const parsed =
    header.schema.type === "integer" || header.schema.type === "number" ? Number(value) : value;
  return findMistakes(header.schema, parsed).map(
    (mistake) => `The header ${header.name} is "${value}": ${mistake}.`,
  );
}

/** Headers that other answers of the contract have but this one should not. */
function checkUndocumented(operation: Operation, answer: ReadResponse): string[] {
  const known = new Set(
    operation.responses.flatMap(({ headers }) => headers.map(({ name }) => name)),
  );
  const allowed =
    operation.responses
      .find(({ status }) => status === answer.status)
      ?.headers.map(({ name }) => name) ?? [];
  return [...known]
    .filter((name) => answer.headers.has(name) && !allowed.includes(name))
    .map((name) => `The header ${name} does not belong to a ${answer.status}.`);
}
