/** Types of the parts of an OpenAPI 3.1 document that document.ts writes and tests read. */

export type JsonSchema = { readonly [keyword: string]: unknown }
export type Reference = { $ref: string }

export type MediaType = { schema: JsonSchema; examples?: Record<string, { value: unknown } | Reference> }
export type Content = Record<string, MediaType>
export type Header = { description: string; required?: boolean; schema: JsonSchema }
export type Response = {
  description: string
  /** Error codes that many operations share, with their HTTP status. */
  'x-error-codes'?: Record<string, number>
  headers?: Record<string, Header | Reference>
  content?: Content
}
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  /** How an object is serialised: `filter[name]=value`. */
  style?: 'deepObject'
  explode?: true
  schema: JsonSchema
  example?: unknown
}

export type Operation = {
  operationId: string
  summary: string
  description: string
  tags?: string[]
  'x-required-scope'?: string
  /** Error codes of the operation that its `default` response does not list, with their HTTP status. */
  'x-error-codes'?: Record<string, number>
  security: Record<string, string[]>[]
  parameters?: (Parameter | Reference)[]
  requestBody?: { description: string; required: boolean; content: Content }
  responses: Record<string, Response | Reference>
  'x-codeSamples'?: CodeSample[]
}

export type CodeSample = { lang: string; label: string; source: string }

export const documentMethods = ['get', 'post', 'put', 'patch', 'delete'] as const
export type PathItem = { [method in (typeof documentMethods)[number]]?: Operation }

export type Info = {
  title: string
  version: string
  'x-platform-version': string
  summary: string
  description: string
  contact: { name: string }
  license: { name: string; identifier: string }
}

export type OpenapiDocument = {
  openapi: string
  info: Info
  servers: { url: string; description: string; variables?: Record<string, { default: string }> }[]
  tags: { name: string; description: string }[]
  paths: Record<string, PathItem>
  webhooks: Record<string, PathItem>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    examples: Record<string, { summary: string; value: unknown }>
    securitySchemes: Record<string, { type: 'http'; scheme: 'bearer'; bearerFormat: string; description: string }>
  }
}

/** Resolves a reference within the document. Throws if the target does not exist. */
export function follow<Part extends object>(document: OpenapiDocument, part: Part | Reference): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part
  const names = part.$ref
    .replace(/^#\//, '')
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const found = names.reduce<unknown>(
    (here, name) => (typeof here === 'object' && here !== null ? Reflect.get(here, name) : undefined),
    document,
  )
  if (typeof found !== 'object' || found === null) throw new Error(`${part.$ref} points to nothing`)
  // Safe because document.ts writes the document, and each reference it writes points to a part of the expected kind.
  return follow(document, found as Part | Reference)
}

/** Returns the status of every error code that an operation can return: its own, and the codes of its shared responses. */
export function getErrorCodes(document: OpenapiDocument, operation: Operation): Record<string, number> {
  const ofResponses = Object.values(operation.responses).map((response) => follow<Response>(document, response)['x-error-codes'])
  return Object.assign({}, ...ofResponses, operation['x-error-codes'])
}
