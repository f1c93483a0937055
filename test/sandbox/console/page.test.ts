// @vitest-environment happy-dom
// What the pages of the console show and send, in a DOM without a browser, on a sandbox of this process.

import type {
  HTMLButtonElement,
  HTMLElement,
  HTMLFormElement,
  HTMLInputElement,
  Window,
} from "happy-dom";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { SandboxOptions } from "../../../packages/sandbox/src/options.ts";

type Sandbox = Awaited<
  ReturnType<typeof import("../../../packages/sandbox/src/create-sandbox.ts").createSandbox>
>;

const window = globalThis as unknown as Window;
const { document, location } = window;

let sandbox: Sandbox;
/** The `fetch` of before. */
let own: typeof globalThis.fetch;
let isOver = false;
/** Requests of the page to the control plane: `PATCH /settings {…}`. */
const sent: string[] = [];
/** Texts that the page put into the clipboard. */
const copied: string[] = [];

async function open(options: SandboxOptions): Promise<void> {
  const { createSandbox } = await import("../../../packages/sandbox/src/create-sandbox.ts");
  sandbox = await createSandbox(options);
}

beforeAll(async () => {
  const { operations } = await import("../../../packages/sandbox/src/describe-contract.ts");
  await open({ settings: { chargeFee: { fixed: 0, basisPoints: 99 } } as never });
  // Not by vi.stubGlobal(): its stubs end with each test.
  Object.defineProperty(navigator, "languages", { value: ["de-DE", "en-GB", "pt-BR"] });
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(navigator, "clipboard", { value: clipboard });
  const fetch = async (address: string, init: RequestInit) => {
    // The stream of changes stays open: what the page shows is loaded when it is opened, and after each call.
    if (isOver || address.endsWith("/changes")) return new Promise(() => {});
    const path = address.replace(/^.*?\/state\/api/, "");
    const url = `${sandbox.credentials.baseUrl}/_sandbox/api${path}`;
    const response = await sandbox.fetch(url, init);
    if (init.method !== "GET") sent.push(`${init.method} ${path} ${init.body ?? ""}`.trim());
    return response;
  };
  own = globalThis.fetch;
  Object.assign(globalThis, { CONTROL_CONTRACT: operations, fetch });
  document.body.innerHTML = '<div id="console"></div>';
  // Its types are those of a browser, which the rest of the project does not know.
  await import("../../../packages/sandbox/src/console/page/app.tsx" as string);
});
beforeEach(() => void sent.splice(0));
afterAll(async () => {
  isOver = true;
  const { render } = await import("preact" as string);
  render(null, document.getElementById("console"));
  await sandbox.close();
  Reflect.deleteProperty(globalThis, "CONTROL_CONTRACT");
  globalThis.fetch = own;
});

const shown = (): string =>
  document.getElementById("main")?.textContent?.replaceAll("\u00a0", " ") ?? "";
/** Waits until nothing is thrown; the limit only ends what hangs. */
const waitFor = <Value>(callback: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(callback, 30_000);
const see = (...patterns: (RegExp | string)[]) =>
  waitFor(() => {
    for (const one of patterns)
      expect(shown()).toEqual(
        typeof one === "string" ? expect.stringContaining(one) : expect.stringMatching(one),
      );
  });
/** Opens a page anew. */
async function show(address: string): Promise<void> {
  location.hash = "#/clock";
  window.dispatchEvent(new window.Event("hashchange"));
  await see(/Everything scheduled in between/);
  location.hash = `#/${address}`;
  window.dispatchEvent(new window.Event("hashchange"));
}
async function press(
  name: string | RegExp,
  within: Pick<HTMLElement, "querySelectorAll"> = document,
): Promise<void> {
  const button = await waitFor(() => {
    const found = [...within.querySelectorAll("button")].filter(({ textContent }) =>
      typeof name === "string" ? textContent?.trim() === name : name.test(textContent ?? ""),
    );
    expect(found.length, `button ${name} in ${shown()}`).toBeGreaterThan(0);
    return found.at(-1) as HTMLButtonElement;
  });
  if (button.type === "submit") button.form?.requestSubmit();
  else button.click();
}
function fill(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = document.querySelector<HTMLInputElement>(`form [name="${name}"]`);
    expect(field, `field ${name}`).not.toBeNull();
    if (field) field.value = value;
  }
}
const valuesOf = (...names: string[]) =>
  names.map((name) => document.querySelector<HTMLInputElement>(`form [name="${name}"]`)?.value);

test("an empty sandbox shows how to fill it", async () => {
  await show("overview");
  await see("Fill the sandbox from a terminal", "npm run -s sandbox -- charge 4990");
  expect(document.documentElement.lang).toBe("en");
});

test("an amount is typed in reais, and its fee shown", async () => {
  await show("charges");
  await see("No charges yet.");
  await press("Create charge");
  await waitFor(() => expect(valuesOf("amountInCents")).toEqual(["10,00"]));
  fill({ amountInCents: "1.234,50", description: "Order 1042" });
  await press("Create charge", document.querySelector("dialog form") ?? document);
  await waitFor(() => expect(sent[0]).toMatch(/^POST \/charges \{.*"amountInCents":123450/));
  await see("R$ 1.234,50", "Pending", "Order 1042", "Copy-and-paste code");
  const { items } = await sandbox.control.charges.list();
  const { pix } = await sandbox.control.charges.read(items[0]?.id ?? "");
  await see("R$ 12,22", "Expires", pix.emv);
  expect(document.querySelector("#main img")?.getAttribute("src")).toBe(
    `data:image/png;base64,${pix.qrCode}`,
  );
});

test("an open charge is paid, and shows who paid instead of when it expires", async () => {
  const { items } = await sandbox.control.charges.list();
  await show(`charges/${items[0]?.id}`);
  await press("Pay");
  await waitFor(() => expect(sent[0]).toMatch(/^POST \/charges\/txn_\w+\/pay$/));
  await see("Paid by", "Refund…");
  expect(shown()).not.toMatch(/Expires|Copy-and-paste/);
});

test("a sandbox with charges alone, or transfers alone, shows pictures", async () => {
  await show("overview");
  await see("Money", "R$ 1.234,50");
  expect(shown()).not.toContain("from a terminal");
  const withCharges = sandbox;
  await open({});
  await sandbox.control.transfers.create({ amount: 1_500, pixKey: "a@example.com" } as never);
  await show("overview");
  await see("Money", /Queued|Processing/);
  expect(shown()).not.toContain("from a terminal");
  await sandbox.close();
  sandbox = withCharges;
});

test("refused requests are counted by their code, the most frequent first", async () => {
  const ask = (path: string, init = {}) => sandbox.fetch(sandbox.credentials.baseUrl + path, init);
  await ask("/nothing");
  for (let nth = 0; nth < 2; nth++) await ask("/api/v1/webhook");
  await show("overview");
  await see(/NOT_FOUND 1|INVALID_TOKEN 2/);
  const codes = [...document.querySelectorAll(".refusal")].map((one) => [
    one.textContent?.trim(),
    one.getAttribute("href"),
  ]);
  expect(codes).toEqual([
    [
      expect.stringMatching(/ 2$/),
      expect.stringMatching(/^#\/requests\?outcome=error&search=\w+$/),
    ],
    [expect.stringMatching(/ 1$/), expect.anything()],
  ]);
});

test.for<[field: string, kept: unknown, typed: string]>([
  ["chargeFee.fixed", 150, "1,50"],
  ["chargeFee.basisPoints", 99, "0.99"],
  ["chargeLifetime", 5_400_000, "1.5"],
  ["retention.notifications", 86_400_000, "24"],
  ["transferSteps.queued", 1_500, "1.5"],
  ["transferSteps.processing", null, ""],
  ["retention.requests", 70, "70"],
  ["openingBalance", 123_456_700, "1234567,00"],
  ["inboxStatus", 503, "503"],
])("the setting %s of %s is shown and typed as %j", async ([field, kept, typed]) => {
  const [name = "", inner] = field.split(".");
  const before = (await sandbox.control.settings.read()) as unknown as Record<string, object>;
  const wanted = inner === undefined ? kept : { ...before[name], [inner]: kept };
  await sandbox.control.settings.change({ [name]: wanted } as never);
  await show("settings");
  await waitFor(() => expect(valuesOf(field)).toEqual([typed]));
  const button = [...document.querySelectorAll<HTMLButtonElement>("#main form button")].at(-1);
  button?.form?.requestSubmit();
  await waitFor(() => expect(sent[0]).toMatch(/^PATCH \/settings/));
  const body = JSON.parse(sent[0]?.replace(/^\S+ \S+ /, "") ?? "");
  expect(inner === undefined ? body[name] : body[name][inner]).toBe(kept);
});

test("what was typed stays while settings change elsewhere, and other fields follow; once saved, all do", async () => {
  const connection = "../../../packages/sandbox/src/console/page/state/connection.ts";
  const { changes } = (await import(connection)) as { changes: { value: number } };
  const changeElsewhere = async (rateLimitMultiplier: number, inboxStatus: number) => {
    await sandbox.control.settings.change({ rateLimitMultiplier, inboxStatus });
    changes.value += 1;
  };
  const values = () => valuesOf("rateLimitMultiplier", "inboxStatus");
  const { rateLimitMultiplier: before } = await sandbox.control.settings.read();
  await show("settings");
  await waitFor(() => expect(values()[0]).toBe(String(before)));
  fill({ rateLimitMultiplier: "7" });
  await changeElsewhere(3, 204);
  await waitFor(() => expect(values()).toEqual(["7", "204"]));
  document.querySelector<HTMLFormElement>("#main form")?.requestSubmit();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(await sandbox.control.settings.read()).toMatchObject({
    rateLimitMultiplier: 7,
    inboxStatus: 204,
  });
  // What was saved is no longer only typed.
  await waitFor(async () => {
    await changeElsewhere(before, 503);
    expect(values()).toEqual([String(before), "503"]);
  });
});

test("what is no number is refused at its field, in the units of the page", async () => {
  await show("settings");
  await waitFor(() => expect(valuesOf("inboxStatus")).toEqual(["503"]));
  fill({ "chargeFee.fixed": "x", chargeLifetime: "0", inboxStatus: "1000" });
  document.querySelector<HTMLFormElement>("#main form")?.requestSubmit();
  await see("This is not an amount in reais, like 10,50.", "must be at most 599");
  expect(document.querySelector('[name="chargeFee.fixed"]')?.getAttribute("aria-invalid")).toBe(
    "true",
  );
  expect(
    document.querySelector('[name="chargeFee.basisPoints"]')?.getAttribute("aria-invalid"),
  ).toBeNull();
});

test("a list shows its newest entries, and more on request, until there are no more", async () => {
  const all: string[] = [];
  for (let nth = 1; nth <= 101; nth++)
    all.push(
      (await sandbox.control.charges.create({ amountInCents: 100, description: `n${nth}.` })).id,
    );
  await show("charges");
  const rows = () => [...document.querySelectorAll("#main tbody tr")].length;
  await waitFor(() => expect(rows()).toBe(50));
  await see("n101.");
  await press("Show more");
  await waitFor(() => expect(rows()).toBe(100));
  await press("Show more");
  await waitFor(() => expect(rows()).toBe(102));
  expect(shown()).not.toContain("Show more");
});

test("a list shows the entries that have the chosen status", async () => {
  await show("charges?status=paid");
  await see("Order 1042");
  expect(document.querySelectorAll("#main tbody tr")).toHaveLength(1);
  await show("charges?status=refunded");
  await see("Nothing found.");
});

test("a request is shown with its messages, and copied as the command that sends it", async () => {
  const { credentials } = sandbox;
  await sandbox.fetch(`${credentials.baseUrl}/api/v1/webhook?a=1`, {
    method: "POST",
    headers: { authorization: "Bearer x", "content-type": "application/json", "x-own": "it's" },
    body: "{}",
  });
  const { items } = await sandbox.control.requests.list();
  const copied: string[] = [];
  vi.stubGlobal("navigator", {
    languages: [],
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  await show(`requests/${items[0]?.id}`);
  await see("POST /api/v1/webhook?a=1", "Request", "Response", "401");
  await press("Copy as curl");
  await waitFor(() => expect(copied).toHaveLength(1));
  expect(copied[0]).toMatch(/^curl -X POST '\S+\/api\/v1\/webhook\?a=1' \\\n/);
  expect(copied[0]).toContain('-H "Authorization: Bearer $TOKEN"');
  expect(copied[0]).toContain("-H 'x-own: it'\\''s'");
  expect(copied[0]).not.toMatch(/content-length|-H 'host/i);
});

test.for([
  ["Advance 1 minute", 60_000],
  ["Advance 1 hour", 3_600_000],
  ["Advance 1 day", 86_400_000],
] as const)("%s moves the clock by so much", async ([name, by]) => {
  await show("clock");
  const before = Date.parse((await sandbox.control.clock.read()).now);
  await press(name);
  await waitFor(() => expect(sent).toEqual([`POST /clock/advance {"by":${by}}`]));
  await waitFor(async () => {
    const moved = Date.parse((await sandbox.control.clock.read()).now) - before;
    expect(Math.abs(moved - by)).toBeLessThan(30_000);
  });
});

test("a fault is shown with its effect in seconds and percent", async () => {
  await sandbox.control.faults.add({
    operation: "*",
    kind: "latency",
    delay: 1_500,
    maxDelay: 2_000,
    count: null,
    probability: 0.125,
  } as never);
  await sandbox.control.faults.add({
    operation: "notification",
    kind: "duplicate",
    count: 2,
  } as never);
  await show("faults");
  await see(
    "every operation",
    "1.5–2 s 12.5%",
    "always",
    "deliveries of notifications",
    "Delivers twice",
    "2×",
  );
});

test("a company's credentials stand ready for the environment; its secret if it is known", async () => {
  const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
  await sandbox.control.companies.add({ name: "Another" } as never);
  await show("companies");
  await see(`PIX_BASE_URL=${baseUrl}\nPIX_API_KEY=${apiKey}\nPIX_API_SECRET=${apiSecret}`);
  await see("Another", "PIX_API_SECRET=…", "Only its hash is kept.");
});

test("a token that is wanted is asked for", async () => {
  const other = sandbox;
  await open({ controlToken: "open-sesame-open-sesame" } as never);
  await show("charges");
  const dialog = () => document.querySelector("dialog");
  await waitFor(() => expect(dialog()?.textContent).toContain("--control-token"));
  fill({ token: "open-sesame-open-sesame" });
  dialog()
    ?.querySelector("input")
    ?.dispatchEvent(new window.Event("input", { bubbles: true }));
  await press("Use the token");
  await waitFor(() => expect(dialog()).toBeNull());
  await show("charges");
  await see("No charges yet.");
  await sandbox.close();
  sandbox = other;
});
