// Responses that are read while they come: values of JSON in lines, and server-sent events; and requests of such lines. Only
// clients whose contract has them load this.
import { writeJson } from "@packages/contract/src/exact-json.ts";
import type { BodyReader } from "./bytes.ts";
import { atField, type Check, must } from "./check.ts";
import { InvalidRequestError, InvalidResponseError } from "./errors.ts";
import type { HttpResponse, OpenCall } from "./http.ts";
import { check } from "./settings.ts";

export type { ServerSentEvent } from "@packages/contract/src/server-sent-event.ts";

type ReadStream = (response: HttpResponse, call: OpenCall) => unknown;

/** Reads a value of JSON in another way than `JSON.parse`. */
type ReadValue = (json: Pick<HttpResponse, "text" | "body">) => unknown;

/** Reads values of JSON that stand in a line each. */
export function readLines(checkItem: Check, readValue?: ReadValue): ReadStream {
  return ({ reader }, call) =>
    readOnce(reader, call, async function* () {
      for await (const line of splitLines(reader, call.signal)) {
        const data = withoutMark(line).trim();
        if (data !== "") yield passItem(parseLine(data, call, readValue), checkItem, call);
      }
    });
}

/** Reads server-sent events, as the HTML standard has them. */
export function readEvents(checkItem: Check, readValue?: ReadValue): ReadStream {
  return ({ reader }, call) =>
    readOnce(reader, call, async function* () {
      let id: string | undefined;
      let retry: number | undefined;
      let event = "";
      let data: string[] = [];
      for await (const line of splitLines(reader, call.signal)) {
        const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (line === "") {
          if (data.length > 0) {
            const read = parseData(data.join("\n"), readValue);
            if (typeof read !== "string") passItem(read, checkItem, call);
            yield {
              event: event || "message",
              data: read,
              ...(id !== undefined && { id }),
              ...(retry !== undefined && { retry }),
            };
          }
          event = "";
          data = [];
        } else if (field === "data") data.push(value);
        else if (field === "event") event = value;
        else if (field === "id" && !value.includes("\0")) id = value;
        else if (field === "retry" && /^\d+$/.test(value)) retry = Number(value);
      }
    });
}

/** A line without the separator of RFC 7464. */
function withoutMark(line: string): string {
  return line.startsWith("\u001e") ? line.slice(1) : line;
}

/** A stream that can be read once. Its signal ends the connection, whether it is read or not. */
function readOnce<Item>(
  reader: BodyReader | undefined,
  { operation, signal }: OpenCall,
  make: () => AsyncGenerator<Item>,
): AsyncIterable<Item> {
  let isRead = false;
  signal?.addEventListener("abort", () => reader?.cancel().catch(() => {}), { once: true });
  return {
    [Symbol.asyncIterator]() {
      if (isRead) throw new TypeError(`The response of ${operation.id} can be read once.`);
      isRead = true;
      return make();
    },
  };
}

function parseData(data: string, readValue: ReadValue | undefined): unknown {
  try {
    return readOneValue(data, readValue);
  } catch {
    return data;
  }
}

function readOneValue(json: string, readValue: ReadValue | undefined): unknown {
  const body: unknown = JSON.parse(json);
  return readValue ? readValue({ text: json, body }) : body;
}

function parseLine(line: string, call: OpenCall, readValue: ReadValue | undefined): unknown {
  try {
    return readOneValue(line, readValue);
  } catch {
    throw call.fail(InvalidResponseError, "a line of the response is not JSON");
  }
}

function passItem(value: unknown, checkItem: Check, call: OpenCall): unknown {
  const mistake = checkItem(value, call.http?.status);
  if (!mistake) return value;
  const [field, , expected] = mistake;
  throw call.fail(
    InvalidResponseError,
    `an item of the response is wrong: \`${field}\` must ${expected}`,
  );
}

/** The lines of a body as they come. The connection ends when the user stops reading. */
async function* splitLines(
  reader: BodyReader | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  let isWhole = false;
  try {
    for (;;) {
      signal?.throwIfAborted();
      const { value } = (await reader?.read()) ?? {};
      signal?.throwIfAborted();
      rest += decoder.decode(value, { stream: value !== undefined });
      // A carriage return at the end may be half of a line's end.
      const lines = rest.split(value && rest.endsWith("\r") ? /\r\n|\n|\r(?!$)/ : /\r\n|\n|\r/);
      rest = lines.pop() ?? "";
      yield* lines;
      if (value) continue;
      isWhole = true;
      if (rest !== "") yield rest;
      return;
    }
  } finally {
    if (!isWhole) reader?.cancel().catch(() => {});
  }
}

/** A list, or values that come one by one. */
export const items: Check = must(
  (body: object) => Array.isArray(body) || Symbol.asyncIterator in body,
  "be a list or an async iterable",
);

/**
 * Makes the function that writes values of JSON in a line each. They are collected before the request is sent, which may have
 * to be repeated.
 *
 * @param id of the operation
 * @throws {InvalidRequestError} if a value is wrong
 */
export function writeLines(id: string, checkItem: Check): (body: unknown) => Promise<unknown> {
  return async (body) => {
    if (body === undefined) return body;
    const lines: string[] = [];
    for await (const item of body as AsyncIterable<unknown>) {
      check(id, atField(String(lines.length), checkItem(item)));
      try {
        lines.push(writeJson(item));
      } catch {
        throw new InvalidRequestError(id, [String(lines.length), "json", "be JSON"]);
      }
    }
    return lines.join("\n");
  };
}
