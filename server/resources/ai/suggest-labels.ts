import { labelsFor } from './built-in/judge-thread.ts'
import { AiThreadRequest } from './inputs.ts'
import { aiOperation, theThread } from './operation.ts'

export const suggestLabels = aiOperation({
  operationId: 'suggestLabels',
  operation: 'SUGGEST_LABELS',
  path: '/ai/suggest-labels',
  summary: 'Suggest labels',
  description:
    'Labels that fit a thread and that it does not have, learnt from your own labelled threads. `confidence` is how often such a suggestion was right among them; the citations are labelled threads that look alike. Without labelled threads that tell anything, the status is `NO_ANSWER`.',
  body: AiThreadRequest,
  action: 'ai_run.labels_suggested',
  async make(scene) {
    const { labels, ...sources } = await labelsFor(scene.db, scene.principal.tenantId, theThread(scene))
    const [best] = labels
    return best ? { output: { labels }, confidence: best.confidence, ...sources } : { output: null }
  },
})
