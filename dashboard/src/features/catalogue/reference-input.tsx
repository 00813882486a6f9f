import { useState, type ComponentType } from 'react'
import { Button } from '../../ui/button.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { Picker } from '../../ui/picker.tsx'
import type { Source } from './catalogue.ts'
import { useAllItems } from './use-catalogue.ts'

/** Creates a form input that refers to one item of a noun, or to several, by a picker with a search. */
export function createReferenceInput<Item extends { id: string }>(
  source: Source<Item>,
  options: { many?: true; empty?: string } = {},
): ComponentType<CustomInput> {
  return function ReferenceInput(props: CustomInput) {
    return <Reference source={source} {...options} {...props} />
  }
}

type ReferenceProps<Item extends { id: string }> = CustomInput & { source: Source<Item>; many?: true; empty?: string }

function Reference<Item extends { id: string }>(props: ReferenceProps<Item>) {
  const { source, many = false, empty = 'None', id, value, onChange, describedBy, isReadOnly } = props
  const [isOpen, setOpen] = useState(false)
  const { data: items = [] } = useAllItems(source)
  const ids = Array.isArray(value)
    ? value.filter((each): each is string => typeof each === 'string')
    : typeof value === 'string'
      ? [value]
      : []
  const getName = (wanted: string): string => {
    const item = items.find((each) => each.id === wanted)
    return item ? source.nameOf(item) : wanted
  }
  const pick = (picked: string): void => {
    if (!many) return onChange(picked === '' ? null : picked)
    onChange(ids.includes(picked) ? ids.filter((each) => each !== picked) : [...ids, picked])
  }
  const options = [
    ...(many ? [] : [{ id: '', name: empty, isOn: ids.length === 0 }]),
    ...items.map((item) => ({ id: item.id, name: source.nameOf(item), isOn: ids.includes(item.id) })),
  ]
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {many &&
        ids.map((each) => (
          <span key={each} className="inline-flex items-center rounded-md border border-line bg-surface ps-2 text-sm">
            {getName(each)}
            <Button
              look="plain"
              className="min-h-7!"
              disabled={isReadOnly}
              aria-label={`Remove ${getName(each)}`}
              onClick={() => pick(each)}
            >
              ×
            </Button>
          </span>
        ))}
      <Button
        id={id}
        className="border-line-strong!"
        disabled={isReadOnly}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {many
          ? ids.length === 0
            ? `${empty} · Choose…`
            : 'Add or remove…'
          : ids[0] === undefined
            ? `${empty} · Choose…`
            : getName(ids[0])}
        <span aria-hidden>▾</span>
      </Button>
      {isOpen && (
        <Picker label={`Choose ${many ? source.many : `a ${source.one}`}`} options={options} onPick={pick} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
