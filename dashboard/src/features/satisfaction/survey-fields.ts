/** Fields of the satisfaction survey, for the workspace and for inboxes with their own survey. */
import { t } from '../../texts/texts.ts'
import type { FieldSpec, Values } from '../../ui/form/fields.ts'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { labelSource } from '../catalogue/sources.ts'
import { createChoiceCards } from '../catalogue/choice-cards.tsx'
import { createSurveyPreview } from './survey-preview.tsx'

const days = { kind: 'duration', max: 365, unit: 'days' } as const

/** Returns the survey's fields, named as in a record with `satisfaction`; `when` hides all of them. */
export function createSurveyFields(workspace: { name: string; locale: string }, when?: (values: Values) => boolean): readonly FieldSpec[] {
  const fields: FieldSpec[] = [
    {
      group: t('Automatic survey'),
      kind: 'check',
      name: 'satisfaction.enabled',
      label: t('Ask customers how it went'),
      hint: t('After a thread is resolved, we email its customer and ask for a rating. When it’s off, you can still ask from a thread.'),
    },
    {
      group: t('What customers see'),
      kind: 'custom',
      name: 'satisfaction.scale',
      label: t('They choose from'),
      isGroup: true,
      Input: createChoiceCards([
        { value: 'STARS', label: t('Stars'), hint: t('One to five. Customers with four or five are satisfied.') },
        { value: 'THUMBS', label: t('Thumbs'), hint: t('Up or down, the quickest to answer.') },
      ]),
    },
    {
      kind: 'text',
      name: 'satisfaction.question',
      label: t('Question'),
      maxLength: 500,
      placeholder: t('How did we do?'),
      hint: t('Leave it empty to use ours, in the workspace’s language.'),
    },
    { kind: 'custom', name: 'satisfaction.preview', label: t('Preview'), isGroup: true, Input: createSurveyPreview(workspace) },
    {
      group: t('When we ask'),
      kind: 'duration',
      name: 'satisfaction.delayMinutes',
      label: t('Wait after a thread is resolved'),
      min: 0,
      max: 43_200,
      unit: 'minutes',
      required: true,
      hint: t('We don’t ask if the thread is reopened before then.'),
    },
    {
      ...days,
      name: 'satisfaction.remindAfterDays',
      label: t('Remind customers after'),
      min: 1,
      max: 90,
      hint: t('Once, if they haven’t answered. Leave it empty to send no reminder.'),
    },
    {
      ...days,
      name: 'satisfaction.expiresAfterDays',
      label: t('Accept ratings for'),
      min: 1,
      required: true,
      hint: t('Until then, customers can also change their rating.'),
    },
    {
      group: t('Who we ask'),
      ...days,
      name: 'satisfaction.minDaysBetween',
      label: t('Ask a customer at most once in'),
      min: 0,
      required: true,
      hint: t('Write 0 to ask after every thread.'),
    },
    {
      kind: 'number',
      name: 'satisfaction.samplePercent',
      label: t('Share of threads we ask about'),
      min: 1,
      max: 100,
      unit: '%',
      required: true,
    },
    { kind: 'check', name: 'satisfaction.onlyAnswered', label: t('Only if someone on your team replied') },
    {
      kind: 'check',
      name: 'satisfaction.notAfterAutomatic',
      label: t('Only if a person resolved the thread'),
      hint: t('We don’t ask if an automation or another program resolved it.'),
    },
    {
      kind: 'custom',
      name: 'satisfaction.exceptLabelIds',
      label: t('Don’t ask about threads with these labels'),
      Input: createReferenceInput(labelSource, { many: true, empty: t('Choose labels') }),
    },
  ]
  return when === undefined ? fields : fields.map((field) => Object.assign(field, { when }))
}
