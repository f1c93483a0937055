import { isObject, type JsonObject } from "../contract.ts";
import { precisionOf } from "../meaning.ts";
import type { ObjectCheck } from "../profile.ts";
import { readChargeCode } from "./br-code.ts";
import { readQrPng } from "./qr-png.ts";

/** Amounts, BR Codes, QR pictures and times of charges and transfers, wherever a response shows one. */
export function objectChecks(): ObjectCheck[] {
  /** Which charge each code belongs to. */
  const owners = new Map<string, string>();
  /** Codes whose picture was read: a lookup shows the one that the creation has shown. */
  const pictures = new Map<string, string>();
  /** Which object each end-to-end id belongs to. */
  const payments = new Map<string, string>();
  return [
    {
      check: "sums",
      applies: ({ amount, netAmount, fees }) =>
        [amount, netAmount, fees].filter((one) => typeof one === "number").length > 1,
      run: checkSums,
    },
    {
      check: "br-code",
      applies: ({ pix }) => isObject(pix) && typeof pix.emv === "string",
      run: (value) => checkCode(value, owners),
    },
    {
      check: "qr-code",
      applies: ({ pix }) => isObject(pix) && typeof pix.qrCode === "string" && typeof pix.emv === "string",
      run: (value) => checkPicture(value, pictures),
    },
    {
      check: "unique-ids",
      applies: ({ pix }) => isObject(pix) && typeof pix.endToEndId === "string",
      run: (value) => checkPayment(value, payments),
    },
    { check: "times", applies: ({ createdAt }) => typeof createdAt === "string", run: checkTimes },
    {
      check: "lifecycle",
      applies: ({ status }) => typeof status === "string",
      run: checkPartsOfStatus,
    },
  ];
}

/** The fee of a transfer is at most its amount; that of a charge may be above it. */
function checkSums({ amount, netAmount, fees, refund }: JsonObject): string[] {
  const wrong: string[] = [];
  if (typeof amount !== "number" || typeof fees !== "number") return [];
  if (typeof netAmount === "number" && fees > amount)
    wrong.push(`The fees ${fees} are more than the amount ${amount}.`);
  if (typeof netAmount === "number" && netAmount !== amount - fees) {
    wrong.push(`The net amount ${netAmount} is not the amount ${amount} less the fees ${fees}.`);
  }
  if (isObject(refund) && typeof refund.amount === "number" && refund.amount > amount) {
    wrong.push(`The refund ${refund.amount} is more than the amount ${amount}.`);
  }
  return wrong;
}

function checkPayment({ id, pix }: JsonObject, payments: Map<string, string>): string[] {
  const endToEndId = isObject(pix) ? String(pix.endToEndId) : "";
  const owner = payments.get(endToEndId) ?? String(id);
  payments.set(endToEndId, owner);
  return owner === id ? [] : [`The payments of ${owner} and ${id} have the same endToEndId.`];
}

function checkCode({ id, pix, amount }: JsonObject, owners: Map<string, string>): string[] {
  const emv = isObject(pix) ? String(pix.emv) : "";
  try {
    const wrong: string[] = [];
    const asked = readChargeCode(emv).get("54");
    const inCode = asked === undefined ? undefined : Math.round(Number(asked) * 100);
    if (inCode !== undefined && typeof amount === "number" && inCode !== amount) {
      wrong.push(`The BR Code asks for ${inCode} centavos, the charge for ${amount}.`);
    }
    const owner = owners.get(emv);
    if (owner !== undefined && owner !== id) wrong.push(`The charges ${owner} and ${id} have the same BR Code.`);
    owners.set(emv, String(id));
    return wrong;
  } catch (error) {
    return [error instanceof Error ? `${error.message}.` : String(error)];
  }
}

function checkPicture({ pix }: JsonObject, known: Map<string, string>): string[] {
  if (!isObject(pix)) return [];
  try {
    const text = known.get(String(pix.qrCode)) ?? readQrPng(String(pix.qrCode));
    known.set(String(pix.qrCode), text);
    return text === pix.emv ? [] : [`The QR picture says "${text}", not the BR Code of its charge.`];
  } catch (error) {
    return [error instanceof Error ? `${error.message}.` : String(error)];
  }
}

/** Milliseconds for which a charge can be paid (decision D12 of the contract). */
const lifetime = 12 * 3_600_000;

/** Times of one object in the order in which they happen. */
const order: readonly [string, string][] = [
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

function checkTimes(record: JsonObject): string[] {
  const { refundedAt = null } = isObject(record.refund) ? record.refund : {};
  const value: JsonObject = { ...record, refundedAt };
  const at = (name: string): number | undefined => {
    const time = value[name];
    return typeof time === "string" ? Date.parse(time) : undefined;
  };
  const wrong = order.flatMap(([earlier, later]) => {
    const [first, second] = [at(earlier), at(later)];
    if (first === undefined || second === undefined) return [];
    return first - second >= precisionOf(String(value[earlier]), String(value[later]))
      ? [`${earlier} ${value[earlier]} is after ${later} ${value[later]}.`]
      : [];
  });
  const [begin, end] = [at("createdAt"), at("expiresAt")];
  if (begin !== undefined && end !== undefined && Math.abs(end - begin - lifetime) > 60_000) {
    wrong.push(`expiresAt ${value.expiresAt} is not ${lifetime / 3_600_000} h after createdAt ${value.createdAt}.`);
  }
  return [...wrong, ...checkMinute(value, at)];
}

/** Minutes by which the clock of the payment system may differ. */
const leeway = 10 * 60_000;

/** A charge is paid at once; a transfer is sent at any time before it is completed. */
function checkMinute(
  { pix, paidAt, createdAt, completedAt }: JsonObject,
  at: (name: string) => number | undefined,
): string[] {
  const endToEndId = isObject(pix) ? pix.endToEndId : undefined;
  const [from, until] = paidAt === undefined ? [at("createdAt"), at("completedAt")] : [at("paidAt"), at("paidAt")];
  if (typeof endToEndId !== "string" || from === undefined || until === undefined) return [];
  const minute = minuteOf(endToEndId);
  // The schema's format reports another form.
  if (Number.isNaN(minute) || (minute >= from - leeway && minute <= until + leeway)) return [];
  const when =
    paidAt === undefined ? `between createdAt ${createdAt} and completedAt ${completedAt}` : `that of paidAt ${paidAt}`;
  return [`The minute in ${endToEndId} is not ${when}.`];
}

/** The minute in an endToEndId, which is UTC, in epoch milliseconds; NaN if there is none. */
export function minuteOf(endToEndId: string): number {
  return Date.parse(endToEndId.replace(/^E.{8}(\d{4})(\d\d)(\d\d)(\d\d)(\d\d).{11}$/, "$1-$2-$3T$4:$5Z"));
}

/** Parts of a record, the statuses that demand each, and those that allow it; all where these are absent. */
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
function checkPartsOfStatus(value: JsonObject): string[] {
  const { status, pixKey, pix, createdAt } = value;
  if (createdAt === undefined || typeof status !== "string") return [];
  // A charge that was canceled has no reason, a transfer has one.
  const isCanceled = status === "canceled" && pixKey !== undefined;
  return parts.flatMap(([path, demanded, allowed]) => {
    const [name = "", inner] = path.split(".");
    const part = inner === undefined ? value[name] : isObject(pix) ? pix[inner] : undefined;
    const isThere = part !== undefined && part !== null;
    if (isThere && allowed && !allowed.includes(status)) return [`An object that is ${status} has ${path}.`];
    const isDemanded = demanded.includes(status) || (path === "reason" && isCanceled);
    return !isThere && isDemanded ? [`An object that is ${status} has no ${path}.`] : [];
  });
}
