/**
 * Sends a canary in every operation about a customer: in each text of each body, according to the declarations. A field that is added later
 * is covered as soon as it is declared.
 */
import type { Endpoint } from '#platform/http/declared-endpoint.ts'
import type { CallOptions } from '../support/caller.ts'
import type { TestTenant } from '../support/service.ts'
import { signIdentity } from '../support/visitors.ts'
import { bodyVariants, mutations, operations, plain, requestsOf, type PlainSchema } from './operations.ts'
import { nextNumber } from './unique.ts'

/** Operations that name customers or threads, but whose texts belong to the tenant, each with the reason. */
const texts: Readonly<Record<string, string>> = {
  createView: 'a list that a colleague saves',
  updateView: 'a list that a colleague saves',
  createSavedReport: 'a report that a colleague saves',
  updateSavedReport: 'a report that a colleague saves',
  createCannedResponse: 'a text for all customers',
  updateCannedResponse: 'a text for all customers',
  createAutomationRule: 'a rule for all customers',
  updateAutomationRule: 'a rule for all customers',
  sendWidgetTranscript: 'the address that the site has signed, which the customer has already',
  createKbArticle: 'an article for all readers, also when an answer became one',
  startAutomationDryRun: 'a rule for all customers; dry-runs.test.ts erases what it finds',
}
/** Fields whose texts become the tenant's, each with the reason. */
const fields: Readonly<Record<string, string>> = {
  tags: 'labels belong to the tenant',
  add: 'labels belong to the tenant',
  set: 'labels belong to the tenant',
  remove: 'labels belong to the tenant',
  addLabels: 'labels belong to the tenant',
  removeLabels: 'labels belong to the tenant',
  filter: 'what a batch looks for is not stored',
}

/** Variants of a body that are left out, each with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  'explainAutomationRule 1': 'has a rule for all customers',
  'batchThreads 1': 'needs the number of what its filter finds; batches keep no filter',
  'suggestReply 0': 'proposes what it finds, which differs by who wrote before: ai.test.ts erases such runs',
  'recordMeetingAttendance 0': 'names attendees that are there already',
}

const about = new Set(['cst', 'thr', 'msg', 'job', 'mtg'])
/** Operations that write a customer's data. */
export const aboutCustomers = mutations.filter(
  (endpoint) =>
    !(endpoint.operationId in texts) &&
    endpoint.tag !== 'privacy' &&
    (Object.values(endpoint.params).some(({ prefix }) => about.has(prefix)) || bodyVariants(endpoint).some((schema) => namesOne(schema))),
)

function namesOne(schema: PlainSchema): boolean {
  if (schema['x-id']) return about.has(schema['x-id'])
  const properties = Object.entries(schema.properties ?? {})
  return (
    properties.some(([name, part]) => name === 'requester' || namesOne(part)) ||
    (schema.items ? namesOne(schema.items) : false) ||
    (schema.anyOf ?? []).some(namesOne) ||
    ('email' in (schema.properties ?? {}) && 'externalId' in (schema.properties ?? {}))
  )
}

/** Sends each operation with the canary in all its texts. Returns the refused operations, and the number of accepted ones. */
export async function fillWith(tenant: TestTenant, canary: string): Promise<{ refused: string[]; accepted: number }> {
  const token = await startVisitor(tenant, canary)
  const api: TestTenant['api'] = async (method, path, given = {}) => {
    const endpoint = findOperation(method, path)
    const options = endpoint?.scope === 'visitor' ? { ...given, key: token } : given
    if (!endpoint || options.body === undefined || !aboutCustomers.includes(endpoint)) return tenant.api(method, path, options)
    const filled = { ...options, body: withCanary(endpoint, options.body, canary, true) }
    const first = await tenant.api(method, path, filled as CallOptions)
    // Some fields exclude each other. Then only the example's fields are sent.
    if (first.status < 400) return first as never
    const key = String(options.headers?.['idempotency-key'] ?? '')
    const headers = { ...options.headers, ...(key ? { 'idempotency-key': `${key}-plain` } : {}) }
    return tenant.api(method, path, { ...options, headers, body: withCanary(endpoint, options.body, canary, false) })
  }
  const requests = requestsOf({ ...tenant, api })
  const refused: string[] = []
  let accepted = 0
  for (const endpoint of aboutCustomers) {
    for (let variant = 0; variant < Math.max(1, bodyVariants(endpoint).length); variant++) {
      if (`${endpoint.operationId} ${variant}` in leftOut) continue
      const { path, body } = await requests.prepare(endpoint, variant)
      const key = { 'idempotency-key': `${canary}-${endpoint.operationId}-${variant}` }
      const { status, text } = await api(endpoint.method, path, { body, headers: key } as CallOptions)
      if (status < 400) accepted++
      else refused.push(`${endpoint.operationId} ${status} ${text}`)
    }
  }
  return { refused, accepted }
}

/** Starts the session of a visitor whom the site identifies as the customer of the canary. */
async function startVisitor(tenant: TestTenant, canary: string): Promise<string> {
  const site = await tenant.widget()
  const identityToken = await signIdentity(site, { sub: canary, email: `${canary}.visitor@example.com`, name: canary })
  return (await tenant.api<{ token: string }>('POST', '/widget/sessions', { body: { key: site.key, identityToken } })).body.data.token
}

function findOperation(method: string, path: string): Endpoint | undefined {
  const [bare = ''] = path.split('?')
  return operations.find(
    (endpoint) => endpoint.method === method && new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(bare),
  )
}

function withCanary(endpoint: Endpoint, body: unknown, canary: string, adds: boolean): unknown {
  const variants = bodyVariants(endpoint)
  const names = Object.keys(Object(body) as object)
  const schema = variants.find(({ properties = {} }) => names.every((name) => name in properties)) ?? variants[0] ?? {}
  return withCanaryIn(schema, body, canary, adds)
}

function withCanaryIn(schema: PlainSchema, value: unknown, canary: string, adds: boolean): unknown {
  const own = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (Array.isArray(value)) return value.map((part) => withCanaryIn(own.items ?? {}, part, canary, adds))
  if (typeof value === 'object' && value !== null) {
    const properties = own.properties ?? {}
    const present = Object.entries(value).map(([name, part]) => [
      name,
      name in fields
        ? part
        : name === 'customFields'
          ? { note: `note ${canary}` }
          : withCanaryIn(properties[name] ?? {}, part, canary, adds),
    ])
    const missing = adds
      ? Object.entries(properties).flatMap(([name, part]) =>
          name in value || name in fields
            ? []
            : name === 'customFields'
              ? [[name, { note: `note ${canary}` }]]
              : isText(part)
                ? [[name, getText(part, canary)]]
                : [],
        )
      : []
    return Object.fromEntries([...present, ...missing])
  }
  return typeof value === 'string' && isText(own) ? getText(own, canary) : value
}

/** Whether the field accepts free text. */
function isText(schema: PlainSchema): boolean {
  const own = plain(schema.anyOf?.find(({ type }) => type !== 'null') ?? schema)
  return (
    own.type === 'string' &&
    !own['x-id'] &&
    !own.enum &&
    (own.format === 'email' || (own.format === undefined && own.pattern === undefined))
  )
}

function getText(schema: PlainSchema, canary: string): string {
  const own = plain(schema.anyOf?.find(({ type }) => type !== 'null') ?? schema)
  // Recipients of mail are strings that contain an address.
  return own.format === 'email' || String(own.examples?.[0]).includes('@')
    ? `${canary}.n${nextNumber()}@example.com`
    : `${canary} ${nextNumber()}`
}
