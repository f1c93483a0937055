// What one would write by hand on Fastify: the same schemas by Ajv, a check of the token, the same answer with the
// headers that the contract wants.
import Fastify from "fastify";
import { ajv } from "./charge-check.ts";
import { announce, answer, limitHeaders, path, token } from "./request.ts";

const app = Fastify({ logger: false });
app.setValidatorCompiler(({ schema }) => ajv.compile(schema as object));
app.post<{ Body: { amountInCents: number } }>(
  path,
  {
    schema: { body: { $ref: "ChargeRequest.json" } },
    onRequest: (request, reply, done) => {
      if (request.headers.authorization === `Bearer ${token}`) done();
      else reply.code(401).send({ error: "unauthorized" });
    },
  },
  (request, reply) => {
    reply.headers(limitHeaders);
    reply.send({ ...answer, data: { ...answer.data, amount: request.body.amountInCents } });
  },
);
announce(await app.listen({ port: 0, host: "127.0.0.1" }));
