import { useState } from "preact/hooks";
import { call, type Notification } from "../state/control.ts";
import { fieldName, words } from "../state/language.ts";
import { Copy } from "./copy.tsx";
import { Problem } from "./problem.tsx";
import { Facts, Identifier } from "./show.tsx";

/** The headers of the last attempt that was sent, and how its signature is verified. */
export function SentHeaders({ notification }: { notification: Notification }) {
  const text = words.value;
  const { headers } = notification.attempts.findLast((attempt) => attempt.headers !== null) ?? {};
  if (!headers) return null;
  const signature = Object.values(headers).find((value) => /^t=\d+,v1=/.test(value));
  return (
    <>
      <h3>{text.headersSent}</h3>
      <Facts facts={Object.entries(headers).map(([name, value]) => [name, <code key={name}>{value}</code>])} />
      {signature && <Verify key={signature} notification={notification} signature={signature} />}
    </>
  );
}

/** What a receiver computes, to be tried in a terminal. */
function Verify({ notification, signature }: { notification: Notification; signature: string }) {
  const text = words.value;
  const [secret, setSecret] = useState<string>();
  const [fits, setFits] = useState<boolean>();
  const [error, setError] = useState<unknown>(undefined);
  const [, time = "", expected = ""] = /^t=(\d+),v1=([0-9a-f]+)/.exec(signature) ?? [];
  const signed = `${time}.${JSON.stringify(notification.body)}`;
  const open = async (isOpen: boolean): Promise<void> => {
    if (!isOpen || secret !== undefined) return;
    try {
      const read = await readSecret(notification);
      setSecret(read);
      setFits(await isSignature(signed, read, expected));
    } catch (problem) {
      setError(problem);
    }
  };
  const command = `printf '%s' '${signed.replaceAll("'", "'\\''")}' \\\n  | openssl dgst -sha256 -hmac '${secret ?? "…"}'`;
  return (
    <details class="raw" onToggle={(event) => void open(event.currentTarget.open)}>
      <summary>{text.verify}</summary>
      <p class="quiet">{text.verifyHint}</p>
      <Problem error={error} />
      {secret !== undefined && (
        <>
          <Facts facts={[[fieldName("secret"), <Identifier key="secret" value={secret} />]]} />
          <pre class="code">{command}</pre>
          <Copy text={command} what={text.verify} />
          {fits !== undefined && (
            <p>
              <span class={`badge ${fits ? "good" : "bad"}`}>{fits ? text.verified : text.notVerified}</span>{" "}
              <code>v1={expected}</code>
            </p>
          )}
        </>
      )}
    </details>
  );
}

async function readSecret({ webhookId, companyId }: Notification): Promise<string> {
  if (webhookId !== null) return (await call("readWebhookSecret", { id: webhookId })).secret;
  return (await call("readPostbackSecret", { id: companyId })).postbackSecret;
}

/** Whether a signature is that of a text; undefined where the browser does not compute any, as on pages without https. */
async function isSignature(signed: string, secret: string, expected: string): Promise<boolean | undefined> {
  if (!crypto.subtle) return undefined;
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const bytes = new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(signed)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("") === expected;
}
