// A hand-written service on Fastify.
import Fastify, { type FastifyRequest } from "fastify";
import { type Answer, admit, answer, type Call, isSingleIn, parseBody } from "./hand-written.ts";
import { announce, callNames, operationOf } from "./request.ts";

const app = Fastify({ logger: false });
for (const name of callNames) {
  const { method, path } = operationOf(name);
  const admitted = new WeakMap<object, { company: string; headers: Answer["headers"] }>();
  const callOf = (request: FastifyRequest): Call => ({
    name,
    header: (header) => request.headers[header] as string | undefined,
    isSingle: (header) => isSingleIn(request.raw.rawHeaders, header),
    ip: request.ip,
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
      const given = answer(callOf(request), company, headers, request.body);
      if (given instanceof Promise) given.then(send);
      else send(given);

      function send({ status, body }: Answer): void {
        reply.code(status).headers(headers).send(body);
      }
    },
  });
}
// A token is asked for without a body, though the request names its type.
app.removeContentTypeParser("application/json");
app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, bytes, done) =>
  done(null, parseBody(bytes as Buffer)),
);
announce(await app.listen({ port: 0, host: "127.0.0.1" }));
