import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { chooseAccepted } from "@packages/contract/src/choose-accepted.ts";
import { listAccepted, withAccepted } from "@packages/contract/src/media-choices.ts";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import { chooseError, findMistakes, nameFields } from "./choose-error.ts";
import { type ChosenExample, chooseExample, readPreference } from "./choose-example.ts";
import { isPreflight, preflightHeaders } from "./cors.ts";
import {
  errorResponse,
  type MockResponse,
  problemResponse,
  responseForCause,
} from "./mock-response.ts";
import { fromPrism, type Prism, requestForPrism } from "./prism.ts";
import { type ReceivedBody, receiveBody, withNamedContent } from "./read-body.ts";
import { repeatSent } from "./repeat-sent.ts";
import { matchOperation, readTarget, type Target } from "./route.ts";

/** Answers a request according to the contract. */
export async function handleRequest(
  contract: Contract,
  prism: Prism,
  request: IncomingMessage,
  delay = 0,
): Promise<MockResponse> {
  const target = readTarget(request.url ?? "/");
  const route = matchOperation(contract, request.method ?? "GET", target.path);
  const named = route?.operation && withNamedContent(route.operation, request.headers);
  const types = named ? listAccepted(named) : [];
  const accepted = chooseAccepted(request.headers.accept, types);
  const operation = named && accepted ? withAccepted(named, accepted) : named;
  const body = await receiveBody(request, contract, operation);
  if (isPreflight(request)) return { status: 204, headers: preflightHeaders(request) };
  if (!route) return responseForCause(contract, "unknown-path", 404);
  if (operation) {
    const choice = chooseExample(
      contract,
      operation,
      readPreference(request.headers, target.query),
    );
    await sleep(choice.delay ?? delay);
    if (choice.response) return choice.response;
    const isUsual = choice.selection.status < 300 && !choice.isAskedFor;
    if (isUsual && types.length > 0 && !accepted)
      return problemResponse(406, `Accept names other media types than those of ${operation.id}.`, {
        operation: operation.id,
        available: types,
      });
    return respondTo(contract, prism, operation, request, target, body, choice);
  }
  const allow = { allow: route.allow.join(", ") };
  if (request.method === "OPTIONS") return { status: 204, headers: allow };
  const refusal = responseForCause(contract, "unknown-method", 405);
  return { ...refusal, headers: { ...refusal.headers, ...allow } };
}

async function respondTo(
  contract: Contract,
  prism: Prism,
  operation: Operation,
  { headers }: IncomingMessage,
  target: Target,
  body: ReceivedBody,
  { selection, isAskedFor }: ChosenExample,
): Promise<MockResponse> {
  const shown = requestForPrism(operation, target, headers, body);
  const found = isAskedFor ? [] : await prism.check(operation, shown);
  // Prism also reports a missing body if the body could not be read.
  const violations = body.fault ? found.filter(({ code }) => code === 401) : found;
  if (isAskedFor || (violations.length === 0 && !body.fault)) {
    const given = await prism.respond(operation, shown, selection);
    if (isAskedFor) return fromPrism(given, selection);
    return fromPrism(
      { ...given, body: repeatSent(contract, operation, target, body.value, given) },
      selection,
    );
  }

  const mistakes = findMistakes(contract, operation, headers, body, violations);
  const error = chooseError(contract, operation, headers, body, violations, mistakes);
  const status = violations.some(({ code }) => code === 401) ? 401 : 400;
  const response = operation.responses.find(({ errors, ...one }) =>
    error
      ? errors.includes(error.code)
      : one.status <= status && status <= (one.range?.to ?? one.status),
  );
  if (!response && error) return errorResponse(error);
  if (!response)
    return problemResponse(
      status,
      "The request is invalid, and the contract has no error for that.",
    );
  const chosen = {
    status: response.status,
    example: error?.example ?? response.examples[0]?.name,
  };
  const given = await prism.respond(operation, shown, chosen);
  const named = error ? nameFields(given.body, error, mistakes) : given.body;
  return fromPrism({ ...given, body: named }, chosen, violations);
}
