/** Public schemas of satisfaction requests and ratings. */
import { choice, closed, component, exampleId, idInput, idOutput, nullable, type Static, time, Type, withRules } from '#platform/schema.ts'
import { satisfactionFields, SatisfactionScale } from '../tenants/index.ts'

export const states = {
  PLANNED: 'The mail will be sent at `sendAt`, if the thread is still resolved then.',
  SENT: 'The customer was asked and has not answered.',
  ANSWERED: 'The customer has answered. The answer can still be changed until `expiresAt`.',
  EXPIRED: 'The customer did not answer in time.',
  CANCELLED: 'The customer will not be asked; `cancelReason` says why.',
}
export const SatisfactionState = component('SatisfactionState', choice(states, { description: 'The state of the request.' }))

export const channels = {
  MAIL: 'The service sends a mail with a link.',
  LINK: 'You pass the link on, in a chat for example.',
  API: 'You ask on a page of your own, and send the answer.',
  CHAT: 'The service asks in the chat, with a message of its own.',
}
export const SatisfactionChannel = component('SatisfactionChannel', choice(channels, { description: 'How the customer is asked.' }))

export const cancelReasons = {
  REOPENED: 'The thread was no longer resolved when the request was due.',
  MERGED: 'The thread was merged into another one.',
  CUSTOMER_CHANGED: 'The thread was given to another customer.',
  ERASED: 'The customer or the thread was erased.',
  OPTED_OUT: 'The customer has asked not to be asked.',
  NO_ADDRESS: 'The customer has no e-mail address, mail to it is returned, or the chat is closed.',
  ASKED_RECENTLY: 'The customer was asked about another thread within `minDaysBetween` days.',
  DISABLED: 'The settings no longer ask about threads of this inbox.',
  LABEL: 'The thread got a label that excludes it.',
  BY_USER: 'A user or an API key cancelled it.',
}
export type CancelReason = keyof typeof cancelReasons

export const answerSources = { LINK: 'The customer, with the token of the link: on its page, or on a page of yours.', API: 'Your system.' }
const score = 'Stars from 1 to 5, or 0 (down) and 1 (up) for thumbs.'
const maxCommentLength = 4_000
export const maxReasons = 10

const SatisfactionAnswer = component(
  'SatisfactionAnswer',
  closed(
    {
      score: Type.Integer({ minimum: 0, maximum: 5, description: score }),
      comment: nullable(Type.String(), { description: 'What the customer added; null if nothing, or if it was erased.' }),
      reasons: Type.Array(Type.String(), { description: 'Reasons that your own page offered.' }),
      source: component('SatisfactionAnswerSource', choice(answerSources, { description: 'Who sent the answer.' })),
      answeredAt: time('When it was given, or last changed.'),
      changes: Type.Integer({ minimum: 0, description: 'How often it was changed. The audit log has earlier answers.' }),
    },
    { description: 'A customer’s answer.' },
  ),
)

const fields = {
  id: idOutput('sat', 'The request.'),
  threadId: idOutput('thr', 'The thread.'),
  customerId: idOutput('cst', 'The customer who is asked.'),
  personId: nullable(idOutput('usr', 'The agent.'), {
    description: 'The author of the last answer before the resolution, who is credited with the rating.',
  }),
  assigneeId: nullable(idOutput('usr', 'The agent.'), { description: 'The thread’s assignee when the request was made.' }),
  teamId: nullable(idOutput('tea', 'The team.'), { description: 'The thread’s team when the request was made.' }),
  resolvedById: nullable(idOutput('usr', 'The user.'), {
    description: 'The user who resolved the thread; null for a program, and before the resolution.',
  }),
  episode: Type.Integer({
    minimum: 1,
    description: 'The number of times that the thread was reopened, plus one. A customer is asked once in each episode.',
  }),
  state: SatisfactionState,
  channel: SatisfactionChannel,
  scale: SatisfactionScale,
  question: nullable(Type.String(), { description: 'The question; null for the service’s own one.' }),
  sendAt: time('When the mail is due; for other channels, when the request was made.'),
  sentAt: nullable(time('When.'), { description: 'When the customer was asked.' }),
  remindedAt: nullable(time('When.'), { description: 'When the reminder was sent.' }),
  expiresAt: nullable(time('When.'), { description: 'Until when the request takes answers; null before it is sent.' }),
  cancelReason: nullable(component('SatisfactionCancelReason', choice(cancelReasons, { description: 'Why a request was cancelled.' }))),
  answer: nullable(SatisfactionAnswer, { description: 'The answer; null without one.' }),
  createdAt: time('When it was planned or made.'),
  updatedAt: time('When it last changed.'),
}

const example = {
  id: exampleId('sat'),
  threadId: exampleId('thr'),
  customerId: exampleId('cst'),
  personId: exampleId('usr'),
  assigneeId: exampleId('usr'),
  teamId: null,
  resolvedById: exampleId('usr'),
  episode: 1,
  state: 'ANSWERED' as const,
  channel: 'MAIL' as const,
  scale: 'STARS' as const,
  question: 'How did we do?',
  sendAt: '2026-03-04T10:30:00.000Z',
  sentAt: '2026-03-04T10:30:00.000Z',
  remindedAt: null,
  expiresAt: '2026-04-01T10:30:00.000Z',
  cancelReason: null,
  answer: {
    score: 5,
    comment: 'Fast and friendly.',
    reasons: [],
    source: 'LINK' as const,
    answeredAt: '2026-03-04T11:02:00.000Z',
    changes: 0,
  },
  createdAt: '2026-03-04T09:30:00.000Z',
  updatedAt: '2026-03-04T11:02:00.000Z',
}

export const SatisfactionRequest = component(
  'SatisfactionRequest',
  closed(fields, { description: 'A request to a customer to rate how a thread was resolved, and the answer.', examples: [example] }),
)

export const SatisfactionRequestWithUrl = component(
  'SatisfactionRequestWithUrl',
  closed(
    {
      ...fields,
      url: Type.String({
        description: 'The page on which the customer answers. It needs no other credentials. Shown only once, in this response.',
      }),
    },
    {
      description: 'A new satisfaction request with its URL.',
      examples: [
        { ...example, state: 'SENT' as const, channel: 'LINK' as const, answer: null, url: 'http://acme.localhost:3000/s/svcs_example' },
      ],
    },
  ),
)

export const SatisfactionRequestCreate = component(
  'SatisfactionRequestCreate',
  withRules(
    closed(
      { channel: SatisfactionChannel, sendAt: Type.Optional(time('When the mail is sent, at most 30 days from now. By default at once.')) },
      { examples: [{ channel: 'LINK' }] },
    ),
    ({ channel, sendAt }) =>
      sendAt !== undefined && channel !== 'MAIL'
        ? [{ field: 'sendAt', code: 'NOT_ALLOWED', message: 'must only be sent with the channel MAIL' }]
        : [],
  ),
)

export const SatisfactionAnswerCreate = component(
  'SatisfactionAnswerCreate',
  closed(
    {
      score: Type.Integer({ minimum: 0, maximum: 5, description: score }),
      comment: Type.Optional(
        nullable(Type.String({ maxLength: maxCommentLength }), { description: 'What the customer adds. It is no message of the thread.' }),
      ),
      reasons: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
          maxItems: maxReasons,
          uniqueItems: true,
          description: 'Reasons that your page offered.',
          examples: [['SPEED']],
        }),
      ),
    },
    { examples: [{ score: 1, comment: 'Fast and friendly.' }] },
  ),
)
export type AnswerInput = Static<typeof SatisfactionAnswerCreate>

export const SatisfactionFilters = closed({
  threadId: Type.Optional(idInput('thr', 'The thread, with the threads that were merged into it.')),
  customerId: Type.Optional(idInput('cst', 'The customer, with the customers who were merged into them.')),
  personId: Type.Optional(idInput('usr', 'The agent who is credited.')),
  teamId: Type.Optional(idInput('tea', 'The team.')),
  state: Type.Optional(SatisfactionState),
  score: Type.Optional(Type.Integer({ minimum: 0, maximum: 5, description: 'The score.', examples: [2] })),
  scoreAtMost: Type.Optional(Type.Integer({ minimum: 0, maximum: 5, description: 'The highest score.', examples: [2] })),
  answeredAfter: Type.Optional(time('Only answers after this time.')),
  answeredBefore: Type.Optional(time('Only answers before this time.')),
})

/** Part of a request that its customer sees. */
export const SatisfactionForm = component(
  'SatisfactionForm',
  closed(
    {
      tenantName: Type.String({ description: 'The name of your company.' }),
      scale: satisfactionFields.scale,
      question: Type.String({ description: 'The question.' }),
      language: Type.String({ description: 'The language of the question, a language tag.' }),
      expiresAt: time('Until when the answer can be given or changed.'),
      answer: nullable(
        closed({
          score: Type.Integer({ description: score }),
          comment: nullable(Type.String(), { description: 'What the customer added.' }),
          reasons: Type.Array(Type.String(), { description: 'The reasons.' }),
        }),
        { description: 'The answer so far; null without one.' },
      ),
    },
    {
      description: 'A satisfaction request as its customer sees it.',
      examples: [
        {
          tenantName: 'Acme',
          scale: 'STARS' as const,
          question: 'How did we do?',
          language: 'en',
          expiresAt: '2026-04-01T10:30:00.000Z',
          answer: null,
        },
      ],
    },
  ),
)
