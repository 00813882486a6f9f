/** Limits concurrent runs per tenant, so that one tenant cannot monopolise a model or this process. Rejects further runs immediately. */
import { ApiError } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import { tooManyAtOnce } from '../errors.ts'

const running = new Map<Uuid, number>()

export async function inSlot<Result>(tenantId: Uuid, atOnce: number, work: () => Promise<Result>): Promise<Result> {
  const count = running.get(tenantId) ?? 0
  if (count >= atOnce)
    throw new ApiError(tooManyAtOnce, {
      message: `Your tenant can have at most ${atOnce} concurrent runs of the model.`,
      headers: { 'Retry-After': '2' },
    })
  running.set(tenantId, count + 1)
  try {
    return await work()
  } finally {
    const left = (running.get(tenantId) ?? 1) - 1
    if (left > 0) running.set(tenantId, left)
    else running.delete(tenantId)
  }
}
