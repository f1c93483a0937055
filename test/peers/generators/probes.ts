// Eight probes of a generated client: what arrives at the service, and what the caller gets.
import { isDeepStrictEqual } from "node:util";
import type { Calls } from "./calls.ts";

/** A request as it arrived. */
export interface Arrived {
  method: string;
  url: string;
  headers: Record<string, unknown>;
  body: string;
}

/** A probe: its calls, and whether the requests and what the caller got are right. */
export interface ClientProbe {
  name: string;
  /** What is right, in a sentence. */
  right: string;
  run(calls: Calls): Promise<unknown>;
  isRight(arrived: readonly Arrived[], got: unknown): boolean;
}

const large = 9007199254740993n;
const circle = { kind: "circle", radius: 1 };
const square = { kind: "square", side: 2 };

/** The response to a request. */
export function answerTo({ url, body }: Arrived): { status: number; body: string } {
  const answers: Record<string, string> = {
    "/numbers": `{"id":${large}}`,
    "/shapes": JSON.stringify(square),
  };
  if (url === "/payments")
    return body.includes("missing")
      ? { status: 404, body: '{"account":"missing"}' }
      : { status: 409, body: '{"reason":"twice"}' };
  return { status: 200, body: answers[url] ?? '{"name":"x"}' };
}

/** A list of a query as RFC 6570 writes it: a comma separates, and one within an item is escaped. */
function readLists(url: string): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const pair of url.replace(/^[^?]*\??/, "").split("&")) {
    const [name = "", value = ""] = pair.split("=");
    lists[name] = [...(lists[name] ?? []), ...value.split(",").map(decodeURIComponent)];
  }
  return lists;
}

const credentialsIn = ({ url, headers }: Arrived): unknown[] => [
  headers.authorization,
  new URL(url, "http://localhost").searchParams.get("api_key"),
];

export const clientProbes: readonly ClientProbe[] = [
  {
    name: "path encoding",
    right: "A value of a path stands in it with its reserved characters escaped.",
    run: (calls) => calls.getFile("a b/c?d#é%"),
    isRight: ([one]) => one?.url === "/files/a%20b%2Fc%3Fd%23%C3%A9%25",
  },
  {
    name: "`..` in a path",
    right: "A value `..` does not lead to another path: the call is refused.",
    run: (calls) => calls.getFile(".."),
    isRight: (arrived) => arrived.every(({ url }) => url.startsWith("/files/.")),
  },
  {
    name: "lists",
    right:
      "A comma within an item is escaped where commas separate; otherwise each item has the name.",
    run: (calls) => calls.search(["a,b", "c d"], ["x", "y&z"]),
    isRight: ([one]) =>
      isDeepStrictEqual(readLists(one?.url ?? ""), { ids: ["a,b", "c d"], tags: ["x", "y&z"] }),
  },
  {
    name: "large integers",
    right: "An `int64` beyond 2^53 is a number of JSON, and keeps its digits both ways.",
    run: (calls) => calls.sendNumber(large),
    isRight: ([one], got) =>
      one?.body === `{"id":${large}}` && String((got as { id?: unknown })?.id) === String(large),
  },
  {
    name: "unions",
    right: "A variant of a union is sent, and another one received.",
    run: (calls) => calls.sendShape(circle),
    isRight: ([one], got) =>
      one?.body === JSON.stringify(circle) && isDeepStrictEqual(Object(got), square),
  },
  {
    name: "optional bodies",
    right: "Without a body, the request has neither a body nor a type of one.",
    run: (calls) => calls.addNote(),
    isRight: ([one]) => one?.body === "" && one.headers["content-type"] === undefined,
  },
  {
    name: "errors by status",
    right: "The caller gets the status of an error and the body that the contract has for it.",
    run: async (calls) => [await calls.pay("missing"), await calls.pay("twice")],
    isRight: (_, got) =>
      isDeepStrictEqual(JSON.parse(JSON.stringify(got)), [
        { status: 404, body: { account: "missing" } },
        { status: 409, body: { reason: "twice" } },
      ]),
  },
  {
    name: "security",
    right: "Each operation gets the credentials of its own scheme, and an open one gets none.",
    run: async (calls) => [
      await calls.readPrivate(),
      await calls.readKeyed(),
      await calls.readPublic(),
    ],
    isRight: (arrived) =>
      isDeepStrictEqual(arrived.map(credentialsIn), [
        ["Bearer secret", null],
        [undefined, "key"],
        [undefined, null],
      ]),
  },
];
