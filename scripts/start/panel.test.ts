import { readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { expect, test, vi } from "vitest";
import { panel } from "./panel.ts";
import portuguese from "./portuguese.json" with { type: "json" };
import { readLanguage } from "./translate.ts";

const servers = [
  {
    name: "shelf",
    url: "http://a:1",
    console: "http://a:1/console",
    apiKey: "key",
    apiSecret: "secret",
  },
  {
    name: "mock",
    url: "http://a:22",
    about: "any credentials",
    remark: "Port 2 is in use, so it listens on 22; choose another with --mock-port.",
  },
];
const tries = [{ about: "its payment", command: "pay" }];
const about = "Shelf 1.0 is ready (1.2 s). The contract check runs in the background.";

test.for([
  [
    "en_US.UTF-8",
    `Shelf 1.0 is ready (1.2 s). The contract check runs in the background.

  console        http://a:1/console   start here
  shelf          http://a:1           key key, secret secret
  mock           http://a:22          any credentials

  mock: Port 2 is in use, so it listens on 22; choose another with --mock-port.

Try in another terminal:
  its payment  pay

Ctrl-C stops everything.
`,
  ],
  [
    "pt_BR.UTF-8",
    `Shelf 1.0 está pronto (1.2 s). A verificação do contrato roda em segundo plano.

  console        http://a:1/console   comece aqui
  shelf          http://a:1           chave key, segredo secret
  mock           http://a:22          qualquer credencial

  mock: A porta 2 está em uso, então escuta na 22; escolha outra com --mock-port.

Experimente em outro terminal:
  o pagamento dela  pay

Ctrl-C encerra tudo.
`,
  ],
] as const)("in %s it says where to begin, what runs where and what to try", ([locale, text]) => {
  vi.stubEnv("LC_ALL", locale);
  const { say } = readLanguage([]);
  expect(stripVTControlCharacters(panel(about, servers, tries, say))).toBe(text);
});

test("every text that is translated is still said", () => {
  const files = ["../start.ts", "panel.ts", "choose-port.ts", "docs.ts"];
  const sources = files.map((name) => readFileSync(new URL(name, import.meta.url), "utf8"));
  const isSaid = (text: string): boolean =>
    text.split(/\$\d/).every((part) => sources.some((source) => source.includes(part)));
  // Node's own messages about flags.
  const ours = Object.keys(portuguese).filter(
    (text) => !/^(Unknown|Unexpected|Option) /.test(text),
  );
  expect(ours.filter((text) => !isSaid(text))).toEqual([]);
});
