import type { SlaPolicy } from '@skein/client'
import { formatLocale } from '../../../texts/language.ts'
import { lazily, plural, t } from '../../../texts/texts.ts'
import { formatMinutes } from '../../../ui/duration.ts'
import type { CustomInput } from '../../../ui/form/fields.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { CatalogueScreen } from '../../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../../catalogue/reference-input.tsx'
import { businessHoursSource, slaPolicySource } from '../../catalogue/sources.ts'
import { statusNames } from '../../threads/names.ts'
import { metricNames } from '../../threads/sla.ts'
import { CheckboxesInput } from './checkboxes-input.tsx'
import { ConditionsInput } from './conditions-input.tsx'
import { TargetsInput } from './targets-input.tsx'

const slaPolicies = lazily(
  (): Catalogue<SlaPolicy> => ({
    ...slaPolicySource,
    title: t('Response targets'),
    texts: {
      count: (count) => plural(count, '{count} target', '{count} targets'),
      search: t('Search response targets'),
      add: t('New target'),
      create: t('Create target'),
      empty: t('No response targets yet. You could promise a first reply to urgent threads within 30 minutes, for example.'),
    },
    reference: 'sla-policies',
    guide: 'for-admins/response-targets',
    lead: t(
      'How soon customers get an answer. A thread gets the first target whose conditions it meets, or else the target of its inbox. Later changes don’t touch threads that have one already.',
    ),
    searchIn: ({ name }) => [name],
    compareRows: (one, other) => one.order - other.order,
    columns: [
      { header: t('Name'), cell: ({ name }) => name },
      { header: t('Targets'), cell: ({ targets }) => summarizeTargets(targets), grows: true },
      { header: t('Order'), cell: ({ order }) => order.toLocaleString(formatLocale), align: 'end', from: 'sm' },
    ],
    fields: [
      { kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 64 },
      { kind: 'number', name: 'order', label: t('Order'), min: 0, max: 1_000_000, hint: t('We try the lowest number first.') },
      {
        kind: 'custom',
        name: 'targets',
        label: t('Targets'),
        isGroup: true,
        Input: TargetsInput,
        hint: t(
          'Write 30m, 2h, 1:30 or 1d 4h; a number alone means minutes. A day has 24 hours. With business hours, only time within them counts. Leave a field empty for no target.',
        ),
      },
      {
        kind: 'custom',
        name: 'businessHoursId',
        label: t('Business hours'),
        Input: createReferenceInput(businessHoursSource, { empty: t('Around the clock') }),
        hint: t('Time counts only within these hours.'),
      },
      {
        kind: 'number',
        name: 'warningPercent',
        label: t('Warn when this much time is left'),
        min: 1,
        max: 99,
        unit: '%',
        hint: t('Lists then show the thread as due soon, and your webhooks receive sla.warning.'),
      },
      { kind: 'custom', name: 'pauseOn', label: t('Pause the timer while the thread is'), isGroup: true, Input: PauseInput },
      { kind: 'custom', name: 'conditions', label: t('For threads with'), isGroup: true, Input: ConditionsInput },
      {
        kind: 'check',
        name: 'onlyByInbox',
        label: t('Only for inboxes that choose it'),
        hint: t('Applies to threads in inboxes that use this target.'),
      },
    ],
    initial: { order: 0, targets: {}, conditions: {}, pauseOn: ['pending'], warningPercent: 20 },
    removal: {
      kind: 'delete',
      confirm: t('Delete target'),
      consequence: () => t('Threads keep the target they have. You can’t delete a target that an inbox uses.'),
    },
  }),
)

export function SlaPoliciesScreen() {
  return <CatalogueScreen catalogue={slaPolicies()} />
}

function PauseInput({ value, onChange, isReadOnly }: CustomInput) {
  const chosen = Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
  return <CheckboxesInput label={t('Status')} options={statusNames} {...{ chosen, isReadOnly, onChange }} />
}

/** Summarises the targets of a policy: for each metric, the range across priorities. */
function summarizeTargets({ firstResponse, nextResponse, resolution }: SlaPolicy['targets']): string {
  const parts = [
    [metricNames.FIRST_RESPONSE, firstResponse],
    [metricNames.NEXT_RESPONSE, nextResponse],
    [metricNames.RESOLUTION, resolution],
  ] as const
  return parts
    .flatMap(([name, minutes]) => {
      const all = Object.values(minutes ?? {})
      if (all.length === 0) return []
      const [least, most] = [formatMinutes(Math.min(...all)), formatMinutes(Math.max(...all))]
      return least === most
        ? t('{target} {time}', { target: t(name), time: least })
        : t('{target} {least} to {most}', { target: t(name), least, most })
    })
    .join(' · ')
}
