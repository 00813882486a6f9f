/** Schemas of the `satisfaction` settings of tenants and inboxes. */
import { choice, component, idInput, idOutput, nullable, Type } from '#platform/schema.ts'

export const SatisfactionScale = component(
  'SatisfactionScale',
  choice(
    { STARS: 'One to five stars: scores 1 to 5.', THUMBS: 'Thumb down or up: scores 0 and 1.' },
    { description: 'What customers choose from.' },
  ),
)

const onlyLabels = 'Threads with one of these labels are not asked about.'

/** Fields without ids. */
export const satisfactionFields = {
  enabled: Type.Boolean({
    description: 'Whether customers are asked when their thread is resolved. Requests by hand are always possible.',
  }),
  scale: SatisfactionScale,
  question: nullable(Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }), {
    description: 'The question. Null: the service’s own question, in English or German.',
    examples: ['How did we do?'],
  }),
  delayMinutes: Type.Integer({ minimum: 0, maximum: 43_200, description: 'Minutes from the resolution to the mail.' }),
  remindAfterDays: nullable(Type.Integer({ minimum: 1, maximum: 90 }), {
    description: 'Days after which a customer who has not answered is reminded, once. Null: never.',
  }),
  expiresAfterDays: Type.Integer({ minimum: 1, maximum: 365, description: 'Days after which a request takes no answer any more.' }),
  minDaysBetween: Type.Integer({ minimum: 0, maximum: 365, description: 'Days during which a customer is asked at most once.' }),
  samplePercent: Type.Integer({ minimum: 1, maximum: 100, description: 'The share of resolved threads that are asked about.' }),
  onlyAnswered: Type.Boolean({ description: 'Whether only threads are asked about in which an agent has answered.' }),
  notAfterAutomatic: Type.Boolean({ description: 'Whether threads are not asked about that a rule or another program resolved.' }),
}

/** Fields of a response. */
export const satisfactionOutput = {
  ...satisfactionFields,
  exceptLabelIds: Type.Array(idOutput('lbl', 'A label.'), { description: onlyLabels }),
}
/** Fields of a body. */
export const satisfactionInput = {
  ...satisfactionFields,
  exceptLabelIds: Type.Array(idInput('lbl', 'A label.'), { maxItems: 50, uniqueItems: true, description: onlyLabels }),
}

export const satisfactionExample = {
  enabled: true,
  scale: 'STARS' as const,
  question: 'How did we do?',
  delayMinutes: 60,
  remindAfterDays: null,
  expiresAfterDays: 28,
  minDaysBetween: 14,
  samplePercent: 100,
  onlyAnswered: true,
  notAfterAutomatic: true,
  exceptLabelIds: [],
}
