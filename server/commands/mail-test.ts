import { readFlags, readOptions, type Command, type CommandContext, type CommandResult } from './command.ts'
import { openTenant, readTenantOptions, tenantOptionNames, tenantUsage, type TenantOptions } from './tenant-client.ts'

type Step = { step: string; ok: boolean; detail: string | null; durationMs: number }

export const mailTest: Command = {
  usage: `mail test --inbox ID [--round-trip] [--tenant SLUG | --key-file FILE] [--url URL] [--json]

Tests the mailbox and the mail server of an EMAIL inbox, step by step, from the running service. Sends and changes nothing. The exit code is
1 when a step fails.

  --inbox ID      the inbox
  --round-trip    also sends a mail from the inbox to itself, which must come back within a minute
${tenantUsage}`,
  examples: ['skein mail test --inbox inb_01k2j3m4n5p6q7r8s9t0v1w2x3'],
  prepare(args) {
    const { flags, rest } = readFlags(args, ['round-trip'])
    const options = readOptions(rest, { inbox: 'required', ...tenantOptionNames })
    const tenant = readTenantOptions(options)
    return (context) => run({ inbox: options.inbox, roundTrip: flags.has('round-trip'), tenant }, context)
  },
}

type Request = { inbox: string; roundTrip: boolean; tenant: TenantOptions }

async function run({ inbox, roundTrip, tenant }: Request, context: CommandContext): Promise<CommandResult> {
  return openTenant(tenant, { name: 'Testing an inbox', scopes: ['catalog:admin'] }, context, async (skein) => {
    const path = `/api/v1/inboxes/${encodeURIComponent(inbox)}/test`
    const { data } = await skein.request<{ data: { ok: boolean; steps: Step[] } }>('POST', path, { body: { roundTrip } })
    const lines = data.steps.map(
      ({ step, ok, detail, durationMs }) => `${ok ? '✓' : '✗'} ${step.padEnd(12)}${durationMs} ms${detail === null ? '' : `  ${detail}`}`,
    )
    return { json: data, text: lines.join('\n'), exitCode: data.ok ? 0 : 1 }
  })
}
