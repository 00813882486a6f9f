/** The public schemas of runs. */
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '#platform/schema.ts'
import { BodyFormat, ThreadPriority } from '../thread-words/index.ts'

export const operations = {
  SUGGEST_REPLY: 'A reply to a thread.',
  SUMMARIZE: 'A summary of a thread.',
  CLASSIFY: 'The classification of a thread.',
  SUGGEST_LABELS: 'Labels of a thread.',
  REWRITE: 'A rewritten text.',
  TRANSLATE: 'A translated text.',
  ANSWER: 'An answer from the knowledge base.',
}
export type Operation = keyof typeof operations
export const AiOperation = component('AiOperation', choice(operations, { description: 'The operation.' }))

export const AiProvider = component(
  'AiProvider',
  choice(
    {
      BUILT_IN: 'The service itself, without a model: it quotes and counts, and writes no text of its own.',
      MODEL: 'A language model that you or the operator have configured.',
    },
    { description: 'The provider of the result.' },
  ),
)

export const AiRunStatus = component(
  'AiRunStatus',
  choice(
    {
      SUCCEEDED: 'There is a result.',
      NO_ANSWER: 'No source was found; `output` has no text, and for a question `suggestions` has the nearest articles.',
      FAILED: 'The language model returned no usable text; `failure` has the reason.',
      ERASED: 'The customer was erased, and the content of the run with them.',
    },
    { description: 'Whether there is a result.' },
  ),
)

/** A piece of generated text in a streamed response. */
export const AiDelta = component(
  'AiDelta',
  closed(
    { text: Type.String({ description: 'The next part of the text.' }) },
    { description: 'A piece of a text that a language model is writing.', examples: [{ text: 'Der Export' }] },
  ),
)

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

export const AiCitation = component(
  'AiCitation',
  closed(
    {
      articleId: nullable(idOutput('art', 'An article.'), {
        description: 'The article of the knowledge base, if the source is an article.',
      }),
      cannedResponseId: nullable(idOutput('can', 'A canned response.'), { description: 'The canned response, if the source is one.' }),
      threadId: nullable(idOutput('thr', 'A thread.'), { description: 'The thread, if the source is a thread or a message.' }),
      messageId: nullable(idOutput('msg', 'A message.'), { description: 'The message, if the source is one.' }),
      title: Type.String({ description: 'The title of the article or the subject of the thread.' }),
      quote: nullable(Type.String(), { description: 'The quoted text.' }),
    },
    {
      description: 'A source of a result.',
      examples: [
        {
          articleId: null,
          cannedResponseId: exampleId('can'),
          threadId: null,
          messageId: null,
          title: 'Refund is on its way',
          quote: null,
        },
      ],
    },
  ),
)

const AiSuggestion = component(
  'AiSuggestion',
  closed(
    {
      text: Type.String({ description: 'The proposed text.' }),
      bodyFormat: BodyFormat,
      confidence: nullable(share('The similarity of its source to the question; null from a model.')),
      citations: Type.Array(AiCitation, { description: 'Its source.' }),
    },
    { description: 'A proposed text, which is not sent.' },
  ),
)

const AiLabel = component(
  'AiLabel',
  closed(
    {
      id: idOutput('lbl', 'The label.'),
      name: Type.String({ description: 'Its name.' }),
      confidence: share('The frequency of correct suggestions among your own labelled threads.'),
    },
    { description: 'A suggested label.' },
  ),
)

const guess = <Value extends Parameters<typeof nullable>[0]>(value: Value, description: string) =>
  nullable(closed({ value, confidence: share('The frequency of correct predictions among your own threads.') }, { description }), {
    description: `${description} Null if your threads are not enough.`,
  })

const AiClassification = component(
  'AiClassification',
  closed(
    {
      label: nullable(AiLabel, { description: 'The best label. Null if your threads are not enough.' }),
      priority: guess(ThreadPriority, 'The priority of similar threads.'),
      inboxId: guess(idOutput('inb', 'The inbox.'), 'The inbox of similar threads.'),
      teamId: guess(idOutput('tea', 'The team.'), 'The team of similar threads.'),
    },
    { description: 'The classification of a thread, learnt from similar threads.' },
  ),
)

export const AiOutput = component(
  'AiOutput',
  closed(
    {
      text: nullable(Type.String(), { description: 'The generated text. Untrusted: show it as text, never as HTML.' }),
      suggestions: Type.Array(AiSuggestion, {
        description: 'For replies: the proposals, best first. For an answer with status `NO_ANSWER`: passages of the nearest articles.',
      }),
      labels: Type.Array(AiLabel, { description: 'For labels: the suggestions, best first.' }),
      classification: nullable(AiClassification, { description: 'For a classification: the result.' }),
    },
    {
      description: 'The result. The operation determines which fields have a value.',
      examples: [{ text: 'Customer: “The export is empty.”', suggestions: [], labels: [], classification: null }],
    },
  ),
)

export const AiRating = component(
  'AiRating',
  choice({ HELPFUL: 'It helped.', NOT_HELPFUL: 'It did not.' }, { description: 'Whether it helped.' }),
)

export const AiFeedback = component(
  'AiFeedback',
  closed(
    {
      rating: AiRating,
      comment: nullable(Type.String(), { description: 'A comment on the rating.' }),
      userId: idOutput('usr', 'The user who rated the run.'),
      at: time('When.'),
    },
    { description: 'A user’s rating of a run.' },
  ),
)

export const AiRun = component(
  'AiRun',
  closed(
    {
      id: idOutput('run', 'The run.'),
      operation: AiOperation,
      threadId: nullable(idOutput('thr', 'A thread.'), { description: 'The thread of the run.' }),
      userId: idOutput('usr', 'The user who requested it.'),
      provider: AiProvider,
      model: nullable(Type.String(), { description: 'The provider’s name of the model; null for the built-in provider.' }),
      status: AiRunStatus,
      failure: nullable(Type.String(), { description: 'The provider’s reason for the failure; null unless the run failed.' }),
      output: AiOutput,
      citations: Type.Array(AiCitation, { description: 'The sources of the result as a whole.' }),
      confidence: nullable(share('The confidence of the result; null if unknown.')),
      usage: closed(
        {
          inputTokens: Type.Integer({ minimum: 0, description: 'Tokens that the model read; 0 for the built-in provider.' }),
          outputTokens: Type.Integer({ minimum: 0, description: 'Tokens that the model wrote.' }),
        },
        { description: 'The cost of the run.' },
      ),
      latencyMs: Type.Integer({ minimum: 0, description: 'The duration in milliseconds.' }),
      feedback: nullable(AiFeedback, { description: 'The rating of the run.' }),
      createdAt: time('When the run was created.'),
    },
    {
      description: 'The result of an AI operation. It sends and changes nothing: use the ordinary operations for that.',
      examples: [
        {
          id: exampleId('run'),
          operation: 'SUMMARIZE',
          threadId: exampleId('thr'),
          userId: exampleId('usr'),
          provider: 'BUILT_IN',
          model: null,
          status: 'SUCCEEDED',
          failure: null,
          output: { text: 'Customer: “The export is empty.”', suggestions: [], labels: [], classification: null },
          citations: [
            {
              articleId: null,
              cannedResponseId: null,
              threadId: exampleId('thr'),
              messageId: exampleId('msg'),
              title: 'Export is empty',
              quote: 'The export is empty.',
            },
          ],
          confidence: null,
          usage: { inputTokens: 0, outputTokens: 0 },
          latencyMs: 12,
          feedback: null,
          createdAt: '2026-03-04T09:30:00.000Z',
        },
      ],
    },
  ),
)

export const AiRunFilters = closed({
  threadId: Type.Optional(idInput('thr', 'Runs of this thread.')),
  operation: Type.Optional(AiOperation),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })
export const AiUsageOfDay = closed(
  {
    day: Type.String({ format: 'date', description: 'The day, in UTC.' }),
    operation: AiOperation,
    runs: count('Runs with a result.'),
    failed: count('Runs that failed because of the provider.'),
    inputTokens: count('Tokens that models read.'),
    outputTokens: count('Tokens that models wrote.'),
  },
  { description: 'The cost of an operation on a day.' },
)
export const AiUsage = component(
  'AiUsage',
  Type.Array(AiUsageOfDay, {
    description: 'Usage by day and operation, the latest day first.',
    examples: [[{ day: '2026-03-04', operation: 'SUMMARIZE', runs: 12, failed: 0, inputTokens: 9_100, outputTokens: 1_204 }]],
  }),
)
