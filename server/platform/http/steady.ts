/** Answers whose time tells nothing: they leave at fixed moments after the request came. */
import { setTimeout } from 'node:timers/promises'
import type { Endpoint } from './declared-endpoint.ts'

/** Runs `answer`; what is steady leaves at a multiple of `steadyMs` after the request began, whether it is an answer or a refusal. */
export async function steadily<Answer>(
  { steady }: Pick<Endpoint, 'steady'>,
  { steadyMs }: { steadyMs: number },
  { startedAt }: { startedAt: number },
  answer: () => Promise<Answer>,
): Promise<Answer> {
  let isRefusal = true
  try {
    const answered = await answer()
    isRefusal = false
    return answered
  } finally {
    const tookMs = performance.now() - startedAt
    if (steady === 'all' || (steady === 'refusals' && isRefusal)) await setTimeout(Math.ceil(tookMs / steadyMs) * steadyMs - tookMs)
  }
}
