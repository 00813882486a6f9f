import { setTimeout as sleep } from 'node:timers/promises'
import { toTypeId } from '#platform/ids.ts'
import { listProvidedReplies, type ProvidedReply } from '../resources/threads/index.ts'
import { readFlags, readOptions, readWhole, type Command, type CommandContext, type CommandResult } from './command.ts'
import { firstTenant } from './first-tenant.ts'
import { getHookInbox, getTenantId } from './hook-inboxes.ts'
import { atDatabase } from './service-access.ts'
import { toTerminalText } from './terminal-text.ts'

const followEveryMs = 500
/** Maximum number of replies that are watched for changes. */
const maxFollowed = 100

export const channelShow: Command = {
  usage: `channel show [--inbox ID|NAME] [--limit N] [--follow] [--tenant SLUG] [--json]

Shows the latest replies of inboxes with \`hook\`, with their deliveries: those that your own program got, and those that it would get if the
inbox had a URL (KEPT). The oldest comes first.

  --inbox ID|NAME  the inbox; default all
  --limit N        how many; default 1
  --follow         then shows each new reply, and each change of a delivery, until Ctrl-C
  --tenant SLUG    the tenant; default ${firstTenant.slug}
  --json           prints one JSON object for each reply`,
  examples: ['skein channel show', 'skein channel show --inbox Chat --limit 10 --follow'],
  prepare(args) {
    const { flags, rest } = readFlags(args, ['follow'])
    const {
      inbox = null,
      limit,
      tenant = firstTenant.slug,
    } = readOptions(rest, { inbox: 'optional', limit: 'optional', tenant: 'optional' })
    const count = limit === undefined ? 1 : readWhole('limit', limit, maxFollowed)
    return (context) => run({ inbox, tenant, limit: count, isFollowing: flags.has('follow') }, context)
  },
}

type Request = { inbox: string | null; tenant: string; limit: number; isFollowing: boolean }

function run({ inbox, tenant, limit, isFollowing }: Request, context: CommandContext): Promise<CommandResult | null> {
  return atDatabase(context, async (db) => {
    const tenantId = await getTenantId(db, tenant)
    const inboxId = inbox === null ? null : (await getHookInbox(db, tenantId, inbox)).id
    const read = async (count: number) => (await db.rows(listProvidedReplies, { tenantId, inboxId, limit: count })).toReversed()
    if (!isFollowing) {
      const replies = await read(limit)
      if (replies.length === 0) return { json: { replies: [] }, text: 'There are no replies to your own program.' }
      return { json: { replies: replies.map(toJson) }, text: replies.map(toText).join('\n\n') }
    }
    await follow(read, limit, context)
    return null
  })
}

/** Prints the latest replies, then each reply that is new or whose delivery has changed. */
async function follow(read: (count: number) => Promise<ProvidedReply[]>, limit: number, { stop, json }: CommandContext): Promise<void> {
  const seen = new Map((await read(maxFollowed)).slice(0, -limit).map((reply) => [reply.messageId, toVersion(reply)]))
  do {
    for (const reply of await read(maxFollowed)) {
      if (seen.get(reply.messageId) === toVersion(reply)) continue
      seen.set(reply.messageId, toVersion(reply))
      process.stdout.write(json ? `${JSON.stringify(toJson(reply))}\n` : `${toText(reply)}\n\n`)
    }
  } while (await sleep(followEveryMs, true, { signal: stop }).catch(() => false))
}

function toVersion({ deliveryId, delivery }: ProvidedReply): string {
  return JSON.stringify([deliveryId, delivery])
}

function toJson({ messageId, threadId, deliveryId, createdAt, inbox, snapshot, delivery }: ProvidedReply): object {
  return {
    messageId: toTypeId('msg', messageId),
    threadId: toTypeId('thr', threadId),
    deliveryId: toTypeId('dlv', deliveryId),
    at: createdAt,
    inbox,
    data: snapshot,
    delivery,
  }
}

function toText({ deliveryId, createdAt, inbox, bodyText, delivery }: ProvidedReply): string {
  const { recipients, state, attempts, lastError, nextAttemptAt, providerId } = delivery
  const lines: [string, string | null][] = [
    ['Written', new Date(createdAt).toLocaleString()],
    ['Inbox', inbox],
    ['To', recipients.map(({ address }) => address).join(', ')],
    ['State', `${recipients.some(({ seenAt }) => seenAt) ? 'SEEN' : state}${attempts > 1 ? ` after ${attempts} attempts` : ''}`],
    ['Error', lastError],
    ['Next', nextAttemptAt === null ? null : new Date(nextAttemptAt).toLocaleString()],
    ['Delivery', toTypeId('dlv', deliveryId)],
    ['Your id', providerId],
  ]
  const head = lines.flatMap(([name, text]) => (text ? [`${name.padEnd(10)}${text}`] : []))
  return toTerminalText(`${head.join('\n')}\n\n${bodyText.trimEnd()}`)
}
