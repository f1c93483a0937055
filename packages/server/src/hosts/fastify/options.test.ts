import { expect, test } from "vitest";
import { emptyContract } from "../../../../../test/server/support/core.ts";
import { type FastifySettings, makeFastifyOptions } from "./options.ts";

const contract = { ...emptyContract, sensitive: ["email"] };

/** What Fastify gets as the options of its logger. */
const loggerOf = (logger: FastifySettings["logger"]) => {
  const made = makeFastifyOptions(contract, { logger } as FastifySettings).logger;
  return made as Exclude<typeof made, boolean | undefined>;
};

test("what a formatter of the provider adds is redacted, too", () => {
  const log = (entry: object) => ({ ...entry, email: "a@b.example", apiKey: "k", path: "/a" });
  const { formatters } = loggerOf({ formatters: { log, level: (label) => ({ severity: label }) } });
  const redacted = { email: "[redacted]", apiKey: "[redacted]" };
  expect(formatters?.log?.({ password: "p", id: 7 })).toEqual({
    ...redacted,
    password: "[redacted]",
    path: "/a",
    id: 7,
  });
  expect(formatters?.level?.("info", 30)).toEqual({ severity: "info" });
  const plain = loggerOf({}).formatters?.log?.({ EMAIL: "a@b.example", id: 7 });
  expect(plain).toEqual({ EMAIL: "[redacted]", id: 7 });
});

test("objects that the provider's own serializers print stay as they are", () => {
  class Order {
    token = "t";
  }
  const order = new Order();
  const { formatters } = loggerOf({ serializers: { order: () => "printed" } });
  expect(formatters?.log?.({ order })).toEqual({ order });
  expect(loggerOf({}).formatters?.log?.({ order })).toEqual({ order: { token: "[redacted]" } });
});

test("messages lose addresses in any line, and quoted strings in those of requests", () => {
  const { hooks } = loggerOf({ hooks: {} });
  const write = (bindings: object) => {
    const lines: unknown[] = [];
    hooks?.logMethod?.call(
      { bindings: () => bindings } as never,
      [{ id: 7 }, 'Sent "words" to a@b.example'],
      ((...line: unknown[]) => lines.push(...line)) as never,
      30,
    );
    return lines;
  };
  expect(write({})).toEqual([{ id: 7 }, 'Sent "words" to [redacted]']);
  expect(write({ reqId: "r" })).toEqual([{ id: 7 }, "Sent [redacted] to [redacted]"]);
});

test.for<[FastifySettings, object]>([
  [{ logger: false }, { logger: false }],
  [{ trustProxy: "10.0.0.1" }, { trustProxy: "10.0.0.1" }],
  [{ trustProxy: false }, { trustProxy: false }],
])("of the settings %j Fastify gets them as they are", ([settings, options]) => {
  expect(makeFastifyOptions(contract, settings)).toMatchObject(options);
});

test("a logger of the provider's own is used instead, and proxies are trusted only if that is said", () => {
  const loggerInstance = { info: () => {} } as never;
  const options = makeFastifyOptions(contract, { loggerInstance });
  expect(options.loggerInstance).toBe(loggerInstance);
  expect(options).not.toHaveProperty("logger");
  expect(options).not.toHaveProperty("trustProxy");
});
