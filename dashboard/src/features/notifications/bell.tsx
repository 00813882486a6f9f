import { formatAriaKeys, formatKeys } from '../../keyboard/shortcuts.ts'
import { formatLocale } from '../../texts/language.ts'
import { plural, t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { Bell as BellIcon } from '../../ui/icons.ts'
import { useUnreadCount } from './notification-counts.ts'

type BellProps = { isOpen: boolean; onToggle: () => void; className?: string }

/** Button that opens the notifications, with the unread count. */
export function Bell({ isOpen, onToggle, className }: BellProps) {
  const count = useUnreadCount() ?? 0
  return (
    <IconButton
      icon={BellIcon}
      label={nameBell(count)}
      hint={formatKeys('goNotifications')}
      aria-keyshortcuts={formatAriaKeys('goNotifications')}
      aria-expanded={isOpen}
      data-notifications
      className={className}
      onClick={onToggle}
    >
      <UnreadCount count={count} />
    </IconButton>
  )
}

function nameBell(count: number): string {
  return count === 0 ? t('Notifications') : plural(count, 'Notifications, {count} unread', 'Notifications, {count} unread')
}

function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden
      className="absolute -end-0.5 -top-0.5 min-w-3.75 rounded-full bg-fill px-1 text-center text-[0.6rem]/3.75 font-semibold text-on-fill tabular-nums shadow-[0_0_0_2px_var(--canvas)]"
    >
      {count > 99 ? '99+' : count.toLocaleString(formatLocale)}
    </span>
  )
}
