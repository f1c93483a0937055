/** A contract with integers of 64 bits in every place. */
export const spec = `openapi: 3.1.0
info: {title: Ledger, version: '1'}
paths:
  /entries/{id}:
    post:
      operationId: add
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer, format: int64}}
        - {name: after, in: query, schema: {type: array, items: {type: integer, format: int64}}}
        - {name: limit, in: query, schema: {type: integer, format: int64, default: 7}}
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Entry'}}}}
      responses: {'200': {description: Entry, content: {application/json: {schema: {$ref: '#/components/schemas/Entry'}}}}}
  /lines:
    post:
      operationId: addLines
      requestBody: {required: true, content: {application/jsonl: {schema: {$ref: '#/components/schemas/Entry'}}}}
      responses: {'200': {description: Sum, content: {application/json: {schema: {type: integer, format: uint64}}}}}
    get:
      operationId: readLines
      responses: {'200': {description: Entries, content: {application/jsonl: {schema: {$ref: '#/components/schemas/Entry'}}}}}
  /events:
    get:
      operationId: readEvents
      responses: {'200': {description: Entries, content: {text/event-stream: {schema: {$ref: '#/components/schemas/Entry'}}}}}
components:
  schemas:
    Entry:
      type: object
      required: [id]
      properties:
        id: {type: integer, format: int64}
        small: {type: integer, format: int32}
        plain: {type: integer}
        rate: {type: number}
        bounded: {type: integer, format: int64, minimum: 10, maximum: 20, multipleOf: 5}
        none: {type: [integer, 'null'], format: int64}
        parts: {type: array, items: {$ref: '#/components/schemas/Entry'}}
        byName: {type: object, additionalProperties: {type: integer, format: int64}}
        origin: {anyOf: [{type: string}, {$ref: '#/components/schemas/Origin'}]}
    Origin: {type: object, required: [account], properties: {account: {type: integer, format: uint64}}}
`;
