/** Toasts: confirmations with undo, and errors with retry. */
import { createStore } from '../api/store.ts'

type Action = { label: string; run: () => void }
export type Toast = {
  id: number
  text: string
  kind: 'done' | 'problem'
  action?: Action
  other?: Action
  /** The last part of the path of a page that shows the same with the same buttons. There, the toast is only announced. */
  shownAt?: string
  /** Time when the toast disappears, in milliseconds since 1970. */
  until: number
}

export const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/** Shows a toast. Returns a function that removes it. */
export function showToast(toast: Omit<Toast, 'id' | 'until'>, ms = 8_000): () => void {
  const id = ++lastId
  toasts.set([...toasts.get().slice(-2), { ...toast, id, until: Date.now() + ms }])
  const dismiss = (): void => toasts.set(toasts.get().filter((each) => each.id !== id))
  setTimeout(dismiss, ms)
  return dismiss
}
