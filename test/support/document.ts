/** Compares responses of the service with its API description. */
import { Ajv2020, type AnySchemaObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { emailFormat, findEmailProblem } from '#platform/email.ts'
import { lineFormats } from '#platform/http/lines.ts'
import { referToHeaders, responseHeaders } from '#platform/openapi/headers.ts'
import { headersOfStatus } from '#platform/openapi/operation-errors.ts'
import { otherEvent } from '#platform/openapi/events.ts'
import { reference } from '#platform/openapi/shapes.ts'
import {
  documentMethods,
  getErrorCodes,
  follow,
  type Header,
  type OpenapiDocument,
  type Operation,
  type Response,
} from '#platform/openapi/types.ts'

/** A response as the client received it. */
export type ObservedResponse = {
  method: string
  /** The requested path, with or without its query string. */
  path: string
  status: number
  headers: Headers | Readonly<Record<string, string | readonly string[] | number | undefined>>
  /** The parsed JSON, or the raw text. Empty text or undefined mean no body. */
  body: unknown
}

/**
 * Describes what a response contains that the API description does not document; empty when everything is documented. Objects in responses
 * may contain only documented fields, although the description allows additional ones. For an undocumented operation (an unknown path,
 * another method), only an error with a declared code is allowed. Paths outside `/api` are ignored.
 */
export function checkResponse(document: OpenapiDocument, observed: ObservedResponse): string[] {
  const path = observed.path.split('?', 1)[0] ?? ''
  if (!path.startsWith('/api')) return []
  const method = observed.method.toUpperCase()
  if (method === 'OPTIONS' && observed.status === 204) return []
  const checker = getChecker(document)
  const [name, operation] = checker.find(method === 'HEAD' ? 'GET' : method, path) ?? []
  const where = `${method} ${path} (${name ?? 'no operation'}) ${observed.status}`
  if (name === undefined || operation === undefined)
    return checkUndocumented(checker, observed).map((violation) => `${where}: ${violation}`)
  return checkResponseBody(checker, operation, { ...observed, method }).map((violation) => `${where}: ${violation}`)
}

// --- One document, compiled once --------------------------------------------------------------------------------------

type Checker = {
  document: OpenapiDocument
  find(method: string, path: string): [string, Operation] | undefined
  /** Describes why a value violates the schema; null when it does not. */
  faultOf(schema: object, value: unknown): string | null
}

const checkers = new WeakMap<OpenapiDocument, Checker>()

function getChecker(document: OpenapiDocument): Checker {
  const known = checkers.get(document)
  if (known) return known
  const closed = { components: { schemas: closeObjects(document.components.schemas) } }
  const quick = getValidators(closed, { allErrors: false, code: { optimize: false } })
  // Compiled for the first invalid value, to report all of its errors.
  let thorough: ReturnType<typeof getValidators> | undefined
  const getPlace = (method: string, path: string): string => `${method} ${path.split('/').length}`
  const operations = Map.groupBy(getOperations(document), ({ method, template }) => getPlace(method, template))
  const checker: Checker = {
    document,
    find: (method, path) => operations.get(getPlace(method, path))?.find(({ pattern }) => pattern.test(path))?.found,
    faultOf(schema, value) {
      if (quick(schema)(value)) return null
      const validate = (thorough ??= getValidators(closed, { allErrors: true }))(schema)
      return validate(value) ? 'is not as its schema says' : explain(validate)
    },
  }
  checkers.set(document, checker)
  return checker
}

/**
 * Compiles each schema once. The suite checks a hundred thousand responses, and each process checks every operation, so both compiling and
 * checking must be fast.
 */
function getValidators(document: AnySchemaObject, options: Options): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, ...options })
  addFormats(ajv)
  ajv.addSchema(document, 'document')
  const validators = new WeakMap<object, ValidateFunction>()
  return (schema) => {
    let compiled = validators.get(schema)
    if (!compiled) validators.set(schema, (compiled = ajv.compile(refersToDocument(closeObjects(schema)))))
    return compiled
  }
}

/** Adds the formats that schemas use. */
export function addFormats(ajv: Ajv2020): void {
  formats.default(ajv)
  ajv.addFormat(emailFormat, (text) => findEmailProblem(text) === null)
  // Parsing times takes a third of all validation, and a pattern recognises nearly all of them. Safe because the package defines this
  // format as an object with a function.
  const dateTime = formats.default.get('date-time') as { validate: (text: string) => boolean }
  ajv.addFormat('date-time', { ...dateTime, validate: (text: string) => usualTime.test(text) || dateTime.validate(text) })
}

/** UTC times on days that every month has. */
const usualTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/

/** Lists the operations. Paths with fewer parameters come first: `/threads/batch` is not the thread `batch`. */
function getOperations({ paths }: OpenapiDocument): { method: string; template: string; pattern: RegExp; found: [string, Operation] }[] {
  const templates = Object.entries(paths).toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
  return templates.flatMap(([template, item]) => {
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return documentMethods.flatMap((method) => {
      const operation = item[method]
      return operation
        ? [{ method: method.toUpperCase(), template, pattern, found: [operation.operationId, operation] as [string, Operation] }]
        : []
    })
  })
}

/**
 * Closes what the description leaves open for later versions, so that undocumented additions are found: additional fields of objects,
 * enumeration values, and event types.
 */
function closeObjects<Part>(part: Part): Part {
  return rewrite(part, (found) => {
    if (found['x-extensible-enum'] !== undefined) return { ...found, enum: found['x-extensible-enum'] }
    if (found.$ref === reference('schemas', otherEvent).$ref) return { not: {} }
    return found.type === 'object' && found.properties !== undefined && found.additionalProperties === undefined
      ? { ...found, additionalProperties: false }
      : found
  })
}

function refersToDocument<Part>(part: Part): Part {
  return rewrite(part, (found) =>
    typeof found.$ref === 'string' && found.$ref.startsWith('#') ? { ...found, $ref: `document${found.$ref}` } : found,
  )
}

/**
 * Changes every object of a schema. Safe because `change` keeps the kind of each object, and examples, which are not schemas, stay as they
 * are.
 */
function rewrite<Part>(part: Part, change: (found: Record<string, unknown>) => Record<string, unknown>): Part {
  if (Array.isArray(part)) return part.map((member) => rewrite(member, change)) as Part
  if (typeof part !== 'object' || part === null) return part
  return change(
    Object.fromEntries(
      Object.entries(part).map(([name, member]) => [name, ['examples', 'enum', 'const'].includes(name) ? member : rewrite(member, change)]),
    ),
  ) as Part
}

// --- The parts of a response ------------------------------------------------------------------------------------------

/**
 * Headers that the API description does not have to document: HTTP/1.1 framing (RFC 9110, 9112), the content type, which `content`
 * contains, the content coding with its `Vary`, CORS headers, and hints to proxies.
 */
const transportHeaders =
  /^(date|connection|keep-alive|transfer-encoding|content-length|content-type|content-encoding|vary|access-control-.*|x-accel-buffering)$/

function checkHeaders(checker: Checker, response: Response, { headers }: ObservedResponse): string[] {
  const documented = new Set(Object.keys(response.headers ?? {}).map((name) => name.toLowerCase()))
  const undocumented = getNames(headers).filter((name) => !transportHeaders.test(name) && !documented.has(name))
  return [...undocumented.map((name) => `the header ${name} is not documented`), ...checkDocumentedHeaders(checker, response, headers)]
}

function checkDocumentedHeaders(checker: Checker, response: Response, headers: ObservedResponse['headers']): string[] {
  return Object.entries(response.headers ?? {}).flatMap(([name, declared]) => {
    const header = follow<Header>(checker.document, declared)
    const value = findHeader(headers, name)
    if (value === undefined) return header.required ? [`the header ${name} is missing`] : []
    const typed = header.schema.type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value
    const fault = checker.faultOf(header.schema, typed)
    return fault === null ? [] : [`the header ${name} is ${JSON.stringify(value)}: ${fault}`]
  })
}

function checkBody(checker: Checker, response: Response, { headers, body: given }: ObservedResponse): string[] {
  const contentType = findHeader(headers, 'content-type')?.split(';', 1)[0]?.trim() ?? ''
  const body = parsed(given)
  if (!response.content) return body === undefined ? [] : ['a body where the document has none']
  const media = response.content[contentType]
  if (!media) return [`the content type ${contentType || '(none)'} is not documented`]
  if (contentType === lineFormats.lines.mediaType) return checkLines(checker, media.schema.contentSchema ?? {}, String(given ?? ''))
  const fault = checker.faultOf(media.schema, body)
  return fault === null ? [] : [`${fault} in ${JSON.stringify(body)?.slice(0, 300)}`]
}

/** Checks that each line of JSON lines matches the schema. There may be no lines. */
function checkLines(checker: Checker, schema: object, text: string): string[] {
  if (text !== '' && !text.endsWith('\n')) return ['the last line is not whole']
  const lines = text.split('\n').slice(0, -1)
  return lines.flatMap((line) => {
    const fault = checker.faultOf(schema, JSON.parse(line))
    return fault === null ? [] : [`${fault} in ${line.slice(0, 300)}`]
  })
}

function checkResponseBody(checker: Checker, operation: Operation, observed: ObservedResponse): string[] {
  const { document } = checker
  const { responses } = operation
  const [own, others] = [responses[String(observed.status)], responses.default].map((part) => part && follow<Response>(document, part))
  if (observed.status < 400 && own)
    return [...checkHeaders(checker, own, observed), ...(observed.method === 'HEAD' ? [] : checkBody(checker, own, observed))]
  const codes = Object.entries(getErrorCodes(document, operation))
    .filter(([, status]) => status === observed.status)
    .map(([code]) => code)
  if (!others || codes.length === 0) return [`the document has no such status; the body is ${JSON.stringify(observed.body)?.slice(0, 300)}`]
  const documented = own && codeOf(observed) in (operation['x-error-codes'] ?? {}) ? own : others
  return checkFailure(checker, documented, codes, observed)
}

/** Checks a response of an undocumented operation: any documented error is allowed, with the headers that every response has. */
function checkUndocumented(checker: Checker, observed: ObservedResponse): string[] {
  if (observed.status < 400) return ['the document has no such operation, yet the service ran it']
  const codes = Object.values(checker.document.paths)
    .flatMap((item) => Object.values(item).flatMap((operation) => Object.entries(getErrorCodes(checker.document, operation))))
    .filter(([, status]) => status === observed.status)
  return checkFailure(
    checker,
    anyError,
    codes.map(([code]) => code),
    observed,
  )
}

const anyError: Response = {
  description: 'Any error of the document',
  headers: referToHeaders([], ['Allow', 'Retry-After', 'WWW-Authenticate']),
  content: { 'application/json': { schema: reference('schemas', 'ErrorResponse') } },
}

function checkFailure(checker: Checker, response: Response, codes: readonly string[], observed: ObservedResponse): string[] {
  // A response for several statuses does not list the headers that HTTP requires with one of them.
  const needed = (headersOfStatus[observed.status] ?? []).flatMap((name) =>
    responseHeaders[name] ? [[name, responseHeaders[name]] as const] : [],
  )
  const headers = checkHeaders(checker, { ...response, headers: { ...response.headers, ...Object.fromEntries(needed) } }, observed)
  if (observed.method.toUpperCase() === 'HEAD') return headers
  const shape = checkBody(checker, response, observed)
  const code = codeOf(observed)
  const wrongCode = shape.length > 0 || codes.includes(code) ? [] : [`${code} is none of the documented codes ${codes.join(', ')}`]
  return [...headers, ...shape, ...wrongCode]
}

function codeOf({ body }: ObservedResponse): string {
  // Safe because every part is read as if it might be missing.
  const envelope = parsed(body) as { error?: { code?: unknown } | null } | null | undefined
  return String(envelope?.error?.code)
}

function explain({ errors }: ValidateFunction): string {
  return (errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`)
    .join('; ')
}

/** Returns the names of the headers that are present, in lower case. */
function getNames(headers: ObservedResponse['headers']): string[] {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers)
  return entries.filter(([, value]) => value !== undefined).map(([name]) => name.toLowerCase())
}

function findHeader(headers: ObservedResponse['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  return found === undefined ? undefined : String(found)
}

function parsed(body: unknown): unknown {
  if (body === '' || body === undefined || body === null) return undefined
  if (typeof body !== 'string') return body
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
