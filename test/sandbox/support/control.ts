/** Calls the control plane over HTTP. Throws where it refuses. */
export async function control<Body = Record<string, unknown>>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Body> {
  const answer = await fetch(`${url}/_sandbox/api${path}`, {
    method,
    ...(body !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Body;
}
