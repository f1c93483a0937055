// What one would write by hand on Fastify: the same schemas by Ajv, a check of the token, the same answer with the
// headers that the contract wants.
import { Ajv2020 } from "ajv/dist/2020.js";
import Fastify from "fastify";
import { standardFormats } from "../../../runtime/server/formats.ts";
import { checkSchema } from "../../../scripts/server/check-schema.ts";
import { formats } from "../../../spec/formats/index.ts";
import { document } from "../../support/contract.ts";
import { announce, answer, limitHeaders, path, token } from "./request.ts";

const ajv = new Ajv2020({ strict: true, allErrors: true, unicodeRegExp: true });
for (const [name, format] of Object.entries({ ...standardFormats, ...formats })) ajv.addFormat(name, format);
for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
  ajv.addSchema({ ...checkSchema(schema), $id: `${name}.json` });
}
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
