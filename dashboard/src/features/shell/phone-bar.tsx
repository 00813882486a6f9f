import { useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { useRights } from '../../api/rights.ts'
import { formatLocale } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Bell, BookOpen, Inbox, Menu, Search, UsersRound, type IconType } from '../../ui/icons.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ToastFoot } from '../../ui/toaster.tsx'
import { trackKeyboard } from '../../ui/track-keyboard.ts'
import { useUnreadCount } from '../notifications/notification-counts.ts'
import { useThreadCount } from '../threads/use-counts.ts'
import { views } from '../threads/views.ts'
import { FeedDot } from './feed-dot.tsx'
import { AreaLinks, Count, linkLook } from './sidebar.tsx'
import { YouMenu } from './you-menu.tsx'

type PhoneBarProps = { onWire: () => void; onHelp: () => void }

/**
 * Main navigation of phones: tabs at the bottom, the last of which opens a sheet with all other areas. An open thread has the whole screen,
 * and the virtual keyboard replaces the tabs.
 */
export function PhoneBar({ onWire, onHelp }: PhoneBarProps) {
  const [isOpen, setOpen] = useState(false)
  const { threadId } = useParams({ strict: false })
  const { href, pathname } = useLocation()
  const mine = useThreadCount(views.mine.filters) ?? 0
  const unread = useUnreadCount() ?? 0
  const mayReadKnowledge = useRights().whyNot('listKbArticles') === null
  useEffect(() => setOpen(false), [href])
  useEffect(trackKeyboard, [])
  if (threadId !== undefined)
    return (
      <div className="h-[env(safe-area-inset-bottom)] shrink-0 bg-surface">
        <span role="status" className="pointer-events-none fixed end-1 top-[env(safe-area-inset-top)] z-10">
          <FeedDot />
        </span>
      </div>
    )
  const isIn = (...starts: readonly string[]): boolean => starts.some((start) => pathname.startsWith(start))
  const isSearch = isIn('/inbox/search')
  return (
    <ToastFoot className="shrink-0 in-data-keyboard:hidden">
      <nav
        aria-label={t('Main')}
        data-pane
        className="grid auto-cols-fr grid-flow-col border-t border-line bg-canvas px-1 pb-[env(safe-area-inset-bottom)]"
      >
        <Tab
          to="/inbox/mine"
          icon={Inbox}
          isCurrent={!isSearch && isIn('/inbox', '/scheduled')}
          count={mine}
          counted={t('assigned to you')}
        >
          {t('Inbox')}
        </Tab>
        <Tab to="/inbox/search" icon={Search} isCurrent={isSearch}>
          {t('Search')}
        </Tab>
        <Tab to="/customers" icon={UsersRound} isCurrent={isIn('/customers')}>
          {t('Customers')}
        </Tab>
        {mayReadKnowledge && (
          <Tab to="/knowledge" icon={BookOpen} isCurrent={isIn('/knowledge')}>
            {t('Knowledge')}
          </Tab>
        )}
        <div className="relative grid min-w-0">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            className={`${tabLook} ${isIn('/meetings', '/reports', '/settings', '/developer', '/notifications', '/suspended') ? 'text-accent' : 'text-muted'}`}
            onClick={() => setOpen(true)}
          >
            <TabContent icon={Menu} count={unread} counted={t('unread notifications')}>
              {t('More')}
            </TabContent>
          </button>
          <span className="pointer-events-none absolute end-1 top-1">
            <FeedDot />
          </span>
        </div>
      </nav>
      {isOpen && (
        <Sheet label={t('More')} onClose={() => setOpen(false)}>
          {/* This handler only observes bubbling clicks of the links inside, which handle keys themselves. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above. */}
          <div
            className="min-w-0 flex-1 overflow-y-auto px-2 pb-2"
            onClick={({ target }) => {
              if (target instanceof Element && target.closest('a')) setOpen(false)
            }}
          >
            <Link to="/notifications" className={linkLook} activeProps={{ 'aria-current': 'page' }}>
              <Icon of={Bell} className="text-muted" />
              <span className="min-w-0 truncate">{t('Notifications')}</span>
              {unread > 0 && <Count of={t('unread')}>{unread}</Count>}
            </Link>
            <AreaLinks omitsTabs />
            <YouMenu onWire={onWire} onHelp={onHelp} />
          </div>
        </Sheet>
      )}
    </ToastFoot>
  )
}

const tabLook = 'relative grid min-h-14 min-w-0 content-center justify-items-center gap-0.5 rounded-md text-2xs/3.5 font-medium'

type TabProps = {
  to: string
  icon: IconType
  isCurrent: boolean
  count?: number
  /** Name of the counted things, for screen readers. */
  counted?: string
  children: string
}

function Tab({ to, icon, isCurrent, count = 0, counted = '', children }: TabProps) {
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined} className={`${tabLook} ${isCurrent ? 'text-accent' : 'text-muted'}`}>
      <TabContent icon={icon} count={count} counted={counted}>
        {children}
      </TabContent>
    </Link>
  )
}

type TabContentProps = { icon: IconType; count: number; counted: string; children: ReactNode }

function TabContent({ icon, count, counted, children }: TabContentProps) {
  return (
    <>
      <Icon of={icon} size={22} />
      <span className="max-w-full truncate">{children}</span>
      {count > 0 && (
        <span className="absolute start-[calc(50%+0.25rem)] top-1 min-w-4 rounded-full bg-fill px-1 text-center text-[0.625rem]/4 font-semibold text-on-fill tabular-nums shadow-[0_0_0_2px_var(--canvas)]">
          {count > 99 ? '99+' : count.toLocaleString(formatLocale)}
          <span className="sr-only"> {counted}</span>
        </span>
      )}
    </>
  )
}
