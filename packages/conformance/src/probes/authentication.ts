import { isDeepStrictEqual } from "node:util";
import type { BrokenRule } from "../basis.ts";
import { isBetween } from "../clock.ts";
import { errorByCode, isJsonObject, type Json, type Operation } from "../contract.ts";
import { isSuccess } from "../exchange.ts";
import { inAnotherCase } from "../generate/cases.ts";
import { brokenMessages, tryParseJson } from "../json-values.ts";
import type { Probe } from "../probe.ts";
import { basicAuthorization } from "../requests.ts";
import type { CallChanges, Session } from "../session.ts";
import { getLifetime } from "../tokens.ts";
import { checkRefusal, type Expectation, expectRefusal, isCostly } from "./expect.ts";
import { createObject } from "./objects.ts";

/** Credentials that are not those of a caller, in every way that the contract distinguishes. */
export const authenticationProbe: Probe = {
  name: "authentication",
  phase: "requests",
  checks: ["authentication", "error-fits-cause", "token"],
  run: async (session) => {
    await Promise.all(
      session.operations.map(async (operation) => {
        if (operation.scheme === null) return;
        const { apiKey, scheme } = session.contract.securitySchemes[operation.scheme] ?? {};
        // A requirement without schemes is one that anybody meets.
        if (operation.security.some((needed) => needed.length === 0)) return;
        if (apiKey) return sendApiKey(session, operation);
        const isBasic = scheme?.toLowerCase() === "basic";
        await (isBasic ? sendBasic(session, operation) : sendBearer(session, operation));
      }),
    );
    await checkToken(session);
  },
};

type CredentialVariant = [label: string, cause: Expectation, value: string | undefined];

async function send(
  session: Session,
  operation: Operation,
  credentials: CredentialVariant,
  call = {},
) {
  const [label, cause, authorization] = credentials;
  const own: CallChanges = { label: `credentials: ${label}`, as: null, headers: { authorization } };
  await expectRefusal(session, operation, "authentication", { ...own, ...call }, cause);
}

async function sendApiKey(session: Session, operation: Operation) {
  const as = { ...session.first, apiSecret: `unknown-${session.seed}` };
  // The object exists: an unknown id is a 404 for every caller.
  const id = await existingId(session, operation);
  const own = id === undefined ? {} : { id };
  await send(session, operation, ["missing", "credentials-missing", undefined], own);
  await send(session, operation, ["unknown", "credentials-invalid", undefined], { ...own, as });
  if (id !== undefined) await session.created.discard(id);
}

async function sendBearer(session: Session, operation: Operation) {
  const token = await session.tokenOf(session.first);
  const [head = "", body = "", signature = ""] = token.split(".");
  const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = readClaims(token);
  const middle = Math.floor(signature.length / 2);
  const flipped =
    signature.slice(0, middle) +
    (signature[middle] === "A" ? "B" : "A") +
    signature.slice(middle + 1);
  const longer = encode({ ...claims, exp: Number(claims.exp) + 3600 });
  const credentials: CredentialVariant[] = [
    ["missing", "credentials-missing", undefined],
    ["of another scheme", "credentials-malformed", basicAuthorization(session.first)],
    ["a scheme without token", "credentials-malformed", "Bearer"],
    ["a token without its scheme", "credentials-malformed", token],
    ["a token under another scheme", "credentials-malformed", `Token ${token}`],
    ["no token of the service", "credentials-invalid", "Bearer abc.def.ghi"],
    ["a token with another signature", "credentials-invalid", `Bearer ${head}.${body}.${flipped}`],
    ["a token without signature", "credentials-invalid", `Bearer ${head}.${body}.`],
    ["a token with a later expiry", "credentials-invalid", `Bearer ${head}.${longer}.${signature}`],
    [
      "a token with alg none",
      "credentials-invalid",
      `Bearer ${encode({ alg: "none", typ: "JWT" })}.${body}.`,
    ],
    ["the API key instead of a token", "credentials-invalid", `Bearer ${session.first.apiKey}`],
  ];
  // The object exists: an unknown id is a 404 for every caller.
  const id = await existingId(session, operation);
  for (const one of credentials) await send(session, operation, one, id !== undefined && { id });
  // Without credentials a caller does not learn which ids exist.
  if (id !== undefined)
    await send(session, operation, [
      "missing, with an unknown id",
      "credentials-missing",
      undefined,
    ]);
  await expectTaken(session, operation, inLowerCase(`Bearer ${token}`));
  // URLs stand in logs, so a token there is refused.
  const inQuery = { ...(id !== undefined && { id }), query: `?access_token=${token}` };
  await send(
    session,
    operation,
    ["a token in the query", "credentials-missing", undefined],
    inQuery,
  );
  if (id !== undefined) await session.created.discard(id);
  const both: CredentialVariant = [
    "missing, and a body that is not JSON",
    "credentials-missing",
    undefined,
  ];
  if (operation.body) await send(session, operation, both, { rawBody: "{" });
}

/** Id of an object that an operation is about; undefined if none can be made. */
async function existingId(session: Session, operation: Operation): Promise<string | undefined> {
  const resource = session.resources.find(
    ({ read, remove }) => read === operation || remove === operation,
  );
  if (!resource || isCostly(session, resource.create)) return undefined;
  return (await createObject(session, resource))?.id;
}

async function sendBasic(session: Session, operation: Operation) {
  const { first } = session;
  const credentials: CredentialVariant[] = [
    ["missing", "credentials-missing", undefined],
    ["of another scheme", "credentials-malformed", "Bearer abc.def.ghi"],
    ["not Base64", "credentials-malformed", "Basic %%%"],
    ["without a colon inside", "credentials-malformed", `Basic ${btoa("keysecret")}`],
    [
      "unknown",
      "credentials-invalid",
      basicAuthorization({ apiKey: `unknown-${session.seed}`, apiSecret: "nothing" }),
    ],
    [
      "no key and no secret",
      ["credentials-invalid", "credentials-malformed"],
      basicAuthorization({ apiKey: "", apiSecret: "" }),
    ],
  ];
  for (const one of credentials) await send(session, operation, one);
  const authorization = basicAuthorization(first);
  await expectTaken(session, operation, inLowerCase(authorization));
  // These count against the limit of the key: they wait for their turn.
  const wrong: [string, string][] = [
    ["a secret with a colon and more behind it", `${first.apiSecret}:x`],
    ["a secret without its end", first.apiSecret.slice(0, -1)],
    ["no secret", ""],
  ];
  const other = inAnotherCase(first.apiSecret);
  if (other !== first.apiSecret) wrong.push(["the secret in another case", other]);
  if (session.second) wrong.push(["another caller's secret", session.second.apiSecret]);
  await session.pace.untilFresh(operation, first);
  for (const [index, [label, apiSecret]] of wrong.entries()) {
    const call = { label: `credentials: ${label}`, as: { ...first, apiSecret } };
    await expectRefusal(session, operation, "authentication", call, "credentials-invalid");
    // Whoever guesses does not lock the caller out.
    if (index === 2)
      await expectTaken(session, operation, [
        "the right ones after three wrong ones",
        authorization,
      ]);
  }
}

/** Schemes are names in any case (RFC 9110, 11.1). */
const inLowerCase = (authorization: string): [label: string, authorization: string] => [
  "the scheme in lower case",
  authorization.replace(/^\w+/, (scheme) => scheme.toLowerCase()),
];

/** Holds that credentials are taken. The call changes nothing: its id is unknown, its body is empty. */
async function expectTaken(
  session: Session,
  operation: Operation,
  [label, authorization]: [label: string, authorization: string],
) {
  const call = { label: `credentials: ${label}`, headers: { authorization } };
  const exchange = await session.call(operation, {
    ...call,
    ...(operation.body && { rawBody: "{}" }),
  });
  const isTaken = operation.token ? isSuccess(exchange) : exchange.response?.status !== 401;
  session.expect("authentication", exchange, isTaken);
}

/** Claims and lifetime of a token, as far as a client can see them. */
async function checkToken(session: Session) {
  const { first, second, operations } = session;
  const { issuer } = session.tokens;
  const { token } = issuer ?? {};
  if (!issuer || !token || !operations.includes(issuer)) return;
  const exchange = await session.call(issuer, { label: "a token" });
  const body = exchange.response?.json;
  const accessToken = isJsonObject(body) ? body[token.token] : undefined;
  if (!isJsonObject(body) || typeof accessToken !== "string") return;
  const claims = readClaims(accessToken);
  const seconds = getLifetime(issuer) / 1000;
  const given = body[token.expiresIn];
  const { iat, exp } = claims;
  const { kind, documented = [] } = token["x-basis"] ?? {};
  // What a token carries may be documented without the names of its claims.
  const basis = documented.includes("claims") ? undefined : kind;
  const wrong: (string | BrokenRule)[] = brokenMessages([
    given === token.lifetime,
    `${token.expiresIn} is ${JSON.stringify(given)}, not ${token.lifetime} ${token.unit}.`,
  ]);
  for (const [name, meaning] of Object.entries(token.claims)) {
    const claim = claims[name];
    // A claim whose meaning is one word has that value.
    const isRight = /^[A-Z]+$/.test(meaning) ? claim === meaning : claim !== undefined;
    const message =
      claim === undefined
        ? `The claim ${name} is missing: ${meaning}.`
        : `The claim ${name} is ${JSON.stringify(claim)}, not ${meaning}.`;
    if (!isRight) wrong.push(basis ? { text: message, basis } : message);
  }
  for (const [name, time] of Object.entries({ iat, exp }))
    if (typeof (time ?? 0) !== "number")
      wrong.push(`The claim ${name} is ${JSON.stringify(time)}, not a number.`);
  if (typeof iat === "number" && typeof exp === "number")
    wrong.push(
      ...brokenMessages(
        [exp - iat === seconds, `The token does not live ${seconds} s by its claims iat and exp.`],
        [
          isBetween(iat * 1000, exchange.sentAt, exchange.receivedAt),
          `The token was issued at ${iat} by its claims, the time is ${Math.floor(exchange.sentAt / 1000)}.`,
        ],
      ),
    );
  if (Object.values(claims).some((value) => String(value).includes(first.apiSecret)))
    wrong.push("The token shows the API secret.");
  session.check("token", exchange, wrong);
  const known = readClaims(await session.tokenOf(first));
  // Times differ from token to token, identity does not.
  const changed = Object.keys(token.claims).filter(
    (name) => typeof claims[name] === "string" && claims[name] !== known[name],
  );
  session.check(
    "token",
    exchange,
    changed.map((name) => `The claim ${name} differs between two tokens of one caller.`),
  );
  if (!second) return;
  const other = readClaims(await session.tokenOf(second));
  // Under whatever name: a token identifies its caller.
  const own = Object.keys(claims).filter((name) => !/^(iat|exp|nbf|jti)$/.test(name));
  const named = claims.sub === undefined ? own : ["sub"];
  const isOwn = named.some((name) => !isDeepStrictEqual(claims[name], other[name]));
  const identity = JSON.stringify(Object.fromEntries(named.map((name) => [name, claims[name]])));
  const message = `The tokens of two callers carry the same identity, ${identity}.`;
  session.expect("token", exchange, isOwn, message);
}

function readClaims(token: string): Record<string, Json> {
  const [, part = ""] = token.split(".");
  const value = tryParseJson(Buffer.from(part, "base64url").toString("utf8"));
  return isJsonObject(value) ? value : {};
}

/** Tokens to the end of their lifetime, and after it. */
export const tokensProbe: Probe = {
  name: "token lifetime",
  phase: "time",
  checks: ["token-lifetime"],
  needsControl: "It takes as long as a token lives: a control plane moves the clock.",
  run: async (session) => {
    const { issuer } = session.tokens;
    if (!issuer) return;
    const lifetime = getLifetime(issuer);
    const ids = await existingIds(session);
    const useToken = (token: string, isValid: boolean, label: string) =>
      callWithToken(session, ids, { token, isValid, label });
    session.tokens.forget(session.first);
    const issuedAt = session.now();
    const old = await session.tokenOf(session.first);
    // A further token does not end the one before.
    session.tokens.forget(session.first);
    await session.tokenOf(session.first);
    await useToken(old, true, "a token after a further one was issued");
    await session.pass(issuedAt + lifetime - 30_000 - session.now());
    await useToken(old, true, "a token just before its end");
    session.tokens.forget(session.first);
    const late = await session.tokenOf(session.first);
    await session.pass(issuedAt + lifetime + 10_000 - session.now());
    await useToken(old, false, "a token just after its end");
    await useToken(late, true, "a token that was issued just before another one ended");
    await session.pass(24 * 3_600_000);
    await useToken(old, false, "a token of the day before");
    for (const id of ids.values()) await session.created.discard(id);
    session.tokens.forget(session.first);
    if (session.second) session.tokens.forget(session.second);
  },
};

/** An existing object for each operation that is about one: the 404 of an unknown id does not show whether the token was accepted. */
async function existingIds(session: Session): Promise<Map<Operation, string>> {
  const ids = new Map<Operation, string>();
  for (const operation of session.operations) {
    const id = await existingId(session, operation);
    if (id !== undefined) ids.set(operation, id);
  }
  return ids;
}

async function callWithToken(
  session: Session,
  ids: ReadonlyMap<Operation, string>,
  { token, isValid, label }: { token: string; isValid: boolean; label: string },
) {
  const headers = { authorization: `Bearer ${token}` };
  for (const operation of session.operations.filter((one) => !one.token && one.scheme)) {
    if (isValid && operation.method !== "GET") continue;
    const id = ids.get(operation);
    const call = { label, as: null, headers, ...(id !== undefined && { id }) };
    const exchange = await session.call(operation, call);
    const refused = exchange.response?.status === 401;
    if (isValid) session.expect("token-lifetime", exchange, !refused);
    else checkRefusal(session, "token-lifetime", exchange, "credentials-expired");
  }
}

/** A suspended account. */
export const suspensionProbe: Probe = {
  name: "suspension",
  phase: "time",
  checks: ["suspension", "authentication"],
  needsControl: "Only a control plane suspends an account.",
  run: async (session) => {
    const { issuer } = session.tokens;
    const { control, contract } = session;
    const forbidden = issuer?.responses.find(({ status }) => status === 403)?.errors[0];
    const expected = forbidden === undefined ? undefined : errorByCode(contract, forbidden);
    if (!issuer || !session.operations.includes(issuer)) return;
    if (!expected || !control) return;
    const old = await control.caller("suspended");
    // The second time it has another secret.
    const caller = await control.caller("suspended");
    const stale = { label: "the secret before the present one", as: old };
    await expectRefusal(session, issuer, "authentication", stale, "credentials-invalid");
    const before = await session.call(issuer, {
      label: "an account that is not suspended",
      as: caller,
    });
    if (!isSuccess(before)) return;
    await control.suspend(caller, true);
    await expectRefusal(
      session,
      issuer,
      "suspension",
      { label: "a suspended account", as: caller },
      [expected],
    );
    await control.suspend(caller, false);
  },
};
