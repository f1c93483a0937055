// Fields, values and their rules, in what a consumer writes and in what it reads.
import { breaking, type Rule, type Ruling, risky, safe } from "./rule.ts";

const version = "Keep what there is and add the new form beside it, or move to a new major version.";
const widen = "Keep taking what was taken; refuse it in a new operation or a new major version.";
const keep = "Go on sending it, deprecate it with a date, and drop it in the next major version.";
const tell = "Tell readers before the first such value is sent, or add a new field for it.";

const refused = (what: string): Ruling => breaking(`${what}: a {message} that was right before is refused.`, widen);
const accepted = (what: string): Ruling =>
  safe(`${what}: everything that was right before still is; the provider has to take more.`, ["provider"]);
const promised = (what: string): Ruling =>
  safe(`${what}: {who}s can rely on more; the provider has to keep to it.`, ["provider"]);

export const schemaRules: Record<string, Rule> = {
  "field-became-required": {
    writes: breaking(
      "{subject} is now required: a {message} without it is refused.",
      "Keep it optional with a default, or require it in a new operation.",
    ),
    reads: promised("{subject} is now always there"),
  },
  "field-became-optional": {
    writes: accepted("{subject} is no longer required"),
    reads: breaking(
      "{subject} may now be absent: a {who} that relies on it fails.",
      "Keep sending it always; if it has no value, say what stands for that.",
    ),
  },
  "required-field-added": {
    writes: breaking(
      "{subject} is new and required: a {message} as it was written before is refused.",
      "Make it optional, with a default that means what its absence meant.",
    ),
    reads: promised("{subject} is new and always there"),
  },
  "field-added": {
    writes: accepted("{subject} is new and optional"),
    reads: safe("{subject} is new: {who}s have to bear fields that they do not know."),
  },
  "field-added-to-closed": {
    writes: accepted("{subject} is new and optional"),
    reads: risky(
      "{subject} is new, where further fields were excluded: a {who} that checks what it reads refuses it.",
      "Announce it, and let the schema allow further fields first.",
    ),
  },
  "field-removed": {
    writes: risky(
      "{subject} is no longer read: a {message} that sets it is taken, and what it asked for does not happen.",
      "Deprecate it with a date first, and say what takes its place.",
    ),
    reads: breaking(
      "{subject} is no longer there: a {who} that uses it loses it, and code that names it no longer compiles.",
      keep,
    ),
  },
  "required-field-removed": {
    writes: risky(
      "{subject} is no longer read: a {message} that sets it is taken, and what it asked for does not happen.",
      "Deprecate it with a date first, and say what takes its place.",
    ),
    reads: breaking("{subject} is no longer there: a {who} that relies on it fails.", keep),
  },
  "field-removed-and-refused": {
    writes: refused("{subject} is gone, and fields that are not listed are excluded"),
    reads: breaking(
      "{subject} is no longer there: a {who} that uses it loses it, and code that names it no longer compiles.",
      keep,
    ),
  },
  "required-field-removed-and-refused": {
    writes: refused("{subject} is gone, and fields that are not listed are excluded"),
    reads: breaking("{subject} is no longer there: a {who} that relies on it fails.", keep),
  },
  "field-renamed": {
    writes: risky(
      "{subject} was called `{before}`: a {message} that sets the old name is taken, and what it asked for does not happen.",
      "Read both names, and deprecate the old one.",
    ),
    reads: breaking(
      "{subject} was called `{before}`: a {who} that looks for the old name finds nothing.",
      "Send both names, and deprecate the old one.",
    ),
  },
  "required-field-renamed": {
    writes: breaking(
      "{subject} was called `{before}`: a {message} with the old name is refused.",
      "Read both names, and deprecate the old one.",
    ),
    reads: breaking(
      "{subject} was called `{before}`: a {who} that looks for the old name finds nothing.",
      "Send both names, and deprecate the old one.",
    ),
  },
  "further-fields-refused": {
    writes: refused("{subject} no longer takes further fields of any kind ({before} → {after})"),
    reads: promised("{subject} no longer has further fields of any kind ({before} → {after})"),
  },
  "further-fields-allowed": {
    writes: accepted("{subject} takes further fields ({before} → {after})"),
    reads: risky(
      "{subject} may have further fields ({before} → {after}): a {who} that checks what it reads may refuse them.",
      tell,
    ),
  },
  "type-changed": {
    writes: refused("{subject} changed its type from {before} to {after}"),
    reads: breaking("{subject} changed its type from {before} to {after}: a {who} cannot read it as before.", version),
  },
  "type-narrowed": {
    writes: refused("{subject} takes {after} instead of {before}"),
    reads: promised("{subject} is {after} instead of {before}"),
  },
  "type-widened": {
    writes: accepted("{subject} takes {after} instead of {before}"),
    reads: breaking("{subject} may be {after} instead of {before}: a {who} cannot read all of it as before.", version),
  },
  "null-removed": {
    writes: refused("{subject} may no longer be null"),
    reads: promised("{subject} is never null"),
  },
  "null-added": {
    writes: accepted("{subject} may be null"),
    reads: breaking(
      "{subject} may now be null: a {who} that relies on a value fails.",
      "Leave an optional field out instead, or add a new field.",
    ),
  },
  "values-became-listed": {
    writes: refused("{subject} takes no more than {after}"),
    reads: promised("{subject} is one of {after}"),
  },
  "values-no-longer-listed": {
    writes: accepted("{subject} takes more than {before}"),
    reads: risky(
      "{subject} may be something else than {before}: a {who} that knows these alone has no case for it.",
      tell,
    ),
  },
  "values-became-open": {
    writes: accepted("{subject} takes more than {before}"),
    reads: risky(
      "{subject} may be something else than {before}: a {who} that knows these alone has no case for it.",
      tell,
    ),
  },
  "value-removed": {
    writes: refused("{subject} no longer takes `{name}`"),
    reads: promised("{subject} is no longer `{name}`"),
  },
  "value-added": {
    writes: accepted("{subject} also takes `{name}`"),
    reads: risky(
      "{subject} may be `{name}`: a {who} that knows the other values alone has no case for it.",
      "Mark the set as open first, or add the value in a new field; tell readers before it is sent.",
    ),
  },
  "known-value-removed": {
    writes: safe("{subject} no longer lists `{name}`, which it still takes."),
    reads: safe("{subject} no longer lists `{name}`; the set is open."),
  },
  "known-value-added": {
    writes: accepted("{subject} also takes `{name}`"),
    reads: safe("{subject} may be `{name}`: the set is open, so {who}s have to bear values that they do not know."),
  },
  "bound-tightened": {
    writes: refused("{subject}: {name} went from {before} to {after}"),
    reads: promised("{subject}: {name} went from {before} to {after}"),
  },
  "bound-loosened": {
    writes: accepted("{subject}: {name} went from {before} to {after}"),
    reads: risky(
      "{subject}: {name} went from {before} to {after}, so a {who} may meet values that its columns and checks do not hold.",
      tell,
    ),
  },
  "pattern-added": { writes: refused("{subject} has to match {after}"), reads: promised("{subject} matches {after}") },
  "pattern-removed": {
    writes: accepted("{subject} no longer has to match {before}"),
    reads: risky("{subject} need not match {before}: a {who} that checks or takes it apart may fail.", tell),
  },
  "pattern-narrowed": {
    writes: refused("{subject} has to match {after} instead of {before}, which leaves less"),
    reads: promised("{subject} matches {after} instead of {before}, which leaves less"),
  },
  "pattern-widened": {
    writes: safe("{subject} has to match {after} instead of {before}: what was tried of the old still does."),
    reads: risky(
      "{subject} matches {after} instead of {before}, which lets more in: a {who} that takes it apart may fail.",
      tell,
    ),
  },
  "pattern-changed": {
    writes: risky("{subject} has to match {after} instead of {before}: what was right before may be refused.", widen),
    reads: risky(
      "{subject} matches {after} instead of {before}: a {who} that checks or takes it apart may fail.",
      tell,
    ),
  },
  "format-added": {
    writes: refused("{subject} has to be {name} {after}"),
    reads: promised("{subject} has {name} {after}"),
  },
  "format-removed": {
    writes: accepted("{subject} need not have the {name} {before}"),
    reads: risky("{subject} need not have the {name} {before}: a {who} that parses it may fail.", tell),
  },
  "format-changed": {
    writes: refused("{subject} changed its {name} from {before} to {after}"),
    reads: breaking(
      "{subject} changed its {name} from {before} to {after}: a {who} cannot parse it as before.",
      version,
    ),
  },
  "format-narrowed": {
    writes: refused("{subject} went from {before} to {after}"),
    reads: promised("{subject} went from {before} to {after}"),
  },
  "format-widened": {
    writes: accepted("{subject} went from {before} to {after}"),
    reads: risky("{subject} went from {before} to {after}: a {who}'s number type may not hold it.", tell),
  },
  "rule-added": {
    writes: refused("{subject} has a new rule, {name}"),
    reads: promised("{subject} has a new rule, {name}"),
  },
  "rule-removed": {
    writes: accepted("{subject} no longer has the rule {name}"),
    reads: risky("{subject} no longer has the rule {name}: a {who} may meet what it excluded.", tell),
  },
  "rule-changed": {
    writes: risky(
      "{subject} has another rule {name}, {after} instead of {before}: what was right before may be refused.",
      widen,
    ),
    reads: risky(
      "{subject} has another rule {name}, {after} instead of {before}: a {who} may meet what it excluded.",
      tell,
    ),
  },
  "alternative-removed": {
    writes: refused("{subject} no longer takes the form {name}"),
    reads: promised("{subject} no longer has the form {name}"),
  },
  "alternative-added": {
    writes: accepted("{subject} also takes the form {name}"),
    reads: breaking("{subject} may have the form {name}: a {who} that knows the others alone cannot read it.", version),
  },
  "known-alternative-added": {
    writes: accepted("{subject} also takes the form {name}"),
    reads: safe(
      "{subject} may have the form {name}: the set is open, so {who}s have to bear forms that they do not know.",
    ),
  },
  "error-alternative-removed": {
    writes: refused("{subject} no longer takes the error {name}"),
    reads: promised("{subject} is no longer the error {name}"),
  },
  "error-alternative-added": {
    writes: accepted("{subject} also takes the error {name}"),
    reads: risky(
      "{subject} may be the error {name}: a {who} that switches over the codes has no case for it.",
      "Use an error that callers know, or tell them first.",
    ),
  },
  "default-added": {
    writes: safe(
      "{subject} has the default {after} where there was none: what is left out now has a meaning that is written down.",
    ),
    reads: safe("{subject} stands for {after} where it is absent."),
  },
  "default-changed": {
    writes: breaking(
      "{subject} defaults to {after} instead of {before}: whoever leaves it out gets something else without a word.",
      "Keep the default, and let callers ask for the new value.",
    ),
    reads: risky(
      "{subject} stands for {after} instead of {before} where it is absent: a {who} that fills it in gets it wrong.",
      "Keep the default, or send the field always.",
    ),
  },
  "default-removed": {
    writes: risky(
      "{subject} no longer has the default {before}: what happens to whoever leaves it out is open.",
      "Keep the default, or say what its absence means.",
    ),
    reads: risky(
      "{subject} no longer stands for {before} where it is absent.",
      "Keep the default, or send the field always.",
    ),
  },
  "personal-added": {
    writes: safe("{subject} is marked as personal: logs hide it."),
    reads: safe("{subject} is marked as personal: logs hide it."),
  },
  "personal-removed": {
    writes: {
      ...risky(
        "{subject} is no longer marked as personal: logs of servers and clients show it.",
        "Keep the mark unless nobody can be known by the value.",
      ),
      affects: ["provider", "client"],
    },
    reads: {
      ...risky(
        "{subject} is no longer marked as personal: logs of servers and clients show it.",
        "Keep the mark unless nobody can be known by the value.",
      ),
      affects: ["provider", "client"],
    },
  },
  "rule-code-added": {
    writes: risky(
      "{subject}: breaking {name} is answered with {after} instead of {before}, which callers may not know.",
      "Tell callers of the new code first.",
    ),
    reads: safe("{subject}: breaking {name} has the code {after}."),
  },
  "rule-code-changed": {
    writes: breaking(
      "{subject}: breaking {name} is answered with {after} instead of {before}, so the case for {before} is never reached.",
      "Keep the code, or answer with the new one in a new major version.",
    ),
    reads: safe("{subject}: breaking {name} has the code {after} instead of {before}."),
  },
  "rule-code-removed": {
    writes: breaking(
      "{subject}: breaking {name} is answered with {after} instead of {before}, so the case for {before} is never reached.",
      "Keep the code, or answer with the general one in a new major version.",
    ),
    reads: safe("{subject}: breaking {name} no longer has the code {before}."),
  },
  "discriminator-added": {
    writes: safe("{subject} says which field tells its forms apart."),
    reads: safe("{subject} says which field tells its forms apart."),
  },
  "discriminator-removed": {
    writes: risky("{subject} no longer says which field tells its forms apart: generated code changes.", version),
    reads: risky("{subject} no longer says which field tells its forms apart: generated code changes.", version),
  },
  "discriminator-changed": {
    writes: breaking("{subject} tells its forms apart by {after} instead of {before}.", version),
    reads: breaking(
      "{subject} tells its forms apart by {after} instead of {before}: a {who} takes one form for another.",
      version,
    ),
  },
  "mapping-added": {
    writes: safe("{subject} knows the form {name}."),
    reads: risky("{subject} may have the form {name}, which a {who} does not know.", tell),
  },
  "mapping-removed": {
    writes: refused("{subject} no longer knows the form {name}"),
    reads: safe("{subject} no longer has the form {name}."),
  },
  ...deprecations(),
};

function deprecations(): Record<string, Rule> {
  const both = (ruling: Ruling): Rule => ({
    writes: { ...ruling, affects: ["client"] },
    reads: { ...ruling, affects: ["client"] },
    calls: { ...ruling, affects: ["client"] },
  });
  return {
    deprecated: both(safe("{subject} is {after}: it works until then, and what takes its place should be used.")),
    "deprecated-without-date": both(safe("{subject} is deprecated without a date: callers cannot plan.")),
    "deprecation-withdrawn": both(safe("{subject} is no longer deprecated.")),
    "sunset-earlier": both(
      breaking(
        "{subject} goes away at {after} instead of {before}: callers were promised more time.",
        "Keep the date that was announced.",
      ),
    ),
    "sunset-removed": both(
      risky("{subject} no longer says when it goes away ({before}).", "Keep the date, or withdraw the deprecation."),
    ),
    "sunset-later": both(safe("{subject} goes away at {after} instead of {before}.")),
  };
}
