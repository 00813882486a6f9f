import { ApiError } from '../../client/index.ts'
import { toServiceUrl } from '../config.ts'
import type { Scope } from '#platform/principal.ts'
import { withReadableErrors, openApiClient } from './api-client.ts'
import { readOptions, readWhole, UsageError, type Command, type CommandContext } from './command.ts'
import { firstTenant, prepareFirstTenant } from './first-tenant.ts'
import { openService } from './open-service.ts'
import { duration, createProgress } from './progress.ts'
import { companyCalls, companyThreads, seedCompany } from './seed-company.ts'
import { findSeededThreads, missingTurns, seedConversations, type SeedCounts } from './seed-conversations.ts'
import { readConversations, type Conversation } from './seed-file.ts'
import { isServiceAt, readGivenKey, readServiceUrl, withTemporaryKey } from './service-access.ts'

type Options = { tenant: string; conversations: Conversation[] | null; url: string | null; key: string | null }

export const seed: Command = {
  usage: `seed --tenant SLUG [--from FILE] [--limit N] [--url URL] [--key-file FILE] [--json]

Fills a tenant through the public API: with the conversations in a file, or without --from with a small sample company. It can be
interrupted and run again, and creates nothing twice.

  --tenant SLUG    the tenant
  --from FILE      conversations, one JSON object per line: {"conversationId", "domain", "turns": [{"text"}]}
  --limit N        only the first N conversations of the file
  --url URL        a running service; by default the one configured here, which is started temporarily if it is not running
  --key-file FILE  an API key of the tenant; by default SKEIN_API_KEY, or else a temporary key`,
  examples: ['skein seed --tenant acme', 'skein seed --tenant acme --from conversations.jsonl --limit 100'],
  prepare(args) {
    const options = readOptions(args, { tenant: 'required', from: 'optional', limit: 'optional', url: 'optional', 'key-file': 'optional' })
    const limit = options.limit === undefined ? Number.POSITIVE_INFINITY : readWhole('limit', options.limit, 999_999_999)
    if (options.limit !== undefined && options.from === undefined) throw new UsageError('--limit needs --from.')
    const work = {
      tenant: options.tenant,
      conversations: options.from === undefined ? null : readConversations(options.from, limit),
      url: options.url === undefined ? null : readServiceUrl(options.url),
      key: readGivenKey(options['key-file']),
    }
    return async (context) => {
      const startedAt = performance.now()
      const counts = await withService(work, context, (url) => withKey(work, context, (key) => sendAll(work, url, key, context.stop)))
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10
      return {
        json: { tenant: work.tenant, conversations: work.conversations?.length ?? companyThreads, ...counts, seconds },
        text: summary(work.tenant, counts, seconds),
      }
    }
  },
}

/** Runs `work` against the given service, the service that runs on this machine, or a service that it starts. */
async function withService<Result>(
  { url }: Options,
  { config, log }: CommandContext,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const here = url ?? toServiceUrl(config.host, config.port)
  if (await isServiceAt(here)) return work(here)
  if (url !== null) throw new Error(`No Skein responds at ${url}.`)
  const service = await openService({ ...config, mailIn: { ...config.mailIn, port: null } }, log, { worker: true })
  try {
    const { firstStart, firstKey } = await prepareFirstTenant(service.db, config)
    if (firstStart) process.stderr.write(`The tenant ${firstTenant.slug} was created; its API key is in ${firstKey.file}.\n`)
    return await work(service.url)
  } finally {
    await service.close()
  }
}

/** Runs `work` with the given key, or with a temporary one that it always revokes. */
async function withKey<Result>(
  { key, tenant, conversations }: Options,
  context: CommandContext,
  work: (key: string) => Promise<Result>,
): Promise<Result> {
  if (key !== null) return work(key)
  // The sample company creates its own inboxes.
  const scopes: Scope[] = ['threads:write', conversations ? 'catalog:read' : 'catalog:admin']
  return withTemporaryKey(tenant, { name: 'Seeding', scopes }, context, work)
}

async function sendAll({ conversations }: Options, url: string, key: string, stop: AbortSignal): Promise<SeedCounts> {
  const progress = createProgress(conversations ? conversations.reduce((sum, { texts }) => sum + texts.length, 0) : companyCalls)
  let limitPerMinute = 0
  const skein = openApiClient({
    url,
    key,
    attemptsMax: 8,
    // Rate limits only delay the calls, so the client retries forever and announces long waits.
    rateLimitedAttemptsMax: Number.POSITIVE_INFINITY,
    onRetry({ waitMs, failure }) {
      if (waitMs > 1000 && failure instanceof ApiError && failure.status === 429)
        progress.note(`rate limit reached, continuing in ${duration(waitMs)}`)
    },
    async fetch(address, init) {
      const response = await fetch(address, init)
      limitPerMinute = Number(response.headers.get('x-ratelimit-limit') ?? limitPerMinute)
      return response
    },
  })
  const seeding = { skein, signal: stop }
  try {
    return await withReadableErrors(stop, async () => {
      if (!conversations) return seedCompany(seeding, progress.advance)
      const known = await findSeededThreads(seeding, conversations)
      const calls = missingTurns(conversations, known)
      const minutes = calls / limitPerMinute
      if (minutes > 1)
        process.stderr.write(
          `${calls} calls to make; the service allows ${limitPerMinute} a minute: about ${duration(minutes * 60_000)}. (RATE_LIMIT_IP_PER_MINUTE raises that.)\n`,
        )
      return seedConversations(seeding, conversations, known, progress.advance)
    })
  } finally {
    progress.end()
  }
}

function summary(
  tenant: string,
  { threadsCreated, threadsExisting, messagesCreated, messagesExisting }: SeedCounts,
  seconds: number,
): string {
  const existing =
    threadsExisting + messagesExisting === 0 ? '' : `; ${threadsExisting} threads and ${messagesExisting} messages existed already`
  return `${tenant}: ${threadsCreated} threads and ${messagesCreated} further messages were created in ${seconds} s${existing}.`
}
