import type { ReactNode } from 'react'
import { Link, useLocation } from '@tanstack/react-router'
import { useRights } from '../../api/rights.ts'
import { formatAriaKeys, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { useSuspendedCount } from '../inbound-mails/use-suspended-mails.ts'
import { useSavedViews, useThreadCount, useViewCounts } from '../threads/use-counts.ts'
import { viewIds, views, type ViewId } from '../threads/views.ts'

/** Shows links to the inbox's views, the saved views, and the other parts of the dashboard. */
export function Sidebar() {
  const saved = useSavedViews()
  const counts = useViewCounts()
  const suspended = useSuspendedCount()
  const mayDevelop = useRights().whyNot('createApiKey') === null
  return (
    <div className="mt-2 min-h-0 min-w-0 flex-1 overflow-x-hidden md:overflow-y-auto">
      <ul>
        {viewIds.map((view) => (
          <BuiltInView key={view} view={view} />
        ))}
      </ul>
      {saved.data && saved.data.length > 0 && (
        <div>
          <h2 id="saved-views" className="px-2 pt-4 pb-1 text-xs font-medium text-muted">
            Views
          </h2>
          <ul aria-labelledby="saved-views">
            {saved.data.map((view) => {
              const count = counts.data?.find(({ viewId }) => viewId === view.id)
              return (
                <ViewLink key={view.id} view={view.id} count={count?.total ?? null}>
                  {view.name}
                  {!view.shared && <span className="sr-only"> (only you)</span>}
                </ViewLink>
              )
            })}
          </ul>
        </div>
      )}
      <ul className="mt-4">
        <PartLink to="/inbox/search" shortcut="search">
          Search
        </PartLink>
        {suspended !== null && (
          <PartLink to="/suspended" shortcut="goSuspended">
            Suspended mail
            <Count of={suspended === 1 ? 'mail' : 'mails'}>{suspended}</Count>
          </PartLink>
        )}
        <PartLink to="/customers" shortcut="goCustomers">
          Customers
        </PartLink>
        <PartLink to="/meetings" shortcut="goMeetings">
          Meetings
        </PartLink>
        <PartLink to="/settings" shortcut="goSettings" also="/knowledge">
          Settings
        </PartLink>
        {mayDevelop && (
          <PartLink to="/developer" shortcut="goDeveloper" isOfSettings>
            Developer
          </PartLink>
        )}
      </ul>
    </div>
  )
}

const linkLook = 'flex min-h-8 min-w-0 max-md:shrink-0 items-center gap-2 rounded-md px-2 hover:bg-hover'
const active = { activeProps: { className: 'bg-selected font-medium', 'aria-current': 'page' as const } }

function BuiltInView({ view }: { view: ViewId }) {
  const count = useThreadCount(views[view].filters)
  return (
    <ViewLink view={view} count={count}>
      {views[view].name}
    </ViewLink>
  )
}

function ViewLink({ view, count, children }: { view: string; count: number | null; children: ReactNode }) {
  return (
    <li>
      <Link to="/inbox/$view" params={{ view }} activeOptions={{ includeSearch: false }} className={linkLook} {...active}>
        <span className="min-w-0 truncate">{children}</span>
        {count !== null && <Count of="threads">{count}</Count>}
      </Link>
    </li>
  )
}

function Count({ of, children }: { of: string; children: number }) {
  return (
    <span className="ms-auto text-xs text-muted tabular-nums">
      {children.toLocaleString()}
      <span className="sr-only"> {of}</span>
    </span>
  )
}

type PartLinkProps = { to: string; shortcut: ShortcutId; also?: string; isOfSettings?: true; children: ReactNode }

/**
 * A link that is marked as current below `to` and `also`. With `isOfSettings` it is hidden on narrow screens, where the settings menu has
 * it.
 */
function PartLink({ to, shortcut, also, isOfSettings, children }: PartLinkProps) {
  const isThere = useLocation({ select: ({ pathname }) => also !== undefined && pathname.startsWith(also) })
  const { className, ...more } = active.activeProps
  return (
    <li className={isOfSettings ? 'max-md:hidden' : 'shrink-0'}>
      <Link
        to={to}
        aria-keyshortcuts={formatAriaKeys(shortcut)}
        className={isThere ? `${linkLook} ${className}` : linkLook}
        {...(isThere && more)}
        {...active}
      >
        {children}
      </Link>
    </li>
  )
}
