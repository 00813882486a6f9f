import { list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { getPage } from '#kit/list.ts'
import { createPresenter } from '#kit/present.ts'
import { standard } from '#kit/standard.ts'
import { scopeEscalation } from '#platform/errors.ts'
import { checkReads, needsScopes, run } from './run.ts'
import { AiRunFilters, AiUsage, AiUsageOfDay, type Operation, operations } from './schema.ts'
import { usageOfDays } from './queries.ts'
import { passagesFor } from './built-in/passages.ts'
import { AiThreadRequest, AnswerRequest, RewriteRequest, TranslateRequest } from './inputs.ts'
import { aiOperation, theThread } from './operation.ts'
import { classify, labelsFor } from './built-in/judge-thread.ts'
import { maxConversation, conversationParts, prompt } from './model/prompts.ts'
import { findSummary } from './built-in/summary.ts'
import { readConversation } from '../threads/index.ts'

// Safe because these are the keys of a literal.
const allOperations = Object.keys(operations) as Operation[]

export const listAiRuns = standard.list(run, {
  summary: 'List runs',
  description: `Results of AI operations, newest first. Runs are stored for 90 days. ${needsScopes} Without \`operation\` it needs all of these.`,
  query: AiRunFilters,
  filters(query, principal) {
    checkReads(principal, query.operation === undefined ? allOperations : [query.operation])
    return query
  },
  errors: [scopeEscalation],
})

export const getAiRun = standard.get(run, {
  description: `Returns one run with its result. ${needsScopes}`,
  check: (principal, { operation }) => checkReads(principal, [operation]),
  errors: [scopeEscalation],
})

const days = 30

export const getAiUsage = endpoint.read({
  operationId: 'getAiUsage',
  path: '/ai/usage',
  tag: 'ai',
  scope: 'ai:read',
  summary: 'Get usage',
  description:
    'Returns the cost of AI operations in the last 30 days, by day and operation, including deleted runs. Without `limit` all is on one page.',
  responds: { 200: list(AiUsageOfDay, 'The usage', { whole: AiUsage }) },
  present: createPresenter(AiUsageOfDay),
  async handle({ db, principal: { tenantId }, page }) {
    return getPage(await db.rows(usageOfDays, { tenantId, days }), page)
  },
})

export const answerQuestion = aiOperation({
  operationId: 'answerQuestion',
  operation: 'ANSWER',
  path: '/ai/answer',
  summary: 'Answer a question',
  description:
    'Answers with quoted passages from published articles of the knowledge base, internal ones included, each with its article. ' +
    'Words are compared in their basic forms if PostgreSQL has a dictionary for the article’s language. If no passage matches ' +
    'most of the question, the status is `NO_ANSWER`, and `suggestions` has the nearest articles. Also needs the scope `kb:read`.',
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

export const classifyThread = aiOperation({
  operationId: 'classifyThread',
  operation: 'CLASSIFY',
  path: '/ai/classify',
  summary: 'Classify a thread',
  description:
    'Proposes the label, the priority, the inbox and the team of a thread, learnt from your own similar threads, each with the ' +
    'frequency of correct predictions among them. A value that cannot be learnt is null.',
  body: AiThreadRequest,
  action: 'ai_run.thread_classified',
  async make(scene) {
    const { classification, ...sources } = await classify(scene.db, scene.principal.tenantId, theThread(scene))
    if (!classification) return { output: null }
    const { label, priority, inboxId, teamId } = classification
    return { output: { classification }, confidence: (label ?? priority ?? inboxId ?? teamId)?.confidence ?? null, ...sources }
  },
})

const styles = { CLEARER: 'easier to understand', FRIENDLIER: 'warmer and friendlier', FORMAL: 'more formal', SHORTER: 'shorter' }

export const rewriteText = aiOperation({
  operationId: 'rewriteText',
  operation: 'REWRITE',
  path: '/ai/rewrite',
  summary: 'Rewrite a text',
  description: 'Rewrites a text with a language model; without a model the response is 422.',
  body: RewriteRequest,
  needsModel: true,
  makesText: true,
  action: 'ai_run.text_rewritten',
  async make({ body, ask }) {
    const { text, style = 'CLEARER', instructions } = body
    const task = `Rewrite a text of a customer-support agent so that it becomes ${styles[style]}. Keep its language, its meaning and all facts.`
    return ask(prompt(task, text, { instructions, isWhole: true }))
  },
})

export const suggestLabels = aiOperation({
  operationId: 'suggestLabels',
  operation: 'SUGGEST_LABELS',
  path: '/ai/suggest-labels',
  summary: 'Suggest labels',
  description:
    'Suggests labels that a thread does not have, learnt from your own labelled threads. `confidence` is the frequency of correct ' +
    'suggestions among them; the citations are similar labelled threads. If there are too few labelled threads, the status is `NO_ANSWER`.',
  body: AiThreadRequest,
  action: 'ai_run.labels_suggested',
  async make(scene) {
    const { labels, ...sources } = await labelsFor(scene.db, scene.principal.tenantId, theThread(scene))
    const [best] = labels
    return best ? { output: { labels }, confidence: best.confidence, ...sources } : { output: null }
  },
})

export const summarizeThread = aiOperation({
  operationId: 'summarizeThread',
  operation: 'SUMMARIZE',
  path: '/ai/summarize',
  summary: 'Summarize a thread',
  description:
    'Summarizes a thread, internal notes included. The built-in provider quotes the most important sentences, each with its ' +
    'message, and writes none of its own.',
  body: AiThreadRequest,
  mayAsk: true,
  makesText: true,
  action: 'ai_run.thread_summarized',
  async make(scene) {
    const thread = theThread(scene)
    if (scene.hasModel) {
      const lines = await scene.db.rows(readConversation, { tenantId: scene.principal.tenantId, threadId: thread.id, ...maxConversation })
      const task =
        'Summarize a conversation between a customer and agents of a help desk for an agent who takes it over: what is wanted, what was done, what is open. At most six short sentences, in the language of the conversation.'
      return scene.ask(prompt(task, conversationParts(thread, lines)))
    }
    const made = await findSummary(scene.db, scene.principal.tenantId, thread)
    return made ? { output: { text: made.text }, citations: made.citations } : { output: null }
  },
})

export const translateText = aiOperation({
  operationId: 'translateText',
  operation: 'TRANSLATE',
  path: '/ai/translate',
  summary: 'Translate a text',
  description: 'Translates a text with a language model; without a model the response is 422.',
  body: TranslateRequest,
  needsModel: true,
  makesText: true,
  action: 'ai_run.text_translated',
  make({ body: { text, targetLanguage }, ask }) {
    const task = `Translate a text into the language with the tag ${targetLanguage}. Keep names, numbers, addresses and line breaks.`
    return ask(prompt(task, text, { isWhole: true }))
  },
})
