import { useEffect, useRef, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { X } from '../../ui/icons.ts'
import type { NotificationFilter } from './notification-filters.ts'
import { NotificationList } from './notification-list.tsx'
import { NotificationSettingsLink } from './notifications-screen.tsx'

/** Panel of notifications over the left edge of the page. While it is open, its shortcuts take precedence over those of the page. */
export function NotificationsPanel({ onClose }: { onClose: () => void }) {
  const [filter, setFilter] = useState<NotificationFilter>({ show: 'unread', type: null })
  const ref = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const [panel, opener] = [ref.current, document.activeElement]
    panel?.focus()
    const onPointerDown = ({ target }: PointerEvent): void => {
      // A click on the bell closes the panel through its own handler. Menus, select lists, dialogs and toasts of the panel render outside
      // its element.
      const isInside =
        target instanceof Element && target.closest('[data-notifications], [role=menu], [role=listbox], dialog, [role=status]')
      if (!isInside) close.current()
    }
    addEventListener('pointerdown', onPointerDown)
    return () => {
      removeEventListener('pointerdown', onPointerDown)
      if (opener instanceof HTMLElement && (document.activeElement === document.body || panel?.contains(document.activeElement)))
        opener.focus()
    }
  }, [])
  useShortcuts({ back: onClose })
  return (
    <aside
      ref={ref}
      data-pane
      data-notifications
      aria-label={t('Notifications')}
      tabIndex={-1}
      className="absolute inset-y-2 start-0 z-20 flex w-105 max-w-full flex-col overflow-hidden rounded-xl bg-raised shadow-3 outline-none forced-colors:border"
    >
      <header className="flex items-center gap-1 ps-5 pe-3 pt-3 pb-2.5">
        <h2 className="flex-1 text-md font-semibold">{t('Notifications')}</h2>
        <Link
          to="/notifications"
          className="inline-flex min-h-7 items-center rounded-md px-2 font-medium text-accent hover:bg-hover"
          onClick={onClose}
        >
          {t('Open as a page')}
        </Link>
        <NotificationSettingsLink />
        <IconButton icon={X} label={t('Close')} hint="Esc" onClick={onClose} />
      </header>
      <NotificationList filter={filter} onFilter={setFilter} onOpened={onClose} />
    </aside>
  )
}
