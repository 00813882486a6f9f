import { Link } from '@tanstack/react-router'
import type { InboundMail } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatAge, formatExact } from '../../ui/time.ts'
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
  const { id, from, fromName, subject, receivedAt } = mail
  const now = useNow()
  const sender = fromName ?? from ?? t('Unknown sender')
  const cause = describeCause(mail)
  return (
    // The row draws the focus ring of its link, whose own ring would cut through the row.
    <li
      data-id={id}
      className={`group relative flex items-start gap-3 border-b border-line-soft ps-5 pe-3.5 -outline-offset-2 outline-accent has-[>a:focus-visible]:outline-2 max-md:ps-3 ${isOpen || isSelected ? 'bg-tint' : isFocused ? 'bg-hover' : 'hover:bg-hover'}`}
    >
      {isOpen && <span aria-hidden className="absolute inset-y-0 start-0 w-0.75 rounded-e-sm bg-fill" />}
      <label className="mt-2.75 grid size-8 shrink-0 cursor-pointer place-items-center">
        <span className="sr-only">{t('Select the email from {sender}', { sender })}</span>
        <input
          type="checkbox"
          className="peer col-start-1 row-start-1 size-4 opacity-0 group-hover:opacity-100 checked:opacity-100 focus-visible:opacity-100"
          checked={isSelected}
          onChange={onSelect}
        />
        <Avatar
          name={sender}
          size={32}
          className="col-start-1 row-start-1 group-hover:invisible peer-checked:invisible peer-focus-visible:invisible [@media(hover:none)]:group-hover:visible [@media(hover:none)]:peer-checked:invisible"
        />
      </label>
      <Link
        to="/suspended"
        search={{ open: id }}
        aria-current={isOpen ? 'true' : undefined}
        // Roving tabindex: one row is in the tab order, J and K move the focus.
        tabIndex={isTabStop ? 0 : -1}
        onFocus={onFocus}
        className="grid min-w-0 flex-1 content-center py-2 outline-none"
      >
        <span className="flex h-4.75 items-center gap-1.5">
          <span dir="auto" className="min-w-0 truncate font-medium">
            {sender}
          </span>
          {fromName !== null && from !== null && <span className="min-w-0 shrink-[4] truncate text-xs text-muted">{from}</span>}
          <time dateTime={receivedAt} data-tip={formatExact(receivedAt)} className="ms-auto shrink-0 text-xs text-muted tabular-nums">
            {formatAge(receivedAt, now)}
          </time>
        </span>
        <span dir="auto" className={`block h-4.75 truncate ${isOpen ? '' : 'text-text-2'}`}>
          {subject === '' ? t('(no subject)') : subject}
        </span>
        <span className={`flex h-5.25 items-center gap-1.5 text-xs ${isOpen || isSelected ? 'text-text-2' : 'text-muted'}`}>
          <Icon of={cause.icon} size={14} />
          {cause.short}
        </span>
      </Link>
    </li>
  )
}
