import type { Bytes } from "../bytes.ts";
import { isObject } from "../check.ts";
import type { AnyNotification } from "./parse.ts";

/** The keys under which a change is remembered. */
export interface ChangeKeys {
  key: string;
  /** The notification's own id, under which stores of earlier versions remembered it. */
  formerKey?: string | undefined;
}

/**
 * The keys of the change that a notification reports: the values that identify it, or a digest of the body if it lacks one of
 * them. The id alone may be the object's, which all notifications of the object share.
 *
 * @param paths paths of the identifying fields, by dots; `{type}` stands for the value of the field `type`
 */
export async function identifyChange(
  notification: AnyNotification,
  rawBody: Bytes,
  paths: readonly string[],
): Promise<ChangeKeys> {
  const fields: Record<string, unknown> = { ...notification };
  const values = paths.map((path) =>
    path
      .split(".")
      .map((step) => step.replace(/^{(.*)}$/, (_, name: string) => String(fields[name])))
      .reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), fields),
  );
  if (values.length === 0 || !values.every(isValue))
    return { key: `sha256 ${btoa(String.fromCharCode(...(await sha256(rawBody))))}` };
  const { id } = notification;
  const ids = Object.values(fields).map((value) => Object(value).id);
  const isOwn = ![...values, ...ids].includes(id);
  return { key: JSON.stringify(values), formerKey: isOwn ? id : undefined };
}

function isValue(value: unknown): boolean {
  return (typeof value === "string" && value !== "") || Number.isFinite(value);
}

async function sha256(bytes: Bytes): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
