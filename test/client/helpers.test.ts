import { expect, test } from "vitest";
import { formatAmount, imageDataUrl } from "../../generated/client/src/helpers.ts";
import { contract } from "../support/contract.ts";

const created = contract.operations.find(({ id }) => id === "createCharge")?.responses[0]
  ?.examples[0]?.value;
const { qrCode } = (created as { data: { pix: { qrCode: string } } }).data.pix;
const url = `data:image/png;base64,${qrCode}`;

test.each([
  ["Base64", qrCode],
  ["a data URL", url],
  ["Base64 with line breaks", `${qrCode.replace(/.{76}/g, "$&\r\n")}\n`],
  ["a data URL with spaces", url.replace(",", ", ")],
])("an image from %s", (_name, given) => {
  expect(imageDataUrl(given)).toBe(url);
});

test.each([
  "",
  "   ",
  "javascript:alert(1)",
  "https://pix.example/qr.png",
  "aGVsbG8=",
  "iVBORw0KGgo<script>",
  "data:text/html;base64,aGVsbG8gd29ybGQ=",
])("%j is no image", (given) => {
  expect(() => imageDataUrl(given)).toThrow(TypeError);
});

test("amounts are written as in Brazil", () => {
  expect(formatAmount(4990)).toBe("R$\u00a049,90");
  expect(formatAmount(1)).toBe("R$\u00a00,01");
  expect(formatAmount(Number.MAX_SAFE_INTEGER)).toBe("R$\u00a090.071.992.547.409,91");
  expect(formatAmount(-1)).toBe("-R$\u00a00,01");
  expect(formatAmount(1_000_000_000)).toBe("R$\u00a010.000.000,00");
  expect(formatAmount(123456, "en-US")).toBe("R$1,234.56");
  expect(() => formatAmount(49.9)).toThrow(TypeError);
  expect(() => formatAmount("4990" as unknown as number)).toThrow(TypeError);
});
