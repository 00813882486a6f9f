/** Declares the bodies of AI operations. */
import { choice, closed, component, exampleId, idInput, nullable, Type } from '#platform/schema.ts'
import { AiRating } from './schema.ts'

const threadId = idInput('thr', 'The thread.')
const aboutThread = Type.Optional(
  nullable(idInput('thr', 'A thread.'), { description: 'The thread that the text belongs to: the run is erased with it.' }),
)
const text = (description: string, maxLength: number, examples: string[]) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description, examples })
const instructions = Type.Optional(
  text('Instructions for the model. The built-in provider ignores them.', 2_000, ['Offer a call tomorrow.']),
)
const language = (description: string) =>
  Type.String({ minLength: 2, maxLength: 35, pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$', description })

export const AiThreadRequest = component('AiThreadRequest', closed({ threadId }, { examples: [{ threadId: exampleId('thr') }] }))

export const SuggestReplyRequest = component(
  'SuggestReplyRequest',
  closed({ threadId, instructions }, { examples: [{ threadId: exampleId('thr') }] }),
)

export const RewriteRequest = component(
  'RewriteRequest',
  closed(
    {
      text: text('The text.', 20_000, ['we cant do that']),
      style: Type.Optional(
        component(
          'AiStyle',
          choice(
            { CLEARER: 'Easier to understand; the default.', FRIENDLIER: 'Warmer.', FORMAL: 'More formal.', SHORTER: 'In fewer words.' },
            { description: 'The style of the rewritten text.' },
          ),
        ),
      ),
      instructions,
      threadId: aboutThread,
    },
    { examples: [{ text: 'we cant do that', style: 'FRIENDLIER' }] },
  ),
)

export const TranslateRequest = component(
  'TranslateRequest',
  closed(
    {
      text: text('The text.', 20_000, ['The export is empty.']),
      targetLanguage: language('The language to translate into, a language tag (BCP 47).'),
      threadId: aboutThread,
    },
    { examples: [{ text: 'The export is empty.', targetLanguage: 'de' }] },
  ),
)

export const AnswerRequest = component(
  'AnswerRequest',
  closed(
    { question: text('The question.', 2_000, ['How do I export my data?']), threadId: aboutThread },
    { examples: [{ question: 'How do I export my data?' }] },
  ),
)

export const AiFeedbackCreate = component(
  'AiFeedbackCreate',
  closed(
    { rating: AiRating, comment: Type.Optional(nullable(Type.String({ maxLength: 2_000 }), { description: 'A comment on the rating.' })) },
    { examples: [{ rating: 'HELPFUL', comment: 'Sent as it was.' }] },
  ),
)
