import { useCallback, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useRights } from '../../api/rights.ts'
import { useStore } from '../../api/store.ts'
import { undoQueue } from '../../api/undo.ts'
import type { ShortcutId } from '../../keyboard/shortcuts.ts'
import { chosenKeys } from '../../keyboard/chosen-keys.ts'
import { setShortcutPermission, useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Toaster } from '../../ui/toaster.tsx'
import { showToast } from '../../ui/toasts.ts'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { useAppBadge } from '../notifications/app-badge.ts'
import { usePush } from '../notifications/use-push.ts'
import { MainNav } from './main-nav.tsx'
import { Palette, listPaletteShortcuts } from './palette.tsx'
import { ReachBar } from './reach-bar.tsx'
import { useFeed } from './use-feed.ts'
import { usePreferences } from './use-preferences.ts'
import { t } from '../../texts/texts.ts'

const WireDrawer = lazyDialog(async () => (await import('../wire/wire-drawer.tsx')).WireDrawer)
const PhoneBar = lazyPart(async () => (await import('./phone-bar.tsx')).PhoneBar)
const HelpDialog = lazyDialog(async () => (await import('./help-dialog.tsx')).HelpDialog)
const NotificationsPanel = lazyDialog(async () => (await import('../notifications/notifications-panel.tsx')).NotificationsPanel)
const NewThread = lazyDialog(async () => (await import('../thread/actions/new-thread.tsx')).NewThread)

/** Layout of the signed-in dashboard: navigation, current screen, and the dialogs and toasts that every screen shares. */
export function AppShell() {
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isTwo = useMedia(fromTwoPanes)
  const [isWireOpen, setWireOpen] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [isNewThreadOpen, setNewThreadOpen] = useState(false)
  const [isPanelOpen, setPanelOpen] = useState(false)
  const [palette, setPalette] = useState<readonly ShortcutId[] | null>(null)
  const closePanel = useCallback(() => setPanelOpen(false), [])
  const rights = useRights()
  useEffect(() => setShortcutPermission((operation) => rights.whyNot(operation) === null), [rights])
  useFeed()
  useAppBadge()
  usePush()
  usePreferences()
  // Re-render when the agent reassigns shortcuts, because buttons show them.
  useStore(chosenKeys)
  useShortcuts({
    wire: () => setWireOpen((isOpen) => !isOpen),
    help: () => setHelpOpen(true),
    palette: () => setPalette(listPaletteShortcuts()),
    undo() {
      const label = undoQueue.undoLast()
      if (label === null) showToast({ kind: 'done', text: t('Nothing to undo.') }, 3_000)
    },
    nextPane: focusNextPane,
    search: () => void navigate({ to: '/inbox/$view', params: { view: 'search' } }),
    newThread: () => setNewThreadOpen(true),
    goSuspended: () => void navigate({ to: '/suspended' }),
    goCustomers: () => void navigate({ to: '/customers' }),
    goNotifications: () => void navigate({ to: '/notifications' }),
    goKnowledge: () => void navigate({ to: '/knowledge' }),
    goMeetings: () => void navigate({ to: '/meetings' }),
    goReports: () => void navigate({ to: '/reports' }),
    goSettings: () => void navigate({ to: '/settings' }),
    goDeveloper: () => void navigate({ to: '/developer' }),
    goInbox: () => void navigate({ to: '/inbox/$view', params: { view: 'mine' } }),
  })
  const you = { onWire: () => setWireOpen((isOpen) => !isOpen), onHelp: () => setHelpOpen(true) }
  return (
    <div className="flex h-full flex-col ps-[env(safe-area-inset-left)] pe-[env(safe-area-inset-right)] pt-[env(safe-area-inset-top)] max-md:bg-surface md:flex-row">
      <a href="#content" className="absolute -top-20 z-30 rounded-md bg-fill px-3 py-2 text-on-fill focus:top-2 focus:left-2">
        {t('Skip to the content')}
      </a>
      {isTwo && (
        <MainNav
          {...you}
          onNewThread={() => setNewThreadOpen(true)}
          onPalette={() => setPalette(listPaletteShortcuts())}
          areNotificationsOpen={isPanelOpen}
          onNotifications={() => setPanelOpen((isOpen) => !isOpen)}
        />
      )}
      {/* The drawer takes its height from the page instead of covering it. */}
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        {isPanelOpen && isTwo && <NotificationsPanel onClose={closePanel} />}
        <main
          id="content"
          tabIndex={-1}
          className="flex min-h-0 min-w-0 flex-1 overflow-hidden border-line bg-surface outline-none md:my-2 md:me-2 md:rounded-xl md:border md:shadow-1"
        >
          <Outlet />
        </main>
        {isWireOpen && <WireDrawer onClose={() => setWireOpen(false)} />}
        <ReachBar />
      </div>
      {!isTwo && <PhoneBar {...you} />}
      {isHelpOpen && <HelpDialog onClose={() => setHelpOpen(false)} />}
      {palette && <Palette usable={palette} onClose={() => setPalette(null)} />}
      {isNewThreadOpen && <NewThread onClose={() => setNewThreadOpen(false)} />}
      <Toaster path={path} />
    </div>
  )
}

/** Focuses the next pane, like F6 in desktop programs: its current row, or its first field or button. */
function focusNextPane(): void {
  const isSeen = (element: HTMLElement): boolean => element.getClientRects().length > 0
  const all = document.querySelectorAll<HTMLElement>('nav[data-pane], main section, main aside, aside[data-pane]')
  const panes = [...all].filter((pane) => isSeen(pane) && !pane.parentElement?.closest('main section, main aside'))
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const pane = panes[(at + 1) % panes.length]
  const find = (selector: string): HTMLElement | undefined => [...(pane?.querySelectorAll<HTMLElement>(selector) ?? [])].find(isSeen)
  const target = find('[role=row][tabindex="0"]') ?? find('textarea, [contenteditable], input, a[href], button')
  target?.focus()
}
