import type { FastifyInstance } from "fastify";
import type { Sandbox } from "../context.ts";
import { inboxPath } from "../notifications/destinations.ts";
import { named } from "./app.ts";
import { inboxOperation } from "./request-facts.ts";
import type { RequestLog } from "./request-log.ts";

/** Bytes of the largest notification that it takes. */
const bodyLimit = 1024 * 1024;

/** Adds the inbox: it answers with the status of the settings, and the log of requests keeps each notification. */
export async function addInbox(
  app: FastifyInstance,
  { settings }: Pick<Sandbox, "settings">,
  log: RequestLog | undefined,
): Promise<void> {
  await app.register(
    named("inbox", async (scope: FastifyInstance) => {
      log?.attach(scope);
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
        done(null, body),
      );
      const config = { operation: { id: inboxOperation } };
      for (const url of [inboxPath, `${inboxPath}/*`]) {
        scope.post(url, { bodyLimit, config }, async (_, reply) => {
          const { inboxStatus } = await settings.refresh();
          return reply.code(inboxStatus).send();
        });
      }
    }),
  );
}
