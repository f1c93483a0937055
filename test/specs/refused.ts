/**
 * Specs of TypeSpec's suite that are refused, and the sentence that says why. They speak something else than JSON over HTTP
 * (forms, XML, files, streams, a choice of media types), have versions, which a contract of ours declares one at a time,
 * or use what OpenAPI or TypeSpec's emitter of it cannot say.
 */
export const refused: Readonly<Record<string, string>> = {
  "authentication/http/custom":
    "components.securitySchemes.http, which secures invalid, is neither HTTP Basic nor Bearer nor an API key",
  "authentication/noauth/union":
    "validNoAuth may be called in several ways (by nobody, or by OAuth2Auth): give it one.",
  "authentication/union": "validKey may be called in several ways (by ApiKeyAuth, or by OAuth2Auth): give it one.",
  "encode/array":
    'CommaDelimitedArrayProperty.properties.value: nobody knows how to check the format "ArrayEncoding.commaDelimited"',
  "encode/bytes": "The request body of RequestBody_customContentType is image/png: bodies have to be JSON.",
  "parameters/path":
    "parameters/path/main.tsp:48:19 - warning @typespec/openapi3/invalid-style: Style 'path' is not supported",
  "payload/content-negotiation":
    "The response 200 of DifferentBody_getAvatarAsPng_DifferentBody_getAvatarAsJson has several media types (image/png, application/json): give it one.",
  "payload/media-type": "The response 200 of StringBody_getAsText is text/plain: bodies have to be JSON.",
  "payload/multipart": "The request body of FormData_anonymousModel is multipart/form-data: bodies have to be JSON.",
  "payload/pageable":
    "The response 200 of XmlPagination_listWithContinuation is application/xml: bodies have to be JSON.",
  "payload/xml": "The response 200 of XmlErrorValue_get is application/xml: bodies have to be JSON.",
  "response/body-or-no-content": "getBody has 2 responses from 200 to 299: the server needs exactly one.",
  "response/status-code-range":
    "status-code-range/main.tsp:59:7 - error @typespec/openapi3/unsupported-status-code-range: Status code range '494 to '499'",
  routes:
    "routes/main.tsp:70:17 - warning @typespec/openapi3/path-reserved-expansion: Reserved expansion of path parameter with '+'",
  "server/path/multiple": "server/path/multiple/main.tsp:10: the service has versions: declare one only.",
  "server/versions/versioned": "server/versions/versioned/main.tsp:9: the service has versions: declare one only.",
  "special-words": "special-words/main.tsp:104: no parameter can be called 'constructor'",
  "streaming/jsonl": "The response 200 of Basic_receive is application/jsonl: bodies have to be JSON.",
  "streaming/sse": "The response 200 of Named_receive is text/event-stream: bodies have to be JSON.",
  "type/file": "The request body of Body_uploadFileDefaultContentType is */*: bodies have to be JSON.",
  "versioning/added": "versioning/added/main.tsp:9: the service has versions: declare one only.",
  "versioning/madeOptional": "versioning/madeOptional/main.tsp:9: the service has versions: declare one only.",
  "versioning/removed": "versioning/removed/main.tsp:9: the service has versions: declare one only.",
  "versioning/renamedFrom": "versioning/renamedFrom/main.tsp:9: the service has versions: declare one only.",
  "versioning/returnTypeChangedFrom":
    "versioning/returnTypeChangedFrom/main.tsp:9: the service has versions: declare one only.",
  "versioning/typeChangedFrom": "versioning/typeChangedFrom/main.tsp:9: the service has versions: declare one only.",
};
