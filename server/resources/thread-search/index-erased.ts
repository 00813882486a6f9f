import { type EraseOutsideContext, type Portion, threadsAfter } from '../../kit/index.ts'
import { awaitIndex, indexThreadsNow } from './index-texts.ts'

const threadsMax = 1_000

/** A position is not null until the step is over. */
const beginning = ''

/** Brings the search index up to date with what was erased. Searches have not found it since it was; now it is not stored either. */
export async function indexErased(context: EraseOutsideContext, position: string | null): Promise<Portion> {
  const { db, erasure } = context
  const after = position === beginning ? null : position
  const threadIds = erasure.dryRun ? [] : await threadsAfter(context, after, threadsMax, ['THREAD', 'ELSEWHERE'])
  const isUpToDate = threadIds.length === 0 || (await indexThreadsNow(db, erasure.tenantId, threadIds, context.signal))
  // Another worker holds the index of the tenant: again from here.
  if (!isUpToDate) {
    await awaitIndex()
    return { found: 0, next: position ?? beginning }
  }
  return { found: 0, next: threadIds.length === threadsMax ? (threadIds.at(-1) ?? null) : null }
}
