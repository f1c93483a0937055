// Generated from scripts/mock/start-mock.ts by `npm run generate`: edit that, not this file.
import { createServer } from "node:http";
import { causeAnswer, writeAnswer } from "./answer.js";
import { corsHeaders, exposedHeaders } from "./cors.js";
import { handleRequest } from "./handle-request.js";
import { listen } from "./listen.js";
import { readContract, readDocument } from "./package-files.js";
import { prepareDocument } from "./prepare-document.js";
import { createPrism } from "./prism.js";
/**
 * Starts a mock: Prism, answering from the examples of the contract, for any origin.
 *
 * A request can ask for each answer by name, `Prefer: code=429` or `Prefer: example=<name>`, whatever else it holds.
 *
 * @throws where it cannot listen at the address: a sentence that says why, and `code` as Node has it, like `EADDRINUSE`
 * @example
 * const mock = await startMock({ port: 0 });
 * const response = await fetch(`${mock.url}/some/path`, { headers: { Prefer: "code=429" } });
 * await mock.close();
 */
export async function startMock(options = {}) {
    const { port = 4010, host = "127.0.0.1", log = () => { } } = options;
    if (!options.document !== !options.contract)
        throw new TypeError("`document` and `contract` belong together.");
    const document = options.document ?? (await readDocument());
    const contract = options.contract ?? (await readContract());
    const prism = await createPrism(prepareDocument(document, contract));
    const exposed = exposedHeaders(contract);
    const serve = async (request, response) => {
        const write = (answer, note = "") => {
            writeAnswer(response, { ...answer, headers: { ...corsHeaders(request, exposed), ...answer.headers } });
            const line = `${describe(request)} → ${answer.status} ${answer.shows ?? ""} ${note}`.trimEnd();
            // What a client sent has no business in a terminal unless it is plain text.
            log(line.replace(/[^ -~→…]/g, "?"));
        };
        try {
            write(await handleRequest(contract, prism, request));
        }
        catch (error) {
            // A client that went away needs no answer.
            if (request.destroyed && !request.complete)
                return;
            write(causeAnswer(contract, "internal", 500), `(${error instanceof Error ? error.message : error})`);
        }
    };
    const server = createServer((request, response) => void serve(request, response));
    return {
        url: await listen(server, port, host),
        close: () => new Promise((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
        }),
    };
}
function describe({ method, url = "" }) {
    const [path = ""] = url.split("?");
    return `${method} ${path.length > 100 ? `${path.slice(0, 100)}…` : path}`;
}
