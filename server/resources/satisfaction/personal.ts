/** Declares customers' data in satisfaction requests: comments and reasons. Scores are figures, and stay. */
import type { EraseBatch, EraseContext, ExportContext, Personal } from '#kit/privacy/holding.ts'
import { createThreadsStep, insertSubjects, toRequestKey } from '#kit/privacy/subjects.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { cancel } from '#platform/jobs/enqueue.ts'
import { isoTimeOrNull } from '#platform/time.ts'
import { blankRequests, deleteRequests, lockRequestsOfCustomers, lockRequestsOfThreads, requestsOfCustomers } from './personal-queries.ts'

const chunk = 500

export const personal: Personal = {
  tables: ['satisfaction_requests'],
  fields: { answer: blankAnswer },
  steps: [
    createThreadsStep({ name: 'satisfaction', phase: 'contents', place: 'ratings' }, {}, async (context, threadIds) => {
      const { tenantId } = context.erasure
      const found = await context.db.rows(lockRequestsOfThreads, { tenantId, threadIds })
      return erase(context, found, { deletes: context.erasure.mode === 'DELETE' })
    }),
    { name: 'satisfaction-of-customers', phase: 'contents', place: null, erase: eraseOfCustomers },
  ],
  exports: [{ name: 'ratings', title: 'Ratings', read: exportRequests }],
}

/** Blanks the rating in a copy of a request. */
function blankAnswer(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'score' in value ? { ...value, comment: null, reasons: [] } : value
}

type Found = readonly { id: Uuid; hasComment: boolean }[]

async function erase({ db: tx, erasure }: EraseContext, found: Found, { deletes }: { deletes: boolean }): Promise<number> {
  const { tenantId, dryRun } = erasure
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return 0
  await tx.rows(insertSubjects, { ...toRequestKey(erasure), kind: 'RATING', ids })
  const held = found.filter(({ hasComment }) => deletes || hasComment).length
  if (dryRun) return held
  for (const key of ids) await cancel(tx, 'follow-satisfaction-request', { tenantId, key })
  await tx.rows(deletes ? deleteRequests : blankRequests, { tenantId, ids })
  return held
}

/** Erases customers' ratings of threads that now belong to another customer. */
async function eraseOfCustomers(context: EraseContext, after: string | null): Promise<EraseBatch> {
  const { tenantId, customerIds } = context.erasure
  if (customerIds.length === 0) return { found: 0, next: null }
  const found = await context.db.rows(lockRequestsOfCustomers, { tenantId, customerIds, after, limit: chunk })
  await erase(context, found, { deletes: false })
  return { found: 0, next: found.length === chunk ? (found.at(-1)?.id ?? null) : null }
}

async function* exportRequests({ db, tenantId, customerIds }: ExportContext): AsyncGenerator<object> {
  for (let after: string | null = null; ; ) {
    const rows: { id: Uuid; threadId: Uuid; sentAt: string | null; answeredAt: string | null }[] = await db.rows(requestsOfCustomers, {
      tenantId,
      customerIds,
      after,
      limit: chunk,
    })
    for (const { id, threadId, sentAt, answeredAt, ...row } of rows)
      yield {
        ...row,
        id: toTypeId('sat', id),
        threadId: toTypeId('thr', threadId),
        sentAt: isoTimeOrNull(sentAt),
        answeredAt: isoTimeOrNull(answeredAt),
      }
    if (rows.length < chunk) return
    after = rows.at(-1)?.id ?? null
  }
}
