import { createStore } from '../../api/store.ts'

/** Returns the id of the message that contains the focus. */
export function getFocusedId(): string | null {
  return document.activeElement?.closest('[data-id]')?.getAttribute('data-id') ?? null
}

/** Focuses a rendered message. Returns false when it is not rendered. */
export function focusMessage(id: string): boolean {
  const article = document.querySelector<HTMLElement>(`article[data-id="${CSS.escape(id)}"]`)
  article?.focus({ preventScroll: true })
  return article !== null
}

/** The message that the timeline of its thread should scroll to. Each request is a new object. */
export const messageToShow = createStore<{ threadId: string; id: string } | null>(null)

/** Id of the message that a link led to. Its outline stays until the focus leaves it. */
export const highlightedMessage = createStore<string | null>(null)
