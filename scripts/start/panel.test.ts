import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { panel } from "./panel.ts";

test("it says where to begin, what runs where and what to try", () => {
  const text = panel(
    "Checked.",
    [
      {
        name: "shelf",
        url: "http://a:1",
        console: "http://a:1/console",
        apiKey: "key",
        apiSecret: "secret",
      },
      { name: "mock", url: "http://a:22", about: "any credentials", remark: "Port 2 is in use." },
    ],
    [{ about: "a book", command: "lend 1" }],
  );
  expect(stripVTControlCharacters(text)).toBe(`Checked.

  console        http://a:1/console   start here
  shelf          http://a:1           key key, secret secret
  mock           http://a:22          any credentials

  mock: Port 2 is in use.

Try in another terminal:
  a book  lend 1

Ctrl-C stops everything.
`);
});
