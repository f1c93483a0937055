// Samples are run as pasted, against a server that records what arrives.
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import type { Json } from "@packages/contract/src/openapi.ts";
import { sampleRequest } from "@packages/contract/src/sample-request.ts";
import { afterAll, expect, test } from "vitest";
import { listen } from "../../../../test/support/listen.ts";
import { contract } from "../../../../test/support/tiny-contract.ts";
import { printCurl, printPhp, printPython } from "./samples.ts";

// `npm test -- deep` tries what a machine with Node alone does not have.
const isDeep = process.env.SAMPLE_LANGUAGES === "all";
const languages = {
  sh: { print: printCurl, args: ["-c"] },
  ...(isDeep && {
    python3: { print: printPython, args: ["-c"] },
    php: { print: printPhp, args: ["-r"] },
  }),
};
const seen: object[] = [];
const server = await listen((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const { authorization, "x-key": key, "content-type": type } = request.headers;
    seen.push({
      method: request.method,
      url: request.url,
      authorization,
      key,
      type,
      body: `${Buffer.concat(chunks)}`,
    });
    response.end('{"p/s s":"p.q"}');
  });
});
afterAll(() => server.close());

const [lend] = contract.operations as [Operation];
const issuer: Operation = {
  ...lend,
  id: "issueCard",
  method: "POST",
  path: "/card",
  scheme: "Desk",
  token: {
    scheme: "Card",
    token: "p/s s",
    expiresIn: "",
    unit: "seconds",
    lifetime: 1,
    renewEarly: 0,
    claims: {},
  },
};
const issuing: Contract = {
  ...contract,
  securitySchemes: { ...contract.securitySchemes, Desk: { type: "http", scheme: "Basic" } },
  operations: [lend, issuer],
};
const { body: _, ...bare } = {
  ...lend,
  method: "DELETE",
  path: "/books",
  scheme: null,
  parameters: [],
};
const account = { key: "it's $(k)", secret: 'a:"\\b' };
const authorization = `Basic ${btoa(`${account.key}:${account.secret}`)}`;
const url = "/books/a%2Fb'c/%5Bx%5D'$(y)?days=14";
const long = {
  reader: "it's",
  books: ["of a length that a line does not take", '$(x) """'],
  note: "a\nJSON\u0085",
};
const lent = { method: "PUT", url, key: "it's $(me)", type: "application/json" };

for (const [program, { print, args }] of Object.entries(languages)) {
  const missing =
    spawnSync(program, [program === "sh" ? "-c" : "--version"]).error &&
    `${program} is not installed`;
  test.for<[string, ReturnType<typeof sampleRequest>, object[]]>([
    [
      "with a token of its own",
      sampleRequest(contract, lend, long),
      [{ ...lent, authorization: "Bearer token" }],
    ],
    [
      "with a token that is issued first",
      sampleRequest(issuing, lend, long),
      [
        { method: "POST", url: "/card", authorization },
        { ...lent, authorization: "Bearer p.q" },
      ],
    ],
    ["with credentials", sampleRequest(issuing, issuer, long), [{ method: "POST", authorization }]],
    [
      "without a body",
      sampleRequest(contract, bare),
      [{ method: "DELETE", url: "/books", body: "" }],
    ],
  ])(`${program}: a request %s arrives as it is meant`, async ([, request, expected], { skip }) => {
    if (missing) skip(missing);
    seen.length = 0;
    const text = print(request, { url: server.url, ...account }).replace("<?php", "");
    await promisify(execFile)(program, [...args, text]);
    expect(seen).toMatchObject(expected);
    const { body } = seen.at(-1) as { body: string };
    if (request.body !== undefined) expect(JSON.parse(body)).toEqual(request.body);
  });
}

test("a header whose name is none is left out, a query is escaped, and the body is the shortest example", () => {
  const parameters = lend.parameters.map((one) => ({
    ...one,
    name: one.in === "header" ? "@/etc/passwd" : one.name,
  }));
  const [query] = lend.parameters.filter((one) => one.in === "query");
  parameters.push({ ...query, name: "a&b", example: "c=d #" } as (typeof parameters)[number]);
  const { headers, path, body } = sampleRequest(contract, { ...lend, parameters });
  expect(headers).toEqual({ "Content-Type": "application/json" });
  expect(path.split("?")[1]).toBe("days=14&a%26b=c%3Dd%20%23");
  expect(body).toEqual(lend.body?.examples.find(({ name }) => name === "short")?.value);
});

test("curl sends forms as pasted, with files and JSON as parts", async () => {
  const form = (mediaType: string, layout: object, body: Json): Operation => ({
    ...lend,
    method: "POST",
    path: "/forms",
    security: [],
    scheme: null,
    parameters: [],
    body: {
      required: true,
      description: "",
      mediaType,
      schema: {},
      form: layout,
      examples: [{ name: "a", summary: "", value: body }],
    },
  });
  const send = async (operation: Operation) => {
    const folder = await mkdtemp(join(tmpdir(), "samples-"));
    await writeFile(join(folder, "photo.bin"), "bytes");
    const code = printCurl(sampleRequest(contract, operation), { url: server.url, ...account });
    await promisify(execFile)("sh", ["-c", code], { cwd: folder });
    await rm(folder, { recursive: true });
    return seen.pop() as { body: string; type: string };
  };
  const encoded = form(
    "application/x-www-form-urlencoded",
    { layouts: { b: "brackets" } },
    {
      a: "x & 'y'",
      b: { c: [1] },
    },
  );
  expect(await send(encoded)).toMatchObject({
    type: "application/x-www-form-urlencoded",
    body: "a=x%20%26%20'y'&b%5Bc%5D%5B0%5D=1",
  });
  const { body, type } = await send(
    form(
      "multipart/form-data",
      { files: ["photo"], types: { photo: "image/png" } },
      {
        title: '@a;"b" \\',
        place: { city: "Recife" },
        words: ["v", "w"],
        photo: "text",
      },
    ),
  );
  const read = await new Response(body, { headers: { "content-type": type } }).formData();
  const photo = read.get("photo") as File;
  expect([photo.type, await photo.text()]).toEqual(["image/png", "bytes"]);
  expect(read.getAll("words")).toEqual(["v", "w"]);
  expect(read.get("title")).toBe('@a;"b" \\');
  expect(body).toMatch(/Content-Type: application\/json\r\n\r\n\{"city":"Recife"\}/);
});
