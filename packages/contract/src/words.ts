// The `x-` fields of a contract as Markdown sentences: for the document's descriptions and for the reference.
import type { Basis, Delivery, Identity, Signature, Transition } from "./behaviour.ts";

/** A time in its largest whole unit: `30 minutes`, `24 hours`, `5 days`. */
export function duration(seconds: number): string {
  const units = [
    { name: "day", seconds: 86_400, from: 2 },
    { name: "hour", seconds: 3600, from: 1 },
    { name: "minute", seconds: 60, from: 1 },
  ];
  const unit = units.find(
    (unit) => seconds % unit.seconds === 0 && seconds / unit.seconds >= unit.from,
  );
  const count = seconds / (unit?.seconds ?? 1);
  return `${count} ${unit?.name ?? "second"}${count === 1 ? "" : "s"}`;
}

/** A size in its largest whole unit: `256 KiB`. */
export function size(bytes: number): string {
  const units = ["GiB", "MiB", "KiB"].map((name, index) => ({ name, bytes: 1024 ** (3 - index) }));
  const unit = units.find((unit) => bytes % unit.bytes === 0) ?? { name: "bytes", bytes: 1 };
  return `${bytes / unit.bytes} ${unit.name}`;
}

/** Writes a name as a code span. */
export type CodeSpan = (name: string) => string;

/** A name as a code span; one that would end the span stays as it is. */
export function codeSpan(name: string): string {
  return name.includes("`") ? name : `\`${name}\``;
}

/** Escapes markup in a string of the contract; the identity if its reader shows markup. */
export type Escape = (text: string) => string;

/** Names in a row: `a`, `b` and `c`. */
export function row(items: readonly string[], last = "and"): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${last} ${items.at(-1)}`;
}

/** The basis of a statement in words: its kind, its reason and the parts that are documented. */
export function basisWords(basis: Basis | undefined, code: CodeSpan): string {
  if (!basis) return "";
  const { kind, reason, documented = [] } = basis;
  const also = documented.length > 0 ? ` Documented: ${row(documented.map(code))}.` : "";
  return `**${kind.charAt(0).toUpperCase()}${kind.slice(1)}.** ${reason}${also}`;
}

/** How notifications are delivered, in sentences. */
export function deliveryWords(delivery: Delivery, text: Escape = String): string[] {
  const { guarantee, ordered, success, timeout, redirects, schedule, jitter, disabledAfter } =
    delivery;
  const waits = schedule.map((seconds) =>
    seconds === 0 ? "at once" : `after ${duration(seconds)}`,
  );
  return [
    `Guarantee: ${text(guarantee)}${guarantee === "at-least-once" ? "; a notification may come again, with the same identifier, even after it was acknowledged" : ""}`,
    `Order: ${ordered ? "that of the events" : "not promised"}`,
    `Received: a response of ${text(success)} within ${duration(timeout)}; redirects are ${redirects ? "followed" : "not followed"}`,
    `Attempts: ${waits.length}, each after the one before it has failed: ${waits.join(", ")}; each wait varies by ${Math.round(jitter * 100)} % either way`,
    `Given up: a registration is switched off after ${duration(disabledAfter)} of nothing but failures`,
  ];
}

/** The fields that identify a change, in sentences. */
export function identityWords({ fields }: Identity, code: CodeSpan): string[] {
  const named = [...new Set(fields.flatMap((field) => field.match(/\{[^}]+\}/g) ?? []))];
  return [
    `Two notifications report the same change if they have the same ${row(fields.map(code))}`,
    ...named.map(
      (name) => `${code(name)} is the name that the field ${code(name.slice(1, -1))} holds`,
    ),
    "A notification without one of these fields is identified by a digest of its body",
  ];
}

/** The form of the headers, with words in the place of the values that change. */
export function signatureForm(
  { header, id, timestamp, version }: Signature,
  time = "<epoch seconds>",
): string[][] {
  if (id === undefined) return [[header, `${timestamp}=${time},${version}=<hex>`]];
  return [
    [id, "<id>"],
    [timestamp, time],
    [header, `${version},<Base64>`],
  ];
}

/** How a receiver checks that a notification is authentic, in sentences. */
export function signatureWords(
  signature: Signature,
  code: CodeSpan,
  text: Escape = String,
): string[] {
  const { id, algorithm, signed, version, tolerance, example } = signature;
  const headers = signatureForm(signature).map(
    ([name = "", form = ""]) => `${code(name)}, as ${code(form)}`,
  );
  const form =
    id === undefined
      ? "in lower-case hexadecimal"
      : "in Base64; the key is the decoded Base64 after `whsec_`";
  return [
    `${id === undefined ? "Header" : "Headers"}: ${headers.join("; ")}; several ${code(version)} while a secret is replaced`,
    `Signed: ${code(signed)}, with the time of the header and the raw bytes of the body`,
    `Algorithm: ${text(algorithm)}, ${form}; compare in constant time`,
    `Tolerance: a time more than ${duration(tolerance)} from the receiver's clock is refused`,
    ...(example?.body !== undefined && example.value !== undefined
      ? [
          `Example: the secret ${code(example.secret)} and the body ${code(example.body)} give ${code(example.value)}`,
        ]
      : []),
  ];
}

/**
 * The transitions from a status: their targets, conditions and events; or that there are none.
 *
 * @param ofFinal basis of the statement that a status is final
 */
export function transitionWords(
  transitions: readonly Transition[],
  status: string,
  code: CodeSpan,
  ofFinal?: Basis,
): string {
  const next = transitions
    .filter(({ from }) => from === status)
    .map(({ to, trigger, notification, "x-basis": basis }) => {
      const notes = [
        ...(notification === undefined ? [] : [`${code(notification)} is sent`]),
        ...(basis ? [basis.kind] : []),
      ];
      return `${code(to)} when ${trigger}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
    });
  return next.length > 0
    ? `Next: ${row(next, "or")}.`
    : `Final${ofFinal ? ` (${ofFinal.kind})` : ""}.`;
}
