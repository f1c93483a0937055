// Generated from scripts/mock/start-mock.ts by `npm run generate`: edit that, not this file.
/** How to start a mock. */
export interface MockOptions {
    /** Port to listen on, 0 for any that is free. Default: 4010. */
    port?: number;
    /** Address to listen on. Default: 127.0.0.1, so that other machines do not reach it. */
    host?: string;
    /** OpenAPI document to answer from, together with `contract`. Default: the package's own. */
    document?: object;
    /** Contract model of the document. Default: the package's own. */
    contract?: object;
    /** Takes one line for each request. Default: nothing is logged. */
    log?: (line: string) => void;
}
/** A mock that listens. */
export interface Mock {
    /** Where it listens, without a slash at the end. */
    url: string;
    /** Stops at once, with requests still open. */
    close(): Promise<void>;
}
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
export declare function startMock(options?: MockOptions): Promise<Mock>;
