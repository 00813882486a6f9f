import type { Thread } from '@skein/client'
import { useEffect } from 'react'
import { useRights } from '../../api/rights.ts'
import { formatAriaKeys, formatKeys } from '../../keyboard/shortcuts.ts'
import { IconButton } from '../../ui/button.tsx'
import { AlarmClock, Check, Ellipsis, Tag, UserRound, X, Zap } from '../../ui/icons.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { bulkChange, type BulkChange } from '../threads/bulk-changes.ts'
import { plural, t } from '../../texts/texts.ts'
import type { BulkKind } from './bulk-picker.tsx'
import type { ListSource } from '../views/use-list-source.ts'
import type { Selection } from './use-selection.ts'

const BulkPicker = lazyDialog(async () => (await import('./bulk-picker.tsx')).BulkPicker)
const BulkConfirm = lazyDialog(async () => (await import('./bulk-confirm.tsx')).BulkConfirm)

type BulkBarProps = {
  source: ListSource
  rows: readonly Thread[]
  total: number
  selection: Selection
  picking: BulkKind | null
  onPick: (kind: BulkKind | null) => void
  /** A change to all matching threads that the agent has not confirmed yet. */
  confirming: BulkChange | null
  onConfirmed: () => void
  onChange: (change: BulkChange) => void
  /** Opens the picker for a saved reply to send to the selected threads. */
  onMacro: () => void
}

/**
 * Toolbar for the selected threads. It covers the list header: a toolbar with its own space would push down the row that the pointer has
 * just selected. On phones it is at the bottom of the list, within reach of the thumb.
 */
export function BulkBar({ source, rows, total, selection, picking, onPick, confirming, onConfirmed, onChange, onMacro }: BulkBarProps) {
  const why = useRights().whyNot('batchThreads')
  const count = selection.isAll ? total : selection.ids.size
  const isShown = count > 0
  // Preload the picker on the first selection, so that the toolbar's shortcuts work immediately.
  useEffect(() => void (isShown && BulkPicker.preload()), [isShown])
  if (!isShown) return null
  const isLoadedChosen = selection.ids.size === rows.length && rows.length < total
  return (
    <section
      aria-label={t('Selected threads')}
      className="flex flex-wrap items-center gap-x-1.5 border-line bg-tint px-3 max-md:border-t max-md:px-1.5 max-md:py-1 md:absolute md:inset-x-0 md:top-0 md:z-10 md:min-h-full md:content-start md:border-b md:py-3"
    >
      <IconButton icon={X} label={t('Clear selection')} hint="Esc" aria-keyshortcuts="Escape" onClick={selection.clear} />
      <p role="status" className="min-w-16 flex-1 truncate font-semibold">
        {selection.isAll
          ? plural(count, 'All {count} selected', 'All {count} selected')
          : plural(count, '{count} selected', '{count} selected')}
      </p>
      {isLoadedChosen && !selection.isAll && (
        <button
          type="button"
          className="min-h-7 rounded-md px-1 font-medium text-accent hover:underline max-md:min-h-11"
          aria-keyshortcuts={formatAriaKeys('selectAll')}
          data-tip={formatKeys('selectAll')}
          onClick={selection.all}
        >
          {plural(total, 'Select all {count}', 'Select all {count}')}
        </button>
      )}
      {why === null && (
        <div role="toolbar" aria-label={t('Change the selected threads')} className="flex">
          <IconButton
            icon={UserRound}
            label={t('Assign')}
            hint={formatKeys('assign')}
            aria-keyshortcuts={formatAriaKeys('assign')}
            onClick={() => onPick('assignee')}
          />
          <IconButton
            icon={Tag}
            className="@max-[18rem]:hidden"
            label={t('Add a label')}
            hint={formatKeys('label')}
            aria-keyshortcuts={formatAriaKeys('label')}
            onClick={() => onPick('addLabel')}
          />
          <IconButton
            icon={AlarmClock}
            label={t('Snooze')}
            hint={formatKeys('snooze')}
            aria-keyshortcuts={formatAriaKeys('snooze')}
            onClick={() => onPick('snooze')}
          />
          <IconButton
            icon={Check}
            label={t('Resolve')}
            hint={formatKeys('resolve')}
            aria-keyshortcuts={formatAriaKeys('resolve')}
            onClick={() => onChange(bulkChange.status('resolved'))}
          />
          <MenuButton
            label={t('More changes')}
            icon={Ellipsis}
            side="bottom-end"
            items={[
              { label: t('Apply a saved reply'), icon: Zap, keys: formatKeys('macro'), onSelect: onMacro },
              { label: t('Add a label'), keys: formatKeys('label'), onSelect: () => onPick('addLabel') },
              { label: t('Set the priority'), keys: formatKeys('priority'), onSelect: () => onPick('priority') },
              { label: t('Set the status'), onSelect: () => onPick('status') },
              { label: t('Move to a team'), onSelect: () => onPick('team') },
              { label: t('Remove a label'), onSelect: () => onPick('removeLabel') },
            ]}
          />
        </div>
      )}
      {picking && <BulkPicker kind={picking} onChange={onChange} onClose={() => onPick(null)} />}
      {confirming && (
        <BulkConfirm
          filters={source.filters}
          total={total}
          change={confirming}
          onDone={() => {
            onConfirmed()
            selection.clear()
          }}
          onClose={onConfirmed}
        />
      )}
    </section>
  )
}
