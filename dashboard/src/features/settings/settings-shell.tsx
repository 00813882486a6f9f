import { useEffect, useRef } from 'react'
import { Link, Navigate, Outlet, useRouterState } from '@tanstack/react-router'
import { useRights } from '../../api/rights.ts'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { useTitle } from '../../ui/use-title.ts'
import { sections } from './sections.ts'

/** A settings page beside the table of contents. Narrow screens show one of the two. */
export function SettingsShell() {
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/, '') })
  const isIndex = path === '/settings'
  const contents = useRef<HTMLElement>(null)
  const rights = useRights()
  const shown = sections
    .map(({ name, links }) => ({ name, links: links.filter(({ needs }) => needs === undefined || rights.whyNot(needs) === null) }))
    .filter(({ links }) => links.length > 0)
  // On low screens the current page's link may be below the edge of the menu.
  useEffect(() => {
    if (path !== '') contents.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  return (
    <>
      <nav
        ref={contents}
        aria-label="Settings"
        data-pane
        className={`w-full overflow-y-auto p-3 md:block md:w-56 md:shrink-0 md:border-e md:border-line ${isIndex ? '' : 'hidden'}`}
      >
        {isIndex && <h1 className="px-2 pt-1 pb-3 text-xl font-semibold md:hidden">Settings</h1>}
        {shown.map(({ name, links }) => (
          <section key={name} aria-label={name} className="mb-4">
            <p className="px-2 pb-1 text-xs font-medium text-muted">{name}</p>
            <ul>
              {links.map((link) => (
                <li key={link.name}>
                  <Link
                    to={link.to}
                    activeOptions={{ exact: link.to === '/developer', includeSearch: false }}
                    className="flex min-h-8 scroll-my-3 items-center rounded-md px-2 text-sm hover:bg-hover"
                    activeProps={{ className: 'bg-selected font-medium', 'aria-current': 'page' }}
                  >
                    {link.name}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <section aria-label="Page" className={`min-w-0 flex-1 overflow-y-auto ${isIndex ? 'max-md:hidden' : ''}`}>
        <Outlet />
      </section>
    </>
  )
}

/** The table of contents on narrow screens. On wide ones, where the menu is visible anyway, redirects to the first page. */
export function SettingsIndex() {
  useTitle('Settings')
  return useMedia(fromTwoPanes) ? <Navigate to="/settings/profile" replace /> : null
}
