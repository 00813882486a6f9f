import { useId, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../../../texts/texts.ts'
import type { MailAddress } from '../../threads/drafts.ts'
import { AddressChip } from './address-chip.tsx'
import { AddressOptions } from './address-options.tsx'
import { isAddress, parseRecipients } from './reply-plan.ts'
import { useAddressSuggestions } from './use-address-suggestions.ts'

type AddressInputProps = {
  label: string
  addresses: readonly MailAddress[]
  onChange: (addresses: readonly MailAddress[]) => void
  /** Recipients of the other inputs, which are not suggested again. */
  others?: readonly MailAddress[]
  /** The thread whose people are suggested first. */
  threadId?: string
  /** Whether the input has autofocus. */
  isFirst?: boolean
  /** Ids of the input and of its description, if a form renders the label. Without them, the input is one line of the composer. */
  labelled?: { id: string; describedBy: string | undefined }
  /** Buttons at the end of the line. */
  children?: ReactNode
}

const none: readonly MailAddress[] = []

/**
 * Input for a list of email addresses as chips, with suggestions (ARIA combobox). Enter or a comma adds a chip, Enter or Tab the highlighted
 * suggestion; Backspace in the empty input removes the last chip, or takes back one that is not an address.
 */
export function AddressInput({
  label,
  addresses,
  onChange,
  others = none,
  threadId,
  isFirst = false,
  labelled,
  children,
}: AddressInputProps) {
  const ownId = useId()
  const id = labelled?.id ?? ownId
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [hasFocus, setFocus] = useState(false)
  const [isClosed, setClosed] = useState(false)
  /** The suggestion that the agent has moved to; null while the first one is highlighted. */
  const [at, setAt] = useState<number | null>(null)
  const options = useAddressSuggestions({ text, threadId, taken: [...addresses, ...others], isOn: hasFocus })
  const isOpen = options.length > 0 && !isClosed
  // A complete address is taken as typed, unless the agent moves to a suggestion.
  const active = isOpen ? Math.min(at ?? (isAddress(text.trim()) ? -1 : 0), options.length - 1) : -1
  const write = (typed: string): void => {
    setText(typed)
    setAt(null)
    setClosed(false)
  }
  const put = (added: readonly MailAddress[]): void => {
    const known = new Set(addresses.map(({ address }) => address.toLowerCase()))
    const fresh = added.filter(({ address }) => !known.has(address.toLowerCase()) && known.add(address.toLowerCase()))
    if (fresh.length > 0) onChange([...addresses, ...fresh])
  }
  const add = (typed: string): void => {
    const { found, mistyped } = parseRecipients(typed)
    put([...found, ...mistyped.map((address) => ({ name: null, address }))])
    write('')
  }
  const pick = ({ name, address }: MailAddress): void => {
    put([{ name, address }])
    write('')
  }
  const move = (by: number): void => setAt((active + by + options.length) % options.length)
  const highlighted = options[active]
  /** Returns true when the input has handled the key. */
  const onKey = (key: string, isMod: boolean): boolean => {
    // The shortcut that sends must not leave out what is still in the input.
    if (key === 'Enter' && isMod) {
      if (text.trim() !== '') flushSync(() => add(text))
      return false
    }
    if (isOpen && key === 'ArrowDown') move(1)
    else if (isOpen && key === 'ArrowUp') move(active < 0 ? 0 : -1)
    else if (isOpen && key === 'Escape') setClosed(true)
    else if (key === 'Enter' && highlighted) pick(highlighted)
    else if (key === 'Enter' && text.trim() !== '') add(text)
    else if (key === 'Tab' && highlighted) {
      pick(highlighted)
      return false
    } else if (key === 'Backspace' && text === '' && addresses.length > 0) {
      const last = addresses.at(-1)
      onChange(addresses.slice(0, -1))
      if (last === undefined || isAddress(last.address)) return false
      write(last.address)
    } else return false
    return true
  }
  const mistyped = addresses.find(({ address }) => !isAddress(address))
  const problemId = `${ownId}-problem`
  const boxLook = `rounded-md border bg-surface px-1 py-1 focus-within:border-accent ${mistyped ? 'border-danger' : 'border-line-strong'}`
  return (
    <div className={labelled ? '' : 'border-b border-line-soft py-0.5'}>
      <div className="relative flex min-w-0 items-start gap-1">
        {!labelled && (
          <label htmlFor={id} className="w-8 shrink-0 text-xs leading-7 text-muted">
            {label}
          </label>
        )}
        <div className={`flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-1 ${labelled ? boxLook : ''}`}>
          {addresses.map((recipient) => (
            <AddressChip
              key={recipient.address}
              recipient={recipient}
              field={label}
              onRemove={() => {
                onChange(addresses.filter((each) => each !== recipient))
                input.current?.focus()
              }}
            />
          ))}
          <input
            id={id}
            type="text"
            role="combobox"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            ref={(element) => {
              input.current = element
              if (isFirst && element && !element.dataset['seen']) {
                element.dataset['seen'] = 'yes'
                element.focus()
              }
            }}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${ownId}-list` : undefined}
            aria-activedescendant={active >= 0 ? `${ownId}-list-${active}` : undefined}
            aria-invalid={mistyped !== undefined}
            aria-describedby={mistyped === undefined ? labelled?.describedBy : problemId}
            className="h-6 min-w-32 flex-1 bg-transparent px-1 text-sm outline-none"
            value={text}
            onFocus={() => setFocus(true)}
            onChange={({ target }) =>
              /[,;]/.test(target.value) && !/^\s*"[^"]*$/.test(target.value) ? add(target.value) : write(target.value)
            }
            onPaste={(event) => {
              // The input would remove line breaks and so join the addresses of a list.
              const pasted = event.clipboardData.getData('text/plain')
              const { found } = parseRecipients(pasted)
              if (found.length === 0) return
              event.preventDefault()
              add(`${text}${text.trim() === '' ? '' : ','}${pasted}`)
            }}
            onBlur={() => {
              setFocus(false)
              if (text.trim() !== '') add(text)
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing || !onKey(event.key, event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              event.stopPropagation()
            }}
          />
        </div>
        {children}
        {isOpen && (
          <AddressOptions
            id={`${ownId}-list`}
            label={t('Suggested recipients')}
            options={options}
            active={active}
            isAbove={!labelled}
            onPick={pick}
          />
        )}
      </div>
      {mistyped && (
        <p id={problemId} role="alert" className={`mt-0.5 text-xs text-danger ${labelled ? '' : 'ps-9'}`}>
          {t('“{text}” isn’t an email address.', { text: mistyped.address })}
        </p>
      )}
    </div>
  )
}
