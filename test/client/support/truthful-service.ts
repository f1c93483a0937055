// A service that knows what it did, behind a network that does what a schedule says.
import { refusal } from "./server.ts";

/** How one request fares. */
export interface Fate {
  /** Milliseconds on the way to the service. */
  late: number;
  /** What happens before the service sees it. */
  arrives: "yes" | "no connection" | "lost" | "gateway";
  /** What the service does before it looks at the key. */
  gate:
    | "open"
    | "token refused"
    | "token refused in new words"
    | "token refused by a gateway"
    | "limit";
  /** Milliseconds for which it runs, and how that ends. */
  runs: number;
  end: "paid" | "no balance" | "rolled back";
  /** What becomes of the response. */
  response: "comes" | "reset" | "read fails" | "half" | "hangs" | "gateway" | "without an id";
  /** What is changed in what the service answers. */
  lie: Lie | undefined;
  /** What a gateway says. */
  gateway: { status: number; html: boolean };
}

const change =
  (data: object) =>
  (body: Body): unknown => ({ ...body, data: { ...(body.data as object), ...data } });
const part = {
  id: "trf_1",
  status: "queued",
  amount: 100,
  netAmount: 99,
  fees: 1,
  pixKey: "a@example.com",
};
/** Changes of an answer that make it one that proves nothing: another body, or another status. */
export const lies = {
  "success is missing": ({ success: _, ...rest }: Body) => rest,
  "success is its contrary": (body: Body) => ({ ...body, success: !body.success }),
  "no id": change({ id: undefined }),
  "another amount": change({ amount: 7 }),
  "another code": (body: Body) => ({
    ...body,
    success: false,
    error: { code: "PENDING_REVIEW", message: "" },
  }),
  "402 with a code of its own": [402, refusal("GATEWAY_402")],
  "422 with the code of a 402": [422, refusal("INSUFFICIENT_BALANCE")],
  "402 with a result": [402, { ...refusal("INSUFFICIENT_BALANCE"), data: { id: "trf_1" } }],
  "200 with a refusal": [200, refusal("INSUFFICIENT_BALANCE")],
  "206 with a success": [206, { success: true, message: "", data: part }],
} satisfies Record<string, ((body: Body) => unknown) | [number, unknown]>;
type Body = Record<string, unknown>;
export type Lie = keyof typeof lies;

/** A request that goes well. */
export const well: Fate = {
  late: 0,
  arrives: "yes",
  gate: "open",
  runs: 0,
  end: "paid",
  response: "comes",
  lie: undefined,
  gateway: { status: 502, html: true },
};

export interface Payment {
  id: string;
  key: string;
  /** The call whose request paid. */
  call: string;
  /** What it is paid for. */
  intent: string;
}

/** What a service does with a key that it has seen. */
export type Repeats = "replays" | "conflicts";

interface Kept {
  status: number;
  body: unknown;
  since: number;
}

const day = 86_400_000;
const envelope = (data: unknown): object => ({ success: true, message: "Done.", data });
/** Waits, by the clock that the test has put in place. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
const forever = new Promise<never>(() => {});

/** Keys are kept for a day, as are payments and refusals for lack of money; what is rolled back leaves its key free. */
export class TruthfulService {
  readonly payments: Payment[] = [];
  /** Calls, by the header that names them, of which a request came in. */
  readonly reached = new Set<string>();
  readonly #fates: readonly Fate[];
  readonly #repeats: Repeats;
  readonly #kept = new Map<string, Kept>();
  readonly #running = new Set<string>();
  #requests = 0;
  #restarts = 0;

  constructor(fates: readonly Fate[], repeats: Repeats) {
    this.#fates = fates;
    this.#repeats = repeats;
  }

  /** Whatever runs is rolled back, and its connections break. */
  restart(): void {
    this.#restarts++;
    this.#running.clear();
  }

  /** A `fetch` that leads to the service. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (url.endsWith("/api/auth"))
      return Response.json({
        success: true,
        token: "a-token",
        tokenType: "Bearer",
        expiresIn: 30 * day,
      });
    const fate = this.#fates[this.#requests] ?? well;
    this.#requests += 1;
    if (fate.arrives === "no connection")
      throw Object.assign(new TypeError("fetch failed"), { neverSent: true });
    await sleep(fate.late);
    if (fate.arrives === "lost") throw failed("read ECONNRESET", "ECONNRESET", "read");
    if (fate.arrives === "gateway") return fromGateway(fate);
    const response = await this.#receive(fate, init);
    if (fate.response === "reset" || !response)
      throw failed("read ECONNRESET", "ECONNRESET", "read");
    if (fate.response === "read fails") throw failed("read EHOSTUNREACH", "EHOSTUNREACH", "read");
    if (fate.response === "half") return new Response('{"success":true,"data":{"id":');
    if (fate.response === "hangs") return forever;
    if (fate.response === "gateway") return fromGateway(fate);
    if (fate.lie) return distort(response, fate.lie);
    return response.ok && fate.response === "without an id"
      ? Response.json(envelope({}))
      : response;
  };

  async #receive(fate: Fate, init: RequestInit): Promise<Response | undefined> {
    const headers = new Headers(init.headers);
    const key = headers.get("x-idempotency-key") ?? "";
    this.reached.add(headers.get("x-call") ?? "");
    if (fate.gate === "token refused")
      return Response.json(refusal("TOKEN_EXPIRED"), { status: 401 });
    if (fate.gate === "token refused in new words")
      return Response.json(refusal("NOT_TODAY"), { status: 401 });
    if (fate.gate === "token refused by a gateway") return new Response("<html>", { status: 401 });
    if (fate.gate === "limit")
      return Response.json(refusal("RATE_LIMIT_EXCEEDED"), {
        status: 429,
        headers: { "retry-after": "1" },
      });
    const conflict = (headers: Record<string, string>): Response =>
      Response.json(refusal("DUPLICATE_IDEMPOTENCY_KEY"), { status: 409, headers });
    if (this.#running.has(key)) return conflict({ "retry-after": "1" });
    const kept = this.#kept.get(key);
    if (kept && Date.now() - kept.since < day)
      return this.#repeats === "conflicts"
        ? conflict({})
        : Response.json(kept.body, { status: kept.status });
    return this.#run(
      fate,
      key,
      JSON.parse(String(init.body)).description,
      headers.get("x-call") ?? "",
    );
  }

  /** Undefined where a restart comes in between. */
  async #run(fate: Fate, key: string, intent: string, call: string): Promise<Response | undefined> {
    const since = Date.now();
    const restarts = this.#restarts;
    this.#running.add(key);
    await sleep(fate.runs);
    if (restarts !== this.#restarts) return undefined;
    this.#running.delete(key);
    if (fate.end === "rolled back")
      return Response.json(refusal("INTERNAL_ERROR"), { status: 500 });
    const id = `trf_${this.payments.length + 1}`;
    if (fate.end === "paid") this.payments.push({ id, key, intent, call });
    const [status, body] =
      fate.end === "paid"
        ? [
            200,
            envelope({
              id,
              status: "queued",
              amount: 100,
              netAmount: 90,
              fees: 10,
              pixKey: "a@example.com",
            }),
          ]
        : [402, refusal("INSUFFICIENT_BALANCE")];
    this.#kept.set(key, { status, body, since });
    return Response.json(body, { status });
  }
}

/** An answer with a lie in it. What the service says before it looks at the key, it says truly. */
async function distort(response: Response, name: Lie): Promise<Response> {
  if ([401, 409, 429].includes(response.status)) return response;
  const lie: ((body: Body) => unknown) | [number, unknown] = lies[name];
  if (typeof lie !== "function") return Response.json(lie[1], { status: lie[0] });
  return Response.json(lie((await response.json()) as Body), { status: response.status });
}

function fromGateway({ gateway: { status, html } }: Fate): Response {
  return new Response(html ? "<html>no such page</html>" : null, { status });
}

function failed(message: string, code: string, syscall: string): TypeError {
  return new TypeError("fetch failed", {
    cause: Object.assign(new Error(message), { code, syscall }),
  });
}
