import { summaryOf } from './built-in/summary.ts'
import { readConversation } from '../threads/index.ts'
import { AiThreadRequest } from './inputs.ts'
import { conversationMax, conversationParts, prompt } from './model/prompts.ts'
import { aiOperation, theThread } from './operation.ts'

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
