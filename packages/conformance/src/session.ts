import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import type { CheckName } from "./checks.ts";
import {
  type Contract,
  findResources,
  isObject,
  type Json,
  type JsonObject,
  mergeSchema,
  type Operation,
  pathOf,
  payloadOf,
  type Resource,
  type Schema,
} from "./contract.ts";
import type { Control } from "./control.ts";
import { hidden } from "./curl.ts";
import type { Company, Exchange, ReceivedResponse, SentRequest } from "./exchange.ts";
import { isSuccess, outcomeOf } from "./exchange.ts";
import { Findings } from "./findings.ts";
import type { Listener } from "./listener.ts";
import type { ConformanceOptions } from "./options.ts";
import { Pace } from "./pace.ts";
import type { Profile } from "./profile.ts";
import { UnreachableError } from "./unreachable-error.ts";
import { Validator } from "./validate.ts";

/** What of a call is otherwise than in the operation's own, valid call. */
export interface Call {
  /** What the request is about. */
  label: string;
  /** Who calls; the first company where absent, nobody in particular where null. */
  as?: Company | null;
  /** Id in the path. */
  id?: string;
  /** Id in the path as it is written there, escapes and all. */
  writtenId?: string;
  path?: string;
  method?: string;
  /** Headers in place of the operation's own; undefined leaves one out. */
  headers?: Record<string, string | undefined>;
  body?: Json;
  /** The body as text, where it is not the JSON of a value. */
  rawBody?: string;
  /** Whether the limit is not waited for. */
  atOnce?: boolean;
}

/** Milliseconds; a run that waits for every window takes some fourteen minutes. */
const defaultBudget = 20 * 60_000;

/** The run has used what it may use. */
export class BudgetError extends Error {}

interface TokenOf {
  value: string;
  /** Epoch milliseconds of the server at which it is renewed. */
  renewAt: number;
}

/** A run against a server: sends calls, holds each exchange against the contract and keeps what was found. */
export class Session {
  readonly contract: Contract;
  readonly profile: Profile;
  readonly options: ConformanceOptions;
  readonly validator: Validator;
  readonly findings: Findings;
  readonly resources: readonly Resource[];
  readonly seed: number;
  readonly first: Company;
  second: Company | undefined;
  control: Control | undefined;
  listener: Listener | undefined;
  /** Secrets that no response may show, and what they are. */
  readonly secrets = new Map<string, string>();
  /** What the pace and the checks remember of one exchange for the next. */
  readonly memory = new Map<string, Exchange>();
  requests = 0;
  readonly startedAt = Date.now();
  #offset = 0;
  readonly #pace: Pace;
  readonly #inspect: (session: Session, exchange: Exchange) => void;
  readonly #tokens = new Map<string, Promise<TokenOf>>();
  readonly #created = new Map<string, { resource: Resource; as: Company }>();
  #isClosing = false;
  /** Calls that have not ended: waiting for their turn, or for a response. */
  #calls = 0;
  readonly #stop = new AbortController();
  #passing: Promise<void> = Promise.resolve();
  /** Requests that have no response yet. */
  #flying = 0;
  /** How often each idempotency key was sent. */
  readonly keys = new Map<string, number>();

  /** @param inspect is given every exchange */
  constructor(
    contract: Contract,
    profile: Profile,
    options: ConformanceOptions,
    inspect: (session: Session, exchange: Exchange) => void,
  ) {
    this.#inspect = inspect;
    this.contract = contract;
    this.profile = profile;
    this.options = options;
    this.validator = new Validator(contract, profile.formats);
    this.findings = new Findings(options);
    this.resources = findResources(contract);
    this.seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
    this.first = { name: "first", apiKey: options.apiKey, apiSecret: options.apiSecret };
    if (options.other) this.second = { name: "second", ...options.other };
    this.#pace = new Pace({ now: () => this.now(), pass: (milliseconds) => this.pass(milliseconds) });
    this.keepSecret(options.apiSecret, "an API secret");
    if (options.other) this.keepSecret(options.other.apiSecret, "an API secret");
  }

  /** Operations that are called. */
  get operations(): Operation[] {
    const { only } = this.options;
    return this.contract.operations.filter(
      ({ id }) => !only || only.operations.length === 0 || only.operations.includes(id),
    );
  }

  /** Kinds of objects of which an operation is called: it takes a creation to call the others. */
  get wantedResources(): Resource[] {
    const { operations } = this;
    return this.resources.filter((resource) =>
      [resource.create, resource.read, resource.list, resource.remove].some((one) => one && operations.includes(one)),
    );
  }

  /** Epoch milliseconds of the server, as far as the suite knows. */
  now(): number {
    return Date.now() + this.#offset;
  }

  /** Whether transfers may be made. */
  get mayTransfer(): boolean {
    return this.options.transfers ?? this.control !== undefined;
  }

  setTime(now: number): void {
    this.#offset = now - Date.now();
  }

  /** Takes the server's time from a response; where that was long on its way, from the quickest of a few looks. */
  async readTime(control: Control, ask = (): Promise<number> => control.now()): Promise<void> {
    let quickest = Number.POSITIVE_INFINITY;
    for (let look = 0; look < 5 && quickest > 250; look++) {
      const askedAt = Date.now();
      const now = await (look === 0 ? ask() : control.now());
      const took = Date.now() - askedAt;
      if (took < quickest) this.setTime(now);
      quickest = Math.min(quickest, took);
    }
  }

  /** Lets time pass: by the control plane where there is one, else by waiting. */
  async pass(milliseconds: number): Promise<void> {
    this.#checkBudget();
    if (!this.control) {
      const { budget = defaultBudget } = this.options;
      const left = this.startedAt + budget - Date.now();
      if (!this.#isClosing && milliseconds > left) throw new BudgetError("The budget does not last for the next wait.");
      const { signal } = this.#stop;
      await sleep(milliseconds, undefined, this.#isClosing ? {} : { signal }).catch(() => signal.throwIfAborted());
      return;
    }
    const target = this.now() + milliseconds;
    const { control } = this;
    this.#passing = this.#passing.then(async () => {
      // Nothing is on its way while the clock moves: each exchange has a time that is known.
      while (this.#flying > 0) await sleep(1);
      const left = target - this.now();
      if (left >= 0) await this.readTime(control, () => control.advance(Math.ceil(left)));
    });
    await this.#passing;
  }

  /** Ends what is under way: each further call fails with the reason. */
  stop(reason: unknown): void {
    this.#stop.abort(reason);
  }

  keepSecret(secret: string, what: string): void {
    // Short words are in many texts by chance.
    if (secret.length >= 8) this.secrets.set(secret, what);
  }

  /** A valid body of an operation, tame and unlike the one before; undefined where it has none. */
  bodyOf(operation: Operation, example = 0): JsonObject | undefined {
    const value = operation.body?.examples[example]?.value ?? operation.body?.examples[0]?.value;
    return isObject(value) ? this.profile.tame(operation, structuredClone(value)) : undefined;
  }

  /** A schema with what it refers to and consists of. */
  merge(schema: Schema): Schema {
    return mergeSchema(this.contract, schema);
  }

  /** A text of a format, the same one for the same seed; undefined where the profile has none. */
  sample(format: string): string | undefined {
    const arbitrary = this.profile.samples[format];
    return arbitrary && fc.sample(arbitrary, { seed: this.seed, numRuns: 1 })[0];
  }

  /** Sends a call and holds what comes back against the contract. */
  async call(operation: Operation, call: Call): Promise<Exchange> {
    this.#calls += 1;
    return this.#call(operation, call).finally(() => {
      this.#calls -= 1;
    });
  }

  async #call(operation: Operation, call: Call): Promise<Exchange> {
    this.#checkBudget();
    const as = call.as === undefined ? this.first : (call.as ?? undefined);
    const request = await this.#request(operation, call, as);
    const send = (): Promise<Exchange> => this.#send(request, operation, call.label, as);
    // A request to another path or with another method is none of the operation's.
    if (call.path !== undefined || call.method !== undefined) return this.#send(request, undefined, call.label, as);
    const caller = as ?? unauthenticated(operation, request);
    if (!caller || this.options.pace === false) return send();
    // A limit that somebody else has used up is waited for, whatever it was that the call wanted to see.
    for (let attempt = 0; ; attempt++) {
      const exchange = await (call.atOnce
        ? this.#pace.atOnce(operation, caller, send)
        : this.#pace.inTurn(operation, caller, send));
      if (call.atOnce || exchange.response?.status !== 429 || attempt === 2) return exchange;
    }
  }

  /** Sends a request that is no call of an operation. */
  async callPath(method: string, path: string, label: string, headers: Record<string, string> = {}): Promise<Exchange> {
    this.#checkBudget();
    const request = { method, url: this.#url(path), headers };
    return this.#send(request, undefined, label, undefined);
  }

  /** Sends what a browser asks before a call of a page: no request of the contract, so it is not held against it. */
  async preflight(path: string, headers: Record<string, string>): Promise<Exchange> {
    this.#checkBudget();
    const request = { method: "OPTIONS", url: this.#url(path), headers };
    return this.#exchange(request, undefined, "the preflight of a page", undefined);
  }

  /** Waits for the next window of an operation's limit. */
  async untilFresh(operation: Operation, as: Company = this.first): Promise<void> {
    await this.#pace.untilFresh(operation, as);
  }

  /** Records that a check was made of an operation and what it found. */
  check(check: CheckName, operation: Operation | string, messages: readonly string[], exchange?: Exchange): void {
    this.findings.record(check, typeof operation === "string" ? operation : operation.id, messages, exchange);
  }

  /** Records a check that holds or not. */
  expect(
    check: CheckName,
    operation: Operation | string,
    holds: boolean,
    message: string,
    exchange?: Exchange,
  ): boolean {
    this.check(check, operation, holds ? [] : [message], exchange);
    return holds;
  }

  untested(check: CheckName, operation: Operation | string, reason: string): void {
    this.findings.recordUntested(check, typeof operation === "string" ? operation : operation.id, reason);
  }

  /** A token of a company, renewed when it has to be. */
  async tokenOf(company: Company): Promise<string> {
    const known = this.#tokens.get(company.apiKey);
    const token = known && (await known.catch(() => undefined));
    if (token && token.renewAt > this.now()) return token.value;
    // Whoever comes meanwhile waits for the same one.
    if (known !== undefined && this.#tokens.get(company.apiKey) !== known) return this.tokenOf(company);
    const issued = this.#issueToken(company);
    this.#tokens.set(company.apiKey, issued);
    return (await issued).value;
  }

  forgetToken(company: Company): void {
    this.#tokens.delete(company.apiKey);
  }

  /** Operation that issues tokens. */
  get issuer(): Operation {
    const found = this.contract.operations.find(({ token }) => token);
    if (!found) throw new UnreachableError("The contract has no operation that issues tokens.");
    return found;
  }

  basic({ apiKey, apiSecret }: Pick<Company, "apiKey" | "apiSecret">): string {
    return `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}`;
  }

  /** Deletes an object that the run has made. */
  async discard(id: string): Promise<Exchange | undefined> {
    const found = this.#created.get(id);
    if (!found?.resource.remove) return undefined;
    const removed = await this.call(found.resource.remove, { label: "clean up", id, as: found.as });
    if (isSuccess(removed)) this.#created.delete(id);
    return removed;
  }

  /** Ids of what the run has made and can delete. */
  get leftovers(): string[] {
    return [...this.#created.keys()];
  }

  /** Deletes what is left of the run, whatever its budget. */
  async cleanUp(): Promise<void> {
    // What a probe does in parallel goes on when one part of it has failed: it ends before the budget is lifted.
    while (this.#calls > 0) await sleep(1);
    this.#isClosing = true;
    for (const id of this.leftovers) await this.discard(id).catch(() => undefined);
  }

  async #issueToken(company: Company): Promise<TokenOf> {
    const { issuer } = this;
    const exchange = await this.call(issuer, { label: `a token for the ${company.name} company`, as: company });
    const body = exchange.response?.json;
    const value = isObject(body) && issuer.token ? body[issuer.token.token] : undefined;
    if (!isSuccess(exchange) || typeof value !== "string") {
      const what = whyNoToken(exchange, company);
      throw new UnreachableError(
        `${issuer.method} ${exchange.request.url} ${what}: without a token nothing can be tested.`,
      );
    }
    const { lifetime = 0, renewEarly = 0 } = issuer.token ?? {};
    this.keepSecret(value, "a token");
    const seconds = (issuer.token?.unit === "milliseconds" ? lifetime / 1000 : lifetime) - 2 * renewEarly;
    return { value, renewAt: exchange.sentAt + seconds * 1000 };
  }

  async #request(operation: Operation, call: Call, as: Company | undefined): Promise<SentRequest> {
    const headers: Record<string, string> = {};
    for (const { name, in: place, required, example } of operation.parameters) {
      const isKey = name === operation.idempotency?.header;
      if (place === "header" && required) headers[name] = isKey ? randomUUID() : String(example);
    }
    if (as && operation.security) headers.authorization = await this.#authorize(operation, as);
    if (operation.body) headers["content-type"] = operation.body.mediaType;
    for (const [name, value] of Object.entries(call.headers ?? {})) {
      if (value === undefined) delete headers[name];
      else headers[name] = value;
    }
    const body = call.rawBody ?? JSON.stringify("body" in call ? call.body : this.bodyOf(operation));
    const method = call.method ?? operation.method;
    const hasBody = body !== undefined && method !== "GET" && (operation.body || call.rawBody !== undefined);
    return {
      ...{ method, headers },
      url: this.#url(
        call.path ??
          (call.writtenId === undefined
            ? pathOf(operation, call.id ?? "nobody_0")
            : pathOf(operation, "nobody_0").replace("nobody_0", call.writtenId)),
      ),
      ...(hasBody && { body }),
    };
  }

  async #authorize(operation: Operation, company: Company): Promise<string> {
    const scheme = this.contract.securitySchemes[operation.security ?? ""]?.scheme?.toLowerCase();
    return scheme === "basic" ? this.basic(company) : `Bearer ${await this.tokenOf(company)}`;
  }

  #url(path: string): string {
    return this.options.url.replace(/\/+$/, "") + path;
  }

  #checkBudget(): void {
    if (this.#isClosing) return;
    this.#stop.signal.throwIfAborted();
    const { budget = defaultBudget, maxRequests = Number.POSITIVE_INFINITY, failFast } = this.options;
    if (failFast && this.findings.found.length > 0) throw new BudgetError("The first finding ended the run.");
    if (Date.now() - this.startedAt > budget) throw new BudgetError(`The budget of ${budget / 1000} s is used up.`);
    if (this.requests >= maxRequests) throw new BudgetError(`The ${maxRequests} requests are used up.`);
  }

  /** Sends a request and holds what comes back against the contract. */
  async #send(
    request: SentRequest,
    operation: Operation | undefined,
    label: string,
    as: Company | undefined,
  ): Promise<Exchange> {
    const exchange = await this.#exchange(request, operation, label, as);
    const { response } = exchange;
    if (operation && response) this.findings.countStatus(operation.id, response.status);
    this.#inspect(this, exchange);
    this.#remember(exchange);
    return exchange;
  }

  async #exchange(
    request: SentRequest,
    operation: Operation | undefined,
    label: string,
    as: Company | undefined,
  ): Promise<Exchange> {
    await this.#passing;
    this.requests += 1;
    this.#flying += 1;
    this.#countKey(request, operation, as);
    const sentAt = this.now();
    const { response, failure } = await fetchResponse(request, this.options.timeout ?? 30_000).finally(() => {
      this.#flying -= 1;
    });
    return {
      ...{ operation, label, as, response, failure, sentAt },
      receivedAt: this.now(),
      request: { ...request, headers: this.#hideCredentials(request.headers, as) },
    };
  }

  /** Only a key that was sent before may be replayed. */
  #countKey({ headers }: SentRequest, operation: Operation | undefined, as: Company | undefined): void {
    const header = operation?.idempotency?.header;
    const key = header === undefined ? undefined : (headers[header] ?? headers[header.toUpperCase()]);
    if (key === undefined || !as) return;
    const name = `${as.apiKey} ${key}`;
    this.keys.set(name, (this.keys.get(name) ?? 0) + 1);
  }

  #hideCredentials(headers: Record<string, string>, as: Company | undefined): Record<string, string> {
    const { authorization } = headers;
    if (authorization === undefined) return headers;
    const [scheme = ""] = authorization.split(" ");
    if (as) return { ...headers, authorization: `${scheme} ${/^basic$/i.test(scheme) ? hidden.basic : hidden.token}` };
    // Credentials that are valid elsewhere, or in another form, are somebody's all the same.
    const basic = [this.first, this.second].flatMap((one) => (one ? [this.basic(one).slice("Basic ".length)] : []));
    const shown = basic.reduce((text, one) => text.replaceAll(one, hidden.basic), authorization);
    const tokens = [...this.secrets].filter(([, what]) => what === "a token");
    return {
      ...headers,
      authorization: tokens.reduce((text, [token]) => text.replaceAll(token, hidden.token), shown),
    };
  }

  /** Notes what a success has made: secrets that must not be seen again, and what has to be deleted. */
  #remember(exchange: Exchange): void {
    const { operation, as } = exchange;
    const payload = payloadOf(exchange.response?.json);
    if (!operation || !as || !isSuccess(exchange) || !isObject(payload)) return;
    const resource = this.resources.find(({ create }) => create.id === operation.id);
    if (typeof payload.secret === "string") this.keepSecret(payload.secret, "the secret of a registration");
    if (resource?.remove && typeof payload.id === "string") this.#created.set(payload.id, { resource, as });
  }
}

/** Whom a request without valid credentials is counted for: what issues tokens counts before it looks at them. */
function unauthenticated({ token }: Operation, { headers }: SentRequest): Company | undefined {
  if (!token) return undefined;
  const [, encoded = ""] = /^Basic ([\w+/=]+)$/.exec(headers.authorization ?? "") ?? [];
  const decoded = Buffer.from(encoded, "base64").toString("utf8");
  const apiKey = decoded.includes(":") ? decoded.slice(0, decoded.indexOf(":")) : "";
  return { name: "nobody", apiKey, apiSecret: "" };
}

function whyNoToken(exchange: Exchange, { name }: Company): string {
  const { response, failure } = exchange;
  if (!response) return `gave no response (${failure})`;
  const { status, headers } = response;
  if (isSuccess(exchange))
    return `answered ${status} with ${headers.get("content-type") ?? "no content"}, and no token`;
  const location = headers.get("location");
  if (location !== null) return `answered ${status} (it leads to ${location}, and no redirect is followed)`;
  return `answered ${outcomeOf(exchange)} to the credentials of the ${name} company`;
}

async function fetchResponse(
  { method, url, headers, body }: SentRequest,
  timeout: number,
): Promise<{ response: ReceivedResponse | undefined; failure: string | undefined }> {
  try {
    const response = await fetch(url, {
      ...{ method, headers, redirect: "manual", signal: AbortSignal.timeout(timeout) },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const { status, headers: received } = response;
    return { response: { status, headers: received, text, json: parseJson(text) }, failure: undefined };
  } catch (error) {
    return { response: undefined, failure: reasonOf(error) };
  }
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Why a request got no response, in words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "it took too long (--timeout)";
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const { code = "", message }: NodeJS.ErrnoException = cause;
  // OpenSSL's own words name its source files.
  if (code.startsWith("ERR_SSL_")) return `what is there speaks no TLS that can be understood (${code})`;
  // Of several addresses of one name each has failed in its own way.
  return message || code || error.message;
}
