import { addSamples } from "@packages/contract/src/samples.ts";
import type { Contract, Json } from "../contract.ts";
import { Validator } from "../validate.ts";

/** Leaves out published examples that break their own schema, and makes values of schemas without an example. */
export function addExamples(contract: Contract): Contract {
  const validator = new Validator(contract, {});
  for (const { body } of contract.operations) {
    if (!body) continue;
    const isRight = (value: Json) => validator.violations(body.schema, value).length === 0;
    body.examples = body.examples.filter((one) => isRight(one.value));
  }
  return addSamples(contract, { hasOptional: true });
}
