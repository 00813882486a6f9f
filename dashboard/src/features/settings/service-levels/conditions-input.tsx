import type { SlaConditions } from '@skein/client'
import { lazily, t } from '../../../texts/texts.ts'
import type { CustomInput } from '../../../ui/form/fields.ts'
import { createReferenceInput } from '../../catalogue/reference-input.tsx'
import { inboxSource, labelSource, teamSource } from '../../catalogue/sources.ts'
import { channels } from '../../threads/channel-icons.ts'
import { priorityNames } from '../../threads/names.ts'
import { CheckboxesInput } from './checkboxes-input.tsx'
import { CustomerFieldsInput } from './customer-fields-input.tsx'

const channelNames = Object.fromEntries(Object.entries(channels).map(([channel, { name }]) => [channel, name]))
const references = lazily(
  () =>
    [
      ['inboxIds', t('Inboxes'), createReferenceInput(inboxSource, { many: true, empty: t('All inboxes') })],
      ['teamIds', t('Teams'), createReferenceInput(teamSource, { many: true, empty: t('All teams') })],
      ['labelIds', t('Labels'), createReferenceInput(labelSource, { many: true, empty: t('Any or none') })],
    ] as const,
)

/** The conditions of a policy. A thread must meet all conditions; within a list, one value is enough. */
export function ConditionsInput(props: CustomInput) {
  const { id, value, onChange } = props
  // Safe because the API defines this value and only this input changes it.
  const conditions = (value ?? {}) as SlaConditions
  const change = (name: keyof SlaConditions, next: unknown): void => {
    const { [name]: _, ...others } = conditions
    onChange(Array.isArray(next) && next.length > 0 ? { ...others, [name]: next } : others)
  }
  const heading = 'mb-1 text-xs text-muted'
  return (
    <div className="grid gap-3">
      <CheckboxesInput
        label={t('Priority')}
        options={priorityNames}
        chosen={conditions.priorities ?? []}
        isReadOnly={props.isReadOnly}
        onChange={(next) => change('priorities', next)}
      />
      <CheckboxesInput
        label={t('Channel')}
        options={channelNames}
        chosen={conditions.channels ?? []}
        isReadOnly={props.isReadOnly}
        onChange={(next) => change('channels', next)}
      />
      {references().map(([name, label, Reference]) => (
        <div key={name} role="group" aria-label={label}>
          <p className={heading}>{label}</p>
          <Reference {...props} id={`${id}-${name}`} value={conditions[name] ?? []} onChange={(next) => change(name, next)} />
        </div>
      ))}
      <CustomerFieldsInput
        conditions={conditions.customerFields ?? []}
        isReadOnly={props.isReadOnly}
        onChange={(next) => change('customerFields', next)}
      />
    </div>
  )
}
