import { expect, test } from "vitest";
import { file, writeForm, writeMultipart } from "./forms.ts";

test("a form has a pair for each value, and brackets where the contract has them", () => {
  const write = writeForm({ a: "brackets", b: ",", c: "json" });
  const body = { a: { x: [1, { y: "é" }] }, b: ["1,2", 3], c: { z: 1 }, d: ["p", "q"], e: null };
  expect(decodeURIComponent(String(write(body)))).toBe(
    'a[x][0]=1&a[x][1][y]=é&b=1,2,3&c={"z":1}&d=p&d=q',
  );
  expect(write({ b: ["1,2", 3] })).toBe("b=1%2C2,3");
  expect(write(undefined)).toBe("");
});

test("a list that the contract calls JSON is one part", async () => {
  const body = { a: [{ b: 1 }, { b: 2 }], c: [{ d: 1 }, { d: 2 }] };
  const bytes = await writeMultipart({ types: { a: "application/json" } })(body, new Headers());
  const text = new TextDecoder().decode(bytes as Uint8Array);
  expect(text.match(/^[[{].*$/gm)).toEqual(['[{"b":1},{"b":2}]', '{"d":1}', '{"d":2}']);
});

test("a multipart form has a part for each item, with its type", async () => {
  const headers = new Headers();
  const body = { "a\r\nb": "x", n: [1, true], o: { p: 1 }, f: new Blob(["y"]), g: null };
  const bytes = await writeMultipart({ types: { f: "image/png" } })(body, headers);
  const [, boundary] =
    /^multipart\/form-data; boundary=(part-[\w-]+)$/.exec(headers.get("content-type") ?? "") ?? [];
  const part = (head: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name=${head}\r\n\r\n${value}\r\n`;
  expect(new TextDecoder().decode(bytes as Uint8Array)).toBe(
    [
      part('"a%0D%0Ab"', "x"),
      part('"n"', "1"),
      part('"n"', "true"),
      part('"o"\r\nContent-Type: application/json', '{"p":1}'),
      part('"f"; filename="f"\r\nContent-Type: image/png', "y"),
      `--${boundary}--\r\n`,
    ].join(""),
  );
  expect(await writeMultipart()(undefined, headers)).toBe(undefined);
});

test("a file is a Blob", () => {
  expect(file(new File([], "x"))).toBe(undefined);
  expect(file("x")).toEqual(["", "type", "be a Blob or a File"]);
});
