import type { Thread } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { formatAriaKeys, formatKeys } from '../../keyboard/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { bulkChange, type BulkChange } from '../threads/bulk-changes.ts'
import { BulkConfirm } from './bulk-confirm.tsx'
import { BulkPicker, bulkKinds, type BulkKind } from './bulk-picker.tsx'
import type { ListSource } from './use-list-source.ts'
import type { Selection } from './use-selection.ts'

type BulkBarProps = {
  source: ListSource
  rows: readonly Thread[]
  total: number
  selection: Selection
  picking: BulkKind | null
  onPick: (kind: BulkKind | null) => void
  /** The change of all matching threads that waits for the agent's confirmation. */
  confirming: BulkChange | null
  onConfirmed: () => void
  onChange: (change: BulkChange) => void
}

/** Shows the number of selected threads, and the buttons that change them. */
export function BulkBar({ source, rows, total, selection, picking, onPick, confirming, onConfirmed, onChange }: BulkBarProps) {
  const why = useRights().whyNot('batchThreads')
  const count = selection.isAll ? total : selection.ids.size
  if (count === 0) return null
  const isLoadedChosen = selection.ids.size === rows.length && rows.length < total
  return (
    <section aria-label="Selected threads" className="border-t border-line bg-selected px-3 py-1.5">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2">
        <p role="status" className="text-sm font-medium">
          {selection.isAll ? `All ${count.toLocaleString()} matching` : `${count.toLocaleString()} selected`}
        </p>
        {isLoadedChosen && !selection.isAll && (
          <Button
            look="plain"
            className="px-1.5! text-accent"
            aria-keyshortcuts={formatAriaKeys('selectAll')}
            title={formatKeys('selectAll')}
            onClick={selection.all}
          >
            Select all {total.toLocaleString()} matching
          </Button>
        )}
        <Button look="plain" className="-me-1.75 ms-auto px-1.5!" aria-keyshortcuts="Escape" onClick={selection.clear}>
          Clear
        </Button>
      </div>
      <div role="toolbar" aria-label="Change the selected threads" className="-mx-1.75 flex flex-wrap gap-x-1">
        <Button look="plain" className="px-1.5!" hidden={why !== null} onClick={() => onChange(bulkChange.status('resolved'))}>
          Resolve
        </Button>
        {bulkKinds.map(({ kind, name }) => (
          <Button key={kind} look="plain" className="px-1.5!" hidden={why !== null} onClick={() => onPick(kind)}>
            {name}
          </Button>
        ))}
      </div>
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
