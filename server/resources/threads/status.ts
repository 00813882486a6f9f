/** The state machine of threads (contract, section 4): pure rules. */

/** Each with what it means, for integrators. */
export const statuses = {
  open: 'Waits for an agent.',
  pending: 'Waits for the customer, or sleeps until a time; a message of the customer opens it.',
  resolved: 'The agent considers it done; a message of the customer opens it again.',
  closed: 'Over. A message of the customer begins a new thread.',
}
export type Status = keyof typeof statuses

/** Whether an agent may move a thread from one status to another. Staying is always allowed and changes nothing. */
export function agentMayMove(from: Status, to: Status, mergeSource: boolean): boolean {
  if (from === to) return true
  return from === 'closed' ? to === 'open' && !mergeSource : true
}
