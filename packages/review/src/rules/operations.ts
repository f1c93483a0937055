// Operations, parameters, bodies, responses, headers, credentials, notifications, examples and servers.
import { breaking, forBothSides, forCallers, forWritersAndReaders, risky, safe } from "./rule.ts";

const keepOperation =
  "Keep the old one next to the new, deprecate it with a date, and drop it in the next major version.";
const stays = "Keep it as it is, or change it in a new operation or a new major version.";
const tellCallers = "Tell those it affects first, or use what they already handle.";
const twoUrls = "Read the URL from both places.";
const checkCaller = "Make sure that this is meant: the server no longer knows who calls.";

const provided = safe(undefined, "provider");
const refusedMessage = breaking(stays, ": a {message} that was valid before is refused");
const reliedOn = breaking(keepOperation, ": a {who} that relies on it fails");
const mayBeRelied = risky(keepOperation, ": a {who} that relies on it fails");
const ignoredPart = risky(
  keepOperation,
  ": a {message} that carries it is accepted, but has no effect",
);
const unhandled = risky(tellCallers, ": a {who} has no case for it");

export const operationRules = {
  ...forWritersAndReaders(refusedMessage, provided, {
    "required-parameter-added": "{subject} is new and required",
    "parameter-became-required": "{subject} is now required",
    "required-body-added": "{subject} has a body, which is required",
    "body-became-required": "{subject} always has a body",
    "required-header-added": "{subject} is new and required",
    "header-became-required": "{subject} is now required",
  }),
  ...forWritersAndReaders(refusedMessage, reliedOn, {
    "body-removed": "{subject} no longer has a body",
    "media-type-removed": "{subject} can no longer be {name}",
    "success-response-removed": "{subject} no longer counts as success",
  }),
  ...forWritersAndReaders(refusedMessage, safe(), {
    "success-range-narrowed": "{subject} is now {after} alone",
    "media-type-narrowed": "{subject} is {after} instead of any {before}",
    "answer-body-added": "{subject} has a body",
    "empty-value-refused": "{subject} may no longer be empty",
  }),
  ...forWritersAndReaders(refusedMessage, unhandled, {
    "encoding-changed": "{subject}: its parts are encoded as {after} instead of {before}",
  }),
  ...forWritersAndReaders(ignoredPart, mayBeRelied, { "parameter-removed": "{subject} is gone" }),
  ...forWritersAndReaders(ignoredPart, reliedOn, {
    "required-parameter-removed": "{subject} is gone",
  }),
  ...forWritersAndReaders(provided, reliedOn, {
    "parameter-became-optional": "{subject} may now be absent",
    "body-became-optional": "{subject} may come without a body",
    "header-became-optional": "{subject} may now be absent",
  }),
  ...forWritersAndReaders(provided, unhandled, {
    "success-response-added": "{subject} is new and counts as success",
  }),
  // RFC 9110, section 15.
  ...forWritersAndReaders(
    provided,
    safe(": a {who} treats an unknown status as the first of its class"),
    {
      "error-response-added": "{subject} is new",
    },
  ),
  ...forWritersAndReaders(provided, safe(), {
    "parameter-added": "{subject} is new and optional",
    "body-added": "{subject} may have a body",
    "empty-value-allowed": "{subject} may be empty",
    "encoding-widened": "{subject}: its parts may also be encoded as {after} (before: {before})",
  }),
  ...forBothSides(provided, { "media-type-added": "{subject} can also be {name}" }),
  ...forBothSides(safe(), { "error-response-removed": "{subject} is no longer there" }),
  ...forWritersAndReaders(safe(), provided, { "header-added": "{subject} is new and optional" }),
  ...forWritersAndReaders(safe(), mayBeRelied, { "header-removed": "{subject} is gone" }),
  ...forWritersAndReaders(safe(), reliedOn, { "required-header-removed": "{subject} is gone" }),
  ...forCallers(
    breaking(stays),
    { "credentials-required": "{subject} needs {after}: calls without it fail" },
    provided,
  ),
  ...forCallers(
    breaking(stays),
    { "scope-added": "{subject} needs the scope {name}: tokens without it fail" },
    safe(),
  ),
  ...forCallers(
    breaking(keepOperation),
    { "credentials-alternative-removed": "{subject} no longer goes with {before}" },
    safe(),
  ),
  ...forCallers(
    provided,
    { "credentials-alternative-added": "{subject} also goes with {after}" },
    unhandled,
  ),
  ...forCallers(
    provided,
    { "scope-removed": "{subject} no longer needs the scope {name}" },
    mayBeRelied,
  ),
  ...forCallers(
    risky(checkCaller, undefined, "provider"),
    { "credentials-dropped": "{subject} no longer needs {before}" },
    reliedOn,
  ),
  ...forCallers(breaking(keepOperation), {
    "operation-removed": "{subject} is gone: calls get a 404",
    "operation-moved": "{subject} moved from {before} to {after}: calls of the old address fail",
    "parameter-moved":
      "{subject} moved from {before} to {after}: it is no longer found in the old place",
    "serialization-changed":
      "{subject} is written as {after} instead of {before}: it is read as something else",
    "security-scheme-changed":
      "{subject}: {name} went from {before} to {after}: valid credentials are refused",
    "notification-removed": "{subject} is no longer sent: receivers wait for it in vain",
    "notification-method-changed":
      "{subject} is sent with {after} instead of {before}: receivers refuse it",
    "notification-renamed":
      "{subject}: its {name} is {after} instead of {before}: receivers do not recognise it",
    "every-server-replaced":
      "{subject} is no longer listed, and no other of the old list is: every call goes astray",
  }),
  ...forCallers(breaking(keepOperation, ": receivers wait for it in vain", "receiver"), {
    "callback-removed": "{subject} no longer sends {name} to the URL in its request",
  }),
  ...forCallers(breaking(twoUrls, ": the old one gets nothing", "receiver", "client"), {
    "callback-url-changed": "{subject} takes the URL for {name} from {after} instead of {before}",
  }),
  ...forCallers(risky("Check the logs for callers that still use it."), {
    "removed-after-sunset": "{subject} is gone; it was deprecated, and its date ({before}) is past",
  }),
  ...forCallers(risky("Keep the name."), {
    "operation-id-changed":
      "{subject} is called {after} instead of {before}: generated names change",
    "method-renamed":
      "{subject} has another method in generated clients: its name went from {before} to {after}",
    "group-changed":
      "{subject} is tagged {after} instead of {before}: its generated method moves to another group",
    "path-parameter-renamed":
      "{subject} was called {before}: generated code that names it no longer compiles",
  }),
  ...forCallers(risky(keepOperation), {
    "link-removed": "{subject} is gone: a {who} cannot follow it",
    "link-changed":
      "{subject}: {name} is {after} instead of {before}: a {who} that follows it gets somewhere else",
    "security-url-changed": "{subject}: {name} went from {before} to {after}",
    "security-scopes-removed": "{subject}: {name} no longer lists {before}",
    "notification-condition-changed": "{subject} is sent when {after} instead of when {before}",
    "server-removed": "{subject} is no longer listed: callers that use it need another",
    "server-variable-changed": "{subject}: {name} went from {before} to {after}",
    "extension-removed":
      "{subject} no longer has the field {name} ({before}), which this review does not know",
    "extension-changed":
      "{subject}: {name} went from {before} to {after}; this review does not know the field",
    "version-lowered": "{subject} went back from {before} to {after}",
  }),
  ...forCallers(breaking("Mend the mistakes that the compiler names."), {
    "spec-unread": "{subject} makes no document because of its mistakes, and is not compared",
  }),
  ...forCallers(risky("Look for its schemas in the other operations that use them."), {
    "loop-shortened":
      "{subject} is in a loop of many schemas: its changes are listed, perhaps without some of the operations that use it",
  }),
  ...forCallers(risky("Mend the reference, or bundle the document."), {
    "reference-unresolved": "{subject} has no target: the part that it stands for is not compared",
    "reference-outside":
      "{subject} leads out of the document: the part that it stands for is not compared",
  }),
  ...forCallers(
    risky(
      "Read what the field says, and accept it, or give the field a severity by its name in review.yaml.",
    ),
    {
      "extension-added":
        "{subject} has the field {name} ({after}), which this review does not know",
    },
  ),
  ...forCallers(
    risky(
      "Keep the name; give a new example a new one.",
      ", by which requests to mocks select it",
      "client",
    ),
    {
      "example-removed": "{subject} no longer has the example {name}",
      "example-renamed": "{subject}: the example {before} is called {after}",
    },
  ),
  ...forCallers(provided, {
    "operation-added": "{subject} is new",
    "security-flow-added": "{subject} also has the flow {after}",
    "security-scopes-added": "{subject}: {name} also lists {after}",
  }),
  ...forCallers(safe(), {
    "link-added": "{subject} is new",
    "notification-added": "{subject} is new: receivers ignore notifications that they do not know",
    "server-added": "{subject} is listed",
    "version-raised": "{subject} went from {before} to {after}",
  }),
  ...forCallers(safe(undefined, "receiver"), {
    "callback-added": "{subject} also sends {name} to the URL in its request",
  }),
  ...forCallers(safe(undefined, "client"), {
    "example-added": "{subject} has the example {name}",
    "example-changed": "{subject}: the example {name} has another value",
  }),
};
