/** Inserts ratings that customers gave before, with their own times and without events. */
import { randomBytes } from 'node:crypto'
import { statement, type Queryable } from '#platform/db.ts'
import { newId, type Uuid } from '#platform/ids.ts'

/** A rating of one to five stars. */
export type PastRating = {
  threadId: Uuid
  customerId: Uuid
  /** Author of the last reply, and the assignee. */
  personId: Uuid | null
  score: number
  comment: string | null
  askedAt: string
  answeredAt: string
}

const insertPastRatings = statement<{ tenantId: Uuid; ratings: readonly (PastRating & { id: Uuid; seed: string })[] }, object>(`
  insert into satisfaction_requests (tenant_id, id, thread_id, customer_id, person_id, assignee_id, resolved_by_id, episode, state, channel, scale, send_at, sent_at,
    expires_at, expires_after_days, seed, score, comment, source, answered_at, created_at, updated_at)
  select :tenantId::uuid, x.id, x."threadId", x."customerId", x."personId", x."personId", x."personId", 1, 'ANSWERED', 'LINK', 'STARS', x."askedAt", x."askedAt",
    x."answeredAt", 14, decode(x.seed, 'hex'), x.score, x.comment, 'LINK', x."answeredAt", x."askedAt", x."answeredAt"
  from json_to_recordset(:ratings::json) as x(id uuid, "threadId" uuid, "customerId" uuid, "personId" uuid, seed text, score smallint, comment text,
    "askedAt" timestamptz, "answeredAt" timestamptz)`)

/** Writes ratings of threads in their first episode, which can no longer be changed. Nothing is sent for them. */
export async function writePastRatings(tx: Queryable, tenantId: Uuid, ratings: readonly PastRating[]): Promise<void> {
  if (ratings.length === 0) return
  const rows = ratings.map((rating) => ({ ...rating, id: newId(), seed: randomBytes(32).toString('hex') }))
  await tx.rows(insertPastRatings, { tenantId, ratings: rows })
}
