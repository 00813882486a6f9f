import type { SlaPolicy } from '@skein/client'
import { formatMinutes } from '../../../ui/duration.ts'
import type { CustomInput } from '../../../ui/form/fields.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import { CatalogueScreen } from '../../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../../catalogue/reference-input.tsx'
import { businessHoursSource, slaPolicySource } from '../../catalogue/sources.ts'
import { metricNames } from '../../threads/sla.ts'
import { CheckboxesInput } from './checkboxes-input.tsx'
import { ConditionsInput } from './conditions-input.tsx'
import { TargetsInput } from './targets-input.tsx'

const slaPolicies: Catalogue<SlaPolicy> = {
  ...slaPolicySource,
  title: 'SLA policies',
  reference: 'sla-policies',
  guide: 'service-levels',
  lead: 'How soon threads are answered and resolved. A thread gets the first of these policies whose conditions it meets, otherwise that of its inbox, and keeps its promises when a policy changes.',
  emptyHint: 'For example: urgent threads are answered within 30 minutes.',
  searchIn: ({ name }) => [name],
  compareRows: (one, other) => one.order - other.order,
  columns: [
    { header: 'Name', cell: ({ name }) => name },
    { header: 'Promises', cell: ({ targets }) => summarizeTargets(targets), grows: true },
    { header: 'Order', cell: ({ order }) => order.toLocaleString(), align: 'end', from: 'sm' },
  ],
  fields: [
    { kind: 'text', name: 'name', label: 'Name', required: true, maxLength: 64 },
    { kind: 'number', name: 'order', label: 'Order', min: 0, max: 1_000_000, hint: 'Policies are tried in this order, the lowest first.' },
    {
      kind: 'custom',
      name: 'targets',
      label: 'Promises',
      isGroup: true,
      Input: TargetsInput,
      hint: 'For example 30m, 2h, 1:30 or 1d 4h; a number alone means minutes. A day has 24 hours. With business hours, only time within them counts. Empty: no promise.',
    },
    {
      kind: 'custom',
      name: 'businessHoursId',
      label: 'Business hours',
      Input: createReferenceInput(businessHoursSource, { empty: 'Around the clock' }),
      hint: 'Time counts only within these hours.',
    },
    {
      kind: 'number',
      name: 'warningPercent',
      label: 'Warn when this much time is left',
      min: 1,
      max: 99,
      unit: '%',
      hint: 'Of the time that was promised. Webhooks are sent sla.warning, and lists show the thread as due soon.',
    },
    { kind: 'custom', name: 'pauseOn', label: 'Clocks pause while the thread is', isGroup: true, Input: PauseInput },
    { kind: 'custom', name: 'conditions', label: 'For threads with', isGroup: true, Input: ConditionsInput },
    {
      kind: 'check',
      name: 'onlyByInbox',
      label: 'Only for inboxes that name it',
      hint: 'Whatever the conditions are: chosen in the settings of an inbox.',
    },
  ],
  initial: { order: 0, targets: {}, conditions: {}, pauseOn: ['pending'], warningPercent: 20 },
  removal: { verb: 'Delete', consequence: () => 'Threads keep what they were promised. A policy that an inbox names is not deleted.' },
}

export function SlaPoliciesScreen() {
  return <CatalogueScreen catalogue={slaPolicies} />
}

const statuses = { open: 'Open', pending: 'Pending', resolved: 'Resolved', closed: 'Closed' }

function PauseInput({ value, onChange, isReadOnly }: CustomInput) {
  const chosen = Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
  return <CheckboxesInput label="Status" options={statuses} {...{ chosen, isReadOnly, onChange }} />
}

/** Summarises the targets of a policy: per metric, the range over all priorities. */
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
      const [least, most] = [Math.min(...all), Math.max(...all)]
      return [`${name} ${formatMinutes(least)}${most === least ? '' : ` to ${formatMinutes(most)}`}`]
    })
    .map((part, i) => (i === 0 ? part : `${part[0]?.toLowerCase()}${part.slice(1)}`))
    .join(', ')
}
