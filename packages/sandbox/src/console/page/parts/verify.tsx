import { call, type Notification } from "../state/control.ts";
import { words } from "../state/language.ts";
import { Copy } from "./copy.tsx";
import { Facts, Secret } from "./show.tsx";

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
  const { verify, verifyHint } = words.value;
  const [, time = "", expected = ""] = /^t=(\d+),v1=([0-9a-f]+)/.exec(signature) ?? [];
  const signed = `${time}.${JSON.stringify(notification.body)}`.replaceAll("'", "'\\''");
  const command = `printf '%s' '${signed}' \\\n  | openssl dgst -sha256 -hmac "$PIX_WEBHOOK_SECRET"`;
  return (
    <details>
      <summary>{verify}</summary>
      <p class="quiet">{verifyHint}</p>
      <Facts facts={[["PIX_WEBHOOK_SECRET", <Secret key="secret" read={() => readSecret(notification)} />]]} />
      <pre class="code">{command}</pre>
      <Copy text={command} what={verify} />
      <p>
        <code>v1={expected}</code>
      </p>
    </details>
  );
}

async function readSecret({ webhookId, companyId }: Notification): Promise<string> {
  if (webhookId !== null) return (await call("readWebhookSecret", { id: webhookId })).secret;
  return (await call("readPostbackSecret", { id: companyId })).postbackSecret;
}
