// The commands behind `npm test`, `npm run lint`, `check`, `docs` and `release`, by the word that follows them.

/** A command of the project that consists of one or more programs. */
export interface Task {
  about: string;
  /** Programs with their arguments, one after the other. The first that fails ends the task. */
  run: readonly (readonly string[])[];
  /** Whether the last program takes further arguments, or options alone; it refuses those that it does not know. */
  takesArguments?: boolean | "options";
  /** Whether all programs run, so that the failure of one does not hide that of another. */
  runsAll?: boolean;
  /** Variables of the environment, unless they are set. */
  env?: Readonly<Record<string, string>>;
}

/** Keyed by word; the task without a word is called `default`. */
export type Tasks = Readonly<Record<string, Task>>;

const node = ["node", "--import", "./scripts/run.js"];
const specs = ["spec/**/*.tsp", "packages/sandbox/spec/**/*.tsp"];

const lintContract = [...node, "scripts/lint-contract.ts"];
const lintCode = [
  ["node", "scripts/lint-imports.ts"],
  ["tsp", "format", "--check", ...specs],
  ["biome", "check", "--error-on-warnings"],
];

const published = [
  "generated/openapi",
  "generated/mock",
  "generated/client",
  "generated/server",
  "packages/behaviour",
  "packages/generator",
  "packages/sandbox",
  "packages/conformance",
  "packages/review",
];

const deepTests = [
  "deep.test",
  "test/sandbox/durability",
  "test/sandbox/model",
  "test/client/properties/truth",
  "test/conformance/storages",
  "test/docs/programs-in-project",
  "test/docs/samples",
  "test/review/mutations",
  "packages/generator/src/docs/samples",
];

export const tasks: Readonly<Record<string, Tasks>> = {
  test: {
    default: {
      about: "the quick tests, or those of the paths that are given",
      run: [["vitest", "run", "--project", "fast"]],
      takesArguments: true,
    },
    related: {
      about: "the quick tests that reach the files that are given",
      run: [[...node, "scripts/related.ts"]],
      takesArguments: true,
    },
    slow: {
      about: "tests that install, build and kill processes",
      run: [["vitest", "run", "--project", "slow"]],
      takesArguments: true,
    },
    faults: {
      about: "every fault that the conformance suite has to find, and legal servers",
      run: [
        ["vitest", "run", "--project", "deep", "test/conformance/faults", "test/conformance/legal"],
      ],
      takesArguments: true,
    },
    deep: {
      about: "tests of many minutes: crashes, seeds, languages",
      run: [["vitest", "run", "--reporter=verbose", ...deepTests]],
      takesArguments: true,
      env: {
        DOCS_PROGRAMS: "all",
        SAMPLE_LANGUAGES: "all",
        SANDBOX_ROUNDS: "10",
        CONFORMANCE_ROUNDS: "20",
        CLIENT_SCHEDULES: "14000",
        MUTATIONS: "all",
      },
    },
    interface: {
      about:
        "the contract against test/interface; --accept writes the inventory, --documented also the claims",
      run: [[...node, "test/interface/check.ts"]],
      takesArguments: true,
    },
    seeded: {
      about: "makes each change of test/mutants/seeded.yaml, which tests have to notice",
      run: [[...node, "test/mutants/seeded.ts"]],
      takesArguments: true,
    },
    mutants: {
      about: "Stryker on one part of the sources or all; --help has its options",
      run: [[...node, "test/mutants/run.ts"]],
      takesArguments: true,
    },
  },
  lint: {
    default: {
      about: "contract, spec and code",
      run: [...lintCode, lintContract],
      runsAll: true,
    },
    code: { about: "code and the format of the spec", run: lintCode, runsAll: true },
    contract: {
      about: "the contract, by spec/lint",
      run: [lintContract],
      takesArguments: true,
    },
  },
  check: {
    types: {
      about: "types of the code, the documentation and the console",
      run: [
        ["tsc", "-p", "."],
        ["tsc", "-p", "docs"],
        ["tsc", "-p", "packages/sandbox/src/console/page"],
      ],
      runsAll: true,
    },
    packages: {
      about: "builds the packages and checks what would be published",
      run: [
        ["npm", "run", "--silent", "build", "--workspaces", "--if-present"],
        ...published.map((folder) => ["publint", folder, "--strict"]),
      ],
    },
  },
  docs: {
    default: {
      about: "builds the documentation and serves it; --port N, otherwise 4030",
      run: [[...node, "scripts/docs.ts"]],
      takesArguments: "options",
    },
    build: { about: "builds the documentation", run: [["vitepress", "build", "docs"]] },
    conformance: {
      about: "writes checks, faults and legal servers into the guide of the suite",
      run: [[...node, "test/conformance/write-guide.ts"]],
    },
    specs: {
      about: "TypeSpec's own specs through the generator; writes test/specs/results.md",
      run: [[...node, "test/specs/run.ts"]],
      takesArguments: true,
    },
    documents: {
      about:
        "public OpenAPI documents, which are not here, through the generator; writes test/specs/documents.md",
      run: [[...node, "test/specs/documents.ts"]],
      takesArguments: true,
    },
    peers: {
      about:
        "clients of three generators from the same documents; writes test/peers/generators/documents.md",
      run: [[...node, "test/peers/generators/documents.ts"]],
      takesArguments: true,
    },
    screenshots: {
      about: "takes the pictures of the README and the documentation",
      run: [[...node, "docs/screenshots/take.ts"]],
    },
  },
  pack: {
    default: {
      about: "packs every package and prints the lines that install them elsewhere",
      run: [[...node, "test/release/pack.ts"]],
    },
  },
  build: {
    default: {
      about: "builds every package",
      run: [["npm", "run", "--silent", "build", "--workspaces", "--if-present"]],
    },
  },
  fix: {
    default: {
      about: "formats code and spec, and corrects printed commands",
      run: [
        ["node", "scripts/printed-commands.ts"],
        ["biome", "check", "--write"],
        ["tsp", "format", ...specs],
      ],
    },
  },
  release: {
    check: {
      about: "rehearses a release without publishing anything",
      run: [[...node, "test/release/check.ts"]],
    },
    change: {
      about: "prompts for a change and notes it in .changeset",
      run: [[...node, "test/release/tools.ts"]],
    },
    version: {
      about: "raises the versions and drafts the change log",
      run: [[...node, "test/release/version.ts"]],
    },
    publish: {
      about: "publishes every package that the registry does not have in this version",
      run: [[...node, "test/release/tools.ts", "publish", "--no-git-tag"]],
    },
  },
};
