import fc from "fast-check";
import type { BrokenRule } from "./basis.ts";
import { Budget } from "./budget.ts";
import type { CheckName } from "./checks.ts";
import { ServerClock } from "./clock.ts";
import {
  type Contract,
  findResources,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  type Resource,
} from "./contract.ts";
import type { ServerControl } from "./control.ts";
import { CreatedObjects } from "./created-objects.ts";
import {
  type Answered,
  type Caller,
  describeResponse,
  documented,
  type Exchange,
  gatewayStatuses,
  getRecord,
  isSuccess,
  quoteError,
  type SentRequest,
} from "./exchange.ts";
import { Findings } from "./findings.ts";
import type { Listener } from "./listener.ts";
import type { ConformanceOptions } from "./options.ts";
import { Pace } from "./pace.ts";
import type { Profile } from "./profile.ts";
import {
  basicAuthorization,
  type CallChanges,
  hideCredentials,
  placeApiKey,
  type SentCredentials,
  toRequest,
  unauthenticated,
} from "./requests.ts";
import { makeTokens, type Tokens } from "./tokens.ts";
import { makeTransport, type RequestTransport } from "./transport.ts";
import { Validator } from "./validate.ts";

export type { CallChanges } from "./requests.ts";

/** The mistakes of an exchange, each in a sentence; undefined if the check does not apply. */
export type ExchangeCheck = (
  exchange: Answered,
  session: Session,
) => (string | BrokenRule)[] | undefined;

/** A run against a server: sends calls, holds each exchange against the contract and keeps the findings. */
export class Session {
  readonly contract: Contract;
  readonly profile: Profile;
  readonly options: ConformanceOptions;
  readonly validator: Validator;
  readonly findings: Findings;
  readonly resources: readonly Resource[];
  readonly seed: number;
  readonly first: Caller;
  readonly budget: Budget;
  readonly clock: ServerClock;
  readonly created: CreatedObjects;
  readonly pace: Pace;
  readonly tokens: Tokens;
  second: Caller | undefined;
  /** A caller that one probe has to itself for now. */
  reserved: Caller | undefined;
  readonly listener: Listener;
  /** Secrets that no response may show, with their names. */
  readonly secrets = new Map<string, string>();
  /** Data of persons that was sent, and the names of its fields. */
  readonly persons = new Map<string, string>();
  /** Requests whose connection was reset, until they are sent again. */
  lost: LostRequest[] = [];
  /** Exchanges that the checks remember for later ones. */
  readonly memory = new Map<string, Exchange>();
  readonly #inspect: (session: Session, exchange: Exchange) => void;
  readonly #transport: RequestTransport;
  /** Responses of gateways, by their status. */
  #gateway = 0;

  /** @param inspect is given every exchange */
  constructor(
    contract: Contract,
    profile: Profile,
    options: ConformanceOptions,
    listener: Listener,
    inspect: (session: Session, exchange: Exchange) => void,
  ) {
    this.listener = listener;
    this.#inspect = inspect;
    this.contract = contract;
    this.profile = profile;
    this.options = options;
    this.validator = new Validator(contract, profile.formats);
    this.findings = new Findings(contract, options, profile.checks);
    this.resources = findResources(contract);
    this.seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
    this.first = { name: "first", apiKey: options.apiKey, apiSecret: options.apiSecret };
    const { otherKey: apiKey, otherSecret: apiSecret } = options;
    if (apiKey !== undefined && apiSecret !== undefined)
      this.second = { name: "second", apiKey, apiSecret };
    this.budget = new Budget(options, () => this.findings.found.length > 0);
    this.#transport = makeTransport(options.url, options.timeout ?? 30_000);
    this.clock = new ServerClock(this.budget, () => this.#transport.inFlight);
    this.created = new CreatedObjects(this.resources, this);
    this.pace = new Pace(this.clock);
    this.tokens = makeTokens(contract, this.clock, (issuer, caller) =>
      this.call(issuer, { label: `a token for the ${caller.name} caller`, as: caller }),
    );
    for (const caller of this.callers) this.keepSecret(caller.apiSecret, "an API secret");
  }

  get control(): ServerControl | undefined {
    return this.clock.control;
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
      [resource.create, resource.read, resource.list, resource.remove].some(
        (one) => one && operations.includes(one),
      ),
    );
  }

  get callers(): Caller[] {
    return this.second ? [this.first, this.second] : [this.first];
  }

  /** Epoch milliseconds of the server, as far as the suite knows. */
  now(): number {
    return this.clock.now();
  }

  /** Whether every request has its response. */
  get isIdle(): boolean {
    return this.#transport.inFlight === 0;
  }

  /** Whether operations are called whose success may have a price. */
  get maySpend(): boolean {
    return this.profile.maySpend ?? this.control !== undefined;
  }

  /** Requests that were answered by no service: their connection was reset, or a gateway responded. */
  get unreliable(): { resets: number; gateway: number } {
    return { resets: this.#transport.resets, gateway: this.#gateway };
  }

  /** Lets time pass; see {@link ServerClock.pass}. */
  async pass(milliseconds: number, what = "the next step"): Promise<void> {
    await this.clock.pass(milliseconds, what);
  }

  keepSecret(secret: string, what: string): void {
    // Short words occur in many strings by chance.
    if (secret.length >= 8) this.secrets.set(secret, what);
    if (what !== "an API secret") return;
    const holder = this.callers.find(({ apiSecret }) => apiSecret === secret);
    if (holder) this.secrets.set(basicAuthorization(holder).slice("Basic ".length), what);
  }

  /** A valid body of an operation, typical and unlike the one before; undefined if it has none. */
  bodyOf(operation: Operation, example = 0): JsonObject | undefined {
    const value = operation.body?.examples[example]?.value ?? operation.body?.examples[0]?.value;
    return isJsonObject(value)
      ? this.profile.typical(operation, structuredClone(value))
      : undefined;
  }

  /** The body of a response without the fields that the contract does not know. */
  documentedPart(exchange: Exchange): Json | undefined {
    const { json } = exchange.response ?? {};
    const schema = documented(exchange)?.schema;
    return schema && json !== undefined ? this.validator.documented(schema, json) : json;
  }

  /** A value of a format, the same one for the same seed; undefined if the profile has none. */
  sample(format: string): string | undefined {
    const arbitrary = this.profile.samples[format];
    return arbitrary && fc.sample(arbitrary, { seed: this.seed, numRuns: 1 })[0];
  }

  /** Sends a call and holds the response against the contract. */
  async call(operation: Operation, call: CallChanges): Promise<Exchange> {
    this.budget.check();
    const as = call.as === undefined ? this.first : (call.as ?? undefined);
    const credentials = as && operation.scheme ? await this.#authorize(operation, as) : {};
    const { url } = this.options;
    const request = toRequest(operation, call, {
      url,
      credentials,
      body: this.bodyOf(operation),
    });
    // A request to another path or with another method does not belong to the operation.
    const isOther = call.path !== undefined || call.method !== undefined;
    const send = async () => {
      const exchange = await this.#send(request, isOther ? undefined : operation, call.label, as);
      if (exchange.isReset) this.lost.push({ operation, call, exchange });
      return exchange;
    };
    if (isOther) return send();
    const caller = as ?? unauthenticated(operation, request);
    if (!caller || this.options.pace === false) return send();
    // If another client has used the window up, the call waits for the next one.
    for (let attempt = 0; ; attempt++) {
      const exchange = await (call.atOnce
        ? this.pace.atOnce(operation, caller, send)
        : this.pace.inTurn(operation, caller, send));
      if (call.atOnce || exchange.response?.status !== 429 || attempt === 2) return exchange;
    }
  }

  /** The caller with the most room in its window of an operation. */
  leastBusy(operation: Operation): Caller {
    const room = (caller: Caller) => this.pace.roomOf(operation, caller);
    const free = this.callers.filter((caller) => caller !== this.reserved);
    return free.reduce((best, one) => (room(one) > room(best) ? one : best));
  }

  /**
   * Records that a check was made, with its result.
   *
   * @param subject an exchange of the operation, or another subject of the check, with an exchange that shows it
   */
  check(
    check: CheckName,
    subject: Subject,
    messages: readonly (string | BrokenRule)[],
    exchange = exchangeOf(subject),
    received?: string,
  ): void {
    // What a lost request did is not known: it is sent again later.
    if (exchange?.isReset && check !== "server-error") return;
    const evidence = { exchange, ...(received !== undefined && { received }) };
    this.findings.record(check, getSubjectName(subject), messages, evidence);
  }

  /** Records a check that holds or not. Without a message, the finding names the response. */
  expect(
    check: CheckName,
    subject: Subject,
    holds: boolean,
    message?: string,
    exchange = exchangeOf(subject),
  ): boolean {
    const outcome = exchange
      ? `${exchange.label}: ${describeResponse(exchange)}.${quoteError(exchange)}`
      : "";
    this.check(check, subject, holds ? [] : [message ?? outcome], exchange);
    return holds;
  }

  untested(check: CheckName, subject: Subject, reason: string): void {
    this.findings.recordUntested(check, getSubjectName(subject), reason);
  }

  /** A token of a caller, renewed when it has to be. */
  async tokenOf(caller: Caller): Promise<string> {
    const token = await this.tokens.of(caller);
    this.keepSecret(token, "a token");
    return token;
  }

  /** Deletes the objects of the run, whatever it has used and however it ended. */
  async cleanUp(): Promise<void> {
    await this.#transport.land(5_000);
    // A full window may have to end first.
    await this.budget.clean(150_000, () => this.created.discardAll());
  }

  async #authorize(operation: Operation, caller: Caller): Promise<SentCredentials> {
    const { scheme, apiKey } = this.contract.securitySchemes[operation.scheme ?? ""] ?? {};
    if (apiKey) return placeApiKey(apiKey, caller.apiSecret);
    const isBasic = scheme?.toLowerCase() === "basic";
    const authorization = isBasic
      ? basicAuthorization(caller)
      : `Bearer ${await this.tokenOf(caller)}`;
    return { headers: { authorization } };
  }

  /** Sends a request and holds the response against the contract. */
  async #send(
    request: SentRequest,
    operation: Operation | undefined,
    label: string,
    as: Caller | undefined,
  ): Promise<Exchange> {
    await this.clock.settled();
    this.budget.check();
    this.budget.requests += 1;
    const sentAt = this.now();
    const { response, failure, isReset } = await this.#transport.send(request);
    const exchange: Exchange = {
      operation,
      label,
      as,
      response,
      failure,
      ...(isReset && { isReset }),
      sentAt,
      receivedAt: this.now(),
      request: hideCredentials(request, as, this),
    };
    if (response && gatewayStatuses.includes(response.status)) this.#gateway += 1;
    if (operation && response) this.findings.noteCall(operation.id, isSuccess(exchange));
    this.#inspect(this, exchange);
    this.profile.watch.note(exchange);
    this.#remember(exchange);
    return exchange;
  }

  /** Notes the results of a success: secrets that must not be seen again, and objects that have to be deleted. */
  #remember(exchange: Exchange): void {
    const record = getRecord(exchange);
    if (!exchange.operation || !exchange.as || !record) return;
    if (typeof record.secret === "string")
      this.keepSecret(record.secret, "the secret of a registration");
    this.created.note(exchange);
  }
}

/** A request whose connection was reset. */
export interface LostRequest {
  operation: Operation;
  call: CallChanges;
  exchange: Exchange;
}

/** The subject of a check: an operation, an exchange of it, or an event or kind of object by its name. */
type Subject = Exchange | Operation | string;

const exchangeOf = (subject: Subject): Exchange | undefined =>
  typeof subject === "object" && "sentAt" in subject ? subject : undefined;

function getSubjectName(subject: Subject): string {
  if (typeof subject === "string") return subject;
  return "sentAt" in subject ? (subject.operation?.id ?? "*") : subject.id;
}
