// The claims of README, guides and docs/reliability.md, and the commands that hold them.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A group of claims that one command runs. */
export interface Claim {
  claim: string;
  /** Pages that make it. */
  pages: readonly string[];
  /** The command, as workflows write it. */
  command: string;
  /** For a command that people run: the page or table that has the day of the last run, or that day. */
  last?: string;
}

const guide = (...names: string[]): string[] => names.map((name) => `docs/guides/${name}.md`);

export const claims: readonly Claim[] = [
  {
    claim: "what is generated agrees with the spec",
    pages: ["README.md", ...guide("spec", "tools")],
    command: "npm run generate -- --check",
  },
  {
    claim: "the contract keeps the rules of its linter",
    pages: ["README.md", ...guide("spec")],
    command: "npm run lint -- contract",
  },
  {
    claim: "imports point one way; code and spec are formatted",
    pages: ["README.md"],
    command: "npm run lint -- code",
  },
  {
    claim: "wrong calls of client and server are compile errors",
    pages: guide("client", "server", "frontend"),
    command: "npm run check -- types",
  },
  {
    claim: "the packages are complete as they would be published",
    pages: ["README.md"],
    command: "npm run check -- packages",
  },
  {
    claim: "each statement of the contract is documented or has a basis",
    pages: ["README.md", ...guide("spec", "policy")],
    command: "npm test",
  },
  {
    claim:
      "behaviour of client, server, mock, sandbox, review and generator; words and links of the pages",
    pages: [
      "README.md",
      "docs/reliability.md",
      ...guide(
        "accepted",
        "client",
        "client-outcomes",
        "glossary",
        "going-live",
        "mock",
        "overlay",
        "policy",
        "provider",
        "review-comment",
        "review-rules",
        "sandbox",
        "server",
        "spec",
        "spec-changes",
        "tools",
        "troubleshooting",
      ),
    ],
    command: "npm test",
  },
  {
    claim: "programs and commands of the pages run as printed; packages install and run elsewhere",
    pages: [
      "README.md",
      ...guide(
        "client",
        "client-keys",
        "client-notifications",
        "client-production",
        "client-tests",
        "client-runtimes",
        "client-tracing",
        "client-transfers",
        "conformance",
        "emitter",
        "mock",
        "overlay",
        "provider",
        "sandbox",
        "sandbox-notifications",
        "sandbox-team",
        "sandbox-tests",
        "sandbox-triggers",
        "server",
        "server-hosts",
        "server-notifications",
        "server-own-store",
        "server-stores",
        "start",
        "your-own-contract",
      ),
    ],
    command: "npm test -- slow",
  },
  {
    claim: "the suite finds each seeded fault, and legal servers pass",
    pages: guide("conformance"),
    command: "npm test -- faults",
  },
  {
    claim: "a pull request gets the report of the review",
    pages: guide("spec", "review-comment", "policy"),
    command: "npm run --silent review",
  },
  {
    claim: "crashes, failing stores and disks, many seeds; every language of the samples",
    pages: ["docs/reliability.md", ...guide("client-outcomes", "frontend", "server", "tools")],
    command: "npm test -- deep",
  },
  {
    claim: "tests notice the changes of test/mutants/seeded.yaml",
    pages: ["CONTRIBUTING.md"],
    command: "npm test -- seeded",
  },
  {
    claim: "mutation scores",
    pages: ["CONTRIBUTING.md"],
    command: "npm test -- mutants",
  },
  {
    claim: "figures of speed and size",
    pages: ["docs/figures.md"],
    command: "npm run bench -- --record",
    last: "docs/figures.md",
  },
  {
    claim: "the generator on TypeSpec's own specs",
    pages: guide("your-own-contract"),
    command: "npm run docs -- specs",
    last: "2026-11-25",
  },
  {
    claim: "a release can be made: every step but signing and publishing",
    pages: guide("releasing"),
    command: "npm run release -- check",
  },
  {
    claim: "pictures of the console",
    pages: ["README.md"],
    command: "npm run docs -- screenshots",
    last: "2026-11-23",
  },
  {
    claim: "console and documentation in Firefox",
    pages: ["CONTRIBUTING.md"],
    command: "a person, in Firefox ESR 153",
    last: "2026-11-23",
  },
];

/** When a claim is run: by which workflows, or by hand and when last. */
export function describeRuns({ command, last }: Claim, root: string): string {
  const workflows = globSync(".github/workflows/*.yml", { cwd: root }).sort();
  const found = workflows.filter((file) =>
    runsCommand(readFileSync(join(root, file), "utf8"), command),
  );
  const names = new Set(found.map((file) => (file.endsWith("nightly.yml") ? "nightly" : "CI")));
  if (names.size > 0) return [...names].sort().join(", ");
  return `by hand, last ${findDay(last, root)}`;
}

function runsCommand(workflow: string, command: string): boolean {
  return workflow.split("\n").some((line) => {
    const [, run = ""] = /(?:run|command): (.*)$/.exec(line) ?? [];
    return run === command || (command !== "npm test" && run.startsWith(`${command} `));
  });
}

/** The latest day that a page names, or the day itself. */
function findDay(last: string | undefined, root: string): string {
  if (last === undefined) return "never";
  if (!last.includes("/")) return last;
  const days = readFileSync(join(root, last), "utf8").match(/\b20\d\d-\d\d-\d\d\b/g) ?? [];
  return days.sort().at(-1) ?? "unknown";
}

/** The claims as a list: their schedule, their command and their place. */
export function printClaims(root: string): string {
  return claims
    .map((claim) => {
      const heading = `${describeRuns(claim, root).padEnd(24)} ${claim.command}`;
      return `${heading}\n    ${claim.claim}\n    ${claim.pages.join(", ")}`;
    })
    .join("\n");
}
