/** The latest events that this tab has heard of, newest first: what the page of events shows live. */
import type { SkeinEvent } from '@skein/client'
import { createStore, type Store } from './store.ts'

const eventsMax = 300

export const heardEvents: Store<readonly SkeinEvent[]> = createStore<readonly SkeinEvent[]>([])

export function hearEvent(event: SkeinEvent): void {
  heardEvents.set([event, ...heardEvents.get()].slice(0, eventsMax))
}
