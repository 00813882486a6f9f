import type { Config } from '../config.ts'
import { openLimitStore } from '../platform/http/limit-store.ts'
import { createLog } from '../platform/log.ts'
import { ok, wrong, type Finding } from './doctor-finding.ts'

/** Whether the store in which several processes count requests works. Counts nothing that is somebody's. */
export async function examineLimits({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding> {
  const check = 'limit store'
  if (redisUrl === null) return ok(check, 'REDIS_URL is not set: each process counts its own requests, which is exact for one.')
  const store = openLimitStore({ url: redisUrl, log: createLog('silent').log })
  try {
    await store.open()
    const { latencyMs, problem } = await store.check()
    const { host } = new URL(redisUrl)
    if (problem === null) return ok(check, `The store at ${host} counts them for all processes; it took ${latencyMs} ms.`)
    return wrong(
      check,
      `The store at ${host} does not answer: ${problem}`,
      'Correct REDIS_URL, or look at that server. Until it answers, nobody can sign in, and each process counts its own requests.',
    )
  } finally {
    await store.close()
  }
}
