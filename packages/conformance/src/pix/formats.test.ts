import { Ajv2020 } from "ajv/dist/2020.js";
import { PNG } from "pngjs";
import encodeQR from "qr";
import { describe, expect, test } from "vitest";
import { chargeWith } from "./br-code-samples.ts";
import { semanticFormats } from "./formats.ts";

const ajv = new Ajv2020({ strict: true });
for (const [name, format] of Object.entries(semanticFormats)) ajv.addFormat(name, format);

function drawQr(text: string): string {
  const rows = encodeQR(text, "raw", { scale: 4, border: 4 });
  const image = new PNG({ width: rows.length, height: rows.length });
  rows.flat().forEach((dark, index) => {
    image.data.set(dark ? [0, 0, 0, 255] : [255, 255, 255, 255], index * 4);
  });
  return PNG.sync.write(image).toString("base64");
}

const charge = chargeWith({});
const image = drawQr(charge);
const longUrl = `https://example.com/${"a".repeat(2028)}`;

const accepted = {
  cpf: ["52998224725"],
  cnpj: ["11222333000181", "12ABC34501DE35"],
  "pix-phone": ["+5511912345678", "+351912345678"],
  "pix-email": ["maria.souza@example.com"],
  "end-to-end-id": ["E12345678202009091221abcdef12345"],
  "br-code": [charge],
  "png-base64": [image, `data:image/png;base64,${image}`],
  "https-url": ["https://example.com", "https://example.com:8443/a?b=c#d", "https://[::1]/", longUrl],
  int32: [0, -(2 ** 31), 2 ** 31 - 1],
  int64: [0, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
} satisfies Record<keyof typeof semanticFormats, readonly unknown[]>;

const refused = {
  cpf: ["52998224724", "11111111111", "52998224725\n", ""],
  cnpj: ["11222333000180", "00000000000000", "12abc34501de35", ""],
  "pix-phone": ["+5561888888888", "11912345678", ""],
  "pix-email": ["Maria@example.com", "maria", ""],
  "end-to-end-id": ["D12345678202009091221abcdef12345", "E12345678202013091221abcdef12345", "E", ""],
  "br-code": [chargeWith({ 54: "10.00" }), chargeWith({ "01": "11" }), charge.slice(0, -1), ""],
  "png-base64": [image.slice(0, 400), "iVBORw0KGgo=", charge, ""],
  "https-url": [
    "http://example.com",
    "HTTPS://example.com",
    "https:example.com",
    "https:///example.com",
    "https:\\\\example.com",
    "https://\\example.com",
    "https://",
    "https://?a",
    "https://#a",
    "https://exa mple.com",
    "https://example.com/a b",
    "https://example.com\n",
    " https://example.com",
    "https://example.com/\u0000",
    "https://exam\tple.com",
    "https://example.com:port",
    "https://example.com:65536",
    "https://[::1",
    "//example.com",
    "example.com",
    "javascript:alert(1)//https://example.com",
    `${longUrl}a`,
    "",
  ],
  int32: [1.5, 2 ** 31, -(2 ** 31) - 1],
  int64: [1.5, 2 ** 53, 2 ** 63],
} satisfies Record<keyof typeof semanticFormats, readonly unknown[]>;

const rowsOf = (table: Readonly<Record<string, readonly unknown[]>>) =>
  Object.entries(table).flatMap(([format, values]) =>
    values.map((value) => ({ format, value, shown: JSON.stringify(value).slice(0, 60) })),
  );

function validate(format: string, value: unknown): boolean {
  return ajv.validate({ type: typeof value === "number" ? "number" : "string", format }, value);
}

describe("semanticFormats", () => {
  test.for(rowsOf(accepted))("$format accepts $shown", ({ format, value }) => {
    expect(validate(format, value)).toBe(true);
  });

  test.for(rowsOf(refused))("$format refuses $shown", ({ format, value }) => {
    expect(validate(format, value)).toBe(false);
  });

  test("has URLs on both sides of the limit", () => {
    expect(longUrl).toHaveLength(2048);
  });
});
