import { answer } from "../../../test/support/behaviour/samples.ts";
import { testReports } from "../../../test/support/behaviour/tester.ts";

const basis = `@basis("assumed", "Not shown.")`;
const partly = `@basis("assumed", "Not shown.", "type")`;
const documented = `@basis("assumed", "Not shown.", "required", "type")`;

/** A lookup whose answer is a book. */
const lookup = (models: string, body = "Book", status = 200): string =>
  `${models} @get op readBook(): ${answer(status, body)};`;

const message = (kind: string): string =>
  `The presence of 'title' is ${kind}, so it cannot be required: make it optional, or list "required" as documented in its @basis.`;

const discriminated = `@discriminated(#{ envelope: "none", discriminatorPropertyName: "event" })`;
const lent = (title: string): string => `
  @example(#{ event: "lent", title: "Iracema" }) model Lent { event: "lent"; ${title} }
  @notifications ${discriminated} union Notification { lent: Lent }
  @lifecycle("loan") @transition(null, "lent", #{ trigger: "a loan", notification: "lent" })
  enum LoanStatus { lent }
`;

testReports([
  {
    code: "required-but-assumed",
    when: "a field of an answer is assumed",
    source: lookup(`model Book { id: string; ${basis} ~~~title~~~: string }`),
    message: message("assumed"),
    instead: lookup(`model Book { id: string; ${basis} title?: string }`),
  },
  {
    code: "required-but-assumed",
    when: "its type alone is documented",
    source: lookup(`model Book { ${partly} ~~~title~~~: string }`),
    message: message("assumed"),
    instead: lookup(`model Book { ${documented} title: string }`),
  },
  {
    code: "required-but-assumed",
    when: "its model was only observed",
    source: lookup(`@basis("observed", "Seen.") model Book { ~~~title~~~: string }`),
    message: message("observed"),
    instead: lookup(`@basis("observed", "Seen.", "type") model Book { title: string }`),
  },
  {
    code: "required-but-assumed",
    when: "the field that holds it is implied",
    source: lookup(
      `model Title { ~~~title~~~: string } model Book { @basis("implied", "Used.") about?: Title[] }`,
    ),
    message: message("implied"),
    instead: lookup(`model Title { title: string } model Book { about?: Title[] }`),
  },
  {
    code: "required-but-assumed",
    when: "a header of an error is assumed",
    source: `@get op read(): { @statusCode code: 404; @header("Title") ${basis} ~~~title~~~: string };`,
    message: message("assumed"),
    instead: `@get op read(): { @statusCode code: 404; @header("Title") ${basis} title?: string };`,
  },
  {
    code: "required-but-assumed",
    when: "a field of a notification is assumed",
    source: lent(`${basis} ~~~title~~~: string`),
    message: message("assumed"),
    // What a service receives binds it, and what an error is read by has to be there.
    instead: `
      ${lent(`${basis} title?: string`)}
      @error model Lost { ${basis} title: string }
      @post op write(${basis} title: string): Lost;
    `,
  },
]);
