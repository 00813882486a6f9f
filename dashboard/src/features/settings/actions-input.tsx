import type { ComponentType } from 'react'
import type { CannedResponseAction } from '@skein/client'
import { Button } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/duration.ts'
import type { CustomInput } from '../../ui/form/fields.ts'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { labelSource, teamSource, userSource } from '../catalogue/sources.ts'
import { FieldsJsonInput } from './fields-json-input.tsx'

type Kind = {
  name: string
  /** The field of the action that this input edits, and the field's first value. */
  field: string
  start: unknown
  Input: ComponentType<CustomInput>
}

const statuses = { open: 'Open', pending: 'Pending', resolved: 'Resolved', closed: 'Closed' }
const priorities = { low: 'Low', normal: 'Normal', high: 'High', urgent: 'Urgent' }
const durations = { '3600': 'an hour', '14400': 'four hours', '86400': 'a day', '259200': 'three days', '604800': 'a week' }

const kinds: Readonly<Record<CannedResponseAction['type'], Kind>> = {
  SET_STATUS: { name: 'Set the status', field: 'status', start: 'resolved', Input: createChoiceInput(statuses) },
  SET_PRIORITY: { name: 'Set the priority', field: 'priority', start: 'high', Input: createChoiceInput(priorities) },
  ASSIGN: { name: 'Assign to', field: 'assigneeId', start: null, Input: createReferenceInput(userSource, { empty: 'Nobody' }) },
  SET_TEAM: { name: 'Hand to the team', field: 'teamId', start: null, Input: createReferenceInput(teamSource) },
  ADD_LABELS: { name: 'Add labels', field: 'labelIds', start: [], Input: createReferenceInput(labelSource, { many: true }) },
  REMOVE_LABELS: { name: 'Remove labels', field: 'labelIds', start: [], Input: createReferenceInput(labelSource, { many: true }) },
  SET_CUSTOM_FIELDS: { name: 'Set custom fields', field: 'customFields', start: {}, Input: FieldsJsonInput },
  SNOOZE: { name: 'Snooze for', field: 'durationSeconds', start: 86_400, Input: createChoiceInput(durations, Number, describeSnooze) },
  ADD_NOTE: { name: 'Add a note', field: 'body', start: null, Input: NoteInput },
}

/** Edits the actions of a canned response, in the order in which they run. */
export function ActionsInput({ id, value, values, onChange, describedBy, isReadOnly, problems }: CustomInput) {
  // Safe because the API defines this value and only this input changes it.
  const actions = (Array.isArray(value) ? value : []) as readonly CannedResponseAction[]
  const change = (at: number, action: CannedResponseAction): void => onChange(actions.map((each, index) => (index === at ? action : each)))
  return (
    <div className="grid gap-2">
      {actions.map((action, at) => {
        const { name, field, Input } = kinds[action.type]
        const problem = Object.entries(problems).find(([path]) => path.startsWith(`[${at}]`))?.[1]
        return (
          // Two actions may be equal, so only the index identifies them.
          // oxlint-disable-next-line react/no-array-index-key -- see above.
          <div key={`${at}-${action.type}`} className="rounded-md border border-line p-2.5">
            <div className="mb-1.5 flex items-center justify-between gap-2">
              <label htmlFor={`${id}-${at}`} className="text-sm">
                {name}
              </label>
              <Button
                look="plain"
                disabled={isReadOnly}
                aria-label={`Remove: ${name}`}
                onClick={() => onChange(actions.filter((_, index) => index !== at))}
              >
                ×
              </Button>
            </div>
            <Input
              id={`${id}-${at}`}
              // Safe because every kind of action has its field.
              value={(action as Record<string, unknown>)[field]}
              values={values}
              onChange={(next) => change(at, { ...action, [field]: next })}
              describedBy={describedBy}
              isInvalid={problem !== undefined}
              isReadOnly={isReadOnly}
              problems={{}}
            />
          </div>
        )
      })}
      {!isReadOnly && (
        <select
          aria-label="Add a change"
          className="h-8 w-60 max-w-full rounded-md border border-line-strong bg-surface px-2 text-sm"
          value=""
          onChange={(event) => {
            const type = types.find((each) => each === event.target.value)
            if (type) onChange([...actions, { type, [kinds[type].field]: kinds[type].start }])
          }}
        >
          <option value="">Add a change…</option>
          {types.map((type) => (
            <option key={type} value={type}>
              {kinds[type].name}
            </option>
          ))}
        </select>
      )}
    </div>
  )
}

/** The value without which the service refuses an action, as part of a sentence. */
const requirements: Readonly<Partial<Record<CannedResponseAction['type'], string>>> = {
  SET_TEAM: 'a team',
  ADD_LABELS: 'a label',
  REMOVE_LABELS: 'a label',
  SET_CUSTOM_FIELDS: 'a field',
}

/** Returns the problem of the first action whose required value is missing, or null. */
export function findIncompleteAction(value: unknown): { field: string; message: string } | null {
  // Safe because only ActionsInput changes the value.
  const actions = (Array.isArray(value) ? value : []) as readonly CannedResponseAction[]
  for (const [at, action] of actions.entries()) {
    const { name, field } = kinds[action.type]
    const part = (action as Record<string, unknown>)[field] ?? null
    const needed = requirements[action.type]
    if (needed !== undefined && (part === null || Object.keys(part).length === 0))
      return { field: `actions[${at}].${field}`, message: `need ${needed} in “${name}”` }
  }
  return null
}

// Safe because the keys of the table are the action types.
const types = Object.keys(kinds) as CannedResponseAction['type'][]

/** Describes a snooze that is not in the list: another duration, set through the API, or none, which lasts until the customer writes. */
function describeSnooze(value: unknown): string {
  return typeof value === 'number' ? formatDuration(value, 'seconds') : 'until the customer writes'
}

function createChoiceInput(
  labels: Readonly<Record<string, string>>,
  read: (text: string) => unknown = String,
  describeOther: (value: unknown) => string = String,
): ComponentType<CustomInput> {
  return function ChoiceInput({ id, value, onChange, isReadOnly }: CustomInput) {
    const known = String(value) in labels
    return (
      <select
        id={id}
        disabled={isReadOnly}
        className="h-8 max-w-full rounded-md border border-line-strong bg-surface px-2 text-sm"
        value={String(value)}
        onChange={(event) => onChange(read(event.target.value))}
      >
        {!known && <option value={String(value)}>{describeOther(value)}</option>}
        {Object.entries(labels).map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    )
  }
}

function NoteInput({ id, value, onChange, isReadOnly }: CustomInput) {
  return (
    <textarea
      id={id}
      rows={3}
      dir="auto"
      required
      disabled={isReadOnly}
      className="w-full rounded-md border border-line-strong bg-surface px-2 py-1.5 text-sm"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
