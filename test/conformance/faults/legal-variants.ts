import { PNG } from "pngjs";
import { makeQrPng } from "../../../spec/server/qr-png.ts";
import { appendCrc } from "../../support/br-codes.ts";
import { headersOf } from "./faulty-server.ts";
import { withClaims } from "./keys-and-limits.ts";
import { bodies, type Freedom, none } from "./legal-objects.ts";
import {
  across,
  type Body,
  fault,
  type Handle,
  handles,
  inData,
  inError,
  inHeaders,
  operationOf,
  parse,
  resign,
} from "./tools.ts";

/** A record with some of its fields alone, as far as it has them. */
const only = (record: Body, names: readonly string[]): Body =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));

const drawn = new Map<string, string>();

/** The same picture, three times as large. */
function enlarge(picture: string): string {
  const known = drawn.get(picture);
  if (known !== undefined) return known;
  const small = PNG.sync.read(Buffer.from(picture, "base64"));
  const large = new PNG({ width: small.width * 3, height: small.height * 3 });
  for (let y = 0; y < large.height; y++)
    for (let x = 0; x < large.width; x++) {
      const from = (Math.floor(y / 3) * small.width + Math.floor(x / 3)) * 4;
      small.data.copy(large.data, (y * large.width + x) * 4, from, from + 4);
    }
  const made = PNG.sync.write(large).toString("base64");
  drawn.set(picture, made);
  return made;
}

/** A code with the manual's other spellings: the identifier in capitals, and a postal code. */
const respell = (emv: string): string =>
  appendCrc(
    emv
      .slice(0, -8)
      .replace("0014br.gov.bcb.pix", "0014BR.GOV.BCB.PIX")
      .replace(/62(\d\d)(?=05)/, "610801310100$&"),
  );

/** Every object with a code, with another one and its picture. */
const inCodes = (name: string, change: (pix: Body) => void): Freedom =>
  inData(name, none, "", (data) => {
    if (data.pix?.emv) change(data.pix);
  });

const changeAccounts = (text: string): string =>
  text.replace(/"creditorAccount":\{[^}]*\}/g, '"creditorAccount":null');

const maskDocuments = (text: string): string =>
  text.replace(
    /("payerInfo":\{[^}]*"document":")\d{3}(\d+)\d\d"/g,
    (_, before: string, middle: string) => `${before}***${middle}**"`,
  );

const changeAnswers =
  (change: (text: string) => string): Handle =>
  async ({ request, forward }) => {
    const answer = await forward();
    // The control plane is the suite's.
    return operationOf(request) === "other" ? answer : { ...answer, body: change(answer.body) };
  };

/** A server that writes something otherwise in what it answers and in what it sends. */
const everywhere = (name: string, change: (text: string) => string): Freedom =>
  fault(name, none, changeAnswers(change), (delivery, send) =>
    send(resign(delivery, change(delivery.body))),
  );

/** What a server may do that stands for none of the other kinds: one for each of the servers after the first nine. */
export const variants: readonly Freedom[] = [
  {
    name: "ends each response by the end of its connection",
    make: () => ({
      write: (outgoing, answer) => {
        outgoing.useChunkedEncodingByDefault = false;
        outgoing.shouldKeepAlive = false;
        outgoing.removeHeader("content-length");
        outgoing.writeHead(answer.status, headersOf(answer));
        outgoing.write(answer.body.slice(0, 10));
        outgoing.end(answer.body.slice(10));
      },
    }),
  },
  bodies("shows the status alone in lookups of charges", "getTransaction ok", (body) => ({
    ...body,
    data: only(body.data, ["id", "status"]),
  })),
  bodies("shows the status alone in lookups of transfers", "getTransfer ok", (body) => ({
    ...body,
    data: only(body.data, ["status", "reason"]),
  })),
  bodies("lists the ids of registrations alone", "listWebhooks ok", (body) => ({
    ...body,
    data: body.data.map((one: Body) => only(one, ["id"])),
  })),
  inCodes("draws larger pictures", (pix) => {
    if (pix.qrCode) pix.qrCode = enlarge(pix.qrCode);
  }),
  inCodes("writes the identifier of codes in capitals, and a postal code", (pix) => {
    pix.emv = respell(pix.emv);
    if (pix.qrCode) pix.qrCode = makeQrPng(pix.emv);
  }),
  everywhere("shows no account of a recipient", changeAccounts),
  everywhere("masks the documents of payers", maskDocuments),
  fault("masks the documents of payers in responses alone", none, changeAnswers(maskDocuments)),
  inHeaders("sends what caches need", none, "", {
    etag: 'W/"1"',
    vary: "authorization, accept-encoding",
    "last-modified": "Sat, 28 Nov 2026 12:00:00 GMT",
  }),
  across("explains challenges", none, "401", (answer) => {
    const { "www-authenticate": scheme, ...headers } = answer.headers;
    const more = ', error="invalid_token", error_description="expired, or never issued"';
    return scheme === undefined || /^Basic/i.test(scheme)
      ? answer
      : { ...answer, headers: { ...headers, "www-authenticate": `${scheme} realm="pix"${more}` } };
  }),
  fault(
    "issues long tokens",
    none,
    withClaims((claims) => ({ ...claims, permissions: Array(200).fill("pix:read") })),
  ),
  inError("explains validation errors", none, "VALIDATION_ERROR", ({ details }) => ({
    details: details?.map((one: Body) => ({ ...one, code: "invalid", rule: "see the reference" })),
  })),
  across("pads JSON with blanks", none, "", (answer) =>
    parse(answer.body) === undefined ? answer : { ...answer, body: `\n  ${answer.body}  \n` },
  ),
  handles("has a registration that another program of the company made", none, async (passage) => {
    const { forward, memory, world } = passage;
    const { control } = world.sandbox;
    memory.made ??= control.credentials().then(({ companyId }) =>
      control.webhooks.add({
        companyId,
        url: "https://shop.example/pix",
        events: ["transfer_canceled"],
      }),
    );
    await memory.made;
    return forward();
  }),
];
