import { useMemo, useState, type RefObject } from 'react'
import {
  Combobox,
  ComboboxItem,
  ComboboxList,
  SelectItem,
  SelectList,
  SelectPopover,
  useComboboxStore,
  useSelectStore,
} from '@ariakit/react'
import { Icon } from '../icon.tsx'
import { Check } from '../icons.ts'
import type { SelectOption } from '../select-option.ts'
import { SheetHandle } from '../sheet-handle.tsx'
import { fromTwoPanes, useMedia } from '../use-media.ts'
import { getFloatingProps, getPhoneProps, phoneLook } from './floating-props.ts'
import { useFloatingParent } from '../use-modal.ts'
import { t } from '../../texts/texts.ts'
import { matches } from '../fold-words.ts'

type SelectPopupProps = {
  id: string
  label: string
  options: readonly SelectOption[]
  value: string
  onChange: (value: string) => void
  button: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose: () => void
}

/** Number of options from which a listbox has a filter field. */
const filterFrom = 8

const itemLook =
  'flex min-h-7.5 max-md:min-h-12 max-md:text-base cursor-default scroll-my-1 items-center gap-2.5 rounded-md px-2 outline-none data-active-item:bg-tint data-active-item:[&>svg]:text-accent'

/** Listbox of a `Select`. */
export function SelectPopup({ id, label, options, value, onChange, button, isOpen, onClose }: SelectPopupProps) {
  const parent = useFloatingParent()
  const isPhone = !useMedia(fromTwoPanes)
  const [text, setText] = useState('')
  const hasFilter = options.length >= filterFrom
  const combobox = useComboboxStore({ resetValueOnHide: true, value: text, setValue: setText })
  const shared = {
    open: isOpen,
    setOpen: (open: boolean): void => {
      if (!open) onClose()
    },
    value,
    setValue: (next: string): void => {
      if (next !== value) onChange(next)
    },
    placement: 'bottom-start',
  } as const
  const plain = useSelectStore(shared)
  const filtered = useSelectStore({ ...shared, combobox })
  const store = hasFilter ? filtered : plain
  const shown = useMemo(() => options.filter((option) => matches(`${option.label} ${option.hint ?? ''}`, text)), [options, text])
  return (
    <SelectPopover
      store={store}
      id={id}
      aria-label={label}
      {...getFloatingProps({ button, parent, onClose })}
      {...getPhoneProps(isPhone)}
      composite={!hasFilter}
      className={`z-40 flex max-h-[min(24rem,var(--popover-available-height))] max-w-[min(max(28rem,var(--popover-anchor-width)),calc(100vw-1rem))] min-w-[max(12.5rem,var(--popover-anchor-width))] flex-col overflow-hidden rounded-lg bg-raised text-sm shadow-2 outline-none forced-colors:border ${phoneLook}`}
    >
      {isPhone && <SheetHandle onClose={onClose} />}
      {hasFilter ? (
        <>
          <Combobox
            store={combobox}
            autoSelect
            placeholder={t('Filter…')}
            className="h-9 shrink-0 border-b border-line bg-transparent px-3 outline-none"
          />
          <ComboboxList store={combobox} className="min-h-0 overflow-y-auto p-1">
            {shown.map((option) => (
              <SelectItem
                key={option.value}
                store={store}
                value={option.value}
                className={itemLook}
                render={<ComboboxItem store={combobox} />}
              >
                <Content option={option} isOn={option.value === value} />
              </SelectItem>
            ))}
            {shown.length === 0 && <p className="px-2 py-1.5 text-muted">{t('Nothing matches.')}</p>}
          </ComboboxList>
        </>
      ) : (
        <SelectList store={store} className="min-h-0 overflow-y-auto p-1 outline-none">
          {options.map((option) => (
            <SelectItem key={option.value} store={store} value={option.value} className={itemLook}>
              <Content option={option} isOn={option.value === value} />
            </SelectItem>
          ))}
        </SelectList>
      )}
    </SelectPopover>
  )
}

function Content({ option: { label, hint, mark }, isOn }: { option: SelectOption; isOn: boolean }) {
  return (
    <>
      {mark}
      <span className="min-w-0 flex-1">
        {label}
        {hint !== undefined && <span className="block text-xs text-muted">{hint}</span>}
      </span>
      {isOn && <Icon of={Check} className="text-accent" />}
    </>
  )
}
