// Used by action.yml. Reads the comments of a pull request, as pages of the GitHub API, and prints the last one that the
// review wrote: it has the review's marker and this author. Anybody may write the marker.
import { text } from "node:stream/consumers";

const [author] = process.argv.slice(2);
const pages = JSON.parse((await text(process.stdin)) || "[]");
/** @type {{ id: number, body: string, user: { login: string } }[]} */
const comments = pages.flat();
const own = comments.filter(
  ({ body, user }) => user.login === author && body.includes("<!-- contract-review "),
);
const last = own.at(-1);
if (last) console.log(JSON.stringify({ id: last.id, body: last.body }));
