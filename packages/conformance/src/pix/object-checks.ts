import { readBrCode } from "@pix-contract/formats/br-code.ts";
import { type Contract, isJsonObject, type JsonObject } from "../contract.ts";
import { brokenMessages, valueAtPath } from "../json-values.ts";
import { getPrecision } from "../meaning.ts";
import type { ObjectCheck } from "../profile.ts";
import { pixCheck } from "./checks.ts";
import { readQrPng } from "./qr-png.ts";

/** Amounts, BR Codes, QR pictures, payers and times of charges and transfers, wherever a response shows one. */
export function objectChecks(
  contract: Contract,
  payers: ReadonlyMap<string, string>,
): ObjectCheck[] {
  const lifetime = chargeLifetimeIn(contract);
  /** The charge of each code, and the object of each end-to-end id. */
  const owners = new Map<string, string>();
  const payments = new Map<string, string>();
  /** Codes whose picture was read: a lookup shows the one that the creation has shown. */
  const pictures = new Map<string, string>();
  return [
    { check: pixCheck("sums"), run: checkSums },
    { check: pixCheck("br-code"), run: (value) => checkCode(value, owners) },
    { check: pixCheck("qr-code"), run: (value) => checkPicture(value, pictures) },
    { check: "unique-ids", run: (value) => checkPayment(value, payments) },
    { check: "times", run: (value) => checkObjectTimes(value, lifetime) },
    { check: "lifecycle", run: checkPartsOfStatus },
    { check: "lifecycle", run: (value) => checkPayer(value, payers) },
  ];
}

/** A string in an object's `pix`; undefined if absent. */
function readPix({ pix }: JsonObject, name: string): string | undefined {
  return isJsonObject(pix) && typeof pix[name] === "string" ? pix[name] : undefined;
}

/** The fee of a transfer is at most its amount; that of a charge may be above it. */
function checkSums({ amount, netAmount, fees, refund }: JsonObject): string[] | undefined {
  if (typeof amount !== "number" || typeof fees !== "number") return undefined;
  const hasNet = typeof netAmount === "number";
  const refunded = isJsonObject(refund) ? Number(refund.amount) : 0;
  return brokenMessages(
    [!hasNet || fees <= amount, `The fees ${fees} are more than the amount ${amount}.`],
    [
      !hasNet || netAmount === amount - fees,
      `The net amount ${netAmount} is not the amount ${amount} less the fees ${fees}.`,
    ],
    [!(refunded > amount), `The refund ${refunded} is more than the amount ${amount}.`],
  );
}

function checkPayment(value: JsonObject, payments: Map<string, string>): string[] | undefined {
  const endToEndId = readPix(value, "endToEndId");
  if (endToEndId === undefined) return undefined;
  const owner = payments.get(endToEndId) ?? String(value.id);
  payments.set(endToEndId, owner);
  return owner === value.id
    ? []
    : [`The payments of ${owner} and ${value.id} have the same endToEndId.`];
}

function checkCode(value: JsonObject, owners: Map<string, string>): string[] | undefined {
  const emv = readPix(value, "emv");
  const { id, amount } = value;
  if (emv === undefined) return undefined;
  try {
    const asked = readBrCode(emv).get("54");
    const inCode =
      asked === undefined || typeof amount !== "number" ? amount : Math.round(Number(asked) * 100);
    const owner = owners.get(emv) ?? id;
    owners.set(emv, String(id));
    return brokenMessages(
      [inCode === amount, `The BR Code asks for ${inCode} centavos, the charge for ${amount}.`],
      [owner === id, `The charges ${owner} and ${id} have the same BR Code.`],
    );
  } catch (error) {
    return [`${(error as Error).message}.`];
  }
}

function checkPicture(value: JsonObject, known: Map<string, string>): string[] | undefined {
  const emv = readPix(value, "emv");
  const qrCode = readPix(value, "qrCode");
  if (emv === undefined || qrCode === undefined) return undefined;
  try {
    const brCode = known.get(qrCode) ?? readQrPng(qrCode);
    known.set(qrCode, brCode);
    return brCode === emv
      ? []
      : [`The QR picture holds "${brCode}", not the BR Code of its charge.`];
  } catch (error) {
    return [`${(error as Error).message}.`];
  }
}

/** A charge shows who has paid it. */
function checkPayer(
  { id, pix }: JsonObject,
  payers: ReadonlyMap<string, string>,
): string[] | undefined {
  const shown = valueAtPath(pix, ["payerInfo", "name"]);
  const payer = payers.get(String(id));
  if (typeof shown !== "string" || payer === undefined) return undefined;
  return shown === payer ? [] : [`The payer of the charge is shown as ${shown}, not ${payer}.`];
}

/** Times of one object in the order in which they happen. */
const timeOrder: readonly [string, string][] = [
  ["createdAt", "updatedAt"],
  ["createdAt", "paidAt"],
  ["createdAt", "expiresAt"],
  ["createdAt", "completedAt"],
  ["paidAt", "updatedAt"],
  ["completedAt", "updatedAt"],
  ["paidAt", "expiresAt"],
  ["paidAt", "refundedAt"],
  ["refundedAt", "updatedAt"],
];

/** Milliseconds for which a charge can be paid; undefined if the contract leaves it open. */
function chargeLifetimeIn({ lifecycles }: Contract): number | undefined {
  const charges = lifecycles.find(({ subject }) => subject === "transaction");
  const expiry = charges?.transitions.find(
    ({ from, after }) => from === charges.initial && after !== undefined,
  );
  return expiry?.after === undefined ? undefined : expiry.after * 1000;
}

function checkObjectTimes(record: JsonObject, lifetime?: number): string[] | undefined {
  if (typeof record.createdAt !== "string") return undefined;
  const { refundedAt = null } = isJsonObject(record.refund) ? record.refund : {};
  const value: JsonObject = { ...record, refundedAt };
  const at = (name: string) => {
    const time = value[name];
    return typeof time === "string" ? Date.parse(time) : undefined;
  };
  const wrong = timeOrder.flatMap(([earlier, later]) => {
    const first = at(earlier);
    const second = at(later);
    if (first === undefined || second === undefined) return [];
    return first - second >= getPrecision(String(value[earlier]), String(value[later]))
      ? [`${earlier} ${value[earlier]} is after ${later} ${value[later]}.`]
      : [];
  });
  const begin = at("createdAt");
  const end = at("expiresAt");
  const isShown = begin !== undefined && end !== undefined && lifetime !== undefined;
  if (isShown && Math.abs(end - begin - lifetime) > 60_000) {
    wrong.push(
      `expiresAt ${value.expiresAt} is not ${lifetime / 3_600_000} h after createdAt ${value.createdAt}.`,
    );
  }
  return [...wrong, ...checkMinute(value, at)];
}

/** Minutes by which the clock of the payment system may differ. */
const leeway = 10 * 60_000;

/** A charge is paid at once; a transfer is sent at any time before it is completed. */
function checkMinute(value: JsonObject, at: (name: string) => number | undefined): string[] {
  const { paidAt, createdAt, completedAt } = value;
  const endToEndId = readPix(value, "endToEndId");
  const [from, until] =
    paidAt === undefined ? [at("createdAt"), at("completedAt")] : [at("paidAt"), at("paidAt")];
  if (endToEndId === undefined || from === undefined || until === undefined) return [];
  const minute = readMinute(endToEndId);
  // The schema's format reports another form.
  if (Number.isNaN(minute) || (minute >= from - leeway && minute <= until + leeway)) return [];
  const when =
    paidAt === undefined
      ? `between createdAt ${createdAt} and completedAt ${completedAt}`
      : `that of paidAt ${paidAt}`;
  return [`The minute in ${endToEndId} is not ${when}.`];
}

/** The minute in an endToEndId, which is UTC, in epoch milliseconds; NaN if it has none. */
export function readMinute(endToEndId: string): number {
  return Date.parse(
    endToEndId.replace(/^E.{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d).{11}$/, "$1-$2-$3T$4:$5Z"),
  );
}

/** Parts of a record, the statuses that demand each, and those that allow it; all if these are absent. */
const parts: readonly [part: string, demanded: readonly string[], allowed?: readonly string[]][] = [
  ["paidAt", ["paid", "refunded"], ["paid", "refunded"]],
  ["pix.payerInfo", ["paid", "refunded"]],
  ["refund", ["refunded"], ["refunded"]],
  ["completedAt", ["completed"], ["completed"]],
  ["reason", ["refused"], ["refused", "canceled"]],
  [
    "pix.endToEndId",
    ["paid", "completed"],
    ["paid", "refunded", "canceled", "queued", "processing", "completed", "refused"],
  ],
];

/** Parts of a record that belong to some statuses alone. */
function checkPartsOfStatus(value: JsonObject): string[] | undefined {
  const { status, pixKey, createdAt } = value;
  if (createdAt === undefined || typeof status !== "string") return undefined;
  // A charge that was canceled has no reason, a transfer has one.
  const isCanceled = status === "canceled" && pixKey !== undefined;
  return parts.flatMap(([path, demanded, allowed]) => {
    const isThere = (valueAtPath(value, path.split(".")) ?? null) !== null;
    if (isThere && allowed && !allowed.includes(status))
      return [`An object that is ${status} has ${path}.`];
    const isDemanded = demanded.includes(status) || (path === "reason" && isCanceled);
    return !isThere && isDemanded ? [`An object that is ${status} has no ${path}.`] : [];
  });
}
