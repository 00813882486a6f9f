import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from '@tanstack/react-router'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { getSessionUser } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { formatAriaKeys, formatKeys } from '../../keyboard/shortcuts.ts'
import { Button, Key } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { ToastContainer } from '../../ui/toaster.tsx'
import { nextTheme, useTheme } from '../../ui/theme.ts'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { FeedDot } from './feed-dot.tsx'
import { Sidebar } from './sidebar.tsx'

type MainNavProps = { isWireOpen: boolean; onNewThread: () => void; onWire: () => void; onHelp: () => void; onSearch: () => void }

/** Shows links, tools, the user and the state of live events: at the side, or on narrow screens behind a Menu button. */
export function MainNav({ onSearch, ...tools }: MainNavProps) {
  const isTwo = useMedia(fromTwoPanes)
  const [isOpen, setOpen] = useState(false)
  const href = useLocation({ select: (location) => location.href })
  useEffect(() => setOpen(false), [href])
  if (isTwo)
    return (
      <nav aria-label="Main" data-pane className="flex w-52 shrink-0 flex-col items-stretch border-e border-line p-2">
        <Brand />
        <Sidebar />
        <ToastContainer />
        <Tools {...tools} />
      </nav>
    )
  return (
    <>
      <nav aria-label="Main" data-pane className="flex shrink-0 items-center gap-1 border-b border-line p-1.5">
        <div className="min-w-0 flex-1">
          <Brand />
        </div>
        <Button look="plain" aria-keyshortcuts={formatAriaKeys('search')} onClick={onSearch}>
          Search
        </Button>
        <Button look="plain" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
          Menu
        </Button>
      </nav>
      {isOpen && (
        <Sheet label="Menu" onClose={() => setOpen(false)}>
          <MenuContent onAct={() => setOpen(false)}>
            <Sidebar />
            <Tools {...tools} />
          </MenuContent>
        </Sheet>
      )}
    </>
  )
}

/** Closes the menu when any link or button in it is used, including a link to the current page. */
function MenuContent({ onAct, children }: { onAct: () => void; children: ReactNode }) {
  return (
    // This handler only observes clicks of the links and buttons inside, which handle keys themselves.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above.
    <div
      className="flex min-w-0 flex-1 flex-col overflow-y-auto p-2"
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a, button')) onAct()
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
    <p className="flex min-w-0 items-center gap-2 px-2 py-1 font-semibold">
      <img src="/icon.svg" alt="" className="size-5" />
      <span className="truncate">{tenant.data?.tenant.name ?? 'Skein'}</span>
      <span className="md:ms-auto">
        <FeedDot />
      </span>
    </p>
  )
}

/** Aligns a button, whose border takes 1 px, with the links above. */
const asLinks = 'px-[7px]!'

function Tools({ isWireOpen, onNewThread, onWire, onHelp }: Omit<MainNavProps, 'onSearch'>) {
  const mayCreate = useRights().whyNot('createThread') === null
  const { skein, session, settings } = useApi()
  const me = useStore(session.store)
  const [theme, setTheme] = useTheme()
  const leave = useMutation({ mutationFn: () => skein.logout(), onSettled: () => session.signOut() })
  return (
    <div className="flex flex-col items-stretch gap-1 pt-2">
      {mayCreate && (
        <Button
          look="plain"
          className={`justify-between! ${asLinks}`}
          aria-haspopup="dialog"
          aria-keyshortcuts={formatAriaKeys('newThread')}
          onClick={onNewThread}
        >
          New thread <Key>{formatKeys('newThread')}</Key>
        </Button>
      )}
      <a href={`${settings.apiUrl}/docs`} className="flex min-h-8 items-center rounded-md px-2 text-sm hover:bg-hover">
        API reference
      </a>
      <Button
        look="plain"
        className={`justify-between! ${asLinks}`}
        aria-keyshortcuts={formatAriaKeys('wire')}
        aria-expanded={isWireOpen}
        onClick={onWire}
      >
        Wire <Key>{formatKeys('wire')}</Key>
      </Button>
      <Button look="plain" className={`justify-between! ${asLinks}`} aria-keyshortcuts={formatAriaKeys('help')} onClick={onHelp}>
        Shortcuts <Key>?</Key>
      </Button>
      <Button look="plain" className={`justify-start! ${asLinks}`} onClick={() => setTheme(nextTheme(theme))}>
        Theme: {theme}
      </Button>
      <p className="truncate px-2 pt-2 text-sm text-muted">{getSessionUser(me)?.name}</p>
      <Button look="plain" className={`justify-start! ${asLinks}`} onClick={() => leave.mutate()}>
        Sign out
      </Button>
    </div>
  )
}
