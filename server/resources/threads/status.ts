/** The state machine of threads (contract, section 4): pure rules. */

export const statuses = ['open', 'pending', 'resolved', 'closed'] as const
export type Status = (typeof statuses)[number]
export const priorities = ['LOW', 'NORMAL', 'HIGH', 'URGENT'] as const
export const channels = ['EMAIL', 'API', 'WIDGET', 'SLACK', 'WHATSAPP', 'SMS', 'VOICE'] as const

/** Whether an agent may move a thread from one status to another. Staying is always allowed and changes nothing. */
export function agentMayMove(from: Status, to: Status, mergeSource: boolean): boolean {
  if (from === to) return true
  return from === 'closed' ? to === 'open' && !mergeSource : true
}
