// Fields, values and their rules, in messages that a consumer writes or reads.
import { breaking, forBothSides, forCallers, forWritersAndReaders, risky, safe } from "./rule.ts";

const newVersion = "Keep the old form next to the new one, or move to a new major version.";
const widen = "Keep accepting it, or refuse it in a new operation or a new major version.";
const keepOld = "Keep sending it, deprecate it with a date, and drop it in the next major version.";
const read = "Keep reading it, deprecate it with a date, and drop it in the next major version.";
const announceFirst =
  "Tell readers before the first such value is sent, or add a new field for it.";
const bothNames = "Read and send both names, and deprecate the old one.";

const refused = breaking(widen, ": a {message} that was valid before is refused");
const mayBeRefused = risky(widen, ": a {message} that was valid before may be refused");
const relaxed = safe(
  ": what was valid before still is; the provider has to accept more",
  "provider",
);
const promised = safe(": {who}s can rely on more; the provider has to keep to it", "provider");
const ignored = risky(read, ": a {message} that sets it is accepted, but has no effect");
const misread = breaking(newVersion, ": a {who} cannot read it as before");
const missing = breaking("Keep sending a value always.", ": a {who} that relies on a value fails");
const lost = breaking(keepOld, ": a {who} that uses it fails");
const notFound = breaking(bothNames, ": a {who} that looks for the old name finds nothing");
const relied = breaking(keepOld, ": a {who} that relies on the old one fails");
const unknown = risky(announceFirst, ": a {who} that knows only the others has no case for it");
const unexpected = risky(announceFirst, ": a {who} that checks or parses it may fail");
const keepCode = "Keep the code, or change it in a new major version.";
const impact = "Keep the default, and let callers ask for the new value.";
const visible = "Keep the mark unless the value identifies no person.";

/** Rules for changes of the set of values. */
export const valueRules = {
  ...forWritersAndReaders(refused, promised, {
    "field-became-required": "{subject} is now required",
    "required-field-added": "{subject} is new and required",
    "further-fields-refused": "{subject} no longer has other fields ({before} → {after})",
    "type-narrowed": "{subject} is {after} instead of {before}",
    "null-removed": "{subject} may no longer be null",
    "values-became-listed": "{subject} is one of {after}",
    "value-removed": "{subject} is no longer `{name}`",
    "bound-tightened": "{subject}: {name} went from {before} to {after}",
    "pattern-added": "{subject} has to match {after}",
    "pattern-narrowed": "{subject} has to match {after}, which allows less than {before}",
    "format-added": "{subject} has the {name} {after}",
    "format-narrowed": "{subject} went from {before} to {after}",
    "rule-added": "{subject} has a new rule, {name}",
    "alternative-removed": "{subject} no longer has the form {name}",
    "error-alternative-removed": "{subject} is no longer the error {name}",
  }),
  ...forWritersAndReaders(refused, promised, {
    "overlap-refused": "{subject} takes exactly one of its forms, and {name} fits both {after}",
  }),
  ...forWritersAndReaders(relaxed, unexpected, {
    "overlap-taken": "{subject} may be {name}, which was excluded because it fits both {before}",
  }),
  ...forWritersAndReaders(mayBeRefused, safe(), {
    "overlap-maybe-refused":
      "{subject} takes exactly one of its forms; it is unclear whether a value fits both {after} ({name})",
  }),
  ...forWritersAndReaders(safe(), unexpected, {
    "overlap-maybe-taken":
      "{subject} may be a value that was excluded because it fits both {before}; that is unclear ({name})",
  }),
  ...forWritersAndReaders(relaxed, unexpected, {
    "field-added-to-closed": "{subject} is new, where unlisted fields were excluded",
    "further-fields-allowed": "{subject} may have other fields ({before} → {after})",
    "bound-loosened": "{subject}: {name} went from {before} to {after}",
    "pattern-removed": "{subject} no longer has to match {before}",
    "pattern-widened": "{subject} has to match {after}, which allows more than {before}",
    "format-removed": "{subject} no longer has the {name} {before}",
    "format-widened": "{subject} went from {before} to {after}",
    "rule-removed": "{subject} no longer has the rule {name}",
  }),
  ...forWritersAndReaders(relaxed, unknown, {
    "values-no-longer-listed": "{subject} may be something else than {before}",
    "values-became-open": "{subject} may be something else than {before}",
    "value-added": "{subject} may be `{name}`",
    "error-alternative-added": "{subject} may be the error {name}",
  }),
  ...forWritersAndReaders(relaxed, misread, {
    "type-widened": "{subject} may be {after} instead of {before}",
    "alternative-added": "{subject} may have the new form {name}",
  }),
  ...forWritersAndReaders(relaxed, missing, {
    "field-became-optional": "{subject} may now be absent",
    "null-added": "{subject} may now be null",
  }),
  ...forWritersAndReaders(refused, relied, {
    "values-replaced": "{subject} is {after} instead of {before}",
    "value-respelled": "{subject} is spelled `{name}` instead of `{before}`",
  }),
  ...forWritersAndReaders(refused, safe(), {
    "known-value-removed": "{subject} no longer lists `{name}`; the set is open",
  }),
  ...forWritersAndReaders(refused, misread, {
    "type-changed": "{subject} changed its type from {before} to {after}",
    "format-changed": "{subject} changed its {name} from {before} to {after}",
  }),
  ...forWritersAndReaders(ignored, lost, {
    "field-removed": "{subject} is no longer there",
    "required-field-removed": "{subject} is no longer there",
  }),
  ...forWritersAndReaders(refused, lost, {
    "field-removed-and-refused":
      "{subject} is no longer there, and unlisted fields like it are refused",
    "required-field-removed-and-refused":
      "{subject} is no longer there, and unlisted fields like it are refused",
  }),
  ...forWritersAndReaders(ignored, notFound, {
    "field-renamed": "{subject} looks like a rename of `{before}`",
  }),
  ...forWritersAndReaders(refused, notFound, {
    "required-field-renamed": "{subject} looks like a rename of `{before}`",
  }),
  ...forWritersAndReaders(refused, unexpected, {
    "bound-changed": "{subject}: {name} went from {before} to {after}",
    "pattern-changed": "{subject} has to match {after} instead of {before}",
  }),
  ...forWritersAndReaders(mayBeRefused, unexpected, {
    "pattern-unclear":
      "{subject} has to match {after} instead of {before}, which cannot be compared",
    "rule-changed": "{subject}: the rule {name} is {after} instead of {before}",
    "schema-unclear": "{subject} changed, and its schemas cannot be compared ({name})",
  }),
  ...forWritersAndReaders(relaxed, safe(": {who}s ignore what they do not know"), {
    "field-added": "{subject} is new and optional",
    "known-value-added": "{subject} may be `{name}`, in an open set",
    "known-alternative-added": "{subject} may have the form {name}, in an open set",
  }),
};

/** Rules for changes of annotations. */
const annotationRules = {
  ...forBothSides(safe(": the same values are allowed"), {
    "field-named": "{subject} is named, where fields of any name could be it",
    "field-unnamed": "{subject} is no longer named, where fields of any name can be it",
  }),
  ...forWritersAndReaders(
    breaking(impact, ": a {message} without it now means something else"),
    risky(impact),
    {
      "default-changed": "{subject} stands for {after} instead of {before} where it is absent",
    },
  ),
  ...forBothSides(risky(impact), {
    "default-removed": "{subject} no longer stands for {before} where it is absent",
  }),
  ...forWritersAndReaders(breaking(keepCode, ", which callers handle"), safe(), {
    "rule-code-changed": "{subject}: breaking {name} has the code {after} instead of {before}",
    "rule-code-removed": "{subject}: breaking {name} has the code {after} instead of {before}",
  }),
  ...forWritersAndReaders(risky(keepCode, ", which callers may not know"), safe(), {
    "rule-code-added": "{subject}: breaking {name} has the code {after} instead of {before}",
  }),
  ...forWritersAndReaders(relaxed, unknown, {
    "mapping-added": "{subject} may have the form {name}",
  }),
  ...forWritersAndReaders(refused, safe(), {
    "mapping-removed": "{subject} no longer knows the form {name}",
  }),
  ...forWritersAndReaders(refused, misread, {
    "mapping-changed": "{subject}: {name} is the form {after} instead of {before}",
  }),
  ...forBothSides(misread, {
    "discriminator-changed": "{subject} tells its forms apart by {after} instead of {before}",
  }),
  ...forBothSides(risky(newVersion), {
    "format-resized":
      "{subject} went from {before} to {after}: the numbers are the same, but generated code changes",
    "discriminator-removed":
      "{subject} no longer says which field tells its forms apart: generated code changes",
  }),
  ...forBothSides(risky(visible, ": logs of servers and clients show it", "provider", "client"), {
    "personal-removed": "{subject} is no longer marked as personal",
  }),
  ...forBothSides(safe(), {
    "default-added": "{subject} stands for {after} where it is absent",
    "personal-added": "{subject} is marked as personal: logs hide it",
    "discriminator-added": "{subject} says which field tells its forms apart",
  }),
  ...forCallers(
    breaking("Keep the date that was announced.", ": callers were promised more time", "client"),
    {
      "sunset-earlier": "{subject} goes away at {after} instead of {before}",
      "notice-too-short": "{subject} is deprecated and goes away at {after}, {name}",
    },
  ),
  ...forCallers(breaking("Write a date such as 2028-01-31.", undefined, "client"), {
    "sunset-unreadable": "{subject} goes away at `{after}`, which is not a date",
  }),
  ...forCallers(breaking("Keep the level, or move to a new major version.", undefined, "client"), {
    "stability-decreased":
      "{subject} is {after} instead of {before}: callers were promised more stability",
    "stability-unknown":
      "{subject} has the stability level `{after}`, which is none of draft, alpha, beta and stable",
  }),
  ...forCallers(risky("Keep the date, or withdraw the deprecation.", undefined, "client"), {
    "sunset-removed": "{subject} no longer says when it goes away ({before})",
  }),
  ...forCallers(risky("Announce its last day.", undefined, "client"), {
    "deprecated-without-date": "{subject} is deprecated without a date: callers cannot plan",
  }),
  ...forCallers(safe(undefined, "client"), {
    deprecated: "{subject} is {after}: it works until then",
    "deprecation-withdrawn": "{subject} is no longer deprecated",
    "stability-increased": "{subject} is {after} instead of {before}",
    "sunset-announced": "{subject} goes away at {after} instead of {before}",
    "sunset-later": "{subject} goes away at {after} instead of {before}",
  }),
};

export const schemaRules = { ...valueRules, ...annotationRules };
