import { type EraseContext, ofRequest, type Personal, type Portion } from '../../kit/index.ts'
import { forgetAnswers } from './personal-queries.ts'

const deliveriesMax = 1_000

/** Bodies of deliveries are made from events, which another room erases; what receivers answered is here. */
export const personal: Personal = {
  tables: ['webhook_deliveries'],
  steps: [{ name: 'deliveries', phase: 'copies', place: 'deliveryAnswers', erase: eraseAnswers }],
  excused: { webhooks: 'the tenant’s own addresses of receivers', webhook_delivery_totals: 'types of events and numbers' },
}

async function eraseAnswers({ db, erasure }: EraseContext, after: string | null): Promise<Portion> {
  const { dryRun } = erasure
  return (await db.first(forgetAnswers, { ...ofRequest(erasure), after, limit: deliveriesMax, dryRun })) ?? { found: 0, next: null }
}
