import { readOptions, type Command, type CommandContext, type CommandResult } from './command.ts'
import { openTenant, readTenantOptions, tenantOptionNames, tenantUsage, type TenantOptions } from './tenant-client.ts'
import { toTerminalText } from './terminal-text.ts'

export const mailTest: Command = {
  usage: `mail test --inbox ID [--tenant SLUG | --key-file FILE] [--url URL] [--json]

Tests the mailbox and the mail server of an EMAIL inbox, step by step, from the running service. Sends and changes nothing. The exit code is
1 when a step fails.

  --inbox ID       the inbox
${tenantUsage}`,
  examples: ['skein mail test --inbox inb_01k2j3m4n5p6q7r8s9t0v1w2x3'],
  prepare(args) {
    const options = readOptions(args, { inbox: 'required', ...tenantOptionNames })
    const tenant = readTenantOptions(options)
    return (context) => run(options.inbox, tenant, context)
  },
}

async function run(inbox: string, tenant: TenantOptions, context: CommandContext): Promise<CommandResult> {
  return openTenant(tenant, { name: 'Testing an inbox', scopes: ['catalog:admin'] }, context, async (skein) => {
    const { data } = await skein.testInbox({ path: { id: inbox } })
    const lines = data.steps.map(
      ({ protocol, step, ok, detail, durationMs }) =>
        `${ok ? '✓' : '✗'} ${protocol} ${step.padEnd(10)}${`${durationMs} ms`.padStart(8)}${detail === null ? '' : `  ${toTerminalText(detail)}`}`,
    )
    return { json: data, text: lines.join('\n'), exitCode: data.ok ? 0 : 1 }
  })
}
