import { Link } from '@tanstack/react-router'
import type { InboundMail } from '@skein/client'
import { Badge } from '../../ui/badge.tsx'
import { formatAge } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { describeCause } from './causes.ts'

type MailRowProps = {
  mail: InboundMail
  isOpen: boolean
  isFocused: boolean
  isTabStop: boolean
  isSelected: boolean
  onSelect: () => void
  onFocus: () => void
}

export function MailRow({ mail, isOpen, isFocused, isTabStop, isSelected, onSelect, onFocus }: MailRowProps) {
  const { id, from, subject, receivedAt } = mail
  const now = useNow()
  const sender = from ?? 'Unknown sender'
  return (
    <li
      data-id={id}
      className={`flex items-start gap-2 border-b border-line px-3 ${isOpen || isSelected ? 'bg-selected' : isFocused ? 'bg-hover' : 'hover:bg-hover'}`}
    >
      <input
        type="checkbox"
        aria-label={`Select the mail from ${sender}`}
        className="mt-3 size-4 shrink-0"
        checked={isSelected}
        onChange={onSelect}
      />
      <Link
        to="/suspended"
        search={{ open: id }}
        aria-current={isOpen ? 'true' : undefined}
        // One row is in the tab order; the arrow keys of the list are J and K.
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        className="block min-w-0 flex-1 py-2 -outline-offset-2"
      >
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 truncate font-medium">{sender}</span>
          <time dateTime={receivedAt} className="ms-auto shrink-0 text-xs text-muted">
            {formatAge(receivedAt, now)}
          </time>
        </span>
        <span dir="auto" className="block truncate text-sm">
          {subject === '' ? '(no subject)' : subject}
        </span>
        <span className="mt-1 block">
          <Badge tone="warn">{describeCause(mail).short}</Badge>
        </span>
      </Link>
    </li>
  )
}
