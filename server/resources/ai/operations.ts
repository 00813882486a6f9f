import { endpoint, findResource, item, list, presenterOf, scopeEscalation } from '../../kit/index.ts'
import { checkReads, needsScopes, presentRun, run } from './run.ts'
import { AiRun, AiRunFilters, AiUsage, type Operation, operations } from './schema.ts'
import { usageOfDays } from './queries.ts'
import { passagesFor } from './built-in/passages.ts'
import { AiThreadRequest, AnswerRequest, RewriteRequest, TranslateRequest } from './inputs.ts'
import { aiOperation, theThread } from './operation.ts'
import { classify, labelsFor } from './built-in/judge-thread.ts'
import { conversationMax, conversationParts, prompt } from './model/prompts.ts'
import { summaryOf } from './built-in/summary.ts'
import { readConversation } from '../threads/index.ts'

// Safe because these are the keys of a literal.
const allOperations = Object.keys(operations) as Operation[]

export const listAiRuns = endpoint({
  operationId: 'listAiRuns',
  method: 'GET',
  path: run.path,
  tag: 'ai',
  scope: 'ai:read',
  summary: 'List runs',
  description: `Results of AI operations, newest first. They are kept for 90 days. ${needsScopes} Without \`operation\`, all of them are needed.`,
  query: AiRunFilters,
  errors: [scopeEscalation],
  responds: { 200: list(AiRun) },
  present: presentRun,
  handle({ db, principal, page, query }) {
    checkReads(principal, query.operation === undefined ? allOperations : [query.operation])
    return run.statements.list.fetch(db, principal.tenantId, page, query)
  },
})

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
    const record = await findResource(context, run)
    checkReads(context.principal, [record.operation])
    return { status: 200, record }
  },
})

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

const styles = { CLEARER: 'easier to understand', FRIENDLIER: 'warmer and friendlier', FORMAL: 'more formal', SHORTER: 'shorter' }

export const rewriteText = aiOperation({
  operationId: 'rewriteText',
  operation: 'REWRITE',
  path: '/ai/rewrite',
  summary: 'Rewrite a text',
  description: 'A text in other words, by a language model; without one it is refused with 422.',
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
    'Labels that fit a thread and that it does not have, learnt from your own labelled threads. `confidence` is how often such a suggestion was right among them; the citations are labelled threads that look alike. Without labelled threads that tell anything, the status is `NO_ANSWER`.',
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
    'What a thread is about, internal notes included. The built-in provider quotes the sentences that matter, each with its message; it writes none of its own.',
  body: AiThreadRequest,
  mayAsk: true,
  makesText: true,
  action: 'ai_run.thread_summarized',
  async make(scene) {
    const thread = theThread(scene)
    if (scene.hasModel) {
      const lines = await scene.db.rows(readConversation, { tenantId: scene.principal.tenantId, threadId: thread.id, ...conversationMax })
      const task =
        'Summarize a conversation between a customer and agents of a help desk for an agent who takes it over: what is wanted, what was done, what is open. At most six short sentences, in the language of the conversation.'
      return scene.ask(prompt(task, conversationParts(thread, lines)))
    }
    const made = await summaryOf(scene.db, scene.principal.tenantId, thread)
    return made ? { output: { text: made.text }, citations: made.citations } : { output: null }
  },
})

export const translateText = aiOperation({
  operationId: 'translateText',
  operation: 'TRANSLATE',
  path: '/ai/translate',
  summary: 'Translate a text',
  description: 'A text in another language, by a language model; without one it is refused with 422.',
  body: TranslateRequest,
  needsModel: true,
  makesText: true,
  action: 'ai_run.text_translated',
  make({ body: { text, targetLanguage }, ask }) {
    const task = `Translate a text into the language with the tag ${targetLanguage}. Keep names, numbers, addresses and line breaks.`
    return ask(prompt(task, text, { isWhole: true }))
  },
})
