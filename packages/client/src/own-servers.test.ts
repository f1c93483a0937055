import { expect, test } from "vitest";
import type { Operation } from "./contract-table.ts";
import { locateBy } from "./own-servers.ts";

const locate = locateBy(["https://api.example.com/v1"]);
const operationAt = (server?: string, parts: Partial<Operation> = {}): Operation => ({
  id: "upload",
  takesToken: false,
  method: "POST",
  path: "/files",
  response: () => undefined,
  ...(server !== undefined && { server }),
  ...parts,
});

test.for([
  ["https://api.example.com/v1", undefined, "https://api.example.com/v1"],
  ["https://api.example.com/v1", "/", "https://api.example.com"],
  ["https://api.example.com/v1", "https://files.example.com", "https://files.example.com"],
  ["https://api.example.com:8443", "https://files.example.com", "https://api.example.com:8443"],
  ["http://127.0.0.1:4010/v1", "/", "http://127.0.0.1:4010"],
  ["http://127.0.0.1:4010", "https://files.example.com", "http://127.0.0.1:4010"],
] as const)(
  "with the client at %s an operation at %s is sent to %s",
  ([baseUrl, server, wanted]) => {
    const options = { timeout: 9 };
    expect(locate({ baseUrl }, operationAt(server), options)).toEqual([wanted, options]);
  },
);

test.for([
  ["https://other.example.com", { security: [["token"]] }],
  ["https://files.example.com:8443", { takesToken: true }],
  ["http://files.example.com", {}],
  ["https://files.example.com?a=1", {}],
  ["", {}],
] as const)("the address %s is refused", ([given, parts]) => {
  const operation = operationAt("https://files.example.com", parts as Partial<Operation>);
  const options = { baseUrl: given } as object;
  expect(() => locate({ baseUrl: "https://api.example.com/v1" }, operation, options)).toThrow(
    "baseUrl",
  );
});
