// The meaning of each kind of change to writers, readers and callers. A change is breaking if a consumer
// that kept to the base is refused, misled or left without a promise of the base; it is risky if that depends on
// the consumer's reliance on it; it is safe otherwise.
import { behaviourRules } from "./rules/behaviour.ts";
import { operationRules } from "./rules/operations.ts";
import type { Rule } from "./rules/rule.ts";
import { schemaRules } from "./rules/schemas.ts";

export const rules: Record<string, Rule> = { ...schemaRules, ...operationRules, ...behaviourRules };
