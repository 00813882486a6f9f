import { classify } from './built-in/judge-thread.ts'
import { AiThreadRequest } from './inputs.ts'
import { aiOperation, theThread } from './operation.ts'

export const classifyThread = aiOperation({
  operationId: 'classifyThread',
  operation: 'CLASSIFY',
  path: '/ai/classify',
  summary: 'Classify a thread',
  description:
    'Where a thread belongs: the label that fits best, the priority, the inbox and the team, each learnt from your own threads that look alike, with how often such a guess was right among them. What your threads do not tell is null.',
  body: AiThreadRequest,
  action: 'ai_run.thread_classified',
  async make(scene) {
    const { classification, ...sources } = await classify(scene.db, scene.principal.tenantId, theThread(scene))
    if (!classification) return { output: null }
    const { label, priority, inboxId, teamId } = classification
    return { output: { classification }, confidence: (label ?? priority ?? inboxId ?? teamId)?.confidence ?? null, ...sources }
  },
})
