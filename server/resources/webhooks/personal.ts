import type { EraseContext, Personal, EraseBatch } from '#kit/privacy/holding.ts'
import { toRequestKey } from '#kit/privacy/subjects.ts'
import { eraseResponses } from './personal-queries.ts'

const deliveriesPerChunk = 1_000

/** Declares the personal data in deliveries: endpoints' responses. Request bodies are built from events, which have their own erasure. */
export const personal: Personal = {
  tables: ['webhook_deliveries'],
  steps: [{ name: 'deliveries', phase: 'copies', place: 'deliveryAnswers', erase: eraseAnswers }],
  excused: { webhooks: 'the tenant’s own addresses of receivers', webhook_delivery_totals: 'types of events and numbers' },
}

async function eraseAnswers({ db, erasure }: EraseContext, after: string | null): Promise<EraseBatch> {
  const { dryRun } = erasure
  return (
    (await db.first(eraseResponses, { ...toRequestKey(erasure), after, limit: deliveriesPerChunk, dryRun })) ?? { found: 0, next: null }
  )
}
