// What the sandbox does, by the wire: run in a copy of the project whose contract has other figures, it prints what
// follows from each of them.
import { runConformance } from "../../../packages/conformance/src/pix/suite.ts";
import {
  createSandbox,
  type RunningSandbox,
} from "../../../packages/sandbox/src/create-sandbox.ts";

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every operation.
  body: any;
}

type Call = (method: string, path: string, body?: unknown, headers?: object) => Promise<Answer>;

const customer = {
  name: "Maria Aparecida de Souza",
  email: "maria.souza@example.com",
  documentType: "cpf",
  document: "52998224725",
};
const charge = { amountInCents: 4990, customer };
const transfer = { pixKey: "maria@example.com", amount: 700 };

function basicOf({ apiKey, apiSecret }: RunningSandbox["credentials"]): string {
  return `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}`;
}

async function callsOf(sandbox: RunningSandbox): Promise<{ token: Answer; call: Call }> {
  const send = async (
    authorization: string,
    ...[method, path, body, headers]: Parameters<Call>
  ): Promise<Answer> => {
    const response = await sandbox.fetch(sandbox.credentials.baseUrl + path, {
      method,
      headers: { authorization, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status, headers: received } = response;
    return { status, headers: received, body: await response.json() };
  };
  const token: Answer = await send(basicOf(sandbox.credentials), "POST", "/api/auth");
  return { token, call: (...given) => send(`Bearer ${token.body.token}`, ...given) };
}

/** What happens just before a moment, and just after it. */
async function around<Result>(
  { control }: RunningSandbox,
  milliseconds: number,
  look: () => Promise<Result>,
): Promise<[before: Result, after: Result]> {
  await control.clock.advance(`${milliseconds - 5_000}ms`);
  const before = await look();
  await control.clock.advance("10s");
  return [before, await look()];
}

async function observeToken() {
  await using sandbox = await createSandbox();
  const { token, call } = await callsOf(sandbox);
  const claims = JSON.parse(Buffer.from(token.body.token.split(".")[1], "base64url").toString());
  const lifetime = token.body.expiresIn;
  const list = async () => (await call("GET", "/api/v1/webhook")).status;
  return {
    expiresIn: lifetime,
    claimed: claims.exp - claims.iat,
    accepted: await around(sandbox, lifetime, list),
  };
}

async function observeCharges(figures: { expiry: number; maximum: number; description: number }) {
  await using sandbox = await createSandbox();
  const { call } = await callsOf(sandbox);
  const create = (changes: object) =>
    call("POST", "/api/v1/pix/in/qrcode", { ...charge, ...changes });
  const first = await create({});
  const { id } = first.body.data;
  const read = async () => {
    const again = await callsOf(sandbox);
    return (await again.call("GET", `/api/v1/transactions/${id}`)).body.data;
  };
  const { createdAt, expiresAt } = await read();
  const tooMuch = { amountInCents: figures.maximum + 1 };
  return {
    limit: Number(first.headers.get("x-ratelimit-limit")),
    window: Number(first.headers.get("x-ratelimit-window")),
    amounts: [
      (await create({ amountInCents: figures.maximum })).status,
      (await create(tooMuch)).body.error.code,
    ],
    amountsOfControl: [
      (await sandbox.control.charges.create({ amountInCents: figures.maximum })).amount,
      await sandbox.control.charges.create(tooMuch).catch((error: Error) => error.name),
    ],
    descriptions: [
      (await create({ description: "x".repeat(figures.description) })).status,
      (await create({ description: "x".repeat(figures.description + 1) })).status,
    ],
    lifetime: (Date.parse(expiresAt) - Date.parse(createdAt)) / 1000,
    statuses: await around(sandbox, figures.expiry * 1000, async () => (await read()).status),
  };
}

async function observeBodies(limit: number) {
  await using sandbox = await createSandbox();
  const { call } = await callsOf(sandbox);
  const sizes = [limit - 1_000, limit + 1].map((size) => ({ text: "x".repeat(size) }));
  return Promise.all(
    sizes.map(async (body) => (await call("POST", "/api/v1/pix/in/qrcode", body)).status),
  );
}

async function observeWebhooks(limit: number) {
  await using sandbox = await createSandbox();
  const { call } = await callsOf(sandbox);
  const answers: Answer[] = [];
  for (let count = 0; count <= limit; count += 1)
    answers.push(await call("POST", "/api/v1/webhook", { url: `https://shop.example/${count}` }));
  return {
    statuses: answers.map(({ status }) => status),
    details: answers.at(-1)?.body.error.details,
  };
}

async function observeKeys(retention: number) {
  await using sandbox = await createSandbox();
  const send = async () => {
    const { call } = await callsOf(sandbox);
    const headers = { "x-idempotency-key": "a-key" };
    return (await call("POST", "/api/v1/pix/out/pixkey", transfer, headers)).body.data.id;
  };
  const first = await send();
  const later = await around(sandbox, retention * 1000, send);
  return later.map((id) => id === first);
}

async function observeDeliveries(seconds: number[]) {
  await using sandbox = await createSandbox();
  const { control } = sandbox;
  await control.clock.freeze();
  // Nothing listens there.
  await control.webhooks.add({ url: "http://127.0.0.1:1/" });
  await control.charges.create({ amountInCents: 100 });
  const waits: number[] = [];
  for (const wait of seconds) {
    await sandbox.settle();
    const { now } = await control.clock.read();
    const [delivery] = (await control.notifications.list()).items;
    waits.push(Math.round((Date.parse(delivery?.nextAt ?? now) - Date.parse(now)) / 1000));
    await control.clock.advance(`${wait}s`);
  }
  await sandbox.settle();
  const [webhook] = (await control.webhooks.list()).items;
  return { waits, isActive: webhook?.active };
}

/** Findings of the suite about what depends on figures. */
async function observeConformance() {
  await using sandbox = await createSandbox();
  const url = await sandbox.listen({ port: 0 });
  const checks = [
    "times",
    "object-limit",
    "token-lifetime",
    "body-limit",
    "good-data-accepted",
    "bad-data-refused",
    "lifecycle",
    "idempotency-retention",
    "rate-limit-window",
  ];
  const { apiKey, apiSecret } = sandbox.credentials;
  const only = { checks, operations: [] };
  const report = await runConformance({ url, apiKey, apiSecret, control: url, seed: 1, only });
  return { findings: report.findings, isComplete: report.conforms };
}

const figures = JSON.parse(process.argv[2] ?? "{}");
console.log(
  JSON.stringify({
    token: await observeToken(),
    charges: await observeCharges(figures),
    bodies: await observeBodies(figures.bodyLimit),
    webhooks: await observeWebhooks(figures.webhooks),
    keys: await observeKeys(figures.retention),
    deliveries: await observeDeliveries(figures.schedule),
    conformance: await observeConformance(),
  }),
);
