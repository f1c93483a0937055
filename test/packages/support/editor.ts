import { spawn } from "node:child_process";
import { createRequire } from "node:module";

const server = createRequire(import.meta.url).resolve("typescript/lib/tsserver.js");

/** A place in a file: both count from 1. */
interface Place {
  line: number;
  offset: number;
}

/** What TypeScript tells an editor of where something is defined. */
export interface Definition {
  file: string;
  start: Place;
}

/** Asks the server that editors ask where the things at some places of a file are defined. */
export async function findDefinitions(file: string, text: string, places: Place[]): Promise<Definition[]> {
  const child = spawn(process.execPath, [server, "--disableAutomaticTypingAcquisition"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ask = (seq: number, command: string, given: object): void =>
    void child.stdin.write(`${JSON.stringify({ seq, type: "request", command, arguments: given })}\n`);
  try {
    ask(0, "open", { file, fileContent: text });
    for (const [index, place] of places.entries()) ask(index + 1, "definition", { file, ...place });
    const found: Definition[] = [];
    let answered = 0;
    let output = "";
    for await (const part of child.stdout) {
      output += part;
      // A response is a line of its own, between headers.
      for (const line of output.split(/\r?\n/).slice(0, -1)) {
        if (!line.includes('"command":"definition"')) continue;
        const { request_seq: of, body } = JSON.parse(line) as { request_seq: number; body: Definition[] };
        if (body[0]) found[of - 1] = body[0];
        answered++;
      }
      output = output.slice(output.lastIndexOf("\n") + 1);
      if (answered === places.length) break;
    }
    return found;
  } finally {
    child.kill();
  }
}
