/** When this page sent its last reply or note to each thread. */
import { createStore } from '../../api/store.ts'

export const lastSent = createStore<ReadonlyMap<string, number>>(new Map())

export function noteSent(threadId: string): void {
  lastSent.set(new Map(lastSent.get()).set(threadId, performance.now()))
}
