import type { ComponentType } from 'react'
import type { CannedResponseAction } from '@skein/client'
import { lazily, message, t, type Message } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/duration.ts'
import type { CustomInput } from '../../ui/form/fields.ts'
import { Select } from '../../ui/select.tsx'
import { Icon } from '../../ui/icon.tsx'
import { X } from '../../ui/icons.ts'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { labelSource, teamSource, userSource, webhookSource } from '../catalogue/sources.ts'
import { priorityNames, statusNames } from '../threads/names.ts'
import { FieldsJsonInput } from './fields-json-input.tsx'

type Kind = {
  name: string
  /** The action's field that this input edits, and its initial value. */
  field: string
  start: unknown
  Input: ComponentType<CustomInput>
  /** Reads the input's value from an action. Default: the value of the field. */
  read?: (action: CannedResponseAction) => unknown
  /** Converts the input's value to fields of the action. Default: sets the field. */
  write?: (value: unknown) => object
}

const kinds = lazily((): Readonly<Record<CannedResponseAction['type'], Kind>> => {
  const translate = (names: Readonly<Record<string, Message>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(names).map(([value, name]) => [value, t(name)]))
  const durations = {
    '3600': t('an hour'),
    '14400': t('four hours'),
    '86400': t('a day'),
    '259200': t('three days'),
    '604800': t('a week'),
    NEXT_WORKING_DAY: t('until the next working day'),
    '': t('until the customer writes'),
  }
  const LabelsInput = createReferenceInput(labelSource, { many: true, empty: t('Choose labels') })
  const UsersInput = createReferenceInput(userSource, { many: true, empty: t('Choose people') })
  return {
    SET_STATUS: { name: t('Set the status'), field: 'status', start: 'resolved', Input: createChoiceInput(translate(statusNames)) },
    SET_PRIORITY: { name: t('Set the priority'), field: 'priority', start: 'high', Input: createChoiceInput(translate(priorityNames)) },
    ASSIGN: {
      name: t('Assign to'),
      field: 'assigneeId',
      start: null,
      Input: createReferenceInput(userSource, { empty: t('No one'), more: [{ id: 'me', name: t('Whoever applies it') }] }),
    },
    SET_TEAM: {
      name: t('Move to team'),
      field: 'teamId',
      start: null,
      Input: createReferenceInput(teamSource, { empty: t('Choose a team') }),
    },
    ADD_LABELS: { name: t('Add labels'), field: 'labelIds', start: [], Input: LabelsInput },
    REMOVE_LABELS: { name: t('Remove labels'), field: 'labelIds', start: [], Input: LabelsInput },
    SET_CUSTOM_FIELDS: { name: t('Set custom fields'), field: 'customFields', start: {}, Input: FieldsJsonInput },
    SNOOZE: {
      name: t('Snooze'),
      field: 'durationSeconds',
      start: 86_400,
      Input: createChoiceInput(durations, String, (seconds) => formatDuration(Number(seconds), 'seconds')),
      read: ({ until, durationSeconds }) => until ?? durationSeconds ?? '',
      write: (value) => (value === '' ? {} : value === 'NEXT_WORKING_DAY' ? { until: value } : { durationSeconds: Number(value) }),
    },
    ADD_NOTE: { name: t('Add an internal note'), field: 'body', start: null, Input: NoteInput },
    ADD_FOLLOWERS: { name: t('Add followers'), field: 'userIds', start: [], Input: UsersInput },
    REMOVE_FOLLOWERS: { name: t('Remove followers'), field: 'userIds', start: [], Input: UsersInput },
    REQUEST_SATISFACTION: { name: t('Ask the customer how it went'), field: 'type', start: 'REQUEST_SATISFACTION', Input: NoInput },
    SEND_WEBHOOK: {
      name: t('Call a webhook'),
      field: 'webhookId',
      start: null,
      Input: createReferenceInput(webhookSource, { empty: t('Choose a webhook') }),
    },
  }
})

/** Edits the actions of a canned response, in the order in which they run. */
export function ActionsInput({ id, value, values, onChange, describedBy, isReadOnly, problems }: CustomInput) {
  // Safe because the API defines this value and only this input changes it.
  const actions = (Array.isArray(value) ? value : []) as readonly CannedResponseAction[]
  const change = (at: number, action: CannedResponseAction): void => onChange(actions.map((each, index) => (index === at ? action : each)))
  return (
    <div className="grid gap-2">
      {actions.map((action, at) => {
        const { name, field, Input, read, write } = kinds()[action.type]
        const problem = Object.entries(problems).find(([path]) => path.startsWith(`[${at}]`))?.[1]
        return (
          // Two actions may be equal, so only the index identifies them.
          // oxlint-disable-next-line react/no-array-index-key -- see above.
          <div key={`${at}-${action.type}`} className="rounded-lg border border-line bg-surface p-3">
            <div className="mb-1.5 flex items-center justify-between gap-2">
              <label htmlFor={`${id}-${at}`} className="font-medium">
                {name}
              </label>
              <Button
                look="plain"
                disabled={isReadOnly}
                aria-label={t('Remove: {name}', { name })}
                onClick={() => onChange(actions.filter((_, index) => index !== at))}
              >
                <Icon of={X} size={14} />
              </Button>
            </div>
            <Input
              id={`${id}-${at}`}
              // Safe because every action type has this field.
              value={read ? read(action) : (action as Record<string, unknown>)[field]}
              values={values}
              onChange={(next) => change(at, write ? { type: action.type, ...write(next) } : { ...action, [field]: next })}
              describedBy={describedBy}
              isInvalid={problem !== undefined}
              isReadOnly={isReadOnly}
              problems={{}}
            />
          </div>
        )
      })}
      {!isReadOnly && (
        <Select
          label={t('Add a change')}
          className="w-60 max-w-full"
          placeholder={t('Add a change…')}
          options={types.map((type) => ({ value: type, label: kinds()[type].name }))}
          value=""
          onChange={(chosen) => {
            const type = types.find((each) => each === chosen)
            if (type) onChange([...actions, { type, [kinds()[type].field]: kinds()[type].start }])
          }}
        />
      )}
    </div>
  )
}

/** Errors of actions whose required value is missing, which the service would refuse. */
const requirements: Readonly<Partial<Record<CannedResponseAction['type'], Message>>> = {
  SET_TEAM: message('Choose a team to hand the thread to.'),
  ADD_LABELS: message('Choose at least one label to add.'),
  REMOVE_LABELS: message('Choose at least one label to remove.'),
  SET_CUSTOM_FIELDS: message('Write down at least one custom field to set.'),
  ADD_FOLLOWERS: message('Choose at least one person to follow the thread.'),
  REMOVE_FOLLOWERS: message('Choose at least one person who no longer follows the thread.'),
  SEND_WEBHOOK: message('Choose a webhook to send the thread to.'),
}

/** Returns the error of the first action whose required value is missing, or null. */
export function findIncompleteAction(value: unknown): { field: string; message: string } | null {
  // Safe because only ActionsInput changes the value.
  const actions = (Array.isArray(value) ? value : []) as readonly CannedResponseAction[]
  for (const [at, action] of actions.entries()) {
    const { field } = kinds()[action.type]
    const part = (action as Record<string, unknown>)[field] ?? null
    const problem = requirements[action.type]
    if (problem !== undefined && (part === null || Object.keys(part).length === 0))
      return { field: `actions[${at}].${field}`, message: t(problem) }
  }
  return null
}

const types: readonly CannedResponseAction['type'][] = [
  'SET_STATUS',
  'SET_PRIORITY',
  'ASSIGN',
  'SET_TEAM',
  'ADD_LABELS',
  'REMOVE_LABELS',
  'SET_CUSTOM_FIELDS',
  'SNOOZE',
  'ADD_NOTE',
  'ADD_FOLLOWERS',
  'REMOVE_FOLLOWERS',
  'REQUEST_SATISFACTION',
  'SEND_WEBHOOK',
]

function createChoiceInput(
  labels: Readonly<Record<string, string>>,
  read: (text: string) => unknown = String,
  describeOther: (value: unknown) => string = String,
): ComponentType<CustomInput> {
  return function ChoiceInput({ id, value, onChange, isReadOnly }: CustomInput) {
    const known = String(value) in labels
    return (
      <Select
        id={id}
        disabled={isReadOnly}
        className="max-w-full"
        options={[
          ...(known ? [] : [{ value: String(value), label: describeOther(value) }]),
          ...Object.entries(labels).map(([each, name]) => ({ value: each, label: name })),
        ]}
        value={String(value)}
        onChange={(next) => onChange(read(next))}
      />
    )
  }
}

/** Renders nothing, for actions without fields. */
function NoInput() {
  return null
}

function NoteInput({ id, value, onChange, isReadOnly }: CustomInput) {
  return (
    <textarea
      id={id}
      rows={3}
      dir="auto"
      required
      disabled={isReadOnly}
      className="field w-full py-1.5"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
