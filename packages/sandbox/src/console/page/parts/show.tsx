// Values as people read them.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Schemas } from "../state/control.ts";
import { fieldName, language, words } from "../state/language.ts";
import type { View } from "../state/route.ts";
import { linkTo } from "../state/route.ts";
import { sandboxNow } from "../state/time.ts";
import { Copy } from "./copy.tsx";
import { formatMoney } from "./money.ts";
import { Problem } from "./problem.tsx";
import { type Tone, tones } from "./tones.ts";
import { formatDistance, formatMoment, formatTime } from "./when.ts";

/** A field of an object by its path, or a name and what is shown for it; false for nothing. */
type Fact = string | false | readonly [name: string, value: ComponentChildren];

interface FactsProps {
  /** Has the fields that are named by path. */
  of?: object;
  show: readonly Fact[];
}

/** Names and values, one under the other. Values that are absent are left out. */
export function Facts({ of = {}, show }: FactsProps) {
  const facts = show
    .filter((fact) => fact !== false)
    .map((fact) =>
      typeof fact === "string"
        ? ([fieldName(fact), showField(fact, valueAt(of, fact))] as const)
        : fact,
    )
    .filter(
      ([, value]) => value !== undefined && value !== null && value !== false && value !== "",
    );
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The value of a field by its path: `pix.endToEndId`. */
export function valueAt(object: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (place, step) => (place as Record<string, unknown> | undefined)?.[step],
      object,
    );
}

/** Headers of a message. */
export function Headers({ of }: { of: Readonly<Record<string, string>> }) {
  return (
    <Facts
      show={Object.entries(of).map(([name, value]) => [name, <code key={name}>{value}</code>])}
    />
  );
}

const identifiers = new Set(["id", "endToEndId", "apiKey", "baseUrl"]);
const amounts = new Set(["amount", "fees", "netAmount", "balance"]);

/** Whether a field holds centavos. */
export function isAmount(name: string): boolean {
  return amounts.has(name);
}

/** A value in the way of its field, by the field's path. */
export function showField(path: string, value: unknown): ComponentChildren {
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (typeof value === "number") return isAmount(name) ? formatMoney(value) : value;
  if (typeof value !== "string" || value === "") return null;
  if (identifiers.has(name)) return <Identifier value={value} />;
  if (isTimeName(name)) return <Time at={value} />;
  if (name === "objectId") return <ObjectLink id={value} />;
  if (["status", "operation", "errorCode"].includes(name)) return <code>{value}</code>;
  return name.toLowerCase().endsWith("url") ? <span class="url">{value}</span> : <bdi>{value}</bdi>;
}

/** A value in a table, by its field. */
export function showCell(name: string, value: unknown): ComponentChildren {
  if (name === "status") return <Status status={String(value)} />;
  return isTimeName(name) ? <Time at={String(value)} short /> : showField(name, value);
}

function isTimeName(name: string): boolean {
  return name.endsWith("At") || name === "at" || name === "failingSince";
}

/** An identifier with a button that copies it. */
export function Identifier({ value }: { value: string }) {
  return (
    <span class="identifier">
      <code>{value}</code> <Copy text={value} what={value} />
    </span>
  );
}

const pages: Record<string, View> = { txn: "charges", trf: "transfers", wh: "webhooks" };

/** An identifier that leads to what it names. */
export function ObjectLink({ id }: { id: string }) {
  const view = pages[id.split("_")[0] ?? ""];
  const code = <code>{id}</code>;
  return view ? <a href={linkTo(view, id)}>{code}</a> : code;
}

/** A moment in the sandbox's clock: at what time, and how long ago. */
export function Time({ at, short = false }: { at: string; short?: boolean }) {
  const time = Date.parse(at);
  const now = sandboxNow.value;
  const shown = short ? formatTime(time, now, language.value) : formatMoment(time, language.value);
  return (
    <time class="time" dateTime={at} title={at}>
      {shown} <span class="quiet">{formatDistance(time, now, language.value)}</span>
    </time>
  );
}

/** A value as JSON, or a text that may be JSON, set out over lines. */
export function Json({ value }: { value: unknown }) {
  return <pre class="code">{formatJson(value)}</pre>;
}

function formatJson(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value, undefined, 2) ?? "";
  try {
    return JSON.stringify(JSON.parse(value), undefined, 2);
  } catch {
    return value;
  }
}

/** An object as the control plane returns it. */
export function RawJson({ value }: { value: unknown }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>JSON</summary>
      {open && (
        <>
          <Json value={value} />
          <Copy text={JSON.stringify(value, undefined, 2)} what="JSON" />
        </>
      )}
    </details>
  );
}

/** A status in words and colour. */
export function Status({ status }: { status: string }) {
  const names: Readonly<Record<string, string>> = words.value.statuses;
  return <span class={`badge ${tones[status] ?? "neutral"}`}>{names[status] ?? status}</span>;
}

/** Title of a charge or transfer. */
export function paymentTitle({
  amount,
  status,
}: {
  amount: number;
  status: string;
}): ComponentChildren {
  return [formatMoney(amount), " ", <Status key="" status={status} />];
}

/** The status of a notification; `retrying` if an attempt has failed and another one is due. */
export function NotificationStatus({
  entry,
}: {
  entry: Pick<Schemas["NotificationEntry"], "status" | "attemptCount">;
}) {
  return (
    <Status
      status={entry.status === "pending" && entry.attemptCount > 0 ? "retrying" : entry.status}
    />
  );
}

/** By the first digit of a status. */
const httpTones: Readonly<Record<number, Tone>> = { 3: "neutral", 4: "waiting", 5: "bad" };

/** An HTTP status, or that there was no answer. */
export function HttpStatus({ status }: { status: number | null }) {
  if (status === null) return <span class="badge bad">{words.value.noAnswer}</span>;
  const tone = httpTones[Math.floor(status / 100)] ?? "good";
  return <span class={`badge ${tone}`}>{status}</span>;
}

/** A secret that is read when the user shows it. */
export function Secret({ read }: { read: () => Promise<string> }) {
  const [secret, setSecret] = useState<string>();
  const [error, setError] = useState<unknown>(undefined);
  if (secret !== undefined) return <Identifier value={secret} />;
  return (
    <>
      <button type="button" class="small" onClick={() => void read().then(setSecret, setError)}>
        {words.value.showSecret}
      </button>
      <Problem error={error} />
    </>
  );
}
