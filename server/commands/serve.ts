import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { releaseMemoryWhenIdle } from '#platform/idle-memory.ts'
import { readOptions, readWhole, type Command, type CommandContext } from './command.ts'
import { openService } from './open-service.ts'
import { welcome } from './welcome.ts'

/** Upper limit for `--processes`: more than the cores of any machine that runs one helpdesk. */
const maxProcesses = 64

export const start: Command = {
  usage: `start [--processes N]

Starts the service, its worker and its database. Stops with Ctrl-C. Everything else is configured by environment variables: see docs/guides/configuration.md.

  --processes N  serve the API with N processes on one port, beside a process for the worker; default: 1, with the worker in it`,
  examples: ['skein start', 'skein start --processes 4', 'PORT=8080 DATA_DIR=/var/lib/skein skein start'],
  prepare(args) {
    const { processes } = readOptions(args, { processes: 'optional' })
    const count = processes === undefined ? 1 : readWhole('processes', processes, maxProcesses)
    if (count === 1) return (context) => runService(context, true)
    return async (context) => (await import('./start-processes.ts')).runProcesses(context, count)
  },
}

export const serve: Command = {
  usage:
    'serve\n\nStarts the API without a worker. Run `work` as well; there can be several processes of each. Configured by environment variables only: see docs/guides/configuration.md.',
  examples: ['skein serve', 'PORT=8080 DATA_DIR=/var/lib/skein skein serve'],
  prepare(args) {
    readOptions(args, {})
    return (context) => runService(context, false)
  },
}

async function runService({ config, log, stop }: CommandContext, worker: boolean): Promise<null> {
  const service = await openService(config, log, { worker })
  try {
    const { prepareFirstTenant } = await import('./first-tenant.ts')
    const { firstStart, firstKey } = await prepareFirstTenant(service.db, config)
    process.stdout.write(welcome(config, { ...service, firstStart, firstKey }))
    // Node writes the cache when the process exits, but not when it is killed.
    flushCompileCache()
    const endWatch = releaseMemoryWhenIdle()
    if (!stop.aborted) await once(stop, 'abort')
    endWatch()
  } finally {
    await service.close()
  }
  return null
}
