import { RewriteRequest } from './inputs.ts'
import { prompt } from './model/prompts.ts'
import { aiOperation } from './operation.ts'

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
