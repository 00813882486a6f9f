import { useEffect, useState } from 'react'
import { Link, Outlet } from '@tanstack/react-router'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { followFeed, type FeedState } from '../../api/event-feed.ts'
import { createStore, useStore } from '../../api/store.ts'
import { undoQueue } from '../../api/undo.ts'
import { ariaKeys, shownKeys, type ShortcutId } from '../../keyboard/shortcuts.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Button, Key } from '../../ui/button.tsx'
import { nextTheme, useTheme } from '../../ui/theme.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { showToast } from '../../ui/toasts.ts'
import { applyEvent } from '../threads/thread-cache.ts'
import { useMeId } from '../threads/use-threads.ts'
import { viewIds, views } from '../threads/views.ts'
import { WireDrawer } from '../wire/wire-drawer.tsx'
import { HelpDialog } from './help-dialog.tsx'
import { Palette, paletteShortcuts } from './palette.tsx'

const feedState = createStore<FeedState>('connecting')

/** What surrounds every screen: where one can go, who one is, and whether what is shown is up to date. */
export function AppShell() {
  const { skein, session, queries, settings } = useApi()
  const me = useStore(session.store)
  const meId = useMeId()
  const feed = useStore(feedState)
  const [theme, setTheme] = useTheme()
  const [isWireOpen, setWireOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [palette, setPalette] = useState<readonly ShortcutId[] | null>(null)
  const tenant = useQuery({ queryKey: ['me'], queryFn: async ({ signal }) => (await skein.getMe({ signal })).data })
  const leave = useMutation({ mutationFn: () => skein.logout(), onSettled: () => session.signOut() })
  useEffect(() => {
    if (meId === '') return
    const following = followFeed(skein, {
      onEvent: (event) => applyEvent(queries, event, meId),
      onReset: () => void queries.invalidateQueries({ refetchType: 'active' }),
    })
    const end = following.state.subscribe(() => feedState.set(following.state.get()))
    return () => {
      end()
      following.stop()
    }
  }, [skein, queries, meId])
  useShortcuts({
    wire: () => setWireOpen((isOpen) => !isOpen),
    help: () => setHelpOpen(true),
    palette: () => setPalette(paletteShortcuts()),
    undo() {
      const label = undoQueue.undoLast()
      if (label === null) showToast({ kind: 'done', text: 'There is nothing to undo.' }, 3_000)
    },
    nextPane: focusNextPane,
  })
  return (
    <div className="flex h-full flex-col md:flex-row">
      <a href="#content" className="absolute -top-20 z-30 rounded-md bg-accent-fill px-3 py-2 text-on-accent focus:top-2 focus:left-2">
        Skip to the content
      </a>
      <nav
        aria-label="Main"
        data-pane
        className="flex shrink-0 items-center gap-1 border-b border-line p-2 md:w-52 md:flex-col md:items-stretch md:border-e md:border-b-0"
      >
        <p className="flex min-w-0 items-center gap-2 px-2 py-1 font-semibold">
          <img src="/icon.svg" alt="" className="size-5" />
          <span className="truncate">{tenant.data?.tenant.name ?? 'Skein'}</span>
          <span
            role="img"
            aria-label={feed === 'live' ? 'Up to date' : feed === 'broken' ? 'Not connected; trying again' : 'Connecting'}
            title={feed === 'live' ? 'Up to date' : 'Not connected'}
            className={`ms-auto size-2 shrink-0 rounded-full ${feed === 'live' ? 'bg-success' : 'bg-warning'}`}
          />
        </p>
        <ul className="hidden md:mt-2 md:block">
          {viewIds.map((view) => (
            <li key={view}>
              <Link
                to="/inbox/$view"
                params={{ view }}
                className="flex min-h-8 items-center rounded-md px-2 hover:bg-hover"
                activeProps={{ className: 'bg-selected font-medium', 'aria-current': 'page' }}
              >
                {views[view].name}
              </Link>
            </li>
          ))}
        </ul>
        <div className="ms-auto flex flex-wrap items-center gap-1 md:ms-0 md:mt-auto md:flex-col md:items-stretch">
          <a href={`${settings.apiUrl}/docs`} className="hidden min-h-8 items-center rounded-md px-2 text-sm hover:bg-hover md:flex">
            API reference
          </a>
          <Button
            look="plain"
            className="justify-between!"
            aria-keyshortcuts={ariaKeys('wire')}
            aria-expanded={isWireOpen}
            onClick={() => setWireOpen(!isWireOpen)}
          >
            Wire{' '}
            <span className="hidden md:inline">
              <Key>{shownKeys('wire')}</Key>
            </span>
          </Button>
          <Button
            look="plain"
            className="justify-between! max-md:hidden"
            aria-keyshortcuts={ariaKeys('help')}
            onClick={() => setHelpOpen(true)}
          >
            Shortcuts <Key>?</Key>
          </Button>
          <Button look="plain" className="justify-start! max-md:hidden" onClick={() => setTheme(nextTheme(theme))}>
            Theme: {theme}
          </Button>
          <p className="hidden truncate px-2 pt-2 text-sm text-muted md:block">{me.state === 'in' ? me.user.name : ''}</p>
          <Button look="plain" className="justify-start!" onClick={() => leave.mutate()}>
            Sign out
          </Button>
        </div>
      </nav>
      <main id="content" tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 outline-none">
        <Outlet />
      </main>
      {isWireOpen && <WireDrawer onClose={() => setWireOpen(false)} />}
      {isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}
      {palette && <Palette usable={palette} onClose={() => setPalette(null)} />}
      <Toaster />
    </div>
  )
}

/** F6 goes around the panes, as in desktop programs. */
function focusNextPane(): void {
  const panes = [...document.querySelectorAll<HTMLElement>('nav[data-pane], main section, main aside, aside[data-pane]')].filter(
    (pane) => pane.getClientRects().length > 0,
  )
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const pane = panes[(at + 1) % panes.length]
  const target = pane?.querySelector<HTMLElement>('[role=row][tabindex="0"], textarea, a[href], button')
  target?.focus()
}
