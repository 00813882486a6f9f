import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useRouterState } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { formatAriaKeys, formatKeys } from '../../keyboard/shortcuts.ts'
import { IconButton, Key } from '../../ui/button.tsx'
import { Menu, Search, SquarePen } from '../../ui/icons.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ToastFoot } from '../../ui/toaster.tsx'
import { fromThreePanes, useMedia } from '../../ui/use-media.ts'
import { t } from '../../texts/texts.ts'
import { FeedDot } from './feed-dot.tsx'
import { Bell } from '../notifications/bell.tsx'
import { AreaLinks, ViewLinks } from './sidebar.tsx'
import { YouMenu } from './you-menu.tsx'

type MainNavProps = {
  areNotificationsOpen: boolean
  onNotifications: () => void
  onNewThread: () => void
  onWire: () => void
  onHelp: () => void
  onPalette: () => void
}

/** Areas with their own menu, beside which the navigation collapses to an icon rail. */
const areasWithContents = /^\/(settings|developer|knowledge|reports)(\/|$)/

/**
 * Main navigation: links, search, user and stream indicator. A sidebar on wide screens, and a rail of icons on tablets, where the views are
 * behind a button. Phones have `PhoneBar`.
 */
export function MainNav({ areNotificationsOpen, onNotifications, onPalette, onNewThread, ...you }: MainNavProps) {
  const isWide = useMedia(fromThreePanes)
  const [isOpen, setOpen] = useState(false)
  const href = useLocation({ select: (location) => location.href })
  // The page that is shown, which is not yet the page of the URL while that one loads: the rail comes with its page.
  const hasContents = useRouterState({ select: ({ matches }) => areasWithContents.test(matches.at(-1)?.pathname ?? '') })
  useEffect(() => setOpen(false), [href])
  if (hasContents || !isWide)
    return (
      <nav aria-label={t('Main')} data-pane className="flex w-14 shrink-0 flex-col items-center gap-1 py-2.5">
        <img src="/icon.svg" alt="" className="mb-2 size-7" />
        <FeedDot />
        {!hasContents && (
          <>
            <IconButton
              icon={Menu}
              label={t('Views')}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              className="size-9!"
              onClick={() => setOpen(true)}
            />
            <NewThread onNewThread={onNewThread} />
          </>
        )}
        <IconButton
          icon={Search}
          label={t('Search or go to…')}
          hint={formatKeys('palette')}
          aria-keyshortcuts={formatAriaKeys('palette')}
          className="size-9!"
          onClick={onPalette}
        />
        <Bell isOpen={areNotificationsOpen} className="size-9!" onToggle={onNotifications} />
        <AreaLinks isRail />
        <YouMenu isRail {...you} />
        {isOpen && (
          <Sheet label={t('Views')} side="start" onClose={() => setOpen(false)}>
            <MenuContent onAct={() => setOpen(false)}>
              <ViewLinks />
            </MenuContent>
          </Sheet>
        )}
      </nav>
    )
  return (
    <nav aria-label={t('Main')} data-pane className="flex w-56 shrink-0 flex-col items-stretch py-2.5 ps-2.5 pe-2">
      <div className="mb-2 flex min-h-8 items-center gap-1">
        <Brand />
        <Bell isOpen={areNotificationsOpen} onToggle={onNotifications} />
        <NewThread onNewThread={onNewThread} />
      </div>
      <button
        type="button"
        aria-keyshortcuts={formatAriaKeys('palette')}
        className="mb-3 flex min-h-8 shrink-0 items-center gap-2.25 rounded-md bg-surface ps-2 pe-1.5 text-muted shadow-[0_0_0_1px_var(--line),var(--depth-1)] transition-colors hover:bg-[linear-gradient(var(--hover),var(--hover))] forced-colors:border"
        onClick={onPalette}
      >
        <Icon of={Search} />
        <span className="flex-1 truncate text-start">{t('Search or go to…')}</span>
        <Key>{formatKeys('palette')}</Key>
      </button>
      <ViewLinks />
      <ToastFoot>
        <div className="border-t border-line pt-2">
          <AreaLinks />
        </div>
        <YouMenu {...you} />
      </ToastFoot>
    </nav>
  )
}

/** Closes the sheet on a click on any of its links, including the link to the current page. */
function MenuContent({ onAct, children }: { onAct: () => void; children: ReactNode }) {
  return (
    // This handler only observes bubbling clicks of the links inside, which handle keys themselves.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above.
    <div
      className="flex min-w-0 flex-1 flex-col overflow-y-auto p-2"
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')) onAct()
      }}
    >
      {children}
    </div>
  )
}

function Brand() {
  const { skein } = useApi()
  const tenant = useQuery({ queryKey: ['me'], queryFn: async ({ signal }) => (await skein.getMe({ signal })).data })
  return (
    <p className="flex min-w-0 flex-1 items-center gap-2 px-1.5 font-semibold">
      <img src="/icon.svg" alt="" className="size-5.5" />
      <span className="truncate">{tenant.data?.tenant.name ?? 'Skein'}</span>
      <FeedDot />
    </p>
  )
}

function NewThread({ onNewThread }: { onNewThread: () => void }) {
  const mayCreate = useRights().whyNot('createThread') === null
  if (!mayCreate) return null
  return (
    <IconButton
      icon={SquarePen}
      label={t('New thread')}
      hint={formatKeys('newThread')}
      aria-haspopup="dialog"
      aria-keyshortcuts={formatAriaKeys('newThread')}
      onClick={onNewThread}
    />
  )
}
