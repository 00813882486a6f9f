import { endpoint, found, item, scopeEscalation } from '../../kit/index.ts'
import { checkReads, needsScopes, presentRun, run } from './run.ts'
import { AiRun } from './schema.ts'

export const getAiRun = endpoint({
  operationId: 'getAiRun',
  method: 'GET',
  path: '/ai/runs/{id}',
  tag: 'ai',
  scope: 'ai:read',
  summary: 'Get a run',
  description: `One run with its result. ${needsScopes}`,
  params: { id: run.id },
  responds: { 200: item(AiRun, 'The run') },
  errors: [scopeEscalation],
  etag: true,
  present: presentRun,
  async handle(context) {
    const record = await found(context, run)
    checkReads(context.principal, [record.operation])
    return { status: 200, record }
  },
})
