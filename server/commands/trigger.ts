import type { SkeinClient, SkeinEvent } from '../../client/index.ts'
import { toServiceUrl } from '../config.ts'
import { closest } from '#platform/closest.ts'
import { createSecrets } from '#platform/secrets.ts'
import { findTenantId } from '../resources/tenants/index.ts'
import { addTenantWithKey } from './add-tenant.ts'
import { withReadableErrors, openApiClient } from './api-client.ts'
import { readOptions, UsageError, type Command, type CommandResult, type CommandContext } from './command.ts'
import { eventLine } from './event-line.ts'
import { atDatabase, isServiceAt, readServiceUrl, withTemporaryKey } from './service-access.ts'
import { recipes, reasons, type CreatedObject, type Caller } from './trigger-recipes.ts'
import { startCall } from './program.ts'

const sandbox = { slug: 'sandbox', name: 'Sandbox', ownerEmail: 'owner@sandbox.test' }
const maxEventWaitMs = 10_000
/** Milliseconds to wait for further events after the first, because one call can cause several events. */
const restMs = 200

export const trigger: Command = {
  usage: `trigger TYPE [--tenant SLUG] [--url URL] [--json]

Causes a real event of the type, through the public API of the running service, and prints the calls, the resulting events and their ids.
Webhooks, \`listen\` and the event feed of the tenant get them like any other event. It uses the tenant ${sandbox.slug}, which
is created when it does not exist; nothing is deleted from it.

  TYPE           ${Object.keys(recipes).join(', ')}
  --tenant SLUG  another tenant
  --url URL      the service, on the database of this configuration; by default the address configured here`,
  examples: ['skein trigger thread.created', 'skein trigger thread.status_changed --tenant acme'],
  prepare([type, ...args]) {
    const options = readOptions(args, { tenant: 'optional', url: 'optional' })
    const request = {
      type: checkType(type),
      tenant: options.tenant ?? sandbox.slug,
      url: options.url === undefined ? null : readServiceUrl(options.url),
    }
    return (context) => run(request, context)
  },
}

function checkType(type: string | undefined): string {
  const known = Object.keys(recipes)
  if (type === undefined || type.startsWith('-')) throw new UsageError(`An event type is required: ${known.join(', ')}.`)
  if (Object.hasOwn(recipes, type)) return type
  if (Object.hasOwn(reasons, type)) throw new UsageError(`${type} cannot be triggered by API calls: ${reasons[type]}.`)
  const near = closest(type, [...known, ...Object.keys(reasons)])
  throw new UsageError(`There is no event type "${type}". ${near === null ? `Types are ${known.join(', ')}.` : `Did you mean ${near}?`}`)
}

type Request = { type: string; tenant: string; url: string | null }
type MadeCall = { method: string; path: string; status: number; id: string | null }

async function run({ type, tenant, url: given }: Request, context: CommandContext): Promise<CommandResult> {
  const { config, json } = context
  const url = given ?? toServiceUrl(config.host, config.port)
  if (!(await isServiceAt(url))) throw new Error(`No Skein responds at ${url}. Start it with: ${startCall}`)
  const made = tenant === sandbox.slug && (await ensureSandbox(context))
  const say = (line: string): void => void (json || process.stdout.write(`${line}\n`))
  if (made) say(`The tenant ${sandbox.slug} was created.`)
  return withTemporaryKey(tenant, { name: `Triggering ${type}`, scopes: ['admin'] }, context, async (key) => {
    const { calls, events } = await causeEvent(type, { url, key, stop: context.stop, say })
    return {
      json: { type, tenant, calls, events },
      text: `${events.length} ${events.length === 1 ? 'event' : 'events'} in the tenant ${tenant}.`,
    }
  })
}

/**
 * Creates the sandbox tenant. There is no API call for creating a tenant, so this does what `tenant create` does. The key is not stored:
 * each run creates a temporary one.
 */
function ensureSandbox(context: CommandContext): Promise<boolean> {
  return atDatabase(context, async (db) => {
    if ((await findTenantId(db, sandbox.slug)) !== null) return false
    await db.transaction((tx) => addTenantWithKey(tx, createSecrets(context.config.secretKey), sandbox))
    return true
  })
}

type Place = { url: string; key: string; stop: AbortSignal; say: (line: string) => void }

/** Opens the event stream, then makes the calls, so that it receives the resulting events. Throws when no event of the type arrives. */
export async function causeEvent(type: string, { url, key, stop, say }: Place): Promise<{ calls: MadeCall[]; events: SkeinEvent[] }> {
  const calls: MadeCall[] = []
  const events: SkeinEvent[] = []
  const seen = new AbortController()
  const skein = openApiClient({ url, key })
  let acting: Promise<unknown> = Promise.resolve()
  let hasActed = false
  const startRecipe = (): void => {
    // The stream reconnects after an interruption, which calls this again.
    if (hasActed) return
    hasActed = true
    acting = Promise.resolve(recipes[type]?.(createCaller(skein, stop, calls, say))).catch((error: unknown) => {
      seen.abort()
      throw error
    })
    // The rejection is handled below, when the stream ends.
    acting.catch(() => undefined)
  }
  const until = AbortSignal.any([stop, seen.signal, AbortSignal.timeout(maxEventWaitMs)])
  for await (const event of skein.streamEvents({ signal: until, onOpen: startRecipe })) {
    events.push(event)
    say(eventLine(event))
    if (event.type === type) setTimeout(() => seen.abort(), restMs)
  }
  await withReadableErrors(stop, () => acting)
  if (!events.some((event) => event.type === type)) throw new Error(`No ${type} arrived within ${maxEventWaitMs / 1000} s after the calls.`)
  return { calls, events }
}

function createCaller(skein: SkeinClient, signal: AbortSignal, calls: MadeCall[], say: (line: string) => void): Caller {
  const write = async (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object): Promise<CreatedObject> => {
    const { status, data } = await skein.request<{ data: CreatedObject | null }>(method, `/api/v1${path}`, { body, signal })
    const id = data?.threadId ?? data?.id ?? null
    calls.push({ method, path, status, id })
    say(`${method} ${path} → ${status}${id === null ? '' : `  ${id}`}`)
    return data ?? { id: '' }
  }
  return {
    post: (path, body) => write('POST', path, body),
    patch: (path, body) => write('PATCH', path, body),
    put: (path) => write('PUT', path),
    delete: async (path) => void (await write('DELETE', path)),
    list: async (path) => (await skein.request<{ data: CreatedObject[] }>('GET', `/api/v1${path}`, { signal })).data,
  }
}
