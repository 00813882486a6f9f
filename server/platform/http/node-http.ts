/**
 * The functions of `node:http` that the service uses. An `import` of `node:http` would read all its properties, including WebSocket, for
 * which Node loads an HTTP client that the service does not use. That takes a tenth of the start time. Types are imported from
 * `node:http` as usual.
 */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
