import { passagesFor } from './built-in/passages.ts'
import { AnswerRequest } from './inputs.ts'
import { aiOperation } from './operation.ts'

export const answerQuestion = aiOperation({
  operationId: 'answerQuestion',
  operation: 'ANSWER',
  path: '/ai/answer',
  summary: 'Answer a question',
  description:
    'An answer from the published articles of the knowledge base, internal ones included: the passages that speak of what was asked, quoted, each with its article. When there is none, the status is `NO_ANSWER`. The key must also have the scope `kb:read`.',
  body: AnswerRequest,
  makesText: true,
  action: 'ai_run.question_answered',
  async make({ db, principal, body }) {
    const found = await passagesFor(db, principal.tenantId, body.question)
    return found ? { output: { text: found.text }, confidence: found.confidence, citations: found.citations } : { output: null }
  },
})
