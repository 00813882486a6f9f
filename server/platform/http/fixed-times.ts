/** Sends responses at fixed times after the request, so that timing does not reveal whether an account exists. */
import { setTimeout } from 'node:timers/promises'
import type { Endpoint } from './declared-endpoint.ts'

/**
 * Runs `respond`. If the operation declares `fixedTimes`, then waits for the next multiple of `responseStepMs` after the start of the
 * request.
 */
export async function respondAtFixedTimes<Result>(
  { fixedTimes }: Pick<Endpoint, 'fixedTimes'>,
  { responseStepMs }: { responseStepMs: number },
  { startedAt }: { startedAt: number },
  respond: () => Promise<Result>,
): Promise<Result> {
  let isRefusal = true
  try {
    const result = await respond()
    isRefusal = false
    return result
  } finally {
    const tookMs = performance.now() - startedAt
    if (fixedTimes === 'all' || (fixedTimes === 'refusals' && isRefusal))
      await setTimeout(Math.ceil(tookMs / responseStepMs) * responseStepMs - tookMs)
  }
}
