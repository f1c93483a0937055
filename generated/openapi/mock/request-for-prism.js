// Generated from scripts/mock/request-for-prism.ts by `npm run generate`: edit that, not this file.
import { credentialsForPrism } from "./credentials.js";
/** A request in the form that Prism judges right. */
export function requestForPrism(operation, { path, query }, 
// What the body is has been checked, and the contract has one form for each answer.
{ accept: _, "content-type": __, authorization, ...headers }, { value, length }) {
    const values = [...new Set(query.keys())].map((name) => [name, query.getAll(name)]);
    return {
        method: operation.method.toLowerCase(),
        url: {
            // Prism reads a comma in a parameter of the path as a list.
            path: path.replaceAll(",", "%2C"),
            query: Object.fromEntries(values.map(([name, [first = "", ...more]]) => [name, more.length ? [first, ...more] : first])),
        },
        headers: {
            ...Object.fromEntries(Object.entries(headers).map(([name, given]) => [name, [given ?? ""].flat().join(", ")])),
            ...(authorization !== undefined && { authorization: credentialsForPrism(authorization) }),
            ...(operation.body && { "content-type": operation.body.mediaType }),
            "content-length": `${length}`,
        },
        body: value,
    };
}
