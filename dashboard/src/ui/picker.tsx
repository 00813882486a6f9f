import { lazy, Suspense, useId, useState, type ReactNode } from 'react'
import { IconButton, Key } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { loadFloating } from './floating/load.ts'
import { fold, matches } from './fold-words.ts'
import { Icon } from './icon.tsx'
import { Check, Plus, X } from './icons.ts'
import { t } from '../texts/texts.ts'
import { fromTwoPanes, useMedia } from './use-media.ts'

export type Option = {
  id: string
  name: string
  detail?: string
  /** Shortcut, as shown on the screen. */
  keys?: string
  /** Heading that this option shares with adjacent options. */
  group?: string
  isOn?: boolean
  /** Whether the option leads to another list. The caller replaces this list by it. */
  opensList?: true
  /** Content before the name, such as an avatar or a dot. */
  mark?: ReactNode
}

export type PickerProps = {
  label: string
  /** The button that opened the list with the pointer. The list floats below it; without it, the list is in the middle of the screen. */
  anchor?: HTMLElement | null | undefined
  /** Hint about what can be typed, other than part of an option's name. */
  hint?: string
  options: readonly Option[]
  onPick: (id: string) => void
  onClose: () => void
  /** Called with the typed text, for callers that compute the options from it. */
  onType?: (text: string) => void
  /** The row offered when no option has the typed name. */
  create?: PickerCreation | undefined
}

/** An option that does not exist yet: the text of its row and what the row does, or the reason why the user may not create it. */
export type PickerCreation = { label: (name: string) => string; run: (name: string) => void } | { whyNot: string }

const PickerPopup = lazy(async () => ({ default: (await loadFloating()).PickerPopup }))

/** Searchable option list, at the button that opened it or in the middle of the screen. On phones it is a sheet at the bottom. */
export function Picker(props: PickerProps) {
  const { label, anchor, onClose } = props
  const isTwo = useMedia(fromTwoPanes)
  if (anchor && isTwo)
    return (
      <Suspense fallback={null}>
        <PickerPopup label={label} anchor={anchor} onClose={onClose}>
          <PickerList {...props} />
        </PickerPopup>
      </Suspense>
    )
  return (
    <Dialog label={label} onClose={onClose} className="mt-[14vh] w-105 max-w-[calc(100vw-2rem)]">
      <PickerList {...props} />
    </Dialog>
  )
}

const creationId = 'new'

/** The input and the options (ARIA combobox): the user types or uses the arrow keys, and the focus stays in the input. */
function PickerList({ label, anchor, hint, options, onPick, onClose, onType, create }: PickerProps) {
  const id = useId()
  const isTwo = useMedia(fromTwoPanes)
  const isTouch = useMedia('(pointer: coarse)')
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const wanted = fold(text.trim())
  const found = onType ? options : options.filter(({ name, detail = '' }) => matches(`${name} ${detail}`, text))
  const isNew = create !== undefined && wanted !== '' && !options.some(({ name }) => fold(name) === wanted)
  const shown: readonly Option[] =
    isNew && 'run' in create
      ? [...found, { id: creationId, name: create.label(text.trim()), mark: <Icon of={Plus} className="text-muted" /> }]
      : found
  const active = Math.min(at, shown.length - 1)
  const hasTicks = options.some(({ isOn }) => isOn !== undefined)
  const pick = (index: number): void => {
    const option = shown[index]
    if (!option) return
    if (index >= found.length && create && 'run' in create) create.run(text.trim())
    else onPick(option.id)
    if (!option.opensList) onClose()
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt(Math.min(active + 1, shown.length - 1)),
    ArrowUp: () => setAt(Math.max(active - 1, 0)),
    Enter: () => pick(active),
  }
  const renderOption = (option: Option, index: number) => (
    // The input handles the keys of these rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the focus stays in the input, see above.
    <div
      key={option.id}
      id={`${id}-${index}`}
      role="option"
      aria-selected={index === active}
      onClick={() => pick(index)}
      onMouseMove={() => setAt(index)}
      className={`flex min-h-8.5 cursor-pointer scroll-my-1.5 items-center gap-2.5 rounded-md px-2.5 max-md:min-h-12 max-md:text-base ${index === active ? 'bg-tint' : ''}`}
    >
      {hasTicks && <Icon of={Check} className={option.isOn ? 'text-accent' : 'invisible'} />}
      {option.mark}
      <span className="truncate">{option.name}</span>
      {option.detail !== undefined && (
        <span className={`ms-auto truncate ps-3 text-xs ${index === active ? 'text-text-2' : 'text-muted'}`}>{option.detail}</span>
      )}
      {option.keys !== undefined && (
        <span className="ms-auto flex">
          <Key always>{option.keys}</Key>
        </span>
      )}
    </div>
  )
  return (
    <>
      {!isTwo && (
        <div className="flex shrink-0 items-center justify-between ps-4 pe-2 pb-1">
          <h2 className="min-w-0 truncate text-lg font-semibold">{label}</h2>
          <IconButton icon={X} label={t('Close')} onClick={onClose} />
        </div>
      )}
      <input
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        placeholder={hint === undefined ? `${label}…` : `${label}… ${hint}`}
        className={
          isTwo
            ? `w-full shrink-0 border-b border-line bg-transparent outline-none ${anchor ? 'h-9 px-3' : 'h-12 px-4 text-base'}`
            : 'mx-4 mb-1.5 field w-[calc(100%-2rem)] rounded-lg text-base'
        }
        // The virtual keyboard would cover the options. It opens when the agent taps the field.
        inputMode={isTouch ? 'none' : undefined}
        onPointerDown={({ currentTarget }) => {
          currentTarget.inputMode = 'text'
        }}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
          onType?.(event.target.value)
        }}
        onKeyDown={(event) => {
          const act = event.nativeEvent.isComposing ? undefined : keys[event.key]
          if (!act) return
          event.preventDefault()
          act()
        }}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className="max-h-90 min-h-0 overflow-y-auto p-1.5 max-md:max-h-[60dvh] max-md:px-2 empty:hidden"
      >
        {listGroups(shown).map(({ name, first, options: members }) => {
          const rows = members.map((option, index) => renderOption(option, first + index))
          if (name === undefined) return rows
          return (
            <div key={name} role="group" aria-labelledby={`${id}-group-${first}`}>
              <p id={`${id}-group-${first}`} className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
                {name}
              </p>
              {rows}
            </div>
          )
        })}
      </div>
      {shown.length === 0 && (
        <p role="status" className={`text-muted ${anchor ? 'px-3 py-2' : 'px-4 py-3'}`}>
          {t('Nothing matches.')} {isNew && 'whyNot' in create && create.whyNot}
        </p>
      )}
    </>
  )
}

type OptionGroup = { name: string | undefined; first: number; options: Option[] }

/** Groups options by heading. `first` is the index of a group's first option. */
function listGroups(options: readonly Option[]): OptionGroup[] {
  const groups: OptionGroup[] = []
  for (const [index, option] of options.entries()) {
    const last = groups.at(-1)
    if (last && last.name === option.group) last.options.push(option)
    else groups.push({ name: option.group, first: index, options: [option] })
  }
  return groups
}
