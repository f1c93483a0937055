// Generated from scripts/mock/route.ts by `npm run generate`: edit that, not this file.
/** Takes a request target apart. Not by `URL`, which throws on `//` and takes `//host/path` for another host. */
export function readTarget(target) {
    const [path = "", query = ""] = target.replace(/^https?:\/\/[^/?#]*/i, "").split(/\?(.*)/s);
    return { path, query: new URLSearchParams(query) };
}
/** Finds what a path leads to; undefined where no operation has it. HEAD is answered wherever GET is. */
export function findRoute(contract, method, path) {
    if (path === "*")
        return { allow: ["OPTIONS"] };
    const found = contract.operations.filter((operation) => matches(operation.path, path));
    // A path that is written out is meant rather than one with a parameter in the same place.
    const exact = found.filter((operation) => operation.path === path);
    const operations = exact.length > 0 ? exact : found;
    if (operations.length === 0)
        return undefined;
    const own = (name) => operations.find((operation) => operation.method === name);
    const operation = own(method) ?? (method === "HEAD" ? own("GET") : undefined);
    const methods = operations.map((candidate) => candidate.method);
    const allow = [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])];
    return { allow, ...(operation && { operation }) };
}
function matches(template, path) {
    const expected = template.split("/");
    const given = path.split("/");
    return (expected.length === given.length &&
        expected.every((step, index) => {
            const value = decode(given[index] ?? "");
            return step.startsWith("{") ? Boolean(value) : step === value;
        }));
}
function decode(step) {
    try {
        return decodeURIComponent(step);
    }
    catch {
        return undefined;
    }
}
