import { useEffect, useRef, type ReactNode } from 'react'
import { Link, Outlet, useRouterState, type LinkProps } from '@tanstack/react-router'
import { Icon } from '../../ui/icon.tsx'
import { TriangleAlert, type IconType } from '../../ui/icons.ts'
import { t } from '../../texts/texts.ts'

type AreaLink = {
  name: string
  to: NonNullable<LinkProps['to']>
  params?: Readonly<Record<string, string>>
  search?: object
  /** Marks the link as current only on its exact URL, not on URLs below it. */
  isExact?: true
  icon: IconType
  /** Accessible name of a warning badge; undefined shows none. */
  alert?: string
}
type AreaShellProps = {
  /** Name of the area and its menu. */
  name: string
  /** URL of the area's index, which narrow screens show as the menu alone. */
  home: string
  groups: readonly { name: string; links: readonly AreaLink[] }[]
  /** Content above the links, for example a search field. */
  top?: ReactNode
  /** Hides the menu on the index page, which has the same links. */
  isHomeWhole?: boolean
}

/** Layout of an area: menu and page. Narrow screens show one of the two. */
export function AreaShell({ name, home, groups, top, isHomeWhole = false }: AreaShellProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname.replace(/\/$/, '') })
  const isHome = path === home
  const contents = useRef<HTMLElement>(null)
  // On low screens, the current link may be scrolled out of view.
  useEffect(() => {
    if (path !== '') contents.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [path])
  return (
    <>
      <nav
        ref={contents}
        aria-label={name}
        data-pane
        className={`w-full overflow-y-auto px-2.5 py-3.5 md:w-58 md:shrink-0 md:border-e md:border-line ${isHome ? (isHomeWhole ? 'md:hidden' : '') : 'max-md:hidden'}`}
      >
        <p className="px-2 pb-2.5 text-md font-semibold max-md:hidden">{name}</p>
        {isHome && <h1 className="px-2 pt-1 pb-3 text-xl font-semibold md:hidden">{name}</h1>}
        {top}
        {groups.map((group) => (
          <section key={group.name} aria-label={group.name}>
            {groups.length > 1 && <p className="px-2 pt-2.5 pb-0.75 text-xs font-medium text-muted">{group.name}</p>}
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-px">
              {group.links.map((link) => (
                <li key={`${link.to} ${Object.values(link.params ?? {}).join()}`}>
                  <Link
                    // Safe because the areas pass the parameters of the routes that they link to.
                    {...({ to: link.to, params: link.params, search: link.search } as LinkProps)}
                    activeOptions={{ exact: link.isExact ?? link.to === '/developer', includeSearch: false }}
                    className="flex min-h-7 scroll-my-3 items-center gap-2.5 rounded-md px-2 font-medium text-text-2 transition-colors hover:bg-hover max-md:min-h-11"
                    activeProps={{ className: 'bg-press text-text [&>svg]:text-accent', 'aria-current': 'page' }}
                  >
                    <Icon of={link.icon} className="text-muted" />
                    <span className="min-w-0 truncate">{link.name}</span>
                    {link.alert !== undefined && (
                      <span className="ms-auto text-warning" data-tip={link.alert}>
                        <Icon of={TriangleAlert} size={14} />
                        <span className="sr-only">{link.alert}</span>
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <section aria-label={t('Page')} className={`min-w-0 flex-1 overflow-y-auto bg-sunken ${isHome ? 'max-md:hidden' : ''}`}>
        <Outlet />
      </section>
    </>
  )
}
