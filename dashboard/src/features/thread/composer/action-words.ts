/** Says in a few words what an action of a canned response does. */
import type { CannedResponse } from '@skein/client'
import { formatDuration } from '../../../ui/duration.ts'
import { useLabels, useTeams, useUsers } from '../../threads/use-catalog.ts'

export type Action = CannedResponse['actions'][number]

/** Returns the words for an action, with the names of people, teams and labels once they are loaded. */
export function useActionWords(actions: readonly Action[]): (action: Action) => string {
  const uses = (type: Action['type']): boolean => actions.some((action) => action.type === type)
  const users = useUsers(uses('ASSIGN')).data
  const teams = useTeams(uses('SET_TEAM')).data
  const labels = useLabels(uses('ADD_LABELS') || uses('REMOVE_LABELS')).data
  return ({ type, status, priority, assigneeId, teamId, labelIds = [], durationSeconds, body }) => {
    const nameIn = (list: readonly { id: string; name: string }[] | undefined, id: string | null | undefined): string =>
      list?.find((each) => each.id === id)?.name ?? '…'
    const named = labelIds.map((id) => nameIn(labels, id)).join(', ')
    const words: Readonly<Record<typeof type, string>> = {
      SET_STATUS: `Status: ${status?.toLowerCase()}`,
      SET_PRIORITY: `Priority: ${priority?.toLowerCase()}`,
      ASSIGN: assigneeId === null ? 'Unassign' : `Assign to ${nameIn(users, assigneeId)}`,
      SET_TEAM: teamId === null ? 'No team' : `Team: ${nameIn(teams, teamId)}`,
      ADD_LABELS: `Label: ${named}`,
      REMOVE_LABELS: `Remove label: ${named}`,
      SET_CUSTOM_FIELDS: 'Set custom fields',
      SNOOZE:
        durationSeconds === undefined ? 'Snooze until the customer writes' : `Snooze for ${formatDuration(durationSeconds, 'seconds')}`,
      ADD_NOTE: `Note: ${(body ?? '').slice(0, 60)}`,
    }
    return words[type]
  }
}
