// Generated from scripts/mock/handle-request.ts by `npm run generate`: edit that, not this file.
import { catalogueAnswer, causeAnswer, problemAnswer } from "./answer.js";
import { chooseError } from "./choose-error.js";
import { chooseExample } from "./choose-example.js";
import { isPreflight, preflightHeaders } from "./cors.js";
import { readPreference } from "./prefer.js";
import { fromPrism } from "./prism-answer.js";
import { readBody } from "./read-body.js";
import { requestForPrism } from "./request-for-prism.js";
import { findRoute, readTarget } from "./route.js";
/** Answers a request as the contract says. */
export async function handleRequest(contract, prism, request) {
    const target = readTarget(request.url ?? "/");
    const route = findRoute(contract, request.method ?? "GET", target.path);
    const body = await readBody(request, route?.operation, contract.bodyLimit);
    if (isPreflight(request))
        return { status: 204, headers: preflightHeaders(request) };
    if (!route)
        return causeAnswer(contract, "unknown-path", 404);
    if (route.operation)
        return answerOperation(contract, prism, route.operation, request, target, body);
    const allow = { allow: route.allow.join(", ") };
    if (request.method === "OPTIONS")
        return { status: 204, headers: allow };
    const answer = causeAnswer(contract, "unknown-method", 405);
    return { ...answer, headers: { ...answer.headers, ...allow } };
}
async function answerOperation(contract, prism, operation, { headers }, target, body) {
    const choice = chooseExample(contract, operation, readPreference(headers, target.query));
    if (choice.answer)
        return choice.answer;
    const { selection, isAskedFor } = choice;
    const shown = requestForPrism(operation, target, headers, body);
    const found = isAskedFor ? [] : await prism.check(operation, shown);
    // Prism misses a body that could not be read: that says nothing new.
    const violations = body.fault ? found.filter(({ code }) => code === 401) : found;
    if (isAskedFor || (violations.length === 0 && !body.fault)) {
        return fromPrism(await prism.answer(operation, shown, selection), selection);
    }
    const error = chooseError(contract, operation, { headers, body, violations });
    if (!error)
        return problemAnswer(400, "The request is invalid, and the contract has no error for that.");
    const response = operation.responses.find(({ errors }) => errors.includes(error.code));
    if (!response)
        return catalogueAnswer(contract, error);
    const answer = { status: response.status, example: error.example };
    return fromPrism(await prism.answer(operation, shown, answer), answer, violations);
}
