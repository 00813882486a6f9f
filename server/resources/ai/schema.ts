/** The public shapes of runs: what every AI operation answers. */
import { choice, closed, component, exampleId, idInput, idOutput, nullable, time, Type } from '../../kit/index.ts'
import { BodyFormat, ThreadPriority } from '../thread-words/index.ts'

export const operations = {
  SUGGEST_REPLY: 'A reply to a thread.',
  SUMMARIZE: 'What a thread is about.',
  CLASSIFY: 'Where a thread belongs.',
  SUGGEST_LABELS: 'Labels of a thread.',
  REWRITE: 'A text in other words.',
  TRANSLATE: 'A text in another language.',
  ANSWER: 'An answer from the knowledge base.',
}
export type Operation = keyof typeof operations
export const AiOperation = component('AiOperation', choice(operations, { description: 'What was asked for.' }))

export const AiProvider = component(
  'AiProvider',
  choice(
    {
      BUILT_IN: 'The service itself, without any model: it quotes and counts, and writes no sentence of its own.',
      MODEL: 'A language model at an address that you or the operator have configured.',
    },
    { description: 'Who made the result.' },
  ),
)

export const AiRunStatus = component(
  'AiRunStatus',
  choice(
    {
      SUCCEEDED: 'There is a result.',
      NO_ANSWER:
        'Nothing was found that could honestly be said; `output` has no text, and for a question `suggestions` has the articles that come nearest.',
      FAILED: 'The language model gave no usable answer; `failure` has its reason.',
      ERASED: 'The customer was erased, and what was said of them with it.',
    },
    { description: 'Whether there is a result.' },
  ),
)

/** A piece of an answer that is read as it is made. */
export const AiDelta = component(
  'AiDelta',
  closed(
    { text: Type.String({ description: 'What the text goes on with.' }) },
    { description: 'A piece of a text that a language model is writing.', examples: [{ text: 'Der Export' }] },
  ),
)

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

export const AiCitation = component(
  'AiCitation',
  closed(
    {
      articleId: nullable(idOutput('art', 'An article.'), { description: 'The article of the knowledge base, if it is one.' }),
      cannedResponseId: nullable(idOutput('can', 'A canned response.'), { description: 'The canned response, if it is one.' }),
      threadId: nullable(idOutput('thr', 'A thread.'), { description: 'The thread, if it is one, or a message of one.' }),
      messageId: nullable(idOutput('msg', 'A message.'), { description: 'The message, if it is one.' }),
      title: Type.String({ description: 'What the source is called: an article’s title, a thread’s subject.' }),
      quote: nullable(Type.String(), { description: 'The words of the source that were used.' }),
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
      confidence: nullable(share('How much its source is like the question; null when a model does not say.')),
      citations: Type.Array(AiCitation, { description: 'Where it comes from.' }),
    },
    { description: 'A proposed text. Nothing is sent until you send it.' },
  ),
)

const AiLabel = component(
  'AiLabel',
  closed(
    {
      id: idOutput('lbl', 'The label.'),
      name: Type.String({ description: 'Its name.' }),
      confidence: share('How often such a suggestion was right among your own labelled threads.'),
    },
    { description: 'A label that fits.' },
  ),
)

const guess = <Value extends Parameters<typeof nullable>[0]>(value: Value, description: string) =>
  nullable(closed({ value, confidence: share('How often such a guess was right among your own threads.') }, { description }), {
    description: `${description} Null when your threads do not tell.`,
  })

const AiClassification = component(
  'AiClassification',
  closed(
    {
      label: nullable(AiLabel, { description: 'The one label that fits best. Null when your threads do not tell.' }),
      priority: guess(ThreadPriority, 'How urgent such threads are.'),
      inboxId: guess(idOutput('inb', 'The inbox.'), 'The inbox where such threads are.'),
      teamId: guess(idOutput('tea', 'The team.'), 'The team that has such threads.'),
    },
    { description: 'Where a thread belongs, judged by threads that look alike.' },
  ),
)

export const AiOutput = component(
  'AiOutput',
  closed(
    {
      text: nullable(Type.String(), { description: 'The text that was asked for. Written by others: show it as text, never as HTML.' }),
      suggestions: Type.Array(AiSuggestion, {
        description:
          'Of replies: the proposals, best first. Of an answer with the status `NO_ANSWER`: passages of the articles that come nearest to the question.',
      }),
      labels: Type.Array(AiLabel, { description: 'Of labels: those that fit and that the thread does not have, best first.' }),
      classification: nullable(AiClassification, { description: 'Of a classification: the result.' }),
    },
    {
      description: 'The result. Which of the fields have a value depends on the operation.',
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
      comment: nullable(Type.String(), { description: 'What was good or wrong.' }),
      userId: idOutput('usr', 'Who said so.'),
      at: time('When.'),
    },
    { description: 'What a person thinks of a run.' },
  ),
)

export const AiRun = component(
  'AiRun',
  closed(
    {
      id: idOutput('run', 'The run.'),
      operation: AiOperation,
      threadId: nullable(idOutput('thr', 'A thread.'), { description: 'The thread that it is about.' }),
      userId: idOutput('usr', 'Who asked for it.'),
      provider: AiProvider,
      model: nullable(Type.String(), { description: 'The model, as its provider calls it; null for the built-in provider.' }),
      status: AiRunStatus,
      failure: nullable(Type.String(), { description: 'Why it failed, in the words of the model’s provider; null unless it did.' }),
      output: AiOutput,
      citations: Type.Array(AiCitation, { description: 'The sources of the result as a whole.' }),
      confidence: nullable(share('How sure the result is; null when that is not known.')),
      usage: closed(
        {
          inputTokens: Type.Integer({ minimum: 0, description: 'Tokens that the model read; 0 for the built-in provider.' }),
          outputTokens: Type.Integer({ minimum: 0, description: 'Tokens that it wrote.' }),
        },
        { description: 'What it cost.' },
      ),
      latencyMs: Type.Integer({ minimum: 0, description: 'How long it took, in milliseconds.' }),
      feedback: nullable(AiFeedback, { description: 'What a person thinks of it.' }),
      createdAt: time('When it was made.'),
    },
    {
      description: 'The result of an AI operation. Nothing is sent or changed by it: that is done by the ordinary operations.',
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
  threadId: Type.Optional(idInput('thr', 'Only runs about this thread.')),
  operation: Type.Optional(AiOperation),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })
export const AiUsage = component(
  'AiUsage',
  Type.Array(
    closed(
      {
        day: Type.String({ format: 'date', description: 'The day, in UTC.' }),
        operation: AiOperation,
        runs: count('Runs with a result.'),
        failed: count('Runs that failed because the provider did.'),
        inputTokens: count('Tokens that models read.'),
        outputTokens: count('Tokens that models wrote.'),
      },
      { description: 'What an operation cost on a day.' },
    ),
    {
      description: 'Usage by day and operation, the latest day first.',
      examples: [[{ day: '2026-03-04', operation: 'SUMMARIZE', runs: 12, failed: 0, inputTokens: 9_100, outputTokens: 1_204 }]],
    },
  ),
)
