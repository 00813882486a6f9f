/** The state machine of threads (contract, section 4): pure rules. */

import type { statuses } from '../thread-words/index.ts'

export type Status = keyof typeof statuses

/** Whether an agent may change a thread's status in this way. Keeping the status is always allowed and changes nothing. */
export function agentMayMove(from: Status, to: Status, mergeSource: boolean): boolean {
  if (from === to) return true
  return from === 'closed' ? to === 'open' && !mergeSource : true
}
