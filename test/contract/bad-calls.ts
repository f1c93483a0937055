import type { Operation } from "../../scripts/contract/model.ts";
import { contract } from "../support/contract.ts";
import { type BadRequest, codeFor } from "./bad-requests.ts";

/** Calls that are wrong before anybody looks at their fields, and the answers that the contract gives them. */
export function badCalls(operation: Operation): BadRequest[] {
  return [...badCredentials(operation), ...badContents(operation), ...unknownObjects(operation)];
}

/** Calls about something that is not there. */
function unknownObjects({ path, responses }: Operation): BadRequest[] {
  if (!path.includes("{")) return [];
  return responses
    .filter(({ status }) => status === 404)
    .flatMap(({ status, errors }) => errors.map((code) => ({ status, code })))
    .map((error) => ({ ...error, name: "path: an id that nothing has", path: path.replace(/\{[^}]+\}/, "nobody_0") }));
}

function badCredentials(operation: Operation): BadRequest[] {
  if (!operation.security) return [];
  const basic = contract.securitySchemes[operation.security]?.scheme?.toLowerCase() === "basic";
  const withAuthorization = (name: string, cause: string, authorization?: string): BadRequest => ({
    ...expectCause(operation, cause),
    name: `credentials: ${name}`,
    headers: { authorization },
  });
  return [
    withAuthorization("missing", "credentials-missing"),
    withAuthorization(
      "of another scheme",
      "credentials-malformed",
      basic ? "Bearer abc.def.ghi" : "Basic a2V5OnNlY3JldA==",
    ),
    ...(basic
      ? [
          withAuthorization("not Base64", "credentials-malformed", "Basic %%%"),
          withAuthorization("without a colon inside", "credentials-malformed", `Basic ${btoa("keysecret")}`),
          withAuthorization("wrong", "credentials-invalid", `Basic ${btoa("nobody:nothing")}`),
        ]
      : [withAuthorization("not a token of the service", "credentials-invalid", "Bearer abc.def.ghi")]),
  ];
}

function badContents(operation: Operation): BadRequest[] {
  if (!operation.body) return [];
  const example = operation.body.examples[0]?.value;
  return [
    { ...expectCause(operation, "malformed-body"), name: "body: not JSON", rawBody: '{"broken": ' },
    { ...expectCause(operation, "validation"), name: "body: empty", rawBody: "" },
    { ...expectCause(operation, "media-type"), name: "content type: text", headers: { "content-type": "text/plain" } },
    {
      ...expectCause(operation, "body-too-large"),
      name: "body: larger than allowed",
      rawBody: JSON.stringify({ ...(example as object), padding: "x".repeat(256 * 1024) }),
    },
  ];
}

function expectCause(operation: Operation, cause: string): Pick<BadRequest, "status" | "code"> {
  const code = codeFor(cause, operation);
  const status = operation.responses.find(({ errors }) => errors.includes(code))?.status;
  if (status === undefined) throw new Error(`${operation.id} does not list ${code}.`);
  return { status, code };
}
