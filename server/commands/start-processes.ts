/**
 * Implements the primary process of `start --processes`, which serves nothing itself. Do not import the resources here: they take 70 MB.
 */
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import type { Config } from '../config.ts'
import type { Database } from '#platform/db.ts'
import { readServer } from '#platform/postgres/server-facts.ts'
import { startProcesses } from '#platform/processes/supervise.ts'
import type { CommandContext } from './command.ts'
import { openServiceDatabase } from './open-database.ts'
import { apiProcessNames, workerPoolSize, workerProcessName } from './process-layout.ts'
import { prepareFirstTenantInProcess } from './first-tenant-process.ts'
import { welcome } from './welcome.ts'

/** Connections kept free for commands that run at the same time, such as `backup`. */
const connectionsForCommands = 5

/**
 * Opens the database, which migrates it once, and runs `count` API processes and a worker. The embedded database stops last, because this
 * process uses it until all others have ended.
 */
export async function runProcesses({ config, log, stop }: CommandContext, count: number): Promise<null> {
  const database = await openServiceDatabase(config, log, 'supervise')
  try {
    await checkConnections(database.db, config, count)
    const groups = [apiProcessNames(count), [workerProcessName]]
    const processes = await startProcesses(groups, { toArguments: (name) => ['process', name], log })
    try {
      const first = await prepareFirstTenantInProcess({ isInteractive: process.stdout.isTTY }).catch((error: unknown) => {
        // Ctrl-C ends the child process, too.
        if (stop.aborted) return null
        throw error
      })
      if (first)
        process.stdout.write(
          welcome(config, {
            url: processes.reports.find(({ url }) => url !== null)?.url ?? '',
            mailPort: processes.reports.find(({ mailPort }) => mailPort !== null)?.mailPort ?? null,
            by: `${count} processes and a worker`,
            ...first,
          }),
        )
      if (config.redisUrl === null) log.info(`each of the ${count} processes counts request limits on its own; REDIS_URL makes them exact`)
      flushCompileCache()
      if (!stop.aborted) await once(stop, 'abort')
    } finally {
      await processes.stop()
    }
  } finally {
    await database.close()
  }
  return null
}

/** Throws when the processes could open more connections than PostgreSQL allows. */
async function checkConnections(db: Database, config: Config, count: number): Promise<void> {
  const { databasePoolSize } = config
  const { maxConnections } = await readServer(db)
  // The worker has one pool for its jobs and one for mail. This process has one connection.
  const others = 2 * workerPoolSize + 1 + connectionsForCommands
  if (count * databasePoolSize + others <= maxConnections) return
  throw new Error(
    `${count} processes need up to ${count * databasePoolSize + others} connections to the database, which allows ${maxConnections}. Start fewer processes, or lower DATABASE_POOL_SIZE (${databasePoolSize})${config.databaseUrl === null ? '' : ', or raise max_connections of PostgreSQL'}.`,
  )
}
