// Values as people read them.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { callWith } from "../state/control.ts";
import { fieldName, readerLanguage, words } from "../state/language.ts";
import { linkTo, type PageName } from "../state/route.ts";
import { sandboxNow } from "../state/time.ts";
import { Copy } from "./copy.tsx";
import { formatMoney } from "./money.ts";
import { Problem } from "./problem.tsx";
import { tones } from "./tones.ts";
import { formatDistance, formatDuration, formatTime } from "./when.ts";

/** How a value is shown, by the name of its field. */
const valuePatterns = {
  money: /^(amount|fees|netAmount|balance|sentToday)$/,
  length: /^duration$/,
  count: /^attemptCount$/,
  moment: /^at$|At$|Since$/,
  status: /^(status|outcome|active|scope)$/,
  identifier: /^(id|endToEndId|apiKey|apiSecret|baseUrl)$/,
  link: /Id$/,
  names: /^(operation|errorCode|events?)$/,
};

/** The kind of a field's value; `text` if its name gives no hint. */
export function fieldKind(path: string): keyof typeof valuePatterns | "text" {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const known = Object.entries(valuePatterns).find(([, names]) => names.test(name));
  return known ? (known[0] as keyof typeof valuePatterns) : "text";
}

/** A field of an object, as people read it; null if it is absent or empty. */
export function showField(object: object, path: string): ComponentChildren {
  const value = valueByPath(object, path);
  if (path === "status") return <Status of={String(valueByPath(object, path))} />;
  if (value === null || value === undefined || value === "") return null;
  const text = formatField(path, value);
  switch (fieldKind(path)) {
    case "money":
    case "length":
      return text;
    case "moment":
      return <Time at={text} />;
    case "status":
      return <Status of={text} />;
    case "identifier":
      return <Identifier value={text} />;
    case "link":
      return <ObjectLink id={text} />;
    case "names":
      return <code>{Array.isArray(value) ? value.join(" ") || words.value.allEvents : text}</code>;
    default:
      return <bdi>{text}</bdi>;
  }
}

/** A field's value as a string. */
function formatField(path: string, value: unknown): string {
  switch (fieldKind(path)) {
    case "money":
      return formatMoney(Number(value));
    case "length":
      return formatDuration(Number(value), readerLanguage.value);
    default:
      return String(value);
  }
}

/** Puts the fields of an object into the places of a sentence: `Charge of {amount} created.` */
export function fillFields(sentence: string, object: object): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) =>
    formatField(name, valueByPath(object, name)),
  );
}

/** The value of a field by its path: `pix.endToEndId`. */
export function valueByPath(object: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (place, step) => (place as Record<string, unknown> | null | undefined)?.[step],
      object,
    );
}

/** The status of an object or the HTTP status of a response, in words and colour. */
export function Status({ of }: { of: string }) {
  const names: Readonly<Record<string, string>> = words.value.statuses;
  const tone = tones[of] ?? tones[of.replace(/(?<=^\d)\d\d$/, "xx")] ?? "neutral";
  return <span class={`badge ${tone}`}>{names[of] ?? of}</span>;
}

/** A field of an object by its path, or a name and its content; false to show none. */
export type Fact = string | false | undefined | readonly [name: string, value: ComponentChildren];

interface FactsProps {
  /** Has the fields that are named by path. */
  of?: object;
  show: readonly Fact[];
}

/** Names and values, one under the other. Values that are absent are left out. */
export function Facts({ of = {}, show }: FactsProps) {
  return (
    <dl class="facts">
      {show.map((fact) => {
        if (!fact) return null;
        const [name, value] =
          typeof fact === "string" ? [fieldName(fact), showField(of, fact)] : fact;
        return (
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          )
        );
      })}
    </dl>
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

/** An identifier with a button that copies it. */
function Identifier({ value }: { value: string }) {
  return (
    <span class="buttons">
      <code>{value}</code> <Copy text={value} what={value} />
    </span>
  );
}

const viewsByPrefix: Record<string, PageName> = {
  txn: "charges",
  trf: "transfers",
  wh: "webhooks",
};

/** An identifier as a link to its object. */
function ObjectLink({ id }: { id: string }) {
  const view = viewsByPrefix[id.replace(/_.*/, "")];
  const code = <code>{id}</code>;
  return view ? <a href={linkTo(view, id)}>{code}</a> : code;
}

/** A moment in the sandbox's clock: its time, and how long ago. */
export function Time({ at }: { at: string }) {
  const time = Date.parse(at);
  const now = sandboxNow.value;
  return (
    <time class="time" dateTime={at} title={at}>
      {formatTime(time, now, readerLanguage.value)}{" "}
      <span class="quiet">{formatDistance(time, now, readerLanguage.value)}</span>
    </time>
  );
}

/** A value as JSON, or a string that may be JSON, set out over lines. */
export function JsonBlock({ value }: { value: unknown }) {
  return <pre class="code">{formatJson(value)}</pre>;
}

function formatJson(value: unknown): string {
  try {
    const data: unknown = typeof value === "string" ? JSON.parse(value) : value;
    return JSON.stringify(data, undefined, 2);
  } catch {
    return String(value);
  }
}

/** An object as the control plane returns it. */
export function RawJson({ value }: { value: unknown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>JSON</summary>
      {isOpen && (
        <>
          <JsonBlock value={value} />
          <Copy text={formatJson(value)} what="JSON" />
        </>
      )}
    </details>
  );
}

interface SecretProps {
  /** Operation that reads it. */
  from: "readWebhookSecret" | "readPostbackSecret";
  /** The object that has it. */
  id: string;
}

/** A secret that is read when the user clicks. */
export function Secret({ from, id }: SecretProps) {
  const [secret, setSecret] = useState<string>();
  const [error, setError] = useState<unknown>();
  if (secret !== undefined) return <Identifier value={secret} />;
  const read = async (): Promise<void> => {
    const result = await callWith<object>(from, { id });
    setSecret(Object.values(result).join());
  };
  return (
    <>
      <button type="button" class="small" onClick={() => void read().catch(setError)}>
        {words.value.showSecret}
      </button>
      <Problem error={error} />
    </>
  );
}
