import type { Contract } from "@packages/contract/src/model.ts";
import { formats } from "@pix-contract/formats/index.ts";
import fc from "fast-check";

const digits = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(""));

/** A document with its check digits: the two that make it right. */
function completed(stem: string, isRight: (value: string) => boolean): string {
  for (let rest = 0; rest < 100; rest++) {
    const value = stem + String(rest).padStart(2, "0");
    if (isRight(value)) return value;
  }
  return completed(`1${stem.slice(1, -1)}2`, isRight);
}

const cpf = digits(9).map((stem) => completed(stem, formats.cpf));
const cnpj = digits(12).map((stem) => completed(stem, formats.cnpj));
/** Strings of so many characters. */
const makeAddress = (length: number) => "@conformance.example".padStart(length, "a");
const makeUrl = (length: number) => "https://conformance.example/".padEnd(length, "p");
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,11}$/);

/** Valid values by format. */
export const samples: Record<string, fc.Arbitrary<string>> = {
  cpf,
  cnpj,
  "pix-phone": digits(8).map((rest) => `+55119${rest}`),
  "pix-email": fc.tuple(word, word).map(([name, host]) => `${name}@${host}.example`),
  email: fc.tuple(word, word).map(([name, host]) => `${name}@${host}.example`),
  uuid: fc.uuid(),
  "https-url": word.map((path) => `https://conformance.example/${path}`),
};

/** Valid values that servers often reject. */
const edges = {
  cpf: ["00000000191"],
  cnpj: ["12ABC34501DE35"],
  "pix-phone": ["+14155552671"],
  "pix-email": ["maria.souza+pix@mail.conformance.example"],
  // Versions 1 and 7, while the others have version 4.
  uuid: ["123e4567-e12b-12d1-a456-426655440000", "019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b"],
  email: ["maria.souza+pix@mail.conformance.example", "Maria_O'Souza@conformance.example"],
  "https-url": ["https://conformance.example:8443/Pix/?loja=1&x=a%26b%20c"],
};

/** Invalid values that servers often accept. */
const wrong = {
  email: [
    "maria.souza",
    "maria@",
    "@example.com",
    "maria souza@example.com",
    " maria@example.com ",
  ],
  // Wrong in the last check digit, in the first one alone, without its zeros in front, and with an eleventh one.
  cpf: [
    "52998224726",
    "52998224733",
    "191",
    "052998224725",
    "11111111111",
    "529.982.247-25",
    "52998224725 ",
  ],
  cnpj: [
    "11222333000182",
    "11222333000190",
    "00000000000000",
    "11.222.333/0001-81",
    "12abc34501de35",
  ],
  "pix-phone": ["+5511", "+556132345678", "5511987654321", "+55 61 91234-5678"],
  "pix-email": ["fulano@"],
  uuid: ["123e4567e12b12d1a456426655440000"],
  "https-url": [
    "http://shop.example.com/pix",
    "ftp://shop.example.com",
    "shop.example.com",
    "https://",
    " https://shop.example.com ",
    "https://a b.example",
    "javascript:alert(1)",
  ],
  "end-to-end-id": ["E0000000020260231000000000000000"],
};

/** Valid edge cases that servers often reject, and invalid values that they often accept; also at the contract's maximum lengths. */
export function listEdges({ schemas }: Contract) {
  const maxLengths = (format: string): number[] =>
    Object.values(schemas).flatMap((schema) =>
      schema.format === format && schema.maxLength !== undefined ? [schema.maxLength] : [],
    );
  const addresses = maxLengths("pix-email");
  return {
    edges: {
      ...edges,
      "pix-email": [...edges["pix-email"], ...addresses.map(makeAddress)],
      "https-url": [...edges["https-url"], ...maxLengths("https-url").map(makeUrl)],
    },
    wrong: {
      ...wrong,
      "pix-email": [...wrong["pix-email"], ...addresses.map((max) => makeAddress(max + 1))],
    },
  };
}
