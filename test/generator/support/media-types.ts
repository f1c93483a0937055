const note =
  "{type: object, required: [text], properties: {text: {type: string}, size: {type: integer}}}";
/** A contract with several media types in one place. */
export const spec = `openapi: 3.1.0
info: {title: Notes, version: '1'}
paths:
  /notes:
    post:
      operationId: add
      parameters: [{name: page, in: query, schema: {type: integer}}]
      requestBody:
        required: true
        content:
          application/xml: {schema: ${note}}
          text/plain: {schema: {type: string}}
          application/x-www-form-urlencoded: {schema: ${note}}
          multipart/form-data: {schema: {type: object, properties: {file: {type: string, format: binary}}}}
          application/json: {schema: ${note}}
      responses: {'204': {description: Done}}
    get:
      operationId: list
      responses:
        '200':
          description: Notes
          content:
            text/csv: {schema: {type: string}}
            application/x-ndjson: {schema: ${note}}
            application/json: {schema: {type: array, items: ${note}}}
            application/xml: {schema: {type: string}}
  /files:
    put:
      operationId: put
      requestBody: {required: true, content: {image/*: {}}}
      responses: {'200': {description: The same, content: {'*/*': {}}}}
`;
