import { TranslateRequest } from './inputs.ts'
import { prompt } from './model/prompts.ts'
import { aiOperation } from './operation.ts'

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
