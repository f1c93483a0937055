import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../../../test/support/folder.ts";
import { describeInstallation, describeWritten } from "./installation.ts";

test.for([
  [
    false,
    "# client\n\n> Not on a registry yet",
    "npx --offline @shop/client",
    "> Not on a registry yet",
  ],
  [
    true,
    "# client\n\n",
    "npx @shop/client",
    "<!-- generated:install -->\n\n\n\n<!-- /generated:install -->",
  ],
] as const)(
  "published: %s decides what READMEs say of the installation",
  async ([published, title, command, written]) => {
    const root = await makeFolder();
    mkdirSync(join(root, "packages/review"), { recursive: true });
    writeFileSync(
      join(root, "packages/review/README.md"),
      "# review\n\n<!-- generated:install -->\n<!-- /generated:install -->\n\nText.\n",
    );
    const outputs = [
      {
        folder: join(root, "generated/client"),
        files: { "README.md": "# client\n\nnpx @shop/client\n", "package.json": "{}" },
        whole: true,
      },
    ];
    const project = { name: "shop", version: "1.0.0", license: "MIT", published, dependencies: {} };
    const [client] = describeInstallation(outputs, project);
    const [review] = describeWritten(root, project);
    expect(client?.files["README.md"]).toContain(title);
    expect(client?.files["README.md"]).toContain(`\n${command}\n`);
    expect(review?.files["README.md"]).toContain(written);
  },
);
