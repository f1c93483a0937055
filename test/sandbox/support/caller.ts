import type { RunningSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";

/** A response of the service that is no success, as an error. */
class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Entry {
  id: string;
  status: string;
}

/**
 * Calls the service of a sandbox as its first company: one token while it is good, no retries, no checks. Tests of the sandbox use it, so that
 * a change of the client does not run them.
 */
export function makeCaller({
  credentials: { apiKey, apiSecret },
  fetch,
}: Pick<RunningSandbox, "credentials" | "fetch">) {
  let login: Promise<string> | undefined;

  async function request<Data>(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Data> {
    const response = await fetch(`http://localhost${path}`, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) return (await response.json()) as Data;
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    throw new Refused(response.status, error.code, error.message);
  }

  async function logIn(): Promise<string> {
    const authorization = `Basic ${btoa(`${apiKey}:${apiSecret}`)}`;
    const { token } = await request<{ token: string }>("POST", "/api/auth", { authorization });
    return token;
  }

  async function call<Data>(
    method: string,
    path: string,
    body?: object,
    key?: string,
  ): Promise<Data> {
    login ??= logIn();
    const headers = {
      authorization: `Bearer ${await login}`,
      ...(key && { "x-idempotency-key": key }),
    };
    try {
      const { data } = await request<{ data: Data }>(method, `/api/v1${path}`, headers, body);
      return data;
    } catch (error) {
      // The clock may have been moved past the token's end.
      if (!(error instanceof Refused) || error.code !== "TOKEN_EXPIRED") throw error;
      login = undefined;
      return call(method, path, body, key);
    }
  }

  return {
    transactions: {
      create: (body: object) => call<Entry>("POST", "/pix/in/qrcode", body),
      get: (id: string) => call<Entry>("GET", `/transactions/${id}`),
    },
    transfers: {
      create: (body: object, { idempotencyKey = crypto.randomUUID() as string } = {}) =>
        call<Entry>("POST", "/pix/out/pixkey", body, idempotencyKey),
      get: (id: string) => call<Entry>("GET", `/transfers/${id}`),
    },
    webhooks: {
      create: (body: object) => call<{ id: string; secret: string }>("POST", "/webhook", body),
      list: () => call<object[]>("GET", "/webhook"),
      delete: (id: string) => call<object>("DELETE", `/webhook/${id}`),
    },
  };
}
