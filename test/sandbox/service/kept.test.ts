// Whatever the contract lets a client send comes back in a lookup, optional fields too: one that is new in the contract fails
// here until the sandbox keeps it.
import { resolve, type Schema } from "@packages/contract/src/openapi.ts";
import { expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { contract, document } from "../../support/contract.ts";
import { makeCaller } from "../support/caller.ts";

/** A value of a schema with every field that it may have, none of them as it is if it is absent. */
function wholeValue(given: Schema): unknown {
  const schema: Schema = { ...resolve<Schema>(document, given as Schema), ...given };
  const { type, properties, items, enum: values, examples: [example] = [] } = schema;
  if (properties) {
    const fields = Object.entries(properties).filter(([, field]) => !hasOneValue(field));
    return Object.fromEntries(fields.map(([name, field]) => [name, wholeValue(field)]));
  }
  if (type === "array") return [wholeValue(items as Schema)];
  if (type === "boolean") return !(schema.default ?? true);
  if (values) return example ?? values[0];
  const isFree = type === "string" && !schema.pattern && !schema.format && !schema.maxLength;
  return isFree ? `${example} 2` : example;
}

/** Such as a currency: it says nothing that is to be kept. */
function hasOneValue(field: Schema): boolean {
  return resolve<Schema>(document, field).enum?.length === 1;
}

function wholeBody(operationId: string): Record<string, unknown> {
  const operation = contract.operations.find(({ id }) => id === operationId);
  return wholeValue(operation?.body?.schema as Schema) as Record<string, unknown>;
}

test("every field of a charge, a transfer and a registration is kept", async () => {
  await using sandbox = await createSandbox({ automatic: false });
  const { control } = sandbox;
  const pix = makeCaller(sandbox);

  const { amountInCents, ...charge } = wholeBody("createCharge");
  expect(charge).toMatchObject({ customer: { billingAddress: { zipCode: expect.any(String) } } });
  const charged = await pix.transactions.create({ amountInCents, ...charge });
  const { description } = charge;
  expect(await control.charges.read(charged.id)).toMatchObject({
    amount: amountInCents,
    ...charge,
  });
  expect(await pix.transactions.get(charged.id)).toMatchObject({
    amount: amountInCents,
    description,
  });

  const { postbackUrl, ...transfer } = wholeBody("createTransfer");
  const sent = await pix.transfers.create({ postbackUrl, ...transfer });
  expect(await control.transfers.read(sent.id)).toMatchObject({ postbackUrl, ...transfer });
  expect(await pix.transfers.get(sent.id)).toMatchObject(transfer);

  const { isActive, ...webhook } = wholeBody("createWebhook");
  const registered = await pix.webhooks.create({ isActive, ...webhook });
  for (const found of [await control.webhooks.read(registered.id), ...(await pix.webhooks.list())])
    expect(found).toMatchObject({ active: isActive, ...webhook });
});
