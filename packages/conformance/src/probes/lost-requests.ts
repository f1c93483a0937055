import type { LostRequest, Session } from "../session.ts";

/** Sends each request again whose connection was reset: if it is lost three times in a row, the server fails at it. */
export async function repeatLost(session: Session): Promise<void> {
  for (const lost of session.lost.splice(0)) {
    if (!session.findings.wants("server-error")) return;
    if ((await isLostAgain(session, lost)) && (await isLostAgain(session, lost)))
      session.check(
        "server-error",
        lost.exchange.operation ?? "*",
        [`There is no response, three times in a row: ${lost.exchange.failure}.`],
        lost.exchange,
      );
  }
}

/** Sends the same body, with the same key if the operation has one: without a key a second object may be made. */
async function isLostAgain(session: Session, lost: LostRequest): Promise<boolean> {
  const { operation, call, exchange } = lost;
  const { body, headers } = exchange.request;
  const name = operation.idempotency?.header;
  const again = await session.call(operation, {
    ...call,
    ...(body !== undefined && { rawBody: body }),
    ...(name !== undefined && { headers: { ...call.headers, [name]: headers[name] } }),
    atOnce: false,
  });
  session.lost = session.lost.filter((one) => one.exchange !== again);
  return again.isReset === true;
}
