import { isObject, type JsonObject } from "../contract.ts";
import type { ObjectCheck } from "../profile.ts";
import { parseBrCode } from "./br-code.ts";
import { parseEndToEndId } from "./end-to-end-id.ts";
import { readQrPng } from "./qr-png.ts";

/** Amounts, BR Codes, QR pictures and times of charges and transfers, wherever a response shows one. */
export function objectChecks(): ObjectCheck[] {
  /** Which charge each code belongs to. */
  const owners = new Map<string, string>();
  /** Codes whose picture was read: a lookup shows the one that the creation has shown. */
  const pictures = new Map<string, string>();
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
    { check: "times", applies: ({ createdAt }) => typeof createdAt === "string", run: checkTimes },
    {
      check: "lifecycle",
      applies: ({ status }) => typeof status === "string",
      run: checkPartsOfStatus,
    },
  ];
}

function checkSums({ amount, netAmount, fees }: JsonObject): string[] {
  const wrong: string[] = [];
  if (typeof amount !== "number" || typeof fees !== "number") return [];
  if (fees > amount) wrong.push(`The fees ${fees} are more than the amount ${amount}.`);
  if (typeof netAmount === "number" && netAmount !== amount - fees) {
    wrong.push(`The net amount ${netAmount} is not the amount ${amount} less the fees ${fees}.`);
  }
  return wrong;
}

function checkCode({ id, pix, amount }: JsonObject, owners: Map<string, string>): string[] {
  const emv = isObject(pix) ? String(pix.emv) : "";
  try {
    const code = parseBrCode(emv);
    const wrong: string[] = [];
    if (code.kind !== "dynamic") wrong.push(`The BR Code is ${code.kind}, not that of a dynamic charge.`);
    const inCode = code.amount === undefined ? undefined : Math.round(Number(code.amount) * 100);
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
    return text === pix.emv ? [] : [`The QR picture says "${text}", not the BR Code beside it.`];
  } catch (error) {
    return [error instanceof Error ? `${error.message}.` : String(error)];
  }
}

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
    return first !== undefined && second !== undefined && first > second
      ? [`${earlier} ${value[earlier]} is after ${later} ${value[later]}.`]
      : [];
  });
  const { pix, paidAt } = value;
  const endToEndId = isObject(pix) ? pix.endToEndId : undefined;
  if (typeof endToEndId === "string" && typeof paidAt === "string") {
    try {
      const minute = parseEndToEndId(endToEndId).minute.getTime();
      if (Math.abs(minute - Date.parse(paidAt)) > 10 * 60_000) {
        wrong.push(`The minute in ${endToEndId} is not that of paidAt ${paidAt}.`);
      }
    } catch {
      // The schema's format tells of it.
    }
  }
  return wrong;
}

/** Parts of a record that belong to some statuses alone. */
function checkPartsOfStatus({ status, paidAt, completedAt, refund, reason, pix, createdAt }: JsonObject): string[] {
  if (createdAt === undefined) return [];
  const wrong: string[] = [];
  const isPaid = status === "paid" || status === "refunded";
  const has = (part: unknown): boolean => part !== undefined && part !== null;
  if (has(paidAt) && !isPaid) wrong.push(`A charge that is ${status} has paidAt.`);
  if (has(refund) !== (status === "refunded") && has(refund)) wrong.push(`A charge that is ${status} has a refund.`);
  if (status === "refunded" && !has(refund)) wrong.push("A refunded charge has no refund.");
  if (has(completedAt) && status !== "completed") wrong.push(`A transfer that is ${status} has completedAt.`);
  if (has(reason) && status !== "refused" && status !== "canceled")
    wrong.push(`A transfer that is ${status} has a reason.`);
  const endToEndId = isObject(pix) ? pix.endToEndId : undefined;
  if (status === "paid" && !has(endToEndId)) wrong.push("A paid charge has no endToEndId.");
  if (isPaid && !has(paidAt)) wrong.push(`A charge that is ${status} has no paidAt.`);
  if (status === "completed" && !has(completedAt)) wrong.push("A completed transfer has no completedAt.");
  if (status === "refused" && !has(reason)) wrong.push("A refused transfer has no reason.");
  if (status === "pending" && has(endToEndId)) wrong.push("A pending charge has an endToEndId.");
  return wrong;
}
