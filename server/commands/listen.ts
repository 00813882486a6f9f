import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApiError, NoAnswerError } from '../../client/index.ts'
import { firstKeyName, toServiceUrl } from '../config.ts'
import { webhookHeaders, readWebhookKey, toWebhookSecret } from '#platform/outbound/sign-webhook.ts'
import { createSecrets } from '#platform/secrets.ts'
import { formatError, openApiClient } from './api-client.ts'
import { readOptions, UsageError, type Command, type CommandContext } from './command.ts'
import { eventLine, paint } from './event-line.ts'
import { firstTenant } from './first-tenant.ts'
import { readGivenKey, readServiceUrl, withTemporaryKey } from './service-access.ts'

const maxForwardMs = 15_000

type Options = { url: string | null; tenant: string | null; key: string | null; types: string | null; forward: Forwarding | null }
/** `secret` is null when the signing secret is derived from the secret key. */
type Forwarding = { url: string; secret: string | null }
/** A local receiver's response to an event; `status` is null when there was none. */
type Forwarded = { status: number | null; durationMs: number; error: string | null }

export const listen: Command = {
  usage: `listen [--forward URL] [--types a,b] [--tenant SLUG | --key-file FILE] [--url URL] [--secret SECRET] [--json]

Prints a tenant's events as they happen, from the public stream of a running service, and forwards each one in order, signed like a
webhook, without a tunnel. A change shows the previous value: \`status: open → resolved\`. After an interruption it continues after the
last event, so each event is printed once. Stops with Ctrl-C.

  --forward URL    the URL to which each event is sent, such as http://localhost:8080/hooks
  --secret SECRET  the whsec_… secret that signs forwarded events; by default one derived from the secret key of this
                   installation, which is printed and the same in each run
  --types a,b      only these types
  --tenant SLUG    the tenant; default ${firstTenant.slug}
  --key-file FILE  an API key with the scope events:read and read scopes for the events' objects; by default SKEIN_API_KEY, or else a temporary key
  --url URL        the service; by default the one configured here
  --json           prints one JSON object for each event: {"event", "forwarded": {"status", "durationMs", "error"} or null}`,
  examples: ['skein listen', 'skein listen --types thread.created,message.created --forward http://localhost:8080/hooks'],
  prepare(args) {
    const options = readOptions(args, {
      forward: 'optional',
      types: 'optional',
      tenant: 'optional',
      'key-file': 'optional',
      url: 'optional',
      secret: 'optional',
    })
    if (options.secret !== undefined && options.forward === undefined) throw new UsageError('--secret needs --forward.')
    if (options.tenant !== undefined && options['key-file'] !== undefined)
      throw new UsageError('--tenant and --key-file exclude each other: a key belongs to one tenant.')
    const work = {
      url: options.url === undefined ? null : readServiceUrl(options.url),
      tenant: options.tenant ?? null,
      // A key in the environment may belong to another tenant than the requested one.
      key: options.tenant === undefined ? readGivenKey(options['key-file']) : null,
      types: options.types ?? null,
      forward: options.forward === undefined ? null : readForwarding(options.forward, options.secret),
    }
    return (context) => run(work, context)
  },
}

async function run(options: Options, context: CommandContext): Promise<null> {
  const { config, stop, json } = context
  const url = options.url ?? toServiceUrl(config.host, config.port)
  const secret = options.forward?.secret ?? toWebhookSecret(createSecrets(config.secretKey).derive('listen'))
  await withKey(options, context, async (key) => {
    // With --json, standard output is for objects only, so messages go to standard error.
    const say = (text: string): void => void (json ? process.stderr : process.stdout).write(`${text}\n`)
    let stood = false
    const events = openApiClient({ url, key, attemptsMax: 1 }).streamEvents({
      ...(options.types === null ? {} : { query: { types: options.types } }),
      signal: stop,
      onOpen() {
        say(stood ? 'The stream is connected again.' : greeting(url, options, secret))
        stood = true
      },
      onBreak: () => say('The stream was interrupted; it continues after the last event when the service is back.'),
      onReset: () => say('The service no longer has all events since the interruption: some are missing here.'),
    })
    try {
      for await (const event of events) {
        const forwarded = options.forward
          ? await forward(event.id, JSON.stringify(event), { url: options.forward.url, secret }, stop)
          : null
        process.stdout.write(`${json ? JSON.stringify({ event, forwarded }) : eventLine(event) + arrow(forwarded)}\n`)
      }
    } catch (error) {
      throw explain(error, url)
    }
  })
  return null
}

/** Turns an error into a message for the operator. */
function explain(error: unknown, url: string): unknown {
  if (error instanceof NoAnswerError) return new Error(`No Skein responds at ${url}.`, { cause: error })
  if (!(error instanceof ApiError)) return error
  const reason = error.status === 200 ? 'something other than an event stream.' : formatError(error)
  return new Error(`${url}/api/v1/events/stream responded with ${reason}`, { cause: error })
}

/** Runs `work` with the given key, the first tenant's own key, or a temporary key. */
async function withKey({ key, tenant, url }: Options, context: CommandContext, work: (key: string) => Promise<void>): Promise<void> {
  if (key !== null) return work(key)
  const file = join(context.config.dataDir, firstKeyName)
  if (tenant === null && existsSync(file)) return work(readFileSync(file, 'utf8').trim())
  if (url !== null && tenant === null) throw new UsageError('--url needs a key of that service: --key-file or SKEIN_API_KEY.')
  await withTemporaryKey(tenant ?? firstTenant.slug, { name: 'Listening', scopes: ['read'] }, context, work)
}

function greeting(url: string, { forward: to }: Options, secret: string): string {
  if (!to) return `Listening to ${url}`
  return `Listening to ${url}, forwarding to ${to.url}${to.secret === null ? `\nSigned with ${secret}` : ''}`
}

/** Sends one POST as a webhook attempt would: same body, headers and signature. */
async function forward(id: string, body: string, { url, secret }: { url: string; secret: string }, stop: AbortSignal): Promise<Forwarded> {
  const startedAt = performance.now()
  const elapsedMs = (): number => Math.round(performance.now() - startedAt)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Skein-Webhooks/1',
    ...webhookHeaders({ id, timestamp: Math.floor(Date.now() / 1000), body, secrets: [secret] }),
  }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(maxForwardMs)]),
    })
    await response.body?.cancel()
    return { status: response.status, durationMs: elapsedMs(), error: null }
  } catch (error) {
    const { message, cause } = error as Error
    return {
      status: null,
      durationMs: elapsedMs(),
      error: cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : message,
    }
  }
}

function arrow(forwarded: Forwarded | null): string {
  if (!forwarded) return ''
  const { status, error, durationMs } = forwarded
  return `  → ${paint(status !== null && status < 300 ? 'green' : 'red', String(status ?? error))}  ${durationMs} ms`
}

function readForwarding(text: string, given: string | undefined): Forwarding {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`--forward must be an address such as http://localhost:8080/hooks, not "${text}".`)
  if (url.username || url.password)
    throw new UsageError('--forward must not contain a user name or password: webhook URLs must not either.')
  try {
    if (given !== undefined) readWebhookKey(given)
  } catch {
    throw new UsageError('--secret must be whsec_ followed by the base64 of at least 16 bytes.')
  }
  return { url: url.href, secret: given ?? null }
}
