/** Form controls for the fields of each action type. */
import type { ComponentType } from 'react'
import type { RuleAction } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { formatDuration } from '../../ui/duration.ts'
import { Select } from '../../ui/select.tsx'
import type { createReferenceInput } from '../catalogue/reference-input.tsx'
import { userSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import type { ActionInputProps } from './action-input.ts'
import { cannedResponseSource } from './use-rule-names.ts'

type Field = Exclude<keyof RuleAction, 'type'>

/** Returns the action with one field changed. Undefined removes the field. */
function withField(action: RuleAction, field: Field, value: unknown): RuleAction {
  const { [field]: _, ...others } = action
  // Safe because each control sets only its own field, and the service validates the value.
  return (value === undefined ? others : { ...others, [field]: value }) as RuleAction
}

type ReferenceInput = ReturnType<typeof createReferenceInput>

/** Creates the control of an action with a single field. */
export function fieldOf(field: Field, Input: ReferenceInput, mayBeNull = false): ComponentType<ActionInputProps> {
  return function ActionField({ id, action, onChange, isReadOnly, describedBy, isInvalid }: ActionInputProps) {
    return (
      <Input
        id={id}
        value={action[field]}
        values={{}}
        onChange={(value) => onChange(withField(action, field, value === null && !mayBeNull ? undefined : value))}
        describedBy={describedBy}
        isInvalid={isInvalid}
        isReadOnly={isReadOnly}
        problems={{}}
      />
    )
  }
}

export function choiceOf(field: Field, options: readonly (readonly [value: string, label: string])[]): ComponentType<ActionInputProps> {
  return function ActionChoice({ id, action, onChange, isReadOnly, describedBy, isInvalid }: ActionInputProps) {
    return (
      <Select
        id={id}
        disabled={isReadOnly}
        className="w-60 max-w-full"
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        options={options.map(([value, label]) => ({ value, label }))}
        value={String(action[field]).toLowerCase()}
        onChange={(value) => onChange(withField(action, field, value))}
      />
    )
  }
}

const person = 'PERSON'
const nobody = 'NOBODY'

/** Chooses the assignee: a team member picked by a strategy, a specific agent, or nobody (unassign). */
export function AssignFields({ id, action, onChange, isReadOnly, describedBy, isInvalid }: ActionInputProps) {
  const { assigneeId, strategy } = action
  const { data: users = [] } = useAllItems(userSource)
  const how = strategy ?? (assigneeId === null ? nobody : person)
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        id={id}
        disabled={isReadOnly}
        className="w-72 max-w-full"
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        options={[
          { value: 'ROUND_ROBIN', label: t('to whoever is next in the team') },
          { value: 'LEAST_LOADED', label: t('to whoever in the team has the fewest threads') },
          { value: person, label: t('to a certain person') },
          { value: nobody, label: t('to no one') },
        ]}
        value={how}
        onChange={(next) => {
          if (next === nobody) onChange({ type: 'ASSIGN', assigneeId: null })
          else if (next === person) onChange({ type: 'ASSIGN' })
          else if (next === 'ROUND_ROBIN' || next === 'LEAST_LOADED') onChange({ type: 'ASSIGN', strategy: next })
        }}
      />
      {how === person && (
        <Select
          label={t('Person')}
          disabled={isReadOnly}
          className="w-60 max-w-full"
          aria-invalid={isInvalid}
          placeholder={t('Choose a person')}
          options={users.map((user) => ({ value: user.id, label: user.name }))}
          value={assigneeId ?? ''}
          onChange={(next) => onChange({ type: 'ASSIGN', assigneeId: next })}
        />
      )}
    </div>
  )
}

/** Saved replies that a rule can use: shared ones only, because the owner of a personal one could change it without anyone noticing. */
export function CannedFields({ id, action, onChange, isReadOnly, describedBy, isInvalid }: ActionInputProps) {
  const { data: replies = [] } = useAllItems(cannedResponseSource)
  return (
    <Select
      id={id}
      disabled={isReadOnly}
      className="w-full"
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      placeholder={t('Choose a saved reply')}
      options={replies.filter(({ visibility }) => visibility === 'SHARED').map((reply) => ({ value: reply.id, label: reply.title }))}
      value={action.cannedResponseId ?? ''}
      onChange={(next) => onChange(withField(action, 'cannedResponseId', next))}
    />
  )
}

const nextWorkingDay = 'NEXT_WORKING_DAY'

export function SnoozeFields({ id, action, onChange, isReadOnly, describedBy, isInvalid }: ActionInputProps) {
  const { durationSeconds, until } = action
  const usual = [3600, 14_400, 86_400, 259_200, 604_800]
  const durations = durationSeconds === undefined || usual.includes(durationSeconds) ? usual : [durationSeconds, ...usual]
  return (
    <Select
      id={id}
      disabled={isReadOnly}
      className="w-60 max-w-full"
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      options={[
        { value: '', label: t('until the customer writes') },
        { value: nextWorkingDay, label: t('until the next working day') },
        ...durations.map((seconds) => ({
          value: String(seconds),
          label: t('for {duration}', { duration: formatDuration(seconds, 'seconds') }),
        })),
      ]}
      value={until ?? (durationSeconds === undefined ? '' : String(durationSeconds))}
      onChange={(next) =>
        onChange({
          type: 'SNOOZE',
          ...(next === '' ? {} : next === nextWorkingDay ? { until: nextWorkingDay } : { durationSeconds: Number(next) }),
        })
      }
    />
  )
}
