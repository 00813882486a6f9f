/**
 * What is used of Node's own HTTP. An `import` of `node:http` reads each of its properties: one is WebSocket, for which Node loads an HTTP
 * client that nothing here uses, a tenth of a start. Types are imported from `node:http` as usual.
 */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
