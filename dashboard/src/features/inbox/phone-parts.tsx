import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { useRights } from '../../api/rights.ts'
import { runShortcut } from '../../keyboard/use-shortcuts.ts'
import { formatLocale } from '../../texts/language.ts'
import { plural, t } from '../../texts/texts.ts'
import { SquarePen } from '../../ui/icons.ts'
import { Icon } from '../../ui/icon.tsx'
import { ToastFoot } from '../../ui/toaster.tsx'
import { useDraftThreads } from '../threads/draft-threads.ts'
import { useSavedViews, useThreadCount, useViewCounts } from '../threads/use-counts.ts'
import { viewIds, views, type ViewId } from '../threads/views.ts'

/** Links to the views in one row that scrolls sideways, for phones, which have no sidebar. */
export function ViewChips({ view }: { view: string }) {
  const saved = useSavedViews()
  const counts = useViewCounts()
  const hasDrafts = useDraftThreads().size > 0
  const shown = viewIds.filter((id) => id !== 'drafts' || hasDrafts || view === id)
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    // Scroll horizontally only, so that the page itself stays put.
    if (link && nav.current) nav.current.scrollLeft = link.offsetLeft - nav.current.offsetLeft - 40
  }, [view, saved.data])
  return (
    <nav ref={nav} aria-label={t('Views')} className="-mx-3 flex gap-1.5 overflow-x-auto px-3 pt-1 pb-2.5 [scrollbar-width:none]">
      {shown.map((id) =>
        id === 'drafts' ? <DraftsChip key={id} isCurrent={view === id} /> : <BuiltInChip key={id} view={id} isCurrent={view === id} />,
      )}
      {saved.data?.map(({ id, name }) => (
        <ViewChip key={id} view={id} isCurrent={view === id} count={counts.data?.find(({ viewId }) => viewId === id)?.total ?? null}>
          {name}
        </ViewChip>
      ))}
      <Link to="/scheduled" className={`${chipLook} bg-hover text-text-2`}>
        {t('Scheduled')}
      </Link>
    </nav>
  )
}

// The hit area is 44 px high.
const chipLook =
  'relative flex min-h-8.5 max-w-64 shrink-0 items-center gap-1.5 rounded-full px-3 font-medium before:absolute before:inset-x-0 before:-inset-y-1.5 forced-colors:border'

function BuiltInChip({ view, isCurrent }: { view: Exclude<ViewId, 'drafts'>; isCurrent: boolean }) {
  const { name, filters } = views[view]
  return (
    <ViewChip view={view} isCurrent={isCurrent} count={useThreadCount(filters)}>
      {t(name)}
    </ViewChip>
  )
}

function DraftsChip({ isCurrent }: { isCurrent: boolean }) {
  return (
    <ViewChip view="drafts" isCurrent={isCurrent} count={useDraftThreads().size}>
      {t(views.drafts.name)}
    </ViewChip>
  )
}

function ViewChip({ view, isCurrent, count, children }: { view: string; isCurrent: boolean; count: number | null; children: ReactNode }) {
  return (
    <Link
      to="/inbox/$view"
      params={{ view }}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${chipLook} ${isCurrent ? 'bg-text text-surface' : 'bg-hover text-text-2'}`}
    >
      <span className="min-w-0 truncate">{children}</span>
      {count !== null && (
        <span className="text-xs font-normal tabular-nums">
          {count.toLocaleString(formatLocale)}
          <span className="sr-only"> {plural(count, 'thread', 'threads')}</span>
        </span>
      )}
    </Link>
  )
}

/** Button that floats over the end of a phone's list and opens a new thread. */
export function PenButton() {
  const mayCreate = useRights().whyNot('createThread') === null
  if (!mayCreate) return null
  return (
    <ToastFoot className="absolute end-4 bottom-4 z-10">
      <button
        type="button"
        aria-label={t('New thread')}
        aria-haspopup="dialog"
        className="grid size-13 place-items-center rounded-2xl bg-fill text-on-fill shadow-2 hover:bg-fill-hover forced-colors:border"
        onClick={() => runShortcut('newThread')}
      >
        <Icon of={SquarePen} size={22} />
      </button>
    </ToastFoot>
  )
}
