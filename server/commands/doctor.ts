import type { Config } from '../config.ts'
import { readOptions, type Command, type CommandResult, type CommandContext } from './command.ts'
import { examineDatabase } from './doctor-database.ts'
import type { Finding } from './doctor-finding.ts'
import { examineLimits, examineMail, examineNetwork } from './doctor-network.ts'
import { examineMailPort } from './doctor-mail-port.ts'
import { examineMachine } from './doctor-machine.ts'
import { examineStorage } from './doctor-storage.ts'

export const doctor: Command = {
  usage: `doctor [--json]

Checks this installation and says how to solve each problem: configuration, data directory, disk, secret key, database, migrations, clocks,
port, BASE_URL, mail server, port and certificate of incoming mail, store of rate limits, storage of files, worker, webhooks, DNS records and
mailboxes of inboxes, the first API key. Changes nothing. Run it with the environment of the service, whether that is running or not. The exit code is 1 when something is
wrong, and 0 with warnings only.`,
  examples: ['skein doctor', 'PORT=8080 skein doctor --json'],
  examinesConfig: true,
  prepare(args) {
    readOptions(args, {})
    return async (context) => getResult(await examine(context))
  },
}

async function examine(context: CommandContext): Promise<Finding[]> {
  const { config, wrong } = context
  const settings: Finding[] = wrong.map((says) => ({
    check: 'configuration',
    status: 'wrong',
    says,
    cure: 'Correct the environment of the service. The configuration guide (docs/guides/configuration.md) lists every variable.',
  }))
  const network = await examineNetwork(config)
  return [
    ...(settings.length > 0 ? settings : [{ check: 'configuration', status: 'ok', says: summary(config), cure: null } as const]),
    ...(await examineMachine(config)),
    ...network.findings,
    await examineMail(config),
    ...(await examineMailPort(config, network.serviceRuns)),
    await examineLimits(config),
    await examineStorage(config),
    ...(await examineDatabase(context, config, network.serviceRuns)),
  ]
}

function summary({ rateLimits, retentionDays }: Config): string {
  return `${rateLimits.ipPerMinute} requests a minute per address, ${rateLimits.tenantPerMinute} per tenant; events are kept for ${retentionDays.events} days.`
}

const marks = { ok: '✓', warning: '!', wrong: '✗' } as const

function getResult(findings: readonly Finding[]): CommandResult {
  const count = (status: Finding['status']): number => findings.filter((finding) => finding.status === status).length
  const [wrong, warnings] = [count('wrong'), count('warning')]
  const lines = findings.map(
    ({ check, status, says, cure }) => `${marks[status]} ${check.padEnd(15)}${says}${cure === null ? '' : `\n${' '.repeat(17)}→ ${cure}`}`,
  )
  const verdict =
    wrong + warnings === 0
      ? 'Nothing is wrong.'
      : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong; ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`
  return { json: { wrong, warnings, findings }, text: `${lines.join('\n')}\n\n${verdict}`, exitCode: wrong > 0 ? 1 : 0 }
}
