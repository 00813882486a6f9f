/**
 * The service's operations, and valid requests for each, generated from their declarations: a new operation is tested as soon as it is
 * declared.
 *
 * A body is the first example of its shape, with each id replaced by that of an object which was created for this request, and with unique
 * texts where necessary.
 */
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import { exampleId } from '#platform/schema.ts'
import type { IdPrefix } from '#platform/ids.ts'
import type { CallResponse, CallOptions } from '../support/caller.ts'
import { randomIdSuffix, type TestTenant } from '../support/service.ts'
import { modules } from '../../server/resources/index.ts'
import { arrangements, beforehand, type First } from './arrangements.ts'
import { unique } from './unique.ts'

export const operations: readonly Endpoint[] = modules.flatMap(({ endpoints }) => endpoints)
export const mutations = operations.filter(({ method }) => method !== 'GET')
/** Whether the operation writes the user's own state, which leaves no audit row and no event. */
export function isPersonal({ kind, personal }: Endpoint): boolean {
  return kind === 'personalWrite' || personal === true
}
/** Operations that can be retried. After signing out, the credential for the retry is gone. */
export const retriable = mutations.filter(({ operationId }) => operationId !== 'logout' && operationId !== 'endWidgetSession')
export const lists = operations.filter(({ responds }) => Object.values(responds).some(({ kind }) => kind === 'list'))

/** Returns the operation's name, then the operation, for `describe.each` and `it.each`. */
export function named(endpoints: readonly Endpoint[]): [string, Endpoint][] {
  return endpoints.map((endpoint) => [endpoint.operationId, endpoint])
}

/** Prefixes of ids that callers use but no operation creates, each with the reason. */
export const unmakeable: Readonly<Partial<Record<IdPrefix, string>>> = {}

/** Operations with a small row limit per tenant. The test deletes the oldest object before it creates the next one. */
const fewPerTenant: Readonly<Record<string, number>> = { createWebhook: 25 }
/** A JSON Schema, with the parts from which requests are generated. */
export type PlainSchema = {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  required?: string[]
  examples?: unknown[]
  properties?: Record<string, PlainSchema>
  patternProperties?: Record<string, PlainSchema>
  items?: PlainSchema
  anyOf?: PlainSchema[]
  'x-id'?: IdPrefix
}

/** Returns the kind of a field. The same code parses all fields of a kind: names, descriptions and bounds make no difference. */
export function kindOfField({ type, format, pattern, enum: values, items, properties, anyOf, 'x-id': id }: PlainSchema): string {
  const parts = [type, format, Boolean(pattern), Boolean(values), items?.type, Boolean(properties), anyOf?.length, Boolean(id)]
  return parts.map(String).join(' ')
}

export function plain(shape: object | undefined): PlainSchema {
  // Safe because a TypeBox schema is a JSON Schema at run time.
  return (shape ?? {}) as PlainSchema
}

/** Returns the shapes of a body: one, or the members of a union. */
export function bodyVariants({ body }: Endpoint): PlainSchema[] {
  return body ? (plain(body).anyOf ?? [plain(body)]) : []
}

export type Prepared = { path: string; body: unknown }

/**
 * Returns a credential with the right: a new session of the owner for operations that require a session, the session of a visitor for
 * visitors' operations, otherwise the tenant's API key.
 */
export async function credentialFor({ scope }: Endpoint, tenant: TestTenant): Promise<string> {
  if (scope === 'visitor') return tenant.visitorToken()
  return scope === 'session' ? (await tenant.sessionFor()).accessToken : tenant.key
}

/** Whether the operation refuses API keys, whatever their scopes are. */
export function refusesKeys({ scope }: Endpoint): boolean {
  return scope === 'session' || scope === 'visitor'
}

/** Returns the code of the 401 for a credential that is not valid. */
export function invalidCodeOf({ scope }: Endpoint): string {
  return scope === 'visitor' ? 'SVC-WIDGET-SESSION_INVALID' : 'SVC-AUTH-INVALID_CREDENTIALS'
}

/** Returns status and code of the refusal of a key that lacks the right. */
export function lackingRefusalOf(endpoint: Endpoint): string {
  if (endpoint.scope === 'visitor') return `401 ${invalidCodeOf(endpoint)}`
  return endpoint.scope === 'session' ? '403 SVC-AUTH-SESSION_REQUIRED' : '403 SVC-AUTH-INSUFFICIENT_SCOPE'
}

/** Creates requests of one tenant. */
export type Requests = {
  /**
   * Returns the id of a new object of this kind, or of the latest one if only the service creates them. For a kind that cannot be created,
   * the id refers to nothing. `tag` chooses among operations that create the same prefix.
   */
  make(prefix: IdPrefix, tag?: string): Promise<string>
  /** Returns a request that succeeds. All objects in it are new. `variant` chooses a member of the body's union. */
  prepare(endpoint: Endpoint, variant?: number): Promise<Prepared>
  /** Sends a request that succeeds. */
  succeed(endpoint: Endpoint, options?: CallOptions): Promise<CallResponse>
}

export function requestsOf(tenant: TestTenant): Requests {
  const make = async (prefix: IdPrefix, tag?: string): Promise<string> => {
    // Signing in does not return the session's id.
    if (prefix === 'ses') return (await tenant.sessionFor()).id
    const maker = findMaker(prefix, tag)
    if (!maker) return (await latest(prefix)) ?? `${prefix}_${randomIdSuffix()}`
    const { status, headers, body, text } = await succeed(maker)
    if (!(status in maker.responds)) throw new Error(`${maker.operationId} did not make a ${prefix}: ${status} ${text}`)
    return headers.location?.split('/').at(-1) ?? String(body.data.id)
  }
  /** Returns the latest object that a write leaves: an audit row or an event. */
  const latest = async (prefix: IdPrefix): Promise<string | undefined> => {
    const list = getList(prefix)
    if (!list) return undefined
    await make('thr')
    return (await tenant.api<{ id: string }[]>('GET', `${list.path}?limit=100`)).body.data.at(-1)?.id
  }
  const makeModule = async (maker: Endpoint, max: number): Promise<void> => {
    const { body } = await tenant.api<{ id: string }[]>('GET', `${maker.path}?limit=100`)
    if (body.meta.total < max - 3) return
    for (const { id } of body.data.slice(max - 10)) await tenant.api('DELETE', `${maker.path}/${id}`)
  }
  const prepare = async (endpoint: Endpoint, variant = 0): Promise<Prepared> => {
    const makeOwn: Requests['make'] = (prefix) => make(prefix, endpoint.tag)
    if (endpoint.scope === 'visitor') await tenant.widget()
    const few = fewPerTenant[endpoint.operationId]
    if (few) await makeModule(endpoint, few)
    const ids: Record<string, string> = {}
    for (const [name, { prefix }] of Object.entries(endpoint.params)) ids[name] = await makeOwn(prefix)
    const schema = bodyVariants(endpoint)[variant]
    const path = fillPath(endpoint, ids)
    const first = beforehand[endpoint.operationId] ?? partMaker(endpoint)
    if (first) await tenant.api(first.method, first.toPath(path), { body: first.body })
    const request = { path, body: schema && (await withOwnIds(schema, unique(schema.examples?.[0]), makeOwn)) }
    return (await arrangements[endpoint.operationId]?.(request, tenant, make)) ?? request
  }
  const succeed: Requests['succeed'] = async (endpoint, options = {}) => {
    const { path, body } = await prepare(endpoint)
    return tenant.api(endpoint.method, path, { body, ...options })
  }
  return { make, prepare, succeed }
}

/** Returns the path, ready for another query parameter. */
export function openQuery(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}`
}

export function fillPath({ path }: Endpoint, ids: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'unknown')
}

/** Returns the operation that adds a part before it can be removed, if there is one. */
function partMaker({ deletion, path }: Endpoint): First | null {
  const maker = deletion === 'part' && operations.find((candidate) => candidate.method === 'PUT' && candidate.path === path)
  return maker ? { method: maker.method, toPath: (own) => own } : null
}

/**
 * Returns the operation that creates objects with a prefix, preferring the one that depends on the fewest other objects. Sender rules and
 * automation rules share a prefix; `tag` prefers one of them.
 */
export function findMaker(prefix: IdPrefix, tag?: string): Endpoint | undefined {
  const makers = operations.filter((endpoint) => {
    const needed = Object.values(endpoint.params)
    return (
      retriable.includes(endpoint) &&
      endpoint.method === 'POST' &&
      madePrefix(endpoint) === prefix &&
      needed.every((param) => param.prefix !== prefix)
    )
  })
  const ordered = makers.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
  return ordered.find((maker) => maker.tag === tag) ?? ordered[0]
}

function madePrefix({ responds, location }: Endpoint): string | undefined {
  const shape = plain((responds[201] ?? responds[200] ?? responds[202])?.shape)
  return location ? location(shape.examples?.[0]).split('/').at(-1)?.slice(0, 3) : shape.properties?.id?.['x-id']
}

/** Returns the list operation for objects with a prefix, if it needs no other object. */
export function getList(prefix: IdPrefix): Endpoint | undefined {
  return lists.find(
    ({ params, responds }) => Object.keys(params).length === 0 && plain(responds[200]?.shape).properties?.id?.['x-id'] === prefix,
  )
}

/** Returns every id prefix that a path, a query or a body accepts. */
export function namedPrefixes(): Set<IdPrefix> {
  return new Set(operations.flatMap((endpoint) => idPositions(endpoint).map(({ prefix }) => prefix)))
}

// --- Ids in requests -------------------------------------------------------------------------------------------------

/**
 * A place of a request that contains an id. `variant` is the member of the body's union that has it. `alsoTakes` matches values that the
 * place accepts in addition to ids of its prefix (a word, ids of any kind). `incomplete` is true within an object that the example lacks
 * and that has other required fields, which the test does not fill in.
 */
export type IdPosition = {
  in: 'path' | 'query' | 'body'
  at: string[]
  prefix: IdPrefix
  variant: number
  alsoTakes: RegExp | null
  incomplete?: boolean | undefined
}

export function idPositions(endpoint: Endpoint): IdPosition[] {
  const path = Object.entries(endpoint.params).map(([name, { prefix }]) => ({
    in: 'path' as const,
    at: [name],
    prefix,
    variant: 0,
    alsoTakes: null,
  }))
  const query = idsIn(plain(endpoint.query), []).map(({ at, prefix, alsoTakes }) => ({
    in: 'query' as const,
    at,
    prefix,
    alsoTakes,
    variant: 0,
  }))
  const body = bodyVariants(endpoint).flatMap((schema, variant) =>
    idsIn(schema, []).map(({ at, prefix, alsoTakes }) => ({
      in: 'body' as const,
      at,
      prefix,
      alsoTakes,
      incomplete: needsMore(schema, schema.examples?.[0], at),
      variant,
    })),
  )
  return [...path, ...query, ...body]
}

function idsIn(schema: PlainSchema, at: string[]): Pick<IdPosition, 'at' | 'prefix' | 'alsoTakes'>[] {
  if (schema['x-id']) return [{ at, prefix: schema['x-id'], alsoTakes: null }]
  const prefix = prefixInPattern(schema.pattern)
  if (prefix) return [{ at, prefix, alsoTakes: new RegExp(schema.pattern ?? '') }]
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => idsIn(part, [...at, name])),
    ...(schema.items ? idsIn(schema.items, [...at, '[]']) : []),
    ...(schema.anyOf ?? []).flatMap((member) => idsIn(member, at)),
  ]
}

/** Whether an object on the path to `at` is missing in the example and has required fields other than the one on the path. */
function needsMore(schema: PlainSchema | undefined, example: unknown, [name, ...rest]: readonly string[]): boolean {
  if (!schema || name === undefined) return false
  const own = schema.anyOf?.find(({ properties, items }) => properties ?? items) ?? schema
  if (name === '[]') return needsMore(own.items, Array.isArray(example) ? example[0] : undefined, rest)
  const isMissing = typeof example !== 'object' || example === null
  if (isMissing && (own.required ?? []).some((required) => required !== name)) return true
  return needsMore(own.properties?.[name], isMissing ? undefined : Reflect.get(example, name), rest)
}

/** Returns the prefix of fields that accept an id or a word (`none`), or an id of any kind. */
function prefixInPattern(pattern = ''): IdPrefix | undefined {
  if (pattern.includes('[a-z]{3}_')) return 'thr'
  // Safe because the patterns of ids contain their prefixes.
  return /\(([a-z]{3})_\)\?/.exec(pattern)?.[1] as IdPrefix | undefined
}

/** Sets the value at the path `at`, and creates missing arrays and objects. Returns the result. */
export function withValueAt(value: unknown, at: readonly string[], put: unknown): unknown {
  const [next, ...rest] = at
  if (next === undefined) return put
  if (next === '[]') return [withValueAt(Array.isArray(value) ? value[0] : undefined, rest, put)]
  const object = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  return { ...object, [next]: withValueAt(Reflect.get(object, next), rest, put) }
}

async function withOwnIds(schema: PlainSchema, example: unknown, make: Requests['make']): Promise<unknown> {
  let value = example
  for (const { at, prefix } of idsIn(schema, [])) {
    const place = at.reduce<unknown>(
      (here, name) => (typeof here === 'object' && here !== null ? Reflect.get(here, name === '[]' ? '0' : name) : undefined),
      example,
    )
    if (typeof place === 'string' && place === exampleId(prefix)) value = withValueAt(value, at, await make(prefix))
  }
  return value
}
