import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { t } from '../../texts/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { Settings } from '../../ui/icons.ts'
import { useTitle } from '../../ui/use-title.ts'
import { NotificationList } from './notification-list.tsx'
import { setIds, typeIds } from './notification-filters.ts'
import type { NotificationSearch } from './notification-search.ts'

/** The user's notifications as a page with its own URL. */
export function NotificationsScreen() {
  useTitle(t('Notifications'))
  const navigate = useNavigate()
  const search: NotificationSearch = useSearch({ from: '/inside/notifications' })
  const show = setIds.find((each) => each === search.show) ?? 'unread'
  const type = typeIds.find((each) => each === search.type) ?? null
  return (
    <section aria-label={t('Notifications')} data-pane className="mx-auto flex w-full min-w-0 max-w-180 flex-col">
      <header className="flex items-center gap-2 ps-5 pe-3.5 pt-3.5 pb-3 max-md:px-3">
        <h1 className="flex-1 text-md font-semibold">{t('Notifications')}</h1>
        <NotificationSettingsLink />
      </header>
      <NotificationList
        filter={{ show, type }}
        onFilter={(next) =>
          void navigate({
            to: '/notifications',
            search: { ...(next.show === 'unread' ? {} : { show: next.show }), ...(next.type === null ? {} : { type: next.type }) },
            replace: true,
          })
        }
      />
    </section>
  )
}

export function NotificationSettingsLink() {
  return (
    <Link
      to="/settings/notifications"
      aria-label={t('Choose what we tell you')}
      data-tip={t('Choose what we tell you')}
      className="grid size-7 shrink-0 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text max-md:size-11"
    >
      <Icon of={Settings} />
    </Link>
  )
}
