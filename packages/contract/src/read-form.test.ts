import { expect, test } from "vitest";
import { type FormLayout, readMultipart, readUrlEncoded } from "./read-form.ts";

test.for<[text: string, fields: object | undefined, layout?: FormLayout]>([
  ["", {}],
  ["a=1", { a: "1" }],
  ["a", { a: "" }],
  ["a=", { a: "" }],
  ["=1", { "": "1" }],
  ["a=1&b=2", { a: "1", b: "2" }],
  ["a=1&a=2", { a: ["1", "2"] }],
  ["a=1&a=2&a=3", { a: ["1", "2", "3"] }],
  ["a=1=2", { a: "1=2" }],
  ["a+b=c+d%2B", { "a b": "c d+" }],
  ["a%26b=c%3D", { "a&b": "c=" }],
  ["a=%C3%BC\n", { a: "ü\n" }],
  ["__proto__=1", JSON.parse('{"__proto__":"1"}')],
  ["a=%", undefined],
  ["%=a", undefined],
  ["a=%FF", undefined],
  ["a=1,2%2C3", { a: ["1", "2,3"] }, { layouts: { a: "," } }],
  ["a=1,2", { a: "1,2" }, { layouts: { b: "," } }],
])("the form %j has the fields %j", ([text, fields, layout = {}]) => {
  const read = readUrlEncoded(text, layout);
  expect(read && Object.entries(read)).toEqual(fields && Object.entries(fields));
});

test.for([
  [9_999, true],
  [10_000, true],
  [10_001, false],
] as const)("a form of %d fields is read: %s", ([count, isRead]) => {
  const text = Array.from({ length: count }, (_, index) => `a${index}=1`).join("&");
  const read = readUrlEncoded(text, {});
  expect(read && Object.keys(read).length).toBe(isRead ? count : undefined);
});

async function multipart(parts: [name: string, value: string | Blob][], layout: FormLayout = {}) {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  const sent = new Response(form);
  const bytes = new Uint8Array(await sent.arrayBuffer());
  return readMultipart(bytes, sent.headers.get("content-type") ?? "", layout);
}

test("of several parts, strings are strings, files are files, and names that repeat are lists", async () => {
  const json = new Blob(['{"b":1}'], { type: "application/json" });
  const file = new File(["bytes"], "f.bin");
  const read = await multipart(
    [
      ["text", "ü"],
      ["json", json],
      ["file", file],
      ["plain", "no file name"],
      ["text", "2"],
    ],
    { files: ["file", "plain"] },
  );
  expect(Object.keys(read ?? {})).toEqual(["text", "json", "file", "plain"]);
  expect([read?.text, read?.json]).toEqual([["ü", "2"], '{"b":1}']);
  for (const [name, text] of [
    ["file", "bytes"],
    ["plain", "no file name"],
  ] as const) {
    const value = read?.[name];
    expect(value).toBeInstanceOf(File);
    expect(await (value as File).text()).toBe(text);
  }
});

test("bytes that are no text are no string, and a body that is no form is none", async () => {
  const bytes = new Blob([new Uint8Array([0xff, 0x41])]);
  expect(await multipart([["a", bytes]])).toBeUndefined();
  expect(await multipart([["a", bytes]], { files: ["a"] })).toBeDefined();
  // The sign itself is a text.
  expect(await multipart([["a", "\ufffd"]])).toMatchObject({ a: "\ufffd" });
  expect(
    await readMultipart(new Uint8Array([1]), "multipart/form-data; boundary=x", {}),
  ).toBeUndefined();
});
