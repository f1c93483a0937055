// Fields, values and their rules, in what a consumer writes and in what it reads.
import { breaking, risky, rulesOf, safe } from "./rule.ts";

const version = "Keep the old form and add the new one beside it, or move to a new major version.";
const widen = "Keep accepting it, or refuse it in a new operation or a new major version.";
const keep = "Keep sending it, deprecate it with a date, and drop it in the next major version.";
const announce = "Tell readers before the first such value is sent, or add a new field for it.";
const bothNames = "Read and send both names, and deprecate the old one.";

const refused = { why: ": a {message} that was valid before is refused", instead: widen };
const accepted = {
  why: ": what was valid before still is; the provider has to accept more",
  affects: ["provider" as const],
};
const promised = { why: ": {who}s can rely on more; the provider has to keep to it", affects: ["provider" as const] };
const ignored = {
  why: ": a {message} that sets it is accepted, but has no effect",
  instead: keep.replace("sending", "reading"),
};
const misread = { why: ": a {who} cannot read it as before", instead: version };
const unknown = { why: ": a {who} that knows only the others has no case for it", instead: announce };
const unexpected = { why: ": a {who} that checks or parses it may fail", instead: announce };

export const schemaRules = rulesOf(
  breaking("writes", refused, {
    "field-became-required": "{subject} is now required",
    "required-field-added": "{subject} is new and required",
    "field-removed-and-refused": "{subject} is gone, and unlisted fields are refused",
    "required-field-removed-and-refused": "{subject} is gone, and unlisted fields are refused",
    "required-field-renamed": "{subject} was called `{before}`",
    "further-fields-refused": "{subject} no longer takes other fields ({before} → {after})",
    "type-changed": "{subject} changed its type from {before} to {after}",
    "type-narrowed": "{subject} takes {after} instead of {before}",
    "null-removed": "{subject} may no longer be null",
    "values-became-listed": "{subject} takes only {after}",
    "value-removed": "{subject} no longer takes `{name}`",
    "bound-tightened": "{subject}: {name} went from {before} to {after}",
    "pattern-added": "{subject} has to match {after}",
    "pattern-narrowed": "{subject} has to match {after} instead of {before}, which allows less",
    "format-added": "{subject} has to be {name} {after}",
    "format-changed": "{subject} changed its {name} from {before} to {after}",
    "format-narrowed": "{subject} went from {before} to {after}",
    "rule-added": "{subject} has a new rule, {name}",
    "alternative-removed": "{subject} no longer takes the form {name}",
    "error-alternative-removed": "{subject} no longer takes the error {name}",
    "mapping-removed": "{subject} no longer knows the form {name}",
  }),
  breaking(
    "writes",
    { instead: "Keep the default, and let callers ask for the new value." },
    {
      "default-changed":
        "{subject} defaults to {after} instead of {before}: a {message} without it now means something else",
    },
  ),
  breaking(
    "writes",
    { instead: "Keep the code, or change it in a new major version." },
    {
      "rule-code-changed":
        "{subject}: breaking {name} is answered with {after} instead of {before}, which callers handle",
      "rule-code-removed":
        "{subject}: breaking {name} is answered with {after} instead of {before}, which callers handle",
    },
  ),
  breaking("both", misread, {
    "discriminator-changed": "{subject} tells its forms apart by {after} instead of {before}",
  }),
  risky("writes", ignored, {
    "field-removed": "{subject} is no longer read",
    "required-field-removed": "{subject} is no longer read",
    "field-renamed": "{subject} was called `{before}`, which is no longer read",
  }),
  risky(
    "writes",
    { instead: widen },
    {
      "pattern-changed": "{subject} has to match {after} instead of {before}: what was valid before may be refused",
      "rule-changed": "{subject}: the rule {name} is {after} instead of {before}: what was valid before may be refused",
      "default-removed": "{subject} no longer has the default {before}: what its absence means is open",
      "rule-code-added":
        "{subject}: breaking {name} is answered with {after} instead of {before}, which callers may not know",
    },
  ),
  risky(
    "both",
    { instead: version },
    {
      "discriminator-removed": "{subject} no longer says which field tells its forms apart: generated code changes",
    },
  ),
  risky(
    "both",
    { instead: "Keep the mark unless the value identifies no person.", affects: ["provider", "client"] },
    {
      "personal-removed": "{subject} is no longer marked as personal: logs of servers and clients show it",
    },
  ),
  safe("writes", accepted, {
    "field-became-optional": "{subject} is no longer required",
    "field-added": "{subject} is new and optional",
    "field-added-to-closed": "{subject} is new and optional",
    "further-fields-allowed": "{subject} takes other fields ({before} → {after})",
    "type-widened": "{subject} takes {after} instead of {before}",
    "null-added": "{subject} may be null",
    "values-no-longer-listed": "{subject} takes more than {before}",
    "values-became-open": "{subject} takes more than {before}",
    "value-added": "{subject} also takes `{name}`",
    "known-value-added": "{subject} also takes `{name}`",
    "bound-loosened": "{subject}: {name} went from {before} to {after}",
    "pattern-removed": "{subject} no longer has to match {before}",
    "format-removed": "{subject} no longer has to be {name} {before}",
    "format-widened": "{subject} went from {before} to {after}",
    "rule-removed": "{subject} no longer has the rule {name}",
    "alternative-added": "{subject} also takes the form {name}",
    "known-alternative-added": "{subject} also takes the form {name}",
    "error-alternative-added": "{subject} also takes the error {name}",
  }),
  safe(
    "writes",
    {},
    {
      "known-value-removed": "{subject} no longer lists `{name}`, which it still takes",
      "pattern-widened": "{subject} has to match {after} instead of {before}: every sample of the old still does",
      "default-added": "{subject} has the default {after}: leaving it out now has a documented meaning",
      "mapping-added": "{subject} knows the form {name}",
    },
  ),
  safe(
    "both",
    {},
    {
      "personal-added": "{subject} is marked as personal: logs hide it",
      "discriminator-added": "{subject} says which field tells its forms apart",
    },
  ),
  breaking("reads", misread, {
    "type-changed": "{subject} changed its type from {before} to {after}",
    "type-widened": "{subject} may be {after} instead of {before}",
    "format-changed": "{subject} changed its {name} from {before} to {after}",
    "alternative-added": "{subject} may have the new form {name}",
  }),
  breaking(
    "reads",
    { why: ": a {who} that uses it fails", instead: keep },
    {
      "field-removed": "{subject} is no longer there",
      "required-field-removed": "{subject} is no longer there",
      "field-removed-and-refused": "{subject} is no longer there",
      "required-field-removed-and-refused": "{subject} is no longer there",
    },
  ),
  breaking(
    "reads",
    { why: ": a {who} that looks for the old name finds nothing", instead: bothNames },
    {
      "field-renamed": "{subject} was called `{before}`",
      "required-field-renamed": "{subject} was called `{before}`",
    },
  ),
  breaking(
    "reads",
    { why: ": a {who} that relies on a value fails", instead: "Keep sending a value always." },
    {
      "field-became-optional": "{subject} may now be absent",
      "null-added": "{subject} may now be null",
    },
  ),
  risky("reads", unknown, {
    "values-no-longer-listed": "{subject} may be something else than {before}",
    "values-became-open": "{subject} may be something else than {before}",
    "value-added": "{subject} may be `{name}`",
    "error-alternative-added": "{subject} may be the error {name}",
    "mapping-added": "{subject} may have the form {name}",
  }),
  risky("reads", unexpected, {
    "field-added-to-closed": "{subject} is new, where unlisted fields were excluded",
    "further-fields-allowed": "{subject} may have other fields ({before} → {after})",
    "bound-loosened": "{subject}: {name} went from {before} to {after}",
    "pattern-removed": "{subject} no longer has to match {before}",
    "pattern-widened": "{subject} matches {after} instead of {before}, which allows more",
    "pattern-changed": "{subject} matches {after} instead of {before}",
    "format-removed": "{subject} is no longer always {name} {before}",
    "format-widened": "{subject} went from {before} to {after}",
    "rule-removed": "{subject} no longer has the rule {name}",
    "rule-changed": "{subject}: the rule {name} is {after} instead of {before}",
  }),
  risky(
    "reads",
    { instead: "Keep the default, or send the field always." },
    {
      "default-changed": "{subject} stands for {after} instead of {before} where it is absent",
      "default-removed": "{subject} no longer stands for {before} where it is absent",
    },
  ),
  safe("reads", promised, {
    "field-became-required": "{subject} is now always there",
    "required-field-added": "{subject} is new and always there",
    "further-fields-refused": "{subject} no longer has other fields ({before} → {after})",
    "type-narrowed": "{subject} is {after} instead of {before}",
    "null-removed": "{subject} is never null",
    "values-became-listed": "{subject} is one of {after}",
    "value-removed": "{subject} is no longer `{name}`",
    "bound-tightened": "{subject}: {name} went from {before} to {after}",
    "pattern-added": "{subject} matches {after}",
    "pattern-narrowed": "{subject} matches {after} instead of {before}, which allows less",
    "format-added": "{subject} has {name} {after}",
    "format-narrowed": "{subject} went from {before} to {after}",
    "rule-added": "{subject} has a new rule, {name}",
    "alternative-removed": "{subject} no longer has the form {name}",
    "error-alternative-removed": "{subject} is no longer the error {name}",
  }),
  safe(
    "reads",
    {},
    {
      "field-added": "{subject} is new: {who}s ignore fields that they do not know",
      "known-value-removed": "{subject} no longer lists `{name}`; the set is open",
      "known-value-added": "{subject} may be `{name}`: the set is open, so {who}s handle unknown values",
      "known-alternative-added": "{subject} may have the form {name}: the set is open, so {who}s handle unknown forms",
      "default-added": "{subject} stands for {after} where it is absent",
      "rule-code-added": "{subject}: breaking {name} has the code {after}",
      "rule-code-changed": "{subject}: breaking {name} has the code {after} instead of {before}",
      "rule-code-removed": "{subject}: breaking {name} no longer has the code {before}",
      "mapping-removed": "{subject} no longer has the form {name}",
    },
  ),
  breaking(
    "calls",
    { instead: "Keep the date that was announced.", affects: ["client"] },
    {
      "sunset-earlier": "{subject} goes away at {after} instead of {before}: callers were promised more time",
    },
  ),
  risky(
    "calls",
    { instead: "Keep the date, or withdraw the deprecation.", affects: ["client"] },
    {
      "sunset-removed": "{subject} no longer says when it goes away ({before})",
    },
  ),
  safe(
    "calls",
    { affects: ["client"] },
    {
      deprecated: "{subject} is {after}: it works until then",
      "deprecated-without-date": "{subject} is deprecated without a date: callers cannot plan",
      "deprecation-withdrawn": "{subject} is no longer deprecated",
      "sunset-later": "{subject} goes away at {after} instead of {before}",
    },
  ),
);
