// Generated from scripts/mock/prism.ts by `npm run generate`: edit that, not this file.
import { createLogger } from "@stoplight/prism-core";
import { createInstance, getHttpOperationsFromSpec, } from "@stoplight/prism-http";
/**
 * Makes Prism read a document.
 *
 * This is Prism's engine without its HTTP server: there, an `Accept` header that cannot be parsed ends the process with
 * an unhandled rejection, out of reach of whoever stands in front.
 */
export async function createPrism(document) {
    const resources = await getHttpOperationsFromSpec(document);
    const find = ({ path, method }) => resources.filter((resource) => resource.path === path && resource.method === method.toLowerCase());
    const logger = createLogger("prism", { level: "silent" });
    const noAnswer = () => () => ({ _tag: "Right", right: { statusCode: 204 } });
    const checker = createInstance(configure({ isRequest: true }), { logger, mock: noAnswer });
    const mocker = createInstance(configure({ isRequest: false }), { logger });
    return {
        async check(operation, request) {
            const result = await checker.request(request, find(operation))();
            if (result._tag === "Left")
                throw result.left;
            return result.right.validations.input.filter(({ severity }) => severity === 0);
        },
        async answer(operation, request, { status, example, dynamic = false, seed }) {
            const config = configure({ isRequest: false });
            config.mock = { dynamic, code: status, ...(example && { exampleKey: example }), ...(seed && { seed }) };
            const result = await mocker.request(request, find(operation), config)();
            if (result._tag === "Left")
                throw result.left;
            return { ...result.right.output, violations: result.right.validations.output };
        },
    };
}
function configure({ isRequest }) {
    return {
        isProxy: false,
        checkSecurity: isRequest,
        validateRequest: isRequest,
        validateResponse: !isRequest,
        errors: false,
        upstreamProxy: undefined,
        mock: { dynamic: false },
    };
}
