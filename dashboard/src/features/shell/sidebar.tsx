import type { CSSProperties, ReactNode } from 'react'
import { Link, useLocation } from '@tanstack/react-router'
import { useRights } from '../../api/rights.ts'
import { formatAriaKeys, formatKeys, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { chooseHue } from '../../../../widget/shared/faces.ts'
import { BookOpen, CalendarDays, ChartColumn, CirclePause, Clock, Inbox, Settings, UsersRound, type IconType } from '../../ui/icons.ts'
import { Icon } from '../../ui/icon.tsx'
import { plural, t } from '../../texts/texts.ts'
import { useSuspendedCount } from '../inbound-mails/use-suspended-mails.ts'
import { useDraftThreads } from '../threads/draft-threads.ts'
import { useSavedViews, useThreadCount, useViewCounts } from '../threads/use-counts.ts'
import { viewIds, views, type ViewId } from '../threads/views.ts'
import { formatLocale } from '../../texts/language.ts'

/** Links to the views of the inbox. */
export function ViewLinks() {
  const saved = useSavedViews()
  const counts = useViewCounts()
  return (
    <div className="min-h-0 min-w-0 md:flex-1 md:overflow-x-hidden md:overflow-y-auto">
      <Heading id="inbox-views">{t('Inbox')}</Heading>
      <ul aria-labelledby="inbox-views" className="grid grid-cols-[minmax(0,1fr)] gap-px">
        {viewIds.map((view) => (view === 'drafts' ? <DraftsView key={view} /> : <BuiltInView key={view} view={view} />))}
        <li>
          <Link to="/scheduled" activeOptions={{ includeSearch: false }} className={linkLook} {...active}>
            <Icon of={Clock} className="text-muted" />
            <span className="min-w-0 truncate">{t('Scheduled')}</span>
          </Link>
        </li>
      </ul>
      {saved.data && saved.data.length > 0 && (
        <>
          <Heading id="saved-views" className="mt-3.5">
            {t('Views')}
          </Heading>
          <ul aria-labelledby="saved-views" className="grid grid-cols-[minmax(0,1fr)] gap-px">
            {saved.data.map((view) => (
              <ViewLink
                key={view.id}
                view={view.id}
                mark={<ViewSquare name={view.name} />}
                count={counts.data?.find(({ viewId }) => viewId === view.id)?.total ?? null}
              >
                {view.name}
                {!view.shared && <span className="sr-only"> {t('(only you)')}</span>}
              </ViewLink>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

type AreaLinksProps = {
  /** Shows only icons, and adds the inbox, whose views do not fit. */
  isRail?: boolean
  /** Omits the areas that are tabs on phones. */
  omitsTabs?: boolean
}

/** Links to the areas of the dashboard. */
export function AreaLinks({ isRail = false, omitsTabs = false }: AreaLinksProps) {
  const suspended = useSuspendedCount()
  const mine = useThreadCount(views.mine.filters)
  const mayReadKnowledge = useRights().whyNot('listKbArticles') === null
  return (
    <ul className={isRail ? 'flex flex-1 flex-col items-center gap-1' : 'grid grid-cols-[minmax(0,1fr)] gap-px'}>
      {isRail && (
        <AreaLink isRail to="/inbox/mine" below="/inbox" icon={Inbox} shortcut="goInbox" count={mine} counted={t('assigned to you')}>
          {t('Inbox')}
        </AreaLink>
      )}
      {suspended !== null && (
        <AreaLink
          isRail={isRail}
          to="/suspended"
          icon={CirclePause}
          shortcut="goSuspended"
          count={suspended}
          counted={plural(suspended, 'mail', 'mails')}
        >
          {t('Held mail')}
        </AreaLink>
      )}
      {!omitsTabs && (
        <AreaLink isRail={isRail} to="/customers" icon={UsersRound} shortcut="goCustomers">
          {t('Customers')}
        </AreaLink>
      )}
      {mayReadKnowledge && !omitsTabs && (
        <AreaLink isRail={isRail} to="/knowledge" below="/knowledge" icon={BookOpen} shortcut="goKnowledge">
          {t('Knowledge base')}
        </AreaLink>
      )}
      <AreaLink isRail={isRail} to="/meetings" icon={CalendarDays} shortcut="goMeetings">
        {t('Meetings')}
      </AreaLink>
      <AreaLink isRail={isRail} to="/reports" below="/reports" icon={ChartColumn} shortcut="goReports">
        {t('Reports')}
      </AreaLink>
      <AreaLink isRail={isRail} to="/settings" below="/developer" icon={Settings} shortcut="goSettings">
        {t('Settings')}
      </AreaLink>
    </ul>
  )
}

function Heading({ id, className = '', children }: { id: string; className?: string; children: string }) {
  return (
    <h2 id={id} className={`flex h-6 items-center px-2 text-xs font-medium text-muted ${className}`}>
      {children}
    </h2>
  )
}

export const linkLook =
  'group flex min-h-7.5 max-md:min-h-11 min-w-0 items-center gap-2.5 rounded-md px-2 font-medium text-text-2 transition-colors hover:bg-hover'
const current = 'bg-press text-text [&>svg]:text-accent'
const active = { activeProps: { className: current, 'aria-current': 'page' as const } }

function BuiltInView({ view }: { view: ViewId }) {
  const { name, icon, filters } = views[view]
  return (
    <ViewLink view={view} mark={<Icon of={icon} className="text-muted" />} count={useThreadCount(filters)}>
      {t(name)}
    </ViewLink>
  )
}

/** Link to the agent's drafts, while there are any. */
function DraftsView() {
  const { name, icon } = views.drafts
  const count = useDraftThreads().size
  const isOpen = useLocation({ select: ({ pathname }) => pathname.startsWith('/inbox/drafts') })
  if (count === 0 && !isOpen) return null
  return (
    <ViewLink view="drafts" mark={<Icon of={icon} className="text-muted" />} count={count}>
      {t(name)}
    </ViewLink>
  )
}

function ViewLink({ view, mark, count, children }: { view: string; mark: ReactNode; count: number | null; children: ReactNode }) {
  return (
    <li>
      <Link to="/inbox/$view" params={{ view }} activeOptions={{ includeSearch: false }} className={linkLook} {...active}>
        {mark}
        <span className="min-w-0 truncate">{children}</span>
        {count !== null && <Count of={plural(count, 'thread', 'threads')}>{count}</Count>}
      </Link>
    </li>
  )
}

/** A coloured square before a saved view's name, which determines the colour. */
function ViewSquare({ name }: { name: string }) {
  // Safe because React passes custom properties through.
  const hue = { '--hue': chooseHue(name) } as CSSProperties
  return (
    <span aria-hidden className="grid size-4 shrink-0 place-items-center">
      <span
        style={hue}
        className="size-2.25 rounded-[3px] bg-[light-dark(oklch(0.55_0.14_var(--hue)),oklch(0.72_0.12_var(--hue)))] forced-color-adjust-none"
      />
    </span>
  )
}

export function Count({ of, children }: { of: string; children: number }) {
  return (
    <span className="ms-auto text-xs font-normal text-muted tabular-nums group-aria-[current=page]:text-text-2">
      {children.toLocaleString(formatLocale)}
      <span className="sr-only"> {of}</span>
    </span>
  )
}

type AreaLinkProps = {
  isRail: boolean
  to: string
  /** Additional path that belongs to this area. */
  below?: string
  icon: IconType
  shortcut: ShortcutId
  count?: number | null
  counted?: string
  children: string
}

function AreaLink({ isRail, to, below, icon, shortcut, count = null, counted = '', children }: AreaLinkProps) {
  const isBelow = useLocation({ select: ({ pathname }) => below !== undefined && pathname.startsWith(below) })
  const keys = formatKeys(shortcut)
  const { className, ...more } = active.activeProps
  const look = isRail
    ? 'relative grid size-9 place-items-center rounded-lg text-muted transition-colors hover:bg-hover hover:text-text'
    : linkLook
  return (
    <li className={isRail && to === '/settings' ? 'mt-auto' : ''}>
      <Link
        to={to}
        aria-keyshortcuts={formatAriaKeys(shortcut)}
        aria-label={isRail ? `${children}${count === null ? '' : `, ${count.toLocaleString(formatLocale)} ${counted}`}` : undefined}
        data-tip={isRail ? `${children}${keys === '' ? '' : ` (${keys})`}` : undefined}
        className={isBelow ? `${look} ${className}` : look}
        {...(isBelow && more)}
        {...active}
      >
        <Icon of={icon} size={isRail ? 18 : 16} className={isRail ? '' : 'text-muted'} />
        {!isRail && <span className="min-w-0 truncate">{children}</span>}
        {!isRail && count !== null && <Count of={counted}>{count}</Count>}
        {isRail && count !== null && count > 0 && <RailCount>{count}</RailCount>}
      </Link>
    </li>
  )
}

function RailCount({ children }: { children: number }) {
  return (
    <span
      aria-hidden
      className="absolute end-0 top-0.5 min-w-3.75 rounded-full bg-fill px-1 text-center text-[0.6rem]/3.75 font-semibold text-on-fill tabular-nums shadow-[0_0_0_2px_var(--canvas)]"
    >
      {children > 99 ? '99+' : children}
    </span>
  )
}
