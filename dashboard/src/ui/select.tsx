import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { ChevronsUpDown } from './icons.ts'
import type { SelectOption } from './select-option.ts'
import { loadFloating } from './floating/load.ts'
import { useMedia } from './use-media.ts'
import { t } from '../texts/texts.ts'

export type { SelectOption } from './select-option.ts'

export type SelectProps = {
  options: readonly SelectOption[]
  /** The chosen option's value; an empty string when none is chosen. */
  value: string
  onChange: (value: string) => void
  /** Accessible name of the list, and of the button unless a `<label>` refers to it by `id`. */
  label?: string
  /** Placeholder while no option is chosen. */
  placeholder?: string
  id?: string
  disabled?: boolean
  className?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean
}

const SelectPopup = lazy(async () => ({ default: (await loadFloating()).SelectPopup }))

/** Select with a floating listbox. From eight options on, the listbox has a filter field. Touch screens get the native control. */
export function Select({ options, value, onChange, label, placeholder = t('Choose…'), id, className = '', ...rest }: SelectProps) {
  const listId = `${useId()}-list`
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const isTouch = useMedia('(pointer: coarse)')
  const chosen = options.find((option) => option.value === value)
  if (isTouch)
    return (
      <select
        {...rest}
        id={id}
        aria-label={label}
        className={`field ${className}`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {chosen === undefined && <option value={value}>{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.hint === undefined ? option.label : `${option.label}: ${option.hint}`}
          </option>
        ))}
      </select>
    )
  const open = (): void => {
    setOpen(true)
    setWasOpen(true)
  }
  return (
    <>
      <button
        {...rest}
        ref={button}
        id={id}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-label={label}
        data-value={value}
        className={`inline-flex items-center gap-2 text-start field ${className}`}
        onPointerEnter={() => void loadFloating()}
        onFocus={() => void loadFloating()}
        onClick={() => (isOpen ? setOpen(false) : open())}
        onKeyDown={(event) => {
          if (isOpen || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
          event.preventDefault()
          open()
        }}
      >
        {chosen?.mark}
        <span className={`min-w-0 flex-1 truncate ${chosen ? '' : 'text-muted'}`}>{chosen?.label ?? placeholder}</span>
        <Icon of={ChevronsUpDown} size={14} className="text-muted" />
      </button>
      {wasOpen && (
        <Suspense fallback={null}>
          <SelectPopup
            id={listId}
            label={label ?? t('Options')}
            options={options}
            value={value}
            onChange={onChange}
            button={button}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
