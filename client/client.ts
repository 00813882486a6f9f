/** Builds the API client: one method per operation of the API description, also available in a namespace. */
import { openConnection, type Connection, type SkeinClientOptions } from './connection.ts'
import { followEvents } from './follow-events.ts'
import { operationTable } from './generated/operations.ts'
import { ListRequest } from './list-request.ts'
import { addNamespaces } from './namespaces.ts'
import { readCsv, readLines } from './read-lines.ts'
import type { SkeinClient } from './request-types.ts'
import { send, type AnyRequest, type Operation } from './send.ts'

/** An entry of the generated operation table. */
type TableEntry = {
  method: string
  path: string
  returns?: 'item' | 'list' | 'document' | 'csv'
  pieces?: string
  streams?: string
  lines?: string
}

/** Creates a client. Sends no request until a method is called. Throws TypeError if an option is invalid. */
export function createSkeinClient(options: SkeinClientOptions): SkeinClient {
  const connection = openConnection(options)
  const methods: Record<string, unknown> = {}
  for (const [id, entry] of Object.entries<TableEntry>(operationTable)) methods[id] = createMethod(connection, { id, ...entry })
  const request = (method: string, path: string, input?: AnyRequest): unknown =>
    createMethod(connection, { id: `${method} ${path}`, method, path, returns: 'item' })(input)
  methods['request'] = request
  addNamespaces(methods, operationTable)
  // Safe because the type of the methods and namespaces is derived from the table.
  return methods as SkeinClient
}

function createMethod(connection: Connection, operation: Operation & TableEntry): (request?: AnyRequest) => unknown {
  const call = async (request: AnyRequest): Promise<object> => {
    const { response, body } = await send(connection, operation, request)
    const { status, headers } = response
    return {
      ...(operation.returns === 'document' ? { data: body } : omitError(body)),
      status,
      headers,
      requestId: headers.get('x-request-id') ?? '',
      etag: headers.get('etag'),
      replayed: headers.get('idempotent-replayed') === 'true',
    }
  }
  if (operation.streams !== undefined) return (request = {}) => followEvents(connection, operation, request)
  if (operation.lines !== undefined) return (request = {}) => readLines(connection, operation, request)
  if (operation.returns === 'csv') return (request = {}) => readCsv(connection, operation, request)
  if (operation.returns === 'list')
    return (request = {}) => {
      // Safe because the API description declares this response for the operation.
      const page = (query: object, ifNoneMatch?: string) => call({ ...request, query: { ...query }, ifNoneMatch }) as Promise<never>
      return new ListRequest(page, request.query ?? {})
    }
  return (request = {}) => call(request)
}

/** Returns the body without `error`, which is null in every successful response. */
function omitError(body: object): object {
  const { error: _, ...rest } = { error: null, ...body }
  return rest
}
