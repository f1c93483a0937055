// A hand-written service on Fastify: the same schemas by Ajv, a check of the token, a limit, the same answer with the
// headers that the contract wants.
import Fastify from "fastify";
import { ajv } from "./charge-check.ts";
import { countRequest } from "./rate-limit.ts";
import { announce, answer, companyOf, path } from "./request.ts";

const app = Fastify({ logger: false });
app.setValidatorCompiler(({ schema }) => ajv.compile(schema as object));
app.post<{ Body: { amountInCents: number } }>(
  path,
  {
    schema: { body: { $ref: "ChargeRequest.json" } },
    onRequest: (request, reply, done) => {
      reply.header("x-request-id", request.id);
      const company = companyOf(request.headers.authorization?.replace("Bearer ", ""));
      if (company === undefined) {
        reply.code(401).send({ error: "unauthorized" });
        return;
      }
      const limitHeaders = countRequest(company);
      if (!limitHeaders) {
        reply.code(429).send({ error: "too many requests" });
        return;
      }
      reply.headers(limitHeaders);
      done();
    },
  },
  (request, reply) => {
    reply.send({ ...answer, data: { ...answer.data, amount: request.body.amountInCents } });
  },
);
announce(await app.listen({ port: 0, host: "127.0.0.1" }));
