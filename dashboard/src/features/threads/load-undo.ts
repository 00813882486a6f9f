/** Undoes changes with code that is loaded when the first change is made. */
import type { Thread } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { showToast } from '../../ui/toasts.ts'
import { t } from '../../texts/texts.ts'
import type { BulkChange } from './bulk-changes.ts'
import type { Context } from './undo-change.ts'

const load = () => import('./undo-change.ts')

export function preloadUndo(): void {
  load().catch(() => undefined)
}

/** Undoes a change. `before` contains the threads before the change. */
export async function undoChange(context: Context, change: BulkChange, before: readonly Thread[]): Promise<void> {
  const code = await load().catch((error: unknown) => {
    showToast({ kind: 'problem', text: t('We couldn’t undo this. {reason}', { reason: describeFailure(error).text }) })
  })
  await code?.undoChange(context, change, before)
}
