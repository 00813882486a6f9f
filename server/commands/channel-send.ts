import { randomUUID } from 'node:crypto'
import { toServiceUrl } from '../config.ts'
import { databaseNow } from '#platform/database-now.ts'
import { webhookHeaders } from '#platform/outbound/sign-webhook.ts'
import { createSecrets } from '#platform/secrets.ts'
import { readHookSecrets } from '../resources/inboxes/index.ts'
import { readOptions, UsageError, type Command, type CommandContext, type CommandResult } from './command.ts'
import { firstTenant } from './first-tenant.ts'
import { getHookInbox, getTenantId } from './hook-inboxes.ts'
import { startCall } from './program.ts'
import { atDatabase } from './service-access.ts'

export const channelSend: Command = {
  usage: `channel send --inbox ID|NAME --from ADDRESS [--text TEXT] [--name NAME] [--conversation KEY] [--external-id ID] [--attach-url URL,URL]
  [--tenant SLUG]

Posts a message to an inbox with \`hook\`, signed with the inbox's secret, as your own program would. Prints the id of the accepted item.

  --inbox ID|NAME       the inbox
  --from ADDRESS        the customer's address in your system
  --text TEXT           default: a short text
  --name NAME           the customer's name
  --conversation KEY    the conversation; without it, the message joins the customer's latest open thread
  --external-id ID      the message's id in your system; default a new one. A repeated id is accepted once
  --attach-url URL,URL  files that the service fetches
  --tenant SLUG         the tenant; default ${firstTenant.slug}`,
  examples: [
    'skein channel send --inbox Chat --from ada-1',
    "skein channel send --inbox Chat --from ada-1 --name 'Ada Lovelace' --text 'The export is empty.' --conversation room-7",
  ],
  prepare(args) {
    const options = readOptions(args, {
      inbox: 'required',
      from: 'required',
      text: 'optional',
      name: 'optional',
      conversation: 'optional',
      'external-id': 'optional',
      'attach-url': 'optional',
      tenant: 'optional',
    })
    const { inbox, from, text = 'Hello, how does this work?', name, conversation, tenant = firstTenant.slug } = options
    const urls = options['attach-url']?.split(',') ?? []
    const wrong = urls.find((url) => !URL.canParse(url))
    if (wrong !== undefined) throw new UsageError(`--attach-url: "${wrong}" is not a URL.`)
    const data = {
      externalId: options['external-id'] ?? randomUUID(),
      ...(conversation === undefined ? {} : { conversationKey: conversation }),
      from: { address: from, ...(name === undefined ? {} : { name }) },
      body: text,
      attachments: urls.map((url) => ({ url })),
    }
    return (context) => run({ inbox, tenant, data }, context)
  },
}

type Request = { inbox: string; tenant: string; data: { externalId: string } }

async function run({ inbox, tenant, data }: Request, context: CommandContext): Promise<CommandResult> {
  const body = JSON.stringify({ type: 'message.received', data })
  const { path, headers } = await atDatabase(context, async (db) => {
    const tenantId = await getTenantId(db, tenant)
    const { id, name, hook } = await getHookInbox(db, tenantId, inbox)
    const secrets = await readHookSecrets(db, createSecrets(context.config.secretKey), { tenantId, inboxId: id })
    if (secrets.length === 0)
      throw new UsageError(`The inbox "${name}" has no secret. Create it with POST /inboxes/{id}/rotate-secret, or in the dashboard.`)
    const timestamp = Math.floor(databaseNow() / 1_000)
    return { path: new URL(hook.inboundUrl).pathname, headers: webhookHeaders({ id: randomUUID(), timestamp, body, secrets }) }
  })
  const { id, isNew } = await post(toServiceUrl(context.config.host, context.config.port), path, { headers, body })
  return {
    json: { itemId: id, externalId: data.externalId, repeated: !isNew },
    text: isNew ? `Accepted as ${id}.` : `Accepted before, as ${id}.`,
  }
}

async function post(service: string, path: string, request: { headers: Record<string, string>; body: string }) {
  const response = await fetch(new URL(path, service), {
    ...request,
    method: 'POST',
    headers: { ...request.headers, 'content-type': 'application/json' },
  }).catch((error: unknown) => {
    throw new Error(`No Skein responds at ${service}. Start it with: ${startCall}`, { cause: error })
  })
  // Safe because every response has this envelope, and anything else is reported with its status.
  const { data, error } = (await response.json().catch(() => ({}))) as {
    data?: { id: string } | null
    error?: { code: string; message: string } | null
  }
  if (!response.ok || !data)
    throw new Error(`The service refused the message with ${response.status}${error ? ` ${error.code}: ${error.message}` : '.'}`)
  return { id: data.id, isNew: response.status === 202 }
}
