// Receivers that quicktype makes of schemas/Notification.json, compiled and run against a notification that is newer.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { makeReceiver } from "./support/quicktype.ts";
import { installTools } from "./support/tools.ts";

const folder = await makeFolder(afterAll);

beforeAll(async () => {
  await installTools();
});

const transaction = { id: "t", amount: 1, status: "disputed", fees: 0 };
const notification = {
  id: "n",
  type: "dispute",
  event: "transaction_disputed",
  scope: "partner",
  transaction,
};
const shown = "transaction_disputed partner disputed";

/** Runs a command in a folder of its own, which holds the given files and `notification.json`. */
async function make(name: string, files: Record<string, string>) {
  const home = join(folder, name);
  for (const [path, text] of Object.entries({
    ...files,
    "notification.json": JSON.stringify(notification),
  })) {
    await mkdir(join(home, path, ".."), { recursive: true });
    await writeFile(join(home, path), text);
  }
  return (command: string, ...args: string[]): string => {
    const { stdout, stderr, status, error } = spawnSync(command, args, {
      cwd: home,
      encoding: "utf8",
    });
    expect(error).toBeUndefined();
    expect(status, stderr).toBe(0);
    return stdout.trim();
  };
}

function isMissing(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).error !== undefined;
}

test("Python", async (context) => {
  if (isMissing("python3", "--version")) context.skip("python3 is not installed");
  const run = await make("python", {
    "receiver.py": await makeReceiver("Python"),
    // The receiver parses times with python-dateutil, which a machine may lack; this stands for the one call that it makes.
    "dateutil/__init__.py": "",
    "dateutil/parser.py":
      "from datetime import datetime\n\ndef parse(text):\n    return datetime.fromisoformat(text)\n",
    "main.py": `import json, receiver
n = receiver.notification_from_dict(json.load(open("notification.json")))
print(n.event, n.scope, n.transaction.status)
`,
  });
  expect(run("python3", "main.py")).toBe(shown);
});

test("Go", async (context) => {
  if (isMissing("go", "version")) context.skip("go is not installed");
  const run = await make("go", {
    "go.mod": "module receiver\n\ngo 1.19\n",
    "receiver.go": await makeReceiver("Go"),
    "main.go": `package main

import (
	"fmt"
	"os"
)

func main() {
	data, _ := os.ReadFile("notification.json")
	n, err := UnmarshalNotification(data)
	if err != nil {
		panic(err)
	}
	fmt.Println(n.Event, *n.Scope, n.Transaction.Status)
}
`,
  });
  expect(run("go", "run", ".")).toBe(shown);
});

/** Jackson, as Debian's libjackson2-databind-java installs it, or where `JACKSON` says. */
const jars = ["core", "annotations", "databind"].map((part) =>
  join(process.env.JACKSON ?? "/usr/share/java", `jackson-${part}.jar`),
);

test("Java", async (context) => {
  if (isMissing("javac", "-version")) context.skip("javac is not installed");
  if (!jars.every((jar) => existsSync(jar))) context.skip("Jackson is not installed");
  // quicktype prints several files as one text, each behind its name.
  const parts = (await makeReceiver("Java")).split(/^(?=\/\/ \w+\.java$)/m);
  const files = parts.flatMap((part) => {
    const [, name] = /^\/\/ (\w+\.java)$/m.exec(part) ?? [];
    // Debian's Jackson declares more exceptions for writing than the original does.
    const text = part.replace("throws JsonProcessingException {", "throws IOException {");
    return name === undefined ? [] : [[`io/quicktype/${name}`, text] as const];
  });
  const run = await make("java", {
    ...Object.fromEntries(files),
    "Main.java": `import io.quicktype.*;
import java.nio.file.*;

public class Main {
  public static void main(String[] args) throws Exception {
    Notification n = Converter.fromJsonString(Files.readString(Path.of("notification.json")));
    System.out.println(n.getEvent() + " " + n.getScope() + " " + n.getTransaction().getStatus());
  }
}
`,
  });
  const classes = [...jars, "."].join(delimiter);
  run("javac", "-cp", classes, "Main.java", ...files.map(([name]) => name));
  expect(run("java", "-cp", classes, "Main")).toBe(shown);
});

/** Json.NET, as Debian's libnewtonsoft-json5.0-cil installs it, or where `JSON_NET` says. */
const library = process.env.JSON_NET ?? "/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll";

test("C#", async (context) => {
  if (isMissing("mcs", "--version")) context.skip("Mono's compiler is not installed");
  if (!existsSync(library)) context.skip("Json.NET is not installed");
  const run = await make("csharp", {
    "Receiver.cs": await makeReceiver("C#"),
    "Main.cs": `class Program {
  static void Main() {
    var n = QuickType.Notification.FromJson(System.IO.File.ReadAllText("notification.json"));
    System.Console.WriteLine(n.Event + " " + n.Scope + " " + n.Transaction.Status);
  }
}
`,
  });
  run("cp", library, ".");
  run("mcs", "-out:main.exe", "-r:Newtonsoft.Json.dll", "Receiver.cs", "Main.cs");
  expect(run("mono", "main.exe")).toBe(shown);
});
