/** The state machine of threads (contract, section 4): pure rules. */

import type { statuses } from '../thread-words/index.ts'

export type Status = keyof typeof statuses

/** Whether an agent may move a thread from one status to another. Staying is always allowed and changes nothing. */
export function agentMayMove(from: Status, to: Status, mergeSource: boolean): boolean {
  if (from === to) return true
  return from === 'closed' ? to === 'open' && !mergeSource : true
}
