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
  const [error, setError] = useState<unknown>(undefined);
  const [, time = "", expected = ""] = /^t=(\d+),v1=([0-9a-f]+)/.exec(signature) ?? [];
  const signed = `${time}.${JSON.stringify(notification.body)}`;
  const open = async (isOpen: boolean): Promise<void> => {
    if (!isOpen || secret !== undefined) return;
    try {
      setSecret(await readSecret(notification));
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
          <p>
            <code>v1={expected}</code>
          </p>
        </>
      )}
    </details>
  );
}

async function readSecret({ webhookId, companyId }: Notification): Promise<string> {
  if (webhookId !== null) return (await call("readWebhookSecret", { id: webhookId })).secret;
  return (await call("readPostbackSecret", { id: companyId })).postbackSecret;
}
