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
  /** The field of the action that says what, and what it begins with. */
  field: string
  start: unknown
  Input: ComponentType<CustomInput>
}

const statuses = { open: 'Open', pending: 'Pending', resolved: 'Resolved', closed: 'Closed' }
const priorities = { low: 'Low', normal: 'Normal', high: 'High', urgent: 'Urgent' }
const durations = { '3600': 'an hour', '14400': 'four hours', '86400': 'a day', '259200': 'three days', '604800': 'a week' }

const kinds: Readonly<Record<CannedResponseAction['type'], Kind>> = {
  SET_STATUS: { name: 'Set the status', field: 'status', start: 'resolved', Input: oneOf(statuses) },
  SET_PRIORITY: { name: 'Set the priority', field: 'priority', start: 'high', Input: oneOf(priorities) },
  ASSIGN: { name: 'Assign to', field: 'assigneeId', start: null, Input: createReferenceInput(userSource, { empty: 'Nobody' }) },
  SET_TEAM: { name: 'Hand to the team', field: 'teamId', start: null, Input: createReferenceInput(teamSource) },
  ADD_LABELS: { name: 'Add labels', field: 'labelIds', start: [], Input: createReferenceInput(labelSource, { many: true }) },
  REMOVE_LABELS: { name: 'Remove labels', field: 'labelIds', start: [], Input: createReferenceInput(labelSource, { many: true }) },
  SET_CUSTOM_FIELDS: { name: 'Set custom fields', field: 'customFields', start: {}, Input: FieldsJsonInput },
  SNOOZE: { name: 'Snooze for', field: 'durationSeconds', start: 86_400, Input: oneOf(durations, Number, snoozeWords) },
  ADD_NOTE: { name: 'Add a note', field: 'body', start: null, Input: NoteInput },
}

/** What is done to the thread, in order. */
export function ActionsInput({ id, value, values, onChange, describedBy, isReadOnly, problems }: CustomInput) {
  // Safe because the value is that of the API's field, and this input alone changes it.
  const actions = (Array.isArray(value) ? value : []) as readonly CannedResponseAction[]
  const change = (at: number, action: CannedResponseAction): void => onChange(actions.map((each, index) => (index === at ? action : each)))
  return (
    <div className="grid gap-2">
      {actions.map((action, at) => {
        const { name, field, Input } = kinds[action.type]
        const problem = Object.entries(problems).find(([path]) => path.startsWith(`[${at}]`))?.[1]
        return (
          // Actions have no other name than their place.
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
              // Safe because each kind of action has its field.
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

/** What an action must have that the service refuses to be without, for a sentence. */
const neededParts: Readonly<Partial<Record<CannedResponseAction['type'], string>>> = {
  SET_TEAM: 'a team',
  ADD_LABELS: 'a label',
  REMOVE_LABELS: 'a label',
  SET_CUSTOM_FIELDS: 'a field',
}

/** The first action without what it adds or sets, as what is wrong with the field; null when there is none. */
export function emptyAction(value: unknown): { field: string; message: string } | null {
  // Safe because ActionsInput alone changes the value.
  const actions = (Array.isArray(value) ? value : []) as readonly CannedResponseAction[]
  for (const [at, action] of actions.entries()) {
    const { name, field } = kinds[action.type]
    const part = (action as Record<string, unknown>)[field] ?? null
    const needed = neededParts[action.type]
    if (needed !== undefined && (part === null || Object.keys(part).length === 0))
      return { field: `actions[${at}].${field}`, message: `need ${needed} in “${name}”` }
  }
  return null
}

// Safe because the keys of the table are the types.
const types = Object.keys(kinds) as CannedResponseAction['type'][]

/** Words for a duration that programs chose; an action without one snoozes until the customer writes. */
function snoozeWords(value: unknown): string {
  return typeof value === 'number' ? formatDuration(value, 'seconds') : 'until the customer writes'
}

function oneOf(
  words: Readonly<Record<string, string>>,
  read: (text: string) => unknown = String,
  otherWords: (value: unknown) => string = String,
): ComponentType<CustomInput> {
  return function ChoiceInput({ id, value, onChange, isReadOnly }: CustomInput) {
    const known = String(value) in words
    return (
      <select
        id={id}
        disabled={isReadOnly}
        className="h-8 max-w-full rounded-md border border-line-strong bg-surface px-2 text-sm"
        value={String(value)}
        onChange={(event) => onChange(read(event.target.value))}
      >
        {!known && <option value={String(value)}>{otherWords(value)}</option>}
        {Object.entries(words).map(([each, name]) => (
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
