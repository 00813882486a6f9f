import { useState } from 'react'
import type { RuleChange } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { X } from '../../ui/icons.ts'
import { joinWords } from '../../ui/join-words.ts'
import { Picker, type Option } from '../../ui/picker.tsx'
import { Select } from '../../ui/select.tsx'
import { AddChip } from './chip.tsx'
import { nameChangedField, nameChangedValue } from './describe-rule.ts'
import { useRuleKinds, type RuleKind } from './rule-kinds.tsx'
import { changeWords } from './rule-words.ts'
import { fieldPrefix } from './conditions.ts'

type Value = NonNullable<RuleChange['from']>[number]
type Side = 'from' | 'to' | 'added' | 'removed'

/** Edits the changes that an event must contain: the field, and its values before and after. */
export function ChangesInput({ value, onChange, isReadOnly }: CustomInput) {
  const kinds = useRuleKinds()
  const [choosing, setChoosing] = useState<{ at: number; side: Side } | null>(null)
  // Safe because the API defines this value and only this input changes it.
  const changes = (value ?? []) as readonly RuleChange[]
  const fields = [...Object.keys(changeWords), ...kinds.flatMap(({ name }) => (name.startsWith(fieldPrefix) ? [name] : []))]
  const change = (at: number, next: RuleChange): void => onChange(changes.map((each, index) => (index === at ? next : each)))
  const chosen = choosing && changes[choosing.at]
  return (
    <div className="grid grid-cols-1 gap-2">
      {changes.map((each, at) => {
        const name = nameChangedField(each.field, kinds)
        const sides: readonly (readonly [Side, string, string])[] =
          each.field === 'labels'
            ? [
                ['added', t('Added'), t('anything')],
                ['removed', t('Removed'), t('anything')],
              ]
            : [
                ['from', t('From'), t('anything')],
                ['to', t('To'), t('anything')],
              ]
        return (
          // Two changes may be of the same field, so only the index identifies them.
          // oxlint-disable-next-line react/no-array-index-key -- see above.
          <div key={at} role="group" aria-label={name} className="flex flex-wrap items-end gap-2">
            <Select
              label={t('Changed field')}
              disabled={isReadOnly}
              className="w-44 max-md:w-full"
              options={fields.map((field) => ({ value: field, label: nameChangedField(field, kinds) }))}
              value={each.field}
              onChange={(field) => change(at, { field })}
            />
            {sides.map(([side, label, empty]) => (
              <ValuesButton
                key={side}
                label={label}
                text={describeSide(each, side, kinds) ?? empty}
                isEmpty={each[side] === undefined}
                isReadOnly={isReadOnly}
                onOpen={() => setChoosing({ at, side })}
              />
            ))}
            {!isReadOnly && (
              <IconButton
                icon={X}
                label={t('Remove: {name}', { name })}
                className="mb-0.75"
                onClick={() => onChange(changes.filter((_, index) => index !== at))}
              />
            )}
          </div>
        )
      })}
      {!isReadOnly && (
        <div>
          <AddChip onClick={() => onChange([...changes, { field: 'status' }])}>{t('Only if a field changed')}</AddChip>
        </div>
      )}
      {choosing && chosen && (
        <ValuesPicker
          field={chosen.field}
          side={choosing.side}
          values={chosen[choosing.side] ?? []}
          kinds={kinds}
          onChange={(values) => {
            const { [choosing.side]: _, ...others } = chosen
            change(choosing.at, values.length === 0 ? others : { ...others, [choosing.side]: values })
          }}
          onClose={() => setChoosing(null)}
        />
      )}
    </div>
  )
}

function describeSide(change: RuleChange, side: Side, kinds: readonly RuleKind[]): string | null {
  const values: readonly Value[] | undefined = change[side]
  if (!values) return null
  const field = change.field === 'labels' ? 'labelId' : change.field
  return joinWords(
    values.map((value) => nameChangedValue(field, value, kinds)),
    'or',
  )
}

type ValuesButtonProps = { label: string; text: string; isEmpty: boolean; isReadOnly: boolean; onOpen: () => void }

function ValuesButton({ label, text, isEmpty, isReadOnly, onOpen }: ValuesButtonProps) {
  return (
    <span className="min-w-0">
      <span aria-hidden className="mb-1 block text-xs text-muted">
        {label}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        disabled={isReadOnly}
        className={`field max-w-64 min-w-32 truncate text-start ${isEmpty ? 'text-muted' : ''}`}
        onClick={onOpen}
      >
        <span className="sr-only">{label}: </span>
        {text}
      </button>
    </span>
  )
}

type ValuesPickerProps = {
  field: string
  side: Side
  values: readonly Value[]
  kinds: readonly RuleKind[]
  onChange: (values: Value[]) => void
  onClose: () => void
}

const nothing = 'null'

/** Toggles a value of the list. */
function ValuesPicker({ field, side, values, kinds, onChange, onClose }: ValuesPickerProps) {
  const [text, setText] = useState('')
  const name = field === 'labels' ? 'labelId' : field
  const kind = kinds.find((each) => each.name === name)
  const mayBeEmpty = side === 'from' || side === 'to' ? !['status', 'priority', 'inboxId'].includes(field) : false
  const known: Option[] = [
    ...(kind?.options ?? []).filter(({ id }) => id !== 'none'),
    ...(mayBeEmpty ? [{ id: nothing, name: nameChangedValue(field, null, kinds) }] : []),
  ].map((option) => Object.assign({}, option, { isOn: values.some((value) => String(value) === option.id) }))
  const isTyped = kind?.typed !== undefined
  const typed: Option[] = text.trim() === '' ? [] : [{ id: text.trim(), name: text.trim() }]
  const pick = (id: string): void => {
    const value = id === nothing ? null : id
    const isOn = values.some((each) => String(each) === id)
    onChange(isOn ? values.filter((each) => String(each) !== id) : [...values, value])
  }
  return (
    <Picker
      label={nameChangedField(field, kinds)}
      options={isTyped ? [...typed, ...known] : known}
      {...(isTyped ? { onType: setText, hint: kind.typed?.hint ?? '' } : {})}
      onPick={pick}
      onClose={onClose}
    />
  )
}
