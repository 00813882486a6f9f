/**
 * Creates requests for every write operation of an API description from its examples. Each id is replaced by that of an object created
 * through the API, and texts that must be unique are changed. The description may be of an earlier version.
 */
import type { ArrangingTenant } from '../guarantees/arrange.ts'
import { arrangements, beforehand } from '../guarantees/arrangements.ts'
import { unique } from '../guarantees/unique.ts'

type Schema = { $ref?: string; pattern?: string; examples?: unknown[]; properties?: Record<string, Schema> }
type Content = Record<string, { schema?: Schema; examples?: Record<string, { $ref: string }> }>
type DocumentOperation = {
  operationId: string
  'x-required-scope'?: string
  security?: object[]
  parameters?: { $ref?: string; name: string; in: string; example?: string; schema?: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
export type ApiDescription = {
  paths: Record<string, Record<string, DocumentOperation>>
  components: { schemas: Record<string, Schema>; examples: Record<string, { value: unknown }> }
}

export type WriteOperation = {
  operationId: string
  method: string
  /** The path without the prefix of the API. */
  path: string
  caller: 'key' | 'session' | 'anyone'
  /** The media type of the body; undefined if there is no body. */
  media: string | undefined
  /** The prefix of each id in the path. */
  params: { name: string; prefix: string }[]
  /** One example of each variant of the body; one undefined for an operation without a body. */
  bodies: unknown[]
  /** The id prefix of the object in the response. */
  makes: string | null
}

const methods: ReadonlySet<string> = new Set(['post', 'put', 'patch', 'delete'])
const exampleId = /^([a-z]{3})_01k2w3t5q7e0r9vbx4m6n8h2dz$/

export function writeOperationsOf(description: ApiDescription): WriteOperation[] {
  const follow = (schema: Schema | undefined): Schema => {
    const name = schema?.$ref?.split('/').at(-1)
    return name === undefined ? (schema ?? {}) : (description.components.schemas[name] ?? {})
  }
  const findPrefix = (schema: Schema | undefined): string | null => /^\^\(?([a-z]{3})_/.exec(schema?.pattern ?? '')?.[1] ?? null
  const madeBy = ({ responses }: DocumentOperation): string | null => {
    const response = responses['201'] ?? responses['200'] ?? responses['202']
    const shown = follow(follow(response?.content?.['application/json']?.schema).properties?.data)
    return findPrefix(shown.properties?.id) ?? findPrefix(shown.properties?.threadId)
  }
  const read = (path: string, method: string, operation: DocumentOperation): WriteOperation => {
    const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
    // A body with several variants has an example of each.
    const forms = Object.values(content?.examples ?? {}).map(
      ({ $ref }) => description.components.examples[$ref.split('/').at(-1) ?? '']?.value,
    )
    return {
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path: path.replace('/api/v1', ''),
      caller: operation.security?.length === 0 ? 'anyone' : operation['x-required-scope'] === 'session' ? 'session' : 'key',
      media: mediaType,
      params: (operation.parameters ?? [])
        .filter((parameter) => parameter.in === 'path')
        .map(({ name, schema }) => ({ name, prefix: findPrefix(schema) ?? '' })),
      bodies: forms.length > 0 ? forms : [follow(content?.schema).examples?.[0]],
      makes: madeBy(operation),
    }
  }
  return Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(
      (
        [method, operation], // States keep no tokens of visitors, with which their requests could be retried.
      ) => (methods.has(method) && operation['x-required-scope'] !== 'visitor' ? [read(path, method, operation)] : []),
    ),
  )
}

export type MadeRequest = { method: string; path: string; body: unknown }

/** Creates requests that the service accepts. */
export class RequestMaker {
  readonly #operations: readonly WriteOperation[]
  readonly #tenant: ArrangingTenant
  /** Finds ids of objects that no write operation creates. */
  readonly #find: (prefix: string) => Promise<string>
  readonly #replaceUrl: (url: string) => string

  constructor(
    operations: readonly WriteOperation[],
    tenant: ArrangingTenant,
    { find, replaceUrl }: { find(prefix: string): Promise<string>; replaceUrl(url: string): string },
  ) {
    this.#operations = operations
    this.#tenant = tenant
    this.#find = find
    this.#replaceUrl = replaceUrl
  }

  /**
   * Creates an object. If several kinds of objects share the prefix, `user` is the path of the operation that needs the object, below the
   * path of its kind.
   */
  async make(prefix: string, user = ''): Promise<string> {
    const distance = ({ path, params }: WriteOperation): number => (user.startsWith(path) ? 0 : 1 + params.length)
    const maker = this.#operations
      .filter(({ method, makes, params }) => method === 'POST' && makes === prefix && params.every((param) => param.prefix !== prefix))
      .toSorted((a, b) => distance(a) - distance(b))[0]
    if (!maker || maker.caller !== 'key') return this.#find(prefix)
    const { method, path, body } = await this.prepare(maker, maker.bodies[0])
    const { status, text, headers, body: envelope } = await this.#tenant.api(method, path, { body })
    if (status >= 300) throw new Error(`${maker.operationId} did not make a ${prefix}: ${status} ${text}`)
    return headers.location?.split('/').at(-1) ?? String(envelope.data.id)
  }

  async prepare(operation: WriteOperation, example: unknown): Promise<MadeRequest> {
    const { operationId, method } = operation
    let path = operation.path
    // A parameter without a prefix is a token, which `arrangements` contains.
    for (const { name, prefix } of operation.params.filter((param) => param.prefix !== ''))
      path = path.replace(`{${name}}`, await this.make(prefix, operation.path))
    const first = beforehand[operationId] ?? this.#partMaker(operation)
    if (first) await this.#tenant.api(first.method, first.toPath(path), { body: first.body })
    const request = { path, body: unique(await this.#withOwnIds(example, operation.path)) }
    // Safe because `make` accepts any prefix.
    const arranged = await arrangements[operationId]?.(request, this.#tenant, (prefix) => this.make(prefix, operation.path))
    return { method, ...(arranged ?? request) }
  }

  /** A part must be added before it can be removed. */
  #partMaker({ method, path }: WriteOperation) {
    const maker = method === 'DELETE' && this.#operations.find((other) => other.method === 'PUT' && other.path === path)
    return maker ? { method: 'PUT', toPath: (own: string) => own, body: undefined } : null
  }

  async #withOwnIds(value: unknown, user: string): Promise<unknown> {
    if (typeof value === 'string') {
      const [, prefix] = exampleId.exec(value) ?? []
      return prefix === undefined ? value : this.make(prefix, user)
    }
    if (Array.isArray(value)) return Promise.all(value.map((part) => this.#withOwnIds(part, user)))
    if (typeof value !== 'object' || value === null) return value
    const parts: [string, unknown][] = []
    for (const [name, part] of Object.entries(value))
      parts.push([name, name === 'url' && typeof part === 'string' ? this.#replaceUrl(part) : await this.#withOwnIds(part, user)])
    return Object.fromEntries(parts)
  }
}
