// Operations, parameters, bodies, responses, headers, credentials, notifications, examples and servers.
import { breaking, type Rule, type Ruling, risky, safe } from "./rule.ts";

const both = (ruling: Ruling): Rule => ({ writes: ruling, reads: ruling, calls: ruling });
const keep = "Keep it beside the new one, deprecate it with a date, and drop it in the next major version.";

export const operationRules: Record<string, Rule> = {
  "operation-removed": both(breaking("{subject} is gone: whoever calls it gets a 404.", keep)),
  "operation-removed-after-sunset": both(
    risky(
      "{subject} is gone; it was deprecated, and its date ({before}) is past.",
      "Look in the logs for who still calls it.",
    ),
  ),
  "operation-added": both(safe("{subject} is new.", ["provider"])),
  "operation-moved": both(breaking("{subject} moved from {before} to {after}: calls of the old address fail.", keep)),
  "operation-id-changed": both(
    risky(
      "{subject} is called {after} instead of {before}: the same on the wire, but generated methods and handlers have another name, so code no longer compiles.",
      "Keep the operationId; say in the summary what it is called now.",
    ),
  ),
  "group-changed": both(
    risky(
      "{subject} stands under {after} instead of {before}: the same on the wire, but a generated method moves to another group.",
      "Keep the first tag.",
    ),
  ),

  "parameter-removed": {
    writes: risky(
      "{subject} is no longer read: a {message} that carries it is taken, and what it asked for does not happen.",
      "Deprecate it with a date first.",
    ),
    reads: risky(
      "{subject} is no longer sent: a {who} that looks at it finds nothing.",
      "Go on sending it, deprecate it with a date.",
    ),
  },
  "required-parameter-removed": {
    writes: risky(
      "{subject} is no longer read: a {message} that carries it is taken, and what it asked for does not happen.",
      "Deprecate it with a date first.",
    ),
    reads: breaking(
      "{subject} is no longer sent: a {who} that relies on it fails.",
      "Go on sending it, deprecate it with a date.",
    ),
  },
  "parameter-added": {
    writes: safe("{subject} is new and optional.", ["provider"]),
    reads: safe("{subject} is new."),
  },
  "required-parameter-added": {
    writes: breaking(
      "{subject} is new and required: a {message} as it was written before is refused.",
      "Make it optional, with a default that means what its absence meant.",
    ),
    reads: safe("{subject} is new and always there.", ["provider"]),
  },
  "parameter-became-required": {
    writes: breaking(
      "{subject} is now required: a {message} without it is refused.",
      "Keep it optional, or require it in a new operation.",
    ),
    reads: safe("{subject} is now always there.", ["provider"]),
  },
  "parameter-became-optional": {
    writes: safe("{subject} is no longer required.", ["provider"]),
    reads: breaking("{subject} may now be absent: a {who} that relies on it fails.", "Keep sending it always."),
  },
  "parameter-moved": both(
    breaking(
      "{subject} moved from {before} to {after}: where it was it is no longer looked for.",
      "Read it from both places, and deprecate the old one.",
    ),
  ),
  "path-parameter-renamed": both(
    risky(
      "{subject} was called {before}: the same on the wire, but generated code names it, so calls no longer compile.",
      "Keep the name.",
    ),
  ),
  "serialization-changed": both(
    breaking(
      "{subject} is written as {after} instead of {before}: the other side reads something else.",
      "Keep how it is written, or add a new parameter.",
    ),
  ),

  "body-added": { writes: safe("{subject} may have a body.", ["provider"]), reads: safe("{subject} may have a body.") },
  "answer-body-added": {
    writes: breaking(
      "{subject} has to have a body: a {who} that answers without one is taken to have failed.",
      "Go on taking answers without a body.",
    ),
    reads: safe("{subject} has a body."),
  },
  "required-body-added": {
    writes: breaking("{subject} has to have a body: a {message} without one is refused.", "Make the body optional."),
    reads: safe("{subject} has a body.", ["provider"]),
  },
  "body-removed": {
    writes: breaking(
      "{subject} no longer has a body: what was asked for in it does not happen, or the {message} is refused.",
      "Go on taking the body, deprecate what is in it.",
    ),
    reads: breaking("{subject} no longer has a body: a {who} that reads it fails.", keep),
  },
  "body-became-required": {
    writes: breaking("{subject} has to have a body: a {message} without one is refused.", "Keep the body optional."),
    reads: safe("{subject} always has a body.", ["provider"]),
  },
  "body-became-optional": {
    writes: safe("{subject} need not have a body.", ["provider"]),
    reads: breaking("{subject} may come without a body: a {who} that reads it fails.", "Keep sending a body."),
  },
  "media-type-removed": {
    writes: breaking("{subject} is no longer taken as {name}: such a {message} is refused.", keep),
    reads: breaking(
      "{subject} no longer comes as {name}: a {who} that asks for it gets nothing that it can read.",
      keep,
    ),
  },
  "media-type-added": {
    writes: safe("{subject} is also taken as {name}.", ["provider"]),
    reads: safe("{subject} also comes as {name}, to whoever asks for it.", ["provider"]),
  },
  "encoding-changed": both(
    risky("{subject}: its parts are encoded as {after} instead of {before}.", "Keep the encoding, or take both."),
  ),

  "success-response-removed": {
    reads: breaking(
      "{subject} is no longer given: a {who} that waits for it takes a success for something else.",
      keep,
    ),
    writes: breaking(
      "{subject} no longer counts: a {who} that answers with it is taken to have failed.",
      "Go on taking it.",
    ),
  },
  "success-response-added": {
    reads: risky(
      "{subject} is new: a {who} that expects the other status alone takes it for something else.",
      "Answer with the status that callers know, or let them ask for the new one.",
    ),
    writes: safe("{subject} counts, too.", ["provider"]),
  },
  "error-response-removed": {
    reads: safe("{subject} is no longer given."),
    writes: safe("{subject} is no longer expected."),
  },
  "error-response-added": {
    reads: risky(
      "{subject} is new: a {who} has no case for it.",
      "Use a status that callers know, or tell them first.",
    ),
    writes: safe("{subject} is understood, too.", ["provider"]),
  },
  "header-removed": {
    reads: risky("{subject} is gone: a {who} that looks at it finds nothing.", keep),
    writes: safe("{subject} is no longer looked at."),
  },
  "required-header-removed": {
    reads: breaking("{subject} is gone: a {who} that relies on it fails.", keep),
    writes: safe("{subject} is no longer looked at."),
  },
  "header-added": { reads: safe("{subject} is new.", ["provider"]), writes: safe("{subject} is new and optional.") },
  "required-header-added": {
    reads: safe("{subject} is new and always there.", ["provider"]),
    writes: breaking("{subject} is new and required.", "Make it optional."),
  },
  "header-became-optional": {
    reads: breaking("{subject} may now be absent: a {who} that relies on it fails.", "Keep sending it always."),
    writes: safe("{subject} need not be there.", ["provider"]),
  },
  "header-became-required": {
    reads: safe("{subject} is now always there.", ["provider"]),
    writes: breaking("{subject} is now required.", "Keep it optional."),
  },
  "link-removed": both(risky("{subject} is gone: a {who} that follows it cannot.", keep)),
  "link-changed": both(
    risky("{subject}: {name} is {after} instead of {before}: a {who} that follows it gets somewhere else.", keep),
  ),
  "link-added": both(safe("{subject} is new.")),

  "credentials-required": {
    calls: breaking(
      "{subject} now asks for {after}: calls without it are refused.",
      "Ask for credentials in a new operation or a new major version.",
    ),
    reads: safe("{subject} comes with {after}.", ["provider"]),
  },
  "credentials-dropped": {
    calls: risky(
      "{subject} no longer asks for {before}: it is open to anybody.",
      "Make sure that this is meant: nobody is told who calls.",
      ["provider"],
    ),
    reads: breaking("{subject} no longer comes with {before}: a receiver that checks it refuses everything.", keep),
  },
  "credentials-alternative-removed": {
    calls: breaking("{subject} no longer takes {before}: calls with it are refused.", keep),
    reads: safe("{subject} no longer comes with {before}."),
  },
  "credentials-alternative-added": {
    calls: safe("{subject} also takes {after}.", ["provider"]),
    reads: risky(
      "{subject} may come with {after}: a receiver that checks the other alone refuses it.",
      "Tell receivers first.",
    ),
  },
  "scope-added": {
    calls: breaking(
      "{subject} asks for the scope {name}: tokens without it are refused.",
      "Grant the scope to every token first, or ask for it in a new operation.",
    ),
    reads: safe("{subject} comes with the scope {name}."),
  },
  "scope-removed": {
    calls: safe("{subject} no longer asks for the scope {name}.", ["provider"]),
    reads: risky("{subject} no longer comes with the scope {name}.", keep),
  },
  "security-scheme-changed": both(
    breaking(
      "{subject}: {name} went from {before} to {after}, so credentials that were right are refused.",
      "Add a new scheme beside the old one.",
    ),
  ),
  "security-url-changed": both(
    risky("{subject}: {name} went from {before} to {after}.", "Keep the old address for as long as it is in use."),
  ),

  "notification-removed": both(
    breaking("{subject} is no longer sent: a receiver that waits for it waits for ever.", keep),
  ),
  "notification-added": both(safe("{subject} is new: receivers have to bear notifications that they do not know.")),
  "notification-renamed": both(
    breaking("{subject} is {name} {after} instead of {before}: a receiver does not know it again.", keep),
  ),
  "notification-condition-changed": both(
    risky("{subject} is sent when {after} instead of when {before}.", "Add a new notification for the new condition."),
  ),
  "callback-removed": both(
    breaking("{subject} no longer sends {name} to the URL of its request: a receiver there waits for ever.", keep, [
      "receiver",
    ]),
  ),
  "callback-added": both(safe("{subject} also sends {name} to the URL of its request.", ["receiver"])),
  "callback-url-changed": both(
    breaking(
      "{subject} takes the URL for {name} from {after} instead of {before}: receivers named as before hear nothing.",
      "Read the URL from both places.",
      ["receiver", "client"],
    ),
  ),

  "example-removed": both(
    risky(
      "{subject} no longer has the example {name}: whoever asks a mock for it by name gets something else.",
      "Keep the name; give a new example a new one.",
      ["client"],
    ),
  ),
  "example-added": both(safe("{subject} has the example {name}.", ["client"])),
  "example-changed": both(
    safe("{subject}: the example {name} has another value, which a mock answers with.", ["client"]),
  ),

  "server-removed": both(
    risky("{subject} is no longer listed: callers that use it have to be told what becomes of it.", keep),
  ),
  "every-server-replaced": both(
    breaking(
      "{subject} is no longer listed, and nothing of the old list is left: every call goes to the wrong address.",
      keep,
    ),
  ),
  "server-added": both(safe("{subject} is listed.")),
  "server-variable-changed": both(
    risky("{subject}: {name} went from {before} to {after}.", "Keep the old values working."),
  ),
  "extension-added": both(safe("{subject} has the further field {name}, which no rule of this review knows.")),
  "extension-removed": both(
    risky(
      "{subject} no longer has the field {name} ({before}), which no rule of this review knows.",
      "Look up who reads it.",
    ),
  ),
  "extension-changed": both(
    risky(
      "{subject}: {name} went from {before} to {after}, which no rule of this review knows.",
      "Look up who reads it.",
    ),
  ),
  "version-raised": both(safe("{subject} went from {before} to {after}.")),
  "version-lowered": both(risky("{subject} went back from {before} to {after}.", "Count versions upwards.")),
};
