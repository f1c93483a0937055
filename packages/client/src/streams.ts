// Responses that are read while they come: values of JSON in lines, and server-sent events. Only clients whose contract has them
// load this.
import { writeJson } from "@packages/contract/src/exact-json.ts";
import type { BodyReader } from "./bytes.ts";
import type { Check } from "./check.ts";
import { InvalidResponseError } from "./errors.ts";
import type { HttpResponse, OpenCall } from "./http.ts";

export type { ServerSentEvent } from "@packages/contract/src/server-sent-event.ts";

type ReadStream = (response: HttpResponse, call: OpenCall) => unknown;

/** Reads values of JSON that stand in a line each. */
export function readLines(check: Check): ReadStream {
  return ({ reader }, call) =>
    readOnce(reader, call, async function* () {
      for await (const line of splitLines(reader, call.signal)) {
        const data = withoutMark(line).trim();
        if (data !== "") yield passItem(parseLine(data, call), check, call);
      }
    });
}

/** Reads server-sent events, as the HTML standard has them. */
export function readEvents(check: Check): ReadStream {
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
            const read = parseData(data.join("\n"));
            if (typeof read !== "string") passItem(read, check, call);
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

function parseData(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
}

function parseLine(line: string, call: OpenCall): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw call.fail(InvalidResponseError, "a line of the response is not JSON");
  }
}

function passItem(value: unknown, check: Check, call: OpenCall): unknown {
  const mistake = check(value, call.http?.status);
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

/** Writes values of JSON in a line each. */
export function writeLines(body: unknown): unknown {
  return Array.isArray(body) ? body.map((item) => writeJson(item)).join("\n") : body;
}
