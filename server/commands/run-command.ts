/** Finds the command that the arguments name, runs it, and reports the result as text and as an exit code. */
import packageJson from '../../package.json' with { type: 'json' }
import { inspectConfig, readConfig, type Environment } from '../config.ts'
import { closest } from '#platform/closest.ts'
import type { Log } from '#platform/log.ts'
import { getHelp, Interrupted, UsageError, type Command, type Terminal } from './command.ts'
import { program } from './program.ts'

/** Environment and streams of a command: those of the process, or those of a test. */
export type Surroundings = {
  /** Default: the environment of the process. */
  env?: Environment
  stdout: Output
  stderr: Output
  stop: AbortSignal
  terminal: Terminal | null
  openLog(level: string): Promise<Log>
}

type Output = { write(text: string): unknown }

/** Runs the command in `argv` and returns the exit code. */
export async function runCommand(argv: string[], { env, stdout, stderr, stop, terminal, openLog }: Surroundings): Promise<number> {
  let log: Log | null = null
  try {
    if (argv[0] === '--version' || argv[0] === '-v') {
      stdout.write(`skein ${packageJson.version}\n`)
      return 0
    }
    const name = Object.keys({ ...commands, ...unlisted }).find((words) => words.split(' ').every((word, i) => argv[i] === word))
    const flags = new Set<string>(argv.filter((argument) => argument === '--help' || argument === '-h' || argument === '--json'))
    const asksHelp = flags.has('--help') || flags.has('-h')
    if (name === undefined) {
      if (!asksHelp) throw new UsageError(`${unknownCommand(argv)} See --help.`)
      stdout.write(help)
      return 0
    }
    const command = await (commands[name] ?? unlisted[name])?.load()
    if (!command) return 1
    if (asksHelp) {
      stdout.write(getHelp(command))
      return 0
    }
    const work = command.prepare(argv.slice(name.split(' ').length).filter((argument) => !flags.has(argument)))
    const inspected = command.examinesConfig ? inspectConfig(env) : { config: readConfig(env), wrong: [] }
    const { config } = inspected
    // On a terminal only warnings and errors are shown. LOG_LEVEL=debug shows everything.
    log = await openLog(!services.has(name) && config.logLevel === 'info' ? 'warn' : config.logLevel)
    const result = await work({ ...inspected, log, stop, terminal, json: flags.has('--json') })
    if (result) stdout.write(`${flags.has('--json') ? JSON.stringify(result.json) : result.text}\n`)
    return result?.exitCode ?? 0
  } catch (error) {
    log?.debug({ error }, 'failed')
    // The terminal gets the message; the stack is only in the log.
    stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    if (error instanceof UsageError) return 2
    return error instanceof Interrupted ? 130 : 1
  }
}

/** Modules are loaded on demand, so that a command does not load the code of the others. */
const commands: Record<string, { summary: string; load: () => Promise<Command> }> = {
  start: { summary: 'start the service and its worker', load: async () => (await import('./serve.ts')).start },
  serve: { summary: 'start the API without a worker', load: async () => (await import('./serve.ts')).serve },
  work: { summary: 'start a worker without the API', load: async () => (await import('./work.ts')).work },
  'tenant create': {
    summary: 'create a tenant, with an API key for its owner',
    load: async () => (await import('./tenant-create.ts')).tenantCreate,
  },
  'tenant suspend': {
    summary: 'stop a tenant, without deleting anything',
    load: async () => (await import('./tenant-suspend.ts')).tenantSuspend,
  },
  'tenant resume': { summary: 'resume a suspended tenant', load: async () => (await import('./tenant-suspend.ts')).tenantResume },
  'tenant delete': {
    summary: 'delete a tenant with everything in it',
    load: async () => (await import('./tenant-delete.ts')).tenantDelete,
  },
  'key create': { summary: 'create an API key', load: async () => (await import('./key-create.ts')).keyCreate },
  'user invite': {
    summary: 'invite a user, and print the link to accept',
    load: async () => (await import('./user-invite.ts')).userInvite,
  },
  'user sign-in-link': {
    summary: 'print a link to choose a password',
    load: async () => (await import('./user-sign-in-link.ts')).userSignInLink,
  },
  'mail send': { summary: 'send a mail to an inbox, as a customer would', load: async () => (await import('./mail-send.ts')).mailSend },
  'mail answer': {
    summary: 'answer a reply that was written to a file, as the customer would',
    load: async () => (await import('./mail-answer.ts')).mailAnswer,
  },
  'mail show': { summary: 'show the latest mails that were written to files', load: async () => (await import('./mail-show.ts')).mailShow },
  'mail import': { summary: 'import mails from files into an inbox', load: async () => (await import('./mail-import.ts')).mailImport },
  'mail suspended': {
    summary: 'list the mails that wait for a decision',
    load: async () => (await import('./mail-suspended.ts')).mailSuspended,
  },
  'mail test': { summary: 'test the mail servers of an inbox', load: async () => (await import('./mail-test.ts')).mailTest },
  'channel send': {
    summary: 'write to an inbox with your own program, as a customer would',
    load: async () => (await import('./channel-send.ts')).channelSend,
  },
  'channel show': {
    summary: 'show the replies that go to your own program',
    load: async () => (await import('./channel-show.ts')).channelShow,
  },
  migrate: { summary: 'migrate the database to this version', load: async () => (await import('./migrate.ts')).migrate },
  backup: { summary: 'write a backup to one file, while the service runs', load: async () => (await import('./backup.ts')).backup },
  restore: { summary: 'load a backup into an empty database', load: async () => (await import('./restore.ts')).restore },
  recount: { summary: 'count the totals of every tenant again', load: async () => (await import('./recount.ts')).recount },
  'reports check': {
    summary: 'compare the facts of reports with the events',
    load: async () => (await import('./reports.ts')).reportsCheck,
  },
  'reports rebuild': {
    summary: 'make the facts of reports again from the events',
    load: async () => (await import('./reports.ts')).reportsRebuild,
  },
  doctor: { summary: 'check this installation, and say how to solve each problem', load: async () => (await import('./doctor.ts')).doctor },
  distribute: {
    summary: 'distribute the tables over the nodes of a PostgreSQL with Citus',
    load: async () => (await import('./distribute.ts')).distribute,
  },
  seed: { summary: 'fill a tenant with conversations, or with a small sample company', load: async () => (await import('./seed.ts')).seed },
  listen: {
    summary: 'print events as they happen, and forward them to a local address',
    load: async () => (await import('./listen.ts')).listen,
  },
  trigger: { summary: 'cause a real event in a sandbox tenant', load: async () => (await import('./trigger.ts')).trigger },
  receive: { summary: 'receive webhooks on this machine, for testing', load: async () => (await import('./receive.ts')).receive },
}

/** Commands that `--help` does not list, because only other commands run them. */
const unlisted: Record<string, { load: () => Promise<Command> }> = {
  process: { load: async () => (await import('./process.ts')).processCommand },
  'first-tenant': { load: async () => (await import('./first-tenant-process.ts')).firstTenantCommand },
}

/** Commands that run until they are stopped. */
const services: ReadonlySet<string> = new Set(['start', 'serve', 'work', 'process'])

const help = `Usage: ${program} COMMAND [OPTIONS]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(19)}${summary}`)
  .join('\n')}

Every command has --help with examples, and prints one JSON object with --json; listen and receive print one object per event.
Commands work whether or not the service is running. --version prints the version.
`

function unknownCommand([first, second]: string[]): string {
  const group = Object.keys(commands).filter((name) => name.startsWith(`${first} `))
  if (first === undefined) return 'A command is missing.'
  if (group.length > 0) {
    const near = second === undefined ? null : closest(`${first} ${second}`, group)
    return near
      ? `There is no command "${first} ${second}". Did you mean "${near}"?`
      : `"${first}" needs a subcommand: ${group.join(', ')}.`
  }
  const wanted = second && !second.startsWith('-') ? `${first} ${second}` : first
  const near = closest(wanted, Object.keys(commands)) ?? closest(first, Object.keys(commands))
  return `There is no command "${wanted}".${near === null ? '' : ` Did you mean "${near}"?`}`
}
