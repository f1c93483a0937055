// Generated from scripts/mock/choose-error.ts by `npm run generate`: edit that, not this file.
import { credentialsCauses } from "./credentials.js";
import { fieldCode } from "./field-code.js";
/**
 * The error that the contract has for what is wrong with a request: credentials come first, then a body that cannot be
 * read, then its fields. Undefined where the contract has no such error.
 */
export function chooseError(contract, operation, bad) {
    const { headers, body, violations } = bad;
    if (violations.some(({ code }) => code === 401)) {
        return errorByCause(contract, credentialsCauses(headers.authorization), operation);
    }
    if (body.fault)
        return errorByCause(contract, [body.fault], operation);
    const codeAt = (violation) => codeOf(contract, operation, bad, violation);
    // One rule without a code of its own makes the whole a general validation error.
    const [first] = violations.some((violation) => codeAt(violation) === undefined) ? [] : violations;
    const code = first && codeAt(first);
    return contract.errors.find((error) => error.code === code) ?? errorByCause(contract, ["validation"], operation);
}
/** The error of the first cause that has one: one that the operation lists, else any of the contract. */
function errorByCause(contract, causes, operation) {
    const errors = causes.flatMap((cause) => contract.errors.filter((error) => error.causes?.includes(cause)));
    return errors.find(({ operations }) => operations.includes(operation.id)) ?? errors[0];
}
function codeOf(contract, operation, bad, violation) {
    const [part] = violation.path ?? [];
    const { body, idempotency, parameters } = operation;
    if (part === "header" && violation.code === "required" && idempotency) {
        // Prism names the missing header in its message alone.
        const required = parameters.filter((parameter) => parameter.in === "header" && parameter.required);
        const missing = required.filter(({ name }) => !(name.toLowerCase() in bad.headers));
        return missing.every(({ name }) => name === idempotency.header) ? idempotency.missing : undefined;
    }
    return part === "body" && body ? fieldCode(contract.schemas, body.schema, bad.body.value, violation) : undefined;
}
