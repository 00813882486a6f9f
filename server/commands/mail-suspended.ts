import { readOptions, readWhole, type Command, type CommandContext, type CommandResult } from './command.ts'
import { openTenant, readTenantOptions, tenantOptionNames, tenantUsage, type TenantOptions } from './tenant-client.ts'
import { toTerminalText } from './terminal-text.ts'

const defaultLimit = 25

export const mailSuspended: Command = {
  usage: `mail suspended [--limit N] [--tenant SLUG | --key-file FILE] [--url URL] [--json]

Lists the mails that wait for a decision, newest first, with the cause. \`POST /inbound-mails/{id}/release\` makes a message of one, and
\`POST /inbound-mails/{id}/discard\` deletes it.

  --limit N   how many; default ${defaultLimit}
${tenantUsage}`,
  examples: ['skein mail suspended', 'skein mail suspended --tenant acme --limit 100 --json'],
  prepare(args) {
    const options = readOptions(args, { limit: 'optional', ...tenantOptionNames })
    const limit = options.limit === undefined ? defaultLimit : readWhole('limit', options.limit, 100)
    const tenant = readTenantOptions(options)
    return (context) => run(limit, tenant, context)
  },
}

async function run(limit: number, tenant: TenantOptions, context: CommandContext): Promise<CommandResult> {
  return openTenant(tenant, { name: 'Listing suspended mails', scopes: ['threads:read'] }, context, async (skein) => {
    const { data, meta } = await skein.listInboundMails({ query: { outcome: 'SUSPENDED', limit } })
    const lines = data.map(
      ({ id, cause, from, subject, receivedAt }) =>
        `${receivedAt.slice(0, 16).replace('T', ' ')}  ${id}  ${(cause ?? '').padEnd(16)}  ${toTerminalText(from ?? 'nobody')}  “${toTerminalText(subject)}”`,
    )
    const rest = meta.total > data.length ? [`${meta.total - data.length} more.`] : []
    return { json: { mails: data, total: meta.total }, text: lines.length === 0 ? 'No mail is suspended.' : [...lines, ...rest].join('\n') }
  })
}
