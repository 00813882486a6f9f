/** Status changes that agents may make (contract, section 4): pure rules. */

import type { statuses } from '../../thread-words/index.ts'

export type Status = keyof typeof statuses

/** True when an agent may change the status from `from` to `to`. Keeping the status is always allowed. */
export function agentMayMove(from: Status, to: Status, mergeSource: boolean): boolean {
  if (from === to) return true
  return from === 'closed' ? to === 'open' && !mergeSource : true
}
