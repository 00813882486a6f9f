import { endpoint, item, presenterOf } from '../../kit/index.ts'
import { usageOfDays } from './queries.ts'
import { AiUsage } from './schema.ts'

const days = 30

export const getAiUsage = endpoint({
  operationId: 'getAiUsage',
  method: 'GET',
  path: '/ai/usage',
  tag: 'ai',
  scope: 'ai:read',
  summary: 'Get usage',
  description: 'What AI operations have cost in the last 30 days, by day and operation. It outlives the runs.',
  responds: { 200: item(AiUsage, 'The usage') },
  present: presenterOf(AiUsage),
  async handle({ db, principal: { tenantId } }) {
    return { status: 200, record: await db.rows(usageOfDays, { tenantId, days }) }
  },
})
