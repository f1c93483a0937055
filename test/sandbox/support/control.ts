/** Calls the control plane over HTTP. Throws where it refuses. */
export async function control<Body = Record<string, unknown>>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const answer = await fetch(`${url}/_sandbox/api${path}`, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Body;
}

/** Those of the first company. */
export const credentials = { apiKey: "sandbox-key", apiSecret: "sandbox-secret" };

/** A token of a company, the first one's if no other is named. @param send as a sandbox without a port has it */
export async function issueToken(
  url: string,
  { apiKey, apiSecret } = credentials,
  send = fetch,
): Promise<string> {
  const headers = { authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}` };
  const answer = await send(`${url}/api/auth`, { method: "POST", headers });
  return ((await answer.json()) as { token: string }).token;
}
