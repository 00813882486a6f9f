import { passagesFor } from './built-in/passages.ts'
import { AnswerRequest } from './inputs.ts'
import { aiOperation } from './operation.ts'

export const answerQuestion = aiOperation({
  operationId: 'answerQuestion',
  operation: 'ANSWER',
  path: '/ai/answer',
  summary: 'Answer a question',
  description:
    'An answer from the published articles of the knowledge base, internal ones included: the passages that speak of what was asked, quoted, each with its article. Words are compared in their basic forms, where PostgreSQL has a dictionary for the language of the article. When no passage speaks of most of the question, the status is `NO_ANSWER`, and `suggestions` has the articles that come nearest. The key must also have the scope `kb:read`.',
  body: AnswerRequest,
  makesText: true,
  action: 'ai_run.question_answered',
  async make({ db, principal, body }) {
    const { answer, closest } = await passagesFor(db, principal.tenantId, body.question)
    if (answer) return { output: { text: answer.text }, confidence: answer.confidence, citations: answer.citations }
    const closestParts = closest.map(({ confidence, citation }) => ({
      text: citation.quote,
      bodyFormat: 'text' as const,
      confidence,
      citations: [citation],
    }))
    return { output: null, suggestions: closestParts }
  },
})
