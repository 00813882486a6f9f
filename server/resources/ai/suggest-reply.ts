import { repliesTo } from './built-in/replies.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { readConversation, type ThreadRecord } from '../threads/index.ts'
import { SuggestReplyRequest } from './inputs.ts'
import { maxConversation, conversationParts, prompt } from './model/prompts.ts'
import { aiOperation, theThread, type Made, type Scene } from './operation.ts'
import type { RunOutput } from './run.ts'

export const suggestReply = aiOperation({
  operationId: 'suggestReply',
  operation: 'SUGGEST_REPLY',
  path: '/ai/suggest-reply',
  summary: 'Suggest a reply',
  description:
    'Suggests replies to the customer’s latest question, best first. The built-in provider uses canned responses with their ' +
    'variables filled in (with the scope `catalog:read`) and replies to similar questions, and cites them. If it finds nothing ' +
    'similar, the status is `NO_ANSWER`.',
  body: SuggestReplyRequest,
  mayAsk: true,
  makesText: true,
  action: 'ai_run.reply_suggested',
  async make(scene) {
    const thread = theThread(scene)
    const { suggestions, threadIds } = await repliesTo(scene.db, scene.principal, thread)
    if (scene.hasModel) return byModel(scene, thread, suggestions, threadIds)
    const [best] = suggestions
    if (!best) return { output: null }
    return { output: { text: best.text, suggestions }, citations: best.citations, confidence: best.confidence, threadIds }
  },
})

const task =
  'Draft a reply of a help-desk agent to the customer’s latest message, in the customer’s language. The text has the conversation and, at its end, replies that the company has given before. Promise nothing that these do not say; where something is missing, ask for it.'

/** Asks the model with earlier replies as examples, and cites them. Leaves out internal notes, because a reply goes to the customer. */
async function byModel(
  { db, principal, body, ask }: Scene<Static<typeof SuggestReplyRequest>>,
  thread: ThreadRecord,
  known: RunOutput['suggestions'],
  threadIds: readonly Uuid[],
): Promise<Made> {
  const lines = await db.rows(readConversation, { tenantId: principal.tenantId, threadId: thread.id, ...maxConversation })
  const before = known.map(({ text }) => ({ from: 'EARLIER REPLY', text }))
  const shown = conversationParts(
    thread,
    lines.filter(({ internal }) => !internal),
  )
  const said = await ask(prompt(task, [...shown, ...before], { instructions: body.instructions }), threadIds)
  const citations = known.flatMap((suggestion) => suggestion.citations)
  const suggestion = { text: said.output.text, bodyFormat: 'text' as const, confidence: null, citations }
  return { ...said, output: { text: said.output.text, suggestions: [suggestion] }, citations, threadIds }
}
