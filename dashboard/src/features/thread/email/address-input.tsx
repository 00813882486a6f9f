import { useId, useState } from 'react'
import { parseRecipients } from './reply-plan.ts'
import type { MailAddress } from '../../threads/drafts.ts'
import { t } from '../../../texts/texts.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { X } from '../../../ui/icons.ts'

type AddressInputProps = {
  label: string
  addresses: readonly MailAddress[]
  onChange: (addresses: readonly MailAddress[]) => void
  /** Whether the input has autofocus. */
  isFirst?: boolean
  /** Ids of the input and of its description, if a form renders the label. */
  labelled?: { id: string; describedBy: string | undefined }
}

/** Input for a list of email addresses as chips. Enter or a comma adds a chip; Backspace in the empty input removes the last one. */
export function AddressInput({ label, addresses, onChange, isFirst = false, labelled }: AddressInputProps) {
  const ownId = useId()
  const id = labelled?.id ?? ownId
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const add = (typed: string): void => {
    const { found, rest } = parseRecipients(typed)
    const known = new Set(addresses.map(({ address }) => address.toLowerCase()))
    const added = found.filter(({ address }) => !known.has(address.toLowerCase()))
    if (added.length > 0) onChange([...addresses, ...added])
    setText(rest)
    setProblem(rest === '' ? null : t('“{text}” isn’t an email address.', { text: rest }))
  }
  return (
    <div className="flex items-start gap-2">
      {!labelled && (
        <label htmlFor={id} className="w-8 shrink-0 pt-1 text-xs text-muted">
          {label}
        </label>
      )}
      <div className="min-w-0 flex-1">
        <div
          className={`flex flex-wrap items-center gap-1 rounded-md border bg-surface px-1 focus-within:border-accent ${problem === null ? 'border-line-strong' : 'border-danger'} ${labelled ? 'py-1' : 'py-0.5'}`}
        >
          {addresses.map(({ name, address }) => (
            <span
              key={address}
              data-tip={address}
              className="inline-flex max-w-full items-center gap-1.5 rounded-full bg-hover ps-0.75 text-xs font-medium"
            >
              <Avatar name={name ?? address} size={18} />
              <span className="truncate">{name ?? address}</span>
              <button
                type="button"
                aria-label={t('Remove {address} from {field}', { address, field: label })}
                className="grid size-6 shrink-0 place-items-center rounded-full text-muted hover:bg-press hover:text-text"
                onClick={() => onChange(addresses.filter((each) => each.address !== address))}
              >
                <Icon of={X} size={14} />
              </button>
            </span>
          ))}
          <input
            id={id}
            type="text"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            ref={(input) => {
              if (isFirst && input && !input.dataset['seen']) {
                input.dataset['seen'] = 'yes'
                input.focus()
              }
            }}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? labelled?.describedBy : `${ownId}-typed`}
            className="h-6 min-w-32 flex-1 bg-transparent px-1 text-sm outline-none"
            value={text}
            onChange={({ target }) => {
              setProblem(null)
              // Convert a pasted list, or the text before a comma, to chips immediately.
              if (/[,;\n]/.test(target.value)) add(target.value)
              else setText(target.value)
            }}
            onBlur={() => add(text)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && text !== '') {
                event.preventDefault()
                add(text)
              }
              if (event.key === 'Backspace' && text === '') onChange(addresses.slice(0, -1))
            }}
          />
        </div>
        {problem !== null && (
          <p id={`${ownId}-typed`} role="alert" className="mt-0.5 text-xs text-danger">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}
