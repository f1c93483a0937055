// What the pages of the reference do in a browser, with stand-ins for it that hold whole calls.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chartSize, curvesOf, toPart } from "./chart.ts";
import { leadToLanguage } from "./language.ts";
import { processTerm, useSearchWords } from "./search-words.ts";
import { send } from "./send.ts";
import { fillIn, keep, restore, settings } from "./settings.ts";

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const server = {
  name: "sandbox",
  url: "http://a",
  path: "/try/sandbox",
  user: "k",
  password: "s:1",
  console: "/_c",
};
const call = {
  method: "POST",
  path: "/charges/txn_1",
  group: "transactions",
  id: "txn_1",
  headers: { "Content-Type": "application/json", "X-Key": "shown", "X-Other": "1" },
  keyHeader: "X-Key",
  security: "basic",
} as unknown as Parameters<typeof send>[1];

/** Sends a request; returns every request that was sent, whole, and what is shown. */
async function trySend(
  changes: {
    server?: object;
    call?: object;
    body?: string;
    wishes?: Parameters<typeof send>[3];
  } = {},
  ...bodies: string[]
) {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init: object) => {
    sent.push({ url, ...init });
    return new Response(bodies.shift() ?? '{"data":{"id":"txn_2"}}', {
      status: 201,
      statusText: "Created",
      headers: { "x-a": "b" },
    });
  });
  const { body = "", wishes = {} } = changes;
  const shown = await send(
    { ...server, ...changes.server },
    { ...call, ...changes.call },
    body,
    wishes,
  );
  return { sent, shown };
}

const key = expect.stringMatching(/^[0-9a-f-]{36}$/);
const basic = `Basic ${btoa("k:s:1")}`;

test("a request is sent to the server's path with its credentials and a new key", async () => {
  const { sent, shown } = await trySend({ body: '{"a":1}' });
  expect(sent).toEqual([
    {
      url: "/try/sandbox/charges/txn_1",
      method: "POST",
      headers: {
        "X-Key": key,
        "X-Other": "1",
        authorization: basic,
        "content-type": "application/json",
      },
      body: '{"a":1}',
    },
  ]);
  expect(shown).toEqual({
    status: "201 Created",
    headers: "content-type: text/plain;charset=UTF-8\nx-a: b",
    body: '{\n  "data": {\n    "id": "txn_2"\n  }\n}',
    id: "txn_2",
    console: "/_c#/charges/txn_2",
  });
});

test.for([
  ["mock", "code=404", "code=404"],
  ["mock", "", undefined],
  ["sandbox", "code=404", undefined],
  ["another", "code=404", undefined],
] as const)("the %s gets the preference %j: %s", async ([name, prefer, expected]) => {
  const { sent } = await trySend({ server: { name }, wishes: { prefer } });
  expect((sent[0] as { headers: object }).headers).toEqual({
    "X-Key": key,
    "X-Other": "1",
    authorization: basic,
    ...(expected && { prefer: expected }),
  });
});

test.for(["txn_2", "a/b", "a b", "ü", "a#b", "a?b"])(
  "the page of %j in the console",
  async (id) => {
    const { shown } = await trySend({}, JSON.stringify({ data: { id } }));
    expect(shown.id).toBe(id);
    expect(shown.console).toBe(`/_c#/charges/${encodeURIComponent(id)}`);
  },
);

test("the object of the last response is in the place of the example's", async () => {
  const { sent } = await trySend({ wishes: { id: "txn 9" } });
  expect(sent).toMatchObject([{ url: "/try/sandbox/charges/txn%209" }]);
  const list = await trySend({
    call: { path: "/charges", id: undefined },
    wishes: { id: "txn_9" },
  });
  expect(list.sent).toMatchObject([{ url: "/try/sandbox/charges" }]);
});

test("a Bearer token is asked for first, where the contract has an operation for it", async () => {
  const token = { path: "/auth", method: "POST", field: "token" };
  const { sent } = await trySend({ call: { security: "bearer", token } }, '{"token":"t"}');
  expect(sent).toMatchObject([
    { url: "/try/sandbox/auth", method: "POST", headers: { authorization: basic } },
    { headers: { authorization: "Bearer t" } },
  ]);
  await expect(trySend({ call: { security: "bearer", token } }, "{}")).rejects.toThrow(
    "it gives no token: 201",
  );
  const given = await trySend({ call: { security: "bearer" } });
  expect(given.sent).toMatchObject([{ headers: { authorization: "Bearer token" } }]);
  const none = await trySend({ call: { security: undefined } });
  expect((none.sent[0] as { headers: object }).headers).not.toHaveProperty("authorization");
});

test.for([
  [400, "whole"],
  [401, "cut"],
] as const)(
  "a text of %d characters is %s, and no JSON is shown as it is",
  async ([length, how]) => {
    const { shown } = await trySend({}, JSON.stringify("x".repeat(length)));
    expect(shown.body).toBe(how === "whole" ? `"${"x".repeat(length)}"` : `"${"x".repeat(80)}…"`);
    const { shown: text } = await trySend({}, "<p>");
    expect([text.body, text.id, text.console]).toEqual(["<p>", undefined, "/_c#/charges"]);
  },
);

test("what a reader has chosen is there again on the next page; what cannot be read is as good as nothing", () => {
  settings.ids.transactions = "txn_5";
  keep();
  settings.ids = {};
  restore();
  expect(settings.ids).toEqual({ transactions: "txn_5" });
  for (const key of stored.keys()) stored.set(key, "{");
  restore();
  expect(settings.ids).toEqual({ transactions: "txn_5" });
});

test("values of the reader stand in the code, without what would end their word", () => {
  const html = "curl BASEURL -u APIKEY:APISECRET txn_1 APIKEY";
  const own = { url: "https://a.b/c", user: `k"'<b>$(x)`, password: "s-1" };
  expect(fillIn(html, own, [["txn_1", "txn_2"]])).toBe("curl https://a.b/c -u kbx:s-1 txn_2 kbx");
  expect(fillIn(html, {}, [])).toBe("curl  -u key:secret txn_1 key");
});

test("a word is found as it is written and without accents", () => {
  expect(processTerm("Cobrança")).toEqual(["cobrança", "cobranca"]);
  expect(processTerm("PIX")).toEqual(["pix"]);
});

test.for([
  ["/pt/", "/pt/guides", 1.5],
  ["/pt/", "/guides", 1],
  ["/guides", "/pt/guides", 0],
  ["/guides", "/guides", 1],
] as const)("on %s a page %s weighs %d", ([pathname, id, weight]) => {
  vi.stubGlobal("location", { pathname });
  const miniSearch = { options: {}, searchOptions: { fuzzy: 0.1 } as Record<string, unknown> };
  useSearchWords({ search: { provider: "local", options: { miniSearch } } } as never);
  expect(miniSearch.options).toMatchObject({
    processTerm,
    fields: ["title", "titles", "text", "words"],
  });
  expect(miniSearch.searchOptions.fuzzy).toBe(0.1);
  expect((miniSearch.searchOptions.boostDocument as (id: string) => number)(id)).toBe(weight);
});

/** Where a reader is led from a page, and which language is kept then. */
function visit(page: string, { browser = "de", referrer = "", kept = "" } = {}) {
  const led: string[] = [];
  const place = {
    origin: "http://d",
    href: `http://d${page}`,
    pathname: page,
    replace: (to: string) => led.push(to),
  };
  vi.stubEnv("SSR", false as never);
  vi.stubGlobal("location", place);
  vi.stubGlobal("document", { referrer });
  vi.stubGlobal("navigator", { language: browser });
  if (kept) stored.set("language", kept);
  const router: { onBeforeRouteChange?: (to: string) => void } = {};
  leadToLanguage(router as never);
  return {
    led,
    go: (to: string) => router.onBeforeRouteChange?.(to),
    kept: () => stored.get("language"),
  };
}

test.for<[string, Parameters<typeof visit>[1], string[]]>([
  ["/", { browser: "pt-BR" }, ["/pt/"]],
  ["/", { browser: "pt" }, ["/pt/"]],
  ["/", { browser: "pt-PT" }, ["/pt/"]],
  ["/", { browser: "en" }, []],
  ["/guides/start", { browser: "pt-BR" }, []],
  ["/", { browser: "pt-BR", kept: "en" }, []],
  ["/", { browser: "en", kept: "pt" }, ["/pt/"]],
  ["/", { browser: "pt-BR", referrer: "http://d/pt/start" }, []],
  ["/", { browser: "pt-BR", referrer: "http://elsewhere/pt/start" }, ["/pt/"]],
])("a reader of %s with %j is led to %j", ([page, reader, expected]) => {
  expect(visit(page, reader).led).toEqual(expected);
});

test("the switch between the languages is remembered, other links are not", () => {
  const english = visit("/guides/start");
  english.go("/guides/client");
  expect(english.kept()).toBeUndefined();
  english.go("/pt/start");
  expect(english.kept()).toBe("pt");
  const portuguese = visit("/pt/start");
  portuguese.go("/");
  expect(portuguese.kept()).toBe("en");
});

const figure = (drawn: number, more: object = {}) => ({
  name: "f",
  drawn,
  shown: "",
  within: true,
  verdict: "",
  ...more,
});
const chart = (...figures: ReturnType<typeof figure>[]) => ({ title: "", about: "", figures });

test("a bar is as long as its part of the longest, or of the highest bound", () => {
  expect(toPart(chart(figure(1), figure(2)), 1)).toBe("49.50%");
  expect(toPart(chart(figure(1), figure(2)), 2)).toBe("99.00%");
  expect(toPart(chart(figure(1, { bound: { drawn: 4, shown: "" } })), 1)).toBe("24.75%");
});

test("a curve begins at a thousand with 1, goes up where it grows, and to the right by powers of ten", () => {
  const point = (drawn: number, at: number) => figure(drawn, { point: { curve: "a", at } });
  const curves = curvesOf(chart(point(1, 10_000), point(2, 1_000_000)));
  expect(curves).toEqual([
    {
      name: "a",
      points: [
        { x: 0, y: chartSize.height / 2 },
        { x: chartSize.width / 3, y: chartSize.height / 2 },
        { x: chartSize.width, y: 0 },
      ],
    },
  ]);
});
