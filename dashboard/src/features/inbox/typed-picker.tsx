import { useState } from 'react'
import { Picker } from '../../ui/picker.tsx'
import type { FilterKind } from './filter-kinds.tsx'

type TypedPickerProps = {
  anchor?: HTMLElement | undefined
  kind: Pick<FilterKind, 'label' | 'presence'>
  typed: NonNullable<FilterKind['typed']>
  onPick: (text: string) => void
  onClose: () => void
}

/** Text input for the value of a custom field. */
export function TypedPicker({ anchor, kind: { label, presence }, typed: { hint, format }, onPick, onClose }: TypedPickerProps) {
  const [text, setText] = useState('')
  const value = text.trim()
  return (
    <Picker
      anchor={anchor}
      label={label}
      hint={hint}
      options={value === '' ? (presence ?? []) : [{ id: value, name: `${label}: ${format(value)}` }]}
      onType={setText}
      onPick={onPick}
      onClose={onClose}
    />
  )
}
