import { setTimeout as sleep } from 'node:timers/promises'
import type { SkeinClient } from '../../client/index.ts'
import { readFlags, readOptions, type Command, type CommandContext, type CommandResult } from './command.ts'
import { openTenant, readTenantOptions, tenantOptionNames, tenantUsage, type TenantOptions } from './tenant-client.ts'
import { toTerminalText } from './terminal-text.ts'

export const mailTest: Command = {
  usage: `mail test --inbox ID [--round-trip] [--tenant SLUG | --key-file FILE] [--url URL] [--json]

Tests the mailbox and the mail server of an EMAIL inbox, step by step, from the running service. Sends and changes nothing, except with
--round-trip. The exit code is 1 when a step fails.

  --inbox ID       the inbox
  --round-trip     sends mails from the inbox to itself instead, and waits until they come back, for at most a minute after they were sent
${tenantUsage}`,
  examples: [
    'skein mail test --inbox inb_01k2j3m4n5p6q7r8s9t0v1w2x3',
    'skein mail test --inbox inb_01k2j3m4n5p6q7r8s9t0v1w2x3 --round-trip',
  ],
  prepare(args) {
    const { flags, rest } = readFlags(args, ['round-trip'])
    const options = readOptions(rest, { inbox: 'required', ...tenantOptionNames })
    const tenant = readTenantOptions(options)
    return (context) => run({ inbox: options.inbox, roundTrip: flags.has('round-trip') }, tenant, context)
  },
}

/** A step of either test. Steps of a round trip have no protocol. */
type Step = { protocol?: string; step: string; ok: boolean; detail: string | null; durationMs: number }

const pollMs = 500
/** Milliseconds that a worker may take to start a test, then to send its mails and wait for them to arrive. */
const maxStartMs = 30_000
const maxWaitMs = 180_000

async function run(
  { inbox, roundTrip }: { inbox: string; roundTrip: boolean },
  tenant: TenantOptions,
  context: CommandContext,
): Promise<CommandResult> {
  const scopes = roundTrip ? (['catalog:admin', 'threads:read'] as const) : (['catalog:admin'] as const)
  return openTenant(tenant, { name: 'Testing an inbox', scopes: [...scopes] }, context, async (skein) => {
    const { data } = await skein.testInbox({ path: { id: inbox }, body: { roundTrip } })
    const { ok, steps } = 'steps' in data ? data : await waitForRoundTrip(skein, data.id)
    const lines = steps.map(
      ({ protocol, step, ok: isOk, detail, durationMs }: Step) =>
        `${isOk ? '✓' : '✗'} ${protocol === undefined ? '' : `${protocol} `}${step.padEnd(10)}${`${durationMs} ms`.padStart(8)}${detail === null ? '' : `  ${toTerminalText(detail)}`}`,
    )
    return { json: { ok, steps }, text: lines.join('\n'), exitCode: ok ? 0 : 1 }
  })
}

async function waitForRoundTrip(skein: SkeinClient, id: string): Promise<{ ok: boolean; steps: Step[] }> {
  const startedAt = performance.now()
  for (;;) {
    const { state, result } = (await skein.getJob({ path: { id } })).data
    // Safe because the result of a round trip has these fields when it has ended.
    if (state === 'DONE' || state === 'FAILED') return result as { ok: boolean; steps: Step[] }
    if (performance.now() - startedAt > (state === 'QUEUED' ? maxStartMs : maxWaitMs))
      throw new Error('The test has not ended. Is a worker running?')
    await sleep(pollMs)
  }
}
