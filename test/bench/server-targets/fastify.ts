// A hand-written service on Fastify.
import Fastify from "fastify";
import { type Answer, admit, answer, type Call } from "./hand-written.ts";
import { announce, callNames, operationOf } from "./request.ts";

const app = Fastify({ logger: false });
for (const name of callNames) {
  const { method, path } = operationOf(name);
  const admitted = new WeakMap<object, { company: string; headers: Answer["headers"] }>();
  const callOf = (request: { headers: object; ip: string; body: unknown }): Call => ({
    name,
    header: (header) => (request.headers as Record<string, string>)[header],
    ip: request.ip,
    body: () => request.body,
  });
  app.route({
    method: method as "GET",
    url: path.replace(/\{(.*)\}/, ":$1"),
    onRequest: (request, reply, done) => {
      const result = admit(callOf(request));
      if ("status" in result) reply.code(result.status).headers(result.headers).send(result.body);
      else {
        admitted.set(request, result);
        done();
      }
    },
    handler: (request, reply) => {
      const { company = "", headers = {} } = admitted.get(request) ?? {};
      const { status, body } = answer(callOf(request), company, headers, request.body);
      reply.code(status).headers(headers).send(body);
    },
  });
}
// A token is asked for without a body, though the request names its type.
app.removeContentTypeParser("application/json");
app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, text, done) =>
  done(null, text === "" ? undefined : JSON.parse(text as string)),
);
announce(await app.listen({ port: 0, host: "127.0.0.1" }));
