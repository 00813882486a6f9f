/** The entry point: the service, and the commands for operators. `node server/main.ts --help` lists them. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { helpOf, Interrupted, UsageError, type Command } from './commands/command.ts'
import { closest } from './kit/closest.ts'
import { createStopSignal } from './commands/stop-signal.ts'
import { inspectConfig, readConfig } from './config.ts'
import packageJson from '../package.json' with { type: 'json' }
import { createProcessLog, type Log } from './kit/log.ts'

// Compiled code is cached for the next start, which then takes two thirds of the time. The cache is stored beside the packages, where only
// users who may change the program can write; if the process cannot write there, it runs without a cache.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/skein'))

/** Loaded on demand, so that a command does not load the code of the others. */
const commands: Record<string, { summary: string; load: () => Promise<Command> }> = {
  start: { summary: 'start the service and its worker in one process', load: async () => (await import('./commands/serve.ts')).start },
  serve: { summary: 'start the API without a worker', load: async () => (await import('./commands/serve.ts')).serve },
  work: { summary: 'start a worker without the API', load: async () => (await import('./commands/work.ts')).work },
  'tenant create': {
    summary: 'create a tenant, with an API key for its owner',
    load: async () => (await import('./commands/tenant-create.ts')).tenantCreate,
  },
  'tenant suspend': {
    summary: 'stop a tenant, without deleting anything',
    load: async () => (await import('./commands/tenant-suspend.ts')).tenantSuspend,
  },
  'tenant resume': {
    summary: 'let a suspended tenant go on',
    load: async () => (await import('./commands/tenant-suspend.ts')).tenantResume,
  },
  'tenant delete': {
    summary: 'delete a tenant with everything in it',
    load: async () => (await import('./commands/tenant-delete.ts')).tenantDelete,
  },
  'key create': { summary: 'create an API key', load: async () => (await import('./commands/key-create.ts')).keyCreate },
  'user invite': {
    summary: 'invite a person, and show the link with which they accept',
    load: async () => (await import('./commands/user-invite.ts')).userInvite,
  },
  'user sign-in-link': {
    summary: 'show a link with which a person chooses a password',
    load: async () => (await import('./commands/user-sign-in-link.ts')).userSignInLink,
  },
  migrate: { summary: 'migrate the database to this version', load: async () => (await import('./commands/migrate.ts')).migrate },
  backup: {
    summary: 'write everything to one file, while the service runs',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: { summary: 'load a backup into an empty database', load: async () => (await import('./commands/restore.ts')).restore },
  recount: { summary: 'count the totals of every tenant again', load: async () => (await import('./commands/recount.ts')).recount },
  doctor: {
    summary: 'check this installation, and say what to do about each problem',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  distribute: {
    summary: 'distribute the tables over the nodes of a PostgreSQL with Citus',
    load: async () => (await import('./commands/distribute.ts')).distribute,
  },
  seed: {
    summary: 'fill a tenant with conversations, or with a small sample company',
    load: async () => (await import('./commands/seed.ts')).seed,
  },
  listen: {
    summary: 'print events as they happen, and forward them to a local address',
    load: async () => (await import('./commands/listen.ts')).listen,
  },
  trigger: { summary: 'cause a real event in a sandbox tenant', load: async () => (await import('./commands/trigger.ts')).trigger },
  receive: { summary: 'receive webhooks on this machine, for testing', load: async () => (await import('./commands/receive.ts')).receive },
}

/** Commands that run until they are stopped. */
const services: ReadonlySet<string> = new Set(['start', 'serve', 'work'])

const help = `Usage: npm run --silent skein -- COMMAND [OPTIONS]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(19)}${summary}`)
  .join('\n')}

Every command has --help with examples, and prints one JSON object with --json; listen and receive print one object per event.
Commands work whether or not the service is running. --version prints the version.
`

const logging: { open: { log: Log; flush(): void } | null } = { open: null }
const stop = createStopSignal(() => logging.open?.log ?? null)
// Runs however the process exits.
process.on('exit', () => logging.open?.flush())
const code = await run(process.argv.slice(2))
process.exit(stop.failed() ? 1 : code)

async function run(argv: string[]): Promise<number> {
  try {
    if (argv[0] === '--version' || argv[0] === '-v') {
      process.stdout.write(`skein ${packageJson.version}\n`)
      return 0
    }
    const name = Object.keys(commands).find((words) => words.split(' ').every((word, i) => argv[i] === word))
    const flags = new Set<string>(argv.filter((argument) => argument === '--help' || argument === '-h' || argument === '--json'))
    const asksHelp = flags.has('--help') || flags.has('-h')
    if (name === undefined) {
      if (!asksHelp) throw new UsageError(`${unknownCommand(argv)} See --help.`)
      process.stdout.write(help)
      return 0
    }
    const command = await commands[name]?.load()
    if (!command) return 1
    if (asksHelp) {
      process.stdout.write(helpOf(command))
      return 0
    }
    const work = command.prepare(argv.slice(name.split(' ').length).filter((argument) => !flags.has(argument)))
    const config = command.examinesConfig ? inspectConfig().config : readConfig()
    // On a terminal only warnings and errors are shown; LOG_LEVEL=debug shows everything.
    const { log } = (logging.open = await createProcessLog(!services.has(name) && config.logLevel === 'info' ? 'warn' : config.logLevel))
    const answer = await work({ config, log, stop: stop.signal, json: flags.has('--json') })
    if (answer) process.stdout.write(`${flags.has('--json') ? JSON.stringify(answer.json) : answer.text}\n`)
    return answer?.exitCode ?? 0
  } catch (error) {
    return fail(error)
  }
}

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

/** Prints a message for the operator; the stack only with LOG_LEVEL=debug. */
function fail(error: unknown): number {
  logging.open?.log.debug({ error }, 'failed')
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  if (error instanceof UsageError) return 2
  return error instanceof Interrupted ? 130 : 1
}
