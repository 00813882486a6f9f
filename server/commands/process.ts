/** One of the processes of `start --processes`. */
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { createAppMetrics } from '../app-metrics.ts'
import type { Config } from '../config.ts'
import { releaseMemoryWhenIdle } from '#platform/idle-memory.ts'
import type { Log } from '#platform/log.ts'
import type { ReadyReport } from '#platform/processes/messages.ts'
import { joinPrimary, type Primary } from '#platform/processes/join-primary.ts'
import { UsageError, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'
import { listenForMail, openService } from './open-service.ts'
import { workerPoolSize, workerProcessName } from './process-layout.ts'

/** Runs as `process NAME`. `--help` does not list the command, because only `start --processes` can run it. */
export const processCommand: Command = {
  usage: 'process NAME\n\nRuns one of the processes of `start --processes`.',
  examples: ['skein process api-1'],
  prepare([name = '']) {
    const primary = joinPrimary()
    if (!primary) throw new UsageError('Only `start --processes` runs the command "process".')
    return async ({ config, log, stop }) => {
      const open = name === workerProcessName ? openWorker : openApi
      try {
        await run(await open(config, log.child({ process: name }), primary), AbortSignal.any([stop, primary.stop]), primary)
      } catch (error) {
        log.debug({ error }, 'failed')
        // The primary process decides whether the message goes to the terminal or to the log.
        await primary.reportFailure(error instanceof Error ? error.message : String(error))
        process.exit(1)
      }
      return null
    }
  },
}

type Opened = ReadyReport & { close(): Promise<void> }

async function run({ url, mailPort, close }: Opened, stop: AbortSignal, primary: Primary): Promise<void> {
  primary.reportReady({ url, mailPort })
  flushCompileCache()
  const endWatch = releaseMemoryWhenIdle()
  if (!stop.aborted) await once(stop, 'abort')
  endWatch()
  await close()
}

async function openApi(config: Config, log: Log, { shareMetrics }: Primary): Promise<Opened> {
  const { url, close } = await openService(config, log, { worker: false, mailPort: false, shareMetrics })
  return { url, mailPort: null, close }
}

/** Opens a worker and the SMTP port in one process, so that incoming mails are processed without a delay. */
async function openWorker(config: Config, log: Log, { shareMetrics }: Primary): Promise<Opened> {
  const database = await openServiceDatabase({ ...config, databasePoolSize: workerPoolSize }, log, 'serve')
  try {
    const { startWorker } = await import('../worker.ts')
    const metrics = createAppMetrics(database.db)
    shareMetrics(metrics.registry)
    const worker = startWorker(config, database.openPool(workerPoolSize), log, { observe: metrics.observeAttempt })
    const stopWorker = (): Promise<void> => worker.stop().finally(() => database.close())
    const mailPort = await listenForMail(config, database.db, log, () => worker.nudge()).catch(async (error: unknown) => {
      await worker.stop()
      throw error
    })
    return { url: null, mailPort: mailPort?.port ?? null, close: () => Promise.resolve(mailPort?.stop()).finally(stopWorker) }
  } catch (error) {
    await database.close()
    throw error
  }
}
