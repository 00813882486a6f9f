/** Undoes changes with code that is loaded when the first change is made. */
import type { Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../texts/texts.ts'
import type { BulkChange, ShownFields } from './bulk-changes.ts'
import type { Context, SendUndo } from './undo-change.ts'

const load = () => import('./undo-change.ts')

export function preloadUndo(): void {
  load().catch(() => undefined)
}

async function loadOrExplain() {
  return load().catch((error: unknown) => {
    showToast({ kind: 'problem', text: t('We couldn’t undo this. {reason}', { reason: describeFailure(error).text }) })
  })
}

/** Undoes a bulk change. `before` contains the threads before the change. */
export async function undoBulkChange(context: Context, change: BulkChange, before: readonly Thread[]): Promise<void> {
  await (await loadOrExplain())?.undoBulkChange(context, change, before)
}

/** Undoes a change with the requests of `send`. `before` contains the threads before the change. */
export async function undoChange(context: Context, change: ShownFields, before: readonly Thread[], send: SendUndo): Promise<void> {
  await (await loadOrExplain())?.undoChange(context, change, before, send)
}
