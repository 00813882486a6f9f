import { useState, type ComponentType } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { Picker } from '../../ui/picker.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ChevronsUpDown, X } from '../../ui/icons.ts'
import type { Source } from './catalogue.ts'
import { useAllItems } from './use-catalogue.ts'

/**
 * Creates a form input that refers to one or more items of a noun, chosen in a searchable picker. `more` adds options with fixed texts,
 * `only` filters the items that can be chosen.
 */
export function createReferenceInput<Item extends { id: string }>(
  source: Source<Item>,
  options: { many?: true; empty?: string; more?: readonly { id: string; name: string }[]; only?: (item: Item) => boolean } = {},
): ComponentType<CustomInput> {
  return function ReferenceInput(props: CustomInput) {
    return <Reference source={source} {...options} {...props} />
  }
}

type ReferenceProps<Item extends { id: string }> = CustomInput & {
  source: Source<Item>
  many?: true
  empty?: string
  more?: readonly { id: string; name: string }[]
  only?: (item: Item) => boolean
}

function Reference<Item extends { id: string }>(props: ReferenceProps<Item>) {
  const { source, many = false, empty = t('None'), more = [], only = () => true, id, value, onChange, describedBy, isReadOnly } = props
  const [isOpen, setOpen] = useState(false)
  const { data: items = [] } = useAllItems(source)
  const ids = Array.isArray(value)
    ? value.filter((each): each is string => typeof each === 'string')
    : typeof value === 'string'
      ? [value]
      : []
  const getName = (wanted: string): string => {
    const item = items.find((each) => each.id === wanted)
    return item ? source.nameOf(item) : (more.find((each) => each.id === wanted)?.name ?? wanted)
  }
  const pick = (picked: string): void => {
    if (!many) return onChange(picked === '' ? null : picked)
    onChange(ids.includes(picked) ? ids.filter((each) => each !== picked) : [...ids, picked])
  }
  const options = [
    ...(many ? [] : [{ id: '', name: empty, isOn: ids.length === 0 }]),
    ...more.map((each) => ({ id: each.id, name: each.name, isOn: ids.includes(each.id) })),
    ...items.filter(only).map((item) => ({ id: item.id, name: source.nameOf(item), isOn: ids.includes(item.id) })),
  ]
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {many &&
        ids.map((each) => (
          <span key={each} className="inline-flex min-h-8 items-center rounded-md border border-line bg-surface ps-2.5">
            {getName(each)}
            <Button
              look="plain"
              className="min-h-7!"
              disabled={isReadOnly}
              aria-label={t('Remove {name}', { name: getName(each) })}
              onClick={() => pick(each)}
            >
              <Icon of={X} size={14} />
            </Button>
          </span>
        ))}
      <button
        id={id}
        type="button"
        className={`field inline-flex items-center gap-2 text-start ${many ? '' : 'w-full'}`}
        disabled={isReadOnly}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className={`min-w-0 flex-1 truncate ${ids[0] === undefined ? 'text-muted' : ''}`}>
          {ids[0] === undefined ? empty : many ? t('Add or remove…') : getName(ids[0])}
        </span>
        <Icon of={ChevronsUpDown} size={14} className="text-muted" />
      </button>
      {isOpen && <Picker label={t(source.choose)} options={options} onPick={pick} onClose={() => setOpen(false)} />}
    </div>
  )
}
