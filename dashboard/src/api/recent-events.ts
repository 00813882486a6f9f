/** Latest events that this tab has received, newest first, for the Events page. */
import type { SkeinEvent } from '@skein/client'
import { createStore, type Store } from './store.ts'

const maxEvents = 300

export const recentEvents: Store<readonly SkeinEvent[]> = createStore<readonly SkeinEvent[]>([])

export function recordEvent(event: SkeinEvent): void {
  recentEvents.set([event, ...recentEvents.get()].slice(0, maxEvents))
}
