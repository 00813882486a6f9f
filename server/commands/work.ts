import { once } from 'node:events'
import { readOptions, type Command } from './command.ts'
import { releaseMemoryWhenIdle } from '#platform/idle-memory.ts'
import { openServiceDatabase } from './open-database.ts'
import { workerPoolSize } from './process-layout.ts'

export const work: Command = {
  usage:
    'work\n\nStarts a worker without the API, for webhook deliveries and other background work. There can be several workers, and several processes of `serve`.',
  examples: ['DATABASE_URL=postgres://skein@db/skein skein work'],
  prepare(args) {
    readOptions(args, {})
    return async ({ config, log, stop }) => {
      const load = () => import('../worker.ts')
      const database = await openServiceDatabase({ ...config, databasePoolSize: workerPoolSize }, log, 'serve', load)
      try {
        const { startWorker } = await load()
        const worker = startWorker(config, database.db, log)
        process.stdout.write('Skein works\n')
        const endWatch = releaseMemoryWhenIdle()
        if (!stop.aborted) await once(stop, 'abort')
        endWatch()
        await worker.stop()
      } finally {
        await database.close()
      }
      return null
    }
  },
}
