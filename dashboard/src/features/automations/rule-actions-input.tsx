import { useState, type KeyboardEvent } from 'react'
import type { RuleAction } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { Icon } from '../../ui/icon.tsx'
import { ArrowDown, ArrowUp, CircleDot, X } from '../../ui/icons.ts'
import { Picker } from '../../ui/picker.tsx'
import { actionKinds } from './action-kinds.tsx'
import { AddChip } from './chip.tsx'
import { moveItem } from './order.ts'

const [upKeys, downKeys] = ['Alt ↑', 'Alt ↓']

/** Action types that can be added, the most common first. */
const offered: readonly RuleAction['type'][] = [
  'SET_TEAM',
  'ASSIGN',
  'SET_PRIORITY',
  'SET_STATUS',
  'ADD_LABELS',
  'REMOVE_LABELS',
  'REPLY',
  'APPLY_CANNED_RESPONSE',
  'ADD_NOTE',
  'NOTIFY',
  'SNOOZE',
  'SET_CUSTOM_FIELDS',
  'ADD_FOLLOWERS',
  'REMOVE_FOLLOWERS',
  'REQUEST_SATISFACTION',
  'SEND_WEBHOOK',
]

/** Validates an action. Returns a sentence that says what is missing, or null when the action is complete. */
export function findMissingPart(action: RuleAction): string | null {
  return actionKinds()[action.type]?.findMissing?.(action) ?? null
}

/** Edits a rule's actions, in the order in which they run. */
export function RuleActionsInput({ id, value, onChange, isReadOnly, isInvalid, problems }: CustomInput) {
  const [isAdding, setAdding] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  // Safe because the API defines this value and only this input changes it.
  const actions = (Array.isArray(value) ? value : []) as readonly RuleAction[]
  const nameOf = (type: string): string => actionKinds()[type]?.name ?? type
  const move = (at: number, by: -1 | 1): void => {
    const action = actions[at]
    if (!action || at + by < 0 || at + by >= actions.length) return
    onChange(moveItem(actions, at, at + by))
    setAnnouncement(
      t('{name} is now number {position} of {count}.', { name: nameOf(action.type), position: at + by + 1, count: actions.length }),
    )
    // React creates a new card at the new position, so the focus must be restored.
    setTimeout(() => document.getElementById(`${id}-card-${at + by}`)?.focus())
  }
  const onKeys = (event: KeyboardEvent, at: number): void => {
    if (!event.altKey || event.ctrlKey || event.metaKey || isReadOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(at, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      {actions.length > 0 && (
        <ol className="grid grid-cols-1 gap-2">
          {actions.map((action, at) => {
            const kind = actionKinds()[action.type]
            const refused = Object.entries(problems).find(([path]) => path.startsWith(`[${at}]`))?.[1]
            const problem = refused ?? (isInvalid ? findMissingPart(action) : null)
            const cardId = `${id}-${at}`
            const name = t('{position}. {name}', { position: at + 1, name: nameOf(action.type) })
            return (
              // Two actions may be equal, so only the index identifies them.
              // oxlint-disable-next-line react/no-array-index-key -- see above.
              <li key={`${at}-${action.type}`}>
                {/* The card handles the keys of the buttons inside it. */}
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above. */}
                <div
                  role="group"
                  id={`${id}-card-${at}`}
                  tabIndex={-1}
                  aria-label={name}
                  className={`rounded-lg border bg-surface p-3 ${problem ? 'border-danger' : 'border-line'}`}
                  onKeyDown={(event) => onKeys(event, at)}
                >
                  <div className="mb-2 flex min-h-7 items-center gap-2">
                    <Icon of={kind?.icon ?? CircleDot} className="text-accent" />
                    <label htmlFor={cardId} className="me-auto font-medium">
                      {name}
                    </label>
                    {!isReadOnly && (
                      <>
                        {actions.length > 1 && (
                          <>
                            <IconButton
                              icon={ArrowUp}
                              label={t('Move up: {name}', { name })}
                              hint={upKeys}
                              disabled={at === 0}
                              onClick={() => move(at, -1)}
                            />
                            <IconButton
                              icon={ArrowDown}
                              label={t('Move down: {name}', { name })}
                              hint={downKeys}
                              disabled={at === actions.length - 1}
                              onClick={() => move(at, 1)}
                            />
                          </>
                        )}
                        <IconButton
                          icon={X}
                          label={t('Remove: {name}', { name })}
                          onClick={() => onChange(actions.filter((_, index) => index !== at))}
                        />
                      </>
                    )}
                  </div>
                  {kind && (
                    <kind.Fields
                      id={cardId}
                      action={action}
                      onChange={(next) => onChange(actions.map((each, index) => (index === at ? next : each)))}
                      isReadOnly={isReadOnly}
                      describedBy={problem ? `${cardId}-problem` : undefined}
                      isInvalid={problem !== null}
                    />
                  )}
                  {problem !== null && (
                    <p id={`${cardId}-problem`} className="mt-1.5 text-xs text-danger">
                      {problem}
                    </p>
                  )}
                </div>
              </li>
            )
          })}
        </ol>
      )}
      {!isReadOnly && (
        <div>
          <AddChip onClick={() => setAdding(true)}>{actions.length === 0 ? t('Choose what happens then') : t('And then…')}</AddChip>
        </div>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isAdding && (
        <Picker
          label={t('What the rule does')}
          options={offered.map((type) => ({
            id: type,
            name: nameOf(type),
            mark: <Icon of={actionKinds()[type]?.icon ?? CircleDot} className="text-muted" />,
          }))}
          onPick={(picked) => {
            const type = offered.find((each) => each === picked)
            if (type) onChange([...actions, { type, ...actionKinds()[type]?.start }])
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}
