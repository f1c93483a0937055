// Operations, parameters, bodies, responses, headers, credentials, notifications, examples and servers.
import { breaking, risky, rulesOf, safe } from "./rule.ts";

const keep = "Keep the old one beside the new, deprecate it with a date, and drop it in the next major version.";
const stays = "Keep it as it is, or change it in a new operation or a new major version.";
const announce = "Tell those it affects first, or use what they already handle.";
const provider = { affects: ["provider" as const] };
const refused = { why: ": a {message} that was valid before is refused", instead: stays };
const relied = { why: ": a {who} that relies on it fails", instead: keep };
const ignored = { why: ": a {message} that carries it is accepted, but has no effect", instead: keep };
const unhandled = { why: ": a {who} has no case for it", instead: announce };

export const operationRules = rulesOf(
  breaking(
    "calls",
    { instead: keep },
    {
      "operation-removed": "{subject} is gone: calls get a 404",
      "operation-moved": "{subject} moved from {before} to {after}: calls of the old address fail",
      "parameter-moved": "{subject} moved from {before} to {after}: it is no longer found in the old place",
      "serialization-changed":
        "{subject} is written as {after} instead of {before}: the other side reads something else",
      "credentials-alternative-removed": "{subject} no longer takes {before}: calls with it are refused",
      "security-scheme-changed": "{subject}: {name} went from {before} to {after}: valid credentials are refused",
      "notification-removed": "{subject} is no longer sent: receivers wait for it in vain",
      "notification-renamed": "{subject}: its {name} is {after} instead of {before}: receivers do not recognise it",
      "every-server-replaced": "{subject} is no longer listed, and no other of the old list is: every call goes astray",
    },
  ),
  breaking(
    "calls",
    { instead: stays },
    {
      "credentials-required": "{subject} now needs {after}: calls without it are refused",
      "scope-added": "{subject} needs the scope {name}: tokens without it are refused",
    },
  ),
  breaking(
    "calls",
    { instead: keep, affects: ["receiver"] },
    {
      "callback-removed": "{subject} no longer sends {name} to the URL in its request: receivers wait for it in vain",
    },
  ),
  breaking(
    "calls",
    { instead: "Read the URL from both places.", affects: ["receiver", "client"] },
    {
      "callback-url-changed":
        "{subject} takes the URL for {name} from {after} instead of {before}: the old one gets nothing",
    },
  ),
  risky(
    "calls",
    { instead: "Check the logs for callers that still use it." },
    {
      "operation-removed-after-sunset": "{subject} is gone; it was deprecated, and its date ({before}) is past",
    },
  ),
  risky(
    "calls",
    { instead: "Keep the name." },
    {
      "operation-id-changed":
        "{subject} is called {after} instead of {before}: generated methods and handlers are renamed",
      "group-changed": "{subject} is tagged {after} instead of {before}: its generated method moves to another group",
      "path-parameter-renamed": "{subject} was called {before}: generated code that names it no longer compiles",
    },
  ),
  risky(
    "calls",
    { instead: keep },
    {
      "encoding-changed": "{subject}: its parts are encoded as {after} instead of {before}",
      "link-removed": "{subject} is gone: a {who} cannot follow it",
      "link-changed": "{subject}: {name} is {after} instead of {before}: a {who} that follows it gets somewhere else",
      "security-url-changed": "{subject}: {name} went from {before} to {after}",
      "notification-condition-changed": "{subject} is sent when {after} instead of when {before}",
      "server-removed": "{subject} is no longer listed: callers that use it need another",
      "server-variable-changed": "{subject}: {name} went from {before} to {after}",
      "extension-removed": "{subject} no longer has the field {name} ({before}), which this review does not know",
      "extension-changed": "{subject}: {name} went from {before} to {after}; this review does not know the field",
      "version-lowered": "{subject} went back from {before} to {after}",
    },
  ),
  risky(
    "calls",
    { instead: "Make sure that this is meant: the server no longer knows who calls.", ...provider },
    {
      "credentials-dropped": "{subject} no longer needs {before}: everyone may call it",
    },
  ),
  risky(
    "calls",
    { instead: "Keep the name; give a new example a new one.", affects: ["client"] },
    {
      "example-removed": "{subject} no longer has the example {name}, by which mocks are asked for it",
    },
  ),
  safe("calls", provider, {
    "operation-added": "{subject} is new",
    "credentials-alternative-added": "{subject} also takes {after}",
    "scope-removed": "{subject} no longer needs the scope {name}",
  }),
  safe(
    "calls",
    {},
    {
      "link-added": "{subject} is new",
      "notification-added": "{subject} is new: receivers ignore notifications that they do not know",
      "server-added": "{subject} is listed",
      "extension-added": "{subject} has the field {name}, which this review does not know",
      "version-raised": "{subject} went from {before} to {after}",
    },
  ),
  safe(
    "calls",
    { affects: ["receiver"] },
    {
      "callback-added": "{subject} also sends {name} to the URL in its request",
    },
  ),
  safe(
    "calls",
    { affects: ["client"] },
    {
      "example-added": "{subject} has the example {name}",
      "example-changed": "{subject}: the example {name} has another value",
    },
  ),
  breaking("writes", refused, {
    "required-parameter-added": "{subject} is new and required",
    "parameter-became-required": "{subject} is now required",
    "empty-value-refused": "{subject} may no longer be empty",
    "required-body-added": "{subject} needs a body",
    "body-became-required": "{subject} needs a body",
    "body-removed": "{subject} no longer has a body",
    "media-type-removed": "{subject} is no longer accepted as {name}",
    "answer-body-added": "{subject} needs a body",
    "success-response-removed": "{subject} no longer counts as success",
    "required-header-added": "{subject} is new and required",
    "header-became-required": "{subject} is now required",
  }),
  risky("writes", ignored, {
    "parameter-removed": "{subject} is no longer read",
    "required-parameter-removed": "{subject} is no longer read",
  }),
  safe("writes", provider, {
    "parameter-added": "{subject} is new and optional",
    "parameter-became-optional": "{subject} is no longer required",
    "empty-value-allowed": "{subject} may be empty",
    "body-added": "{subject} may have a body",
    "body-became-optional": "{subject} may come without a body",
    "media-type-added": "{subject} is also accepted as {name}",
    "success-response-added": "{subject} also counts as success",
    "error-response-added": "{subject} is also understood",
    "header-became-optional": "{subject} is no longer required",
  }),
  safe(
    "writes",
    {},
    {
      "error-response-removed": "{subject} is no longer expected",
      "header-removed": "{subject} is no longer read",
      "required-header-removed": "{subject} is no longer read",
      "header-added": "{subject} is new and optional",
    },
  ),
  breaking("reads", relied, {
    "required-parameter-removed": "{subject} is no longer sent",
    "parameter-became-optional": "{subject} may now be absent",
    "body-removed": "{subject} no longer has a body",
    "body-became-optional": "{subject} may come without a body",
    "media-type-removed": "{subject} no longer comes as {name}",
    "success-response-removed": "{subject} is no longer given",
    "required-header-removed": "{subject} is gone",
    "header-became-optional": "{subject} may now be absent",
    "credentials-dropped": "{subject} no longer comes with {before}",
  }),
  risky("reads", relied, {
    "parameter-removed": "{subject} is no longer sent",
    "header-removed": "{subject} is gone",
    "scope-removed": "{subject} no longer comes with the scope {name}",
  }),
  risky("reads", unhandled, {
    "success-response-added": "{subject} is new",
    "error-response-added": "{subject} is new",
    "credentials-alternative-added": "{subject} may come with {after}",
  }),
  safe("reads", provider, {
    "required-parameter-added": "{subject} is new and always there",
    "parameter-became-required": "{subject} is now always there",
    "required-body-added": "{subject} has a body",
    "body-became-required": "{subject} always has a body",
    "media-type-added": "{subject} also comes as {name}, to those who ask for it",
    "header-added": "{subject} is new",
    "required-header-added": "{subject} is new and always there",
    "header-became-required": "{subject} is now always there",
    "credentials-required": "{subject} comes with {after}",
  }),
  safe(
    "reads",
    {},
    {
      "parameter-added": "{subject} is new",
      "body-added": "{subject} may have a body",
      "answer-body-added": "{subject} has a body",
      "error-response-removed": "{subject} is no longer given",
      "credentials-alternative-removed": "{subject} no longer comes with {before}",
      "scope-added": "{subject} comes with the scope {name}",
    },
  ),
);
