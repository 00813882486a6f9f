/** Describes the actions of canned responses in a few words. */
import type { CannedResponse } from '@skein/client'
import { formatDuration } from '../../../ui/duration.ts'
import { useLabels, useTeams, useUsers } from '../../threads/use-catalog.ts'

export type Action = CannedResponse['actions'][number]

/** Returns a function that describes an action, with the names of users, teams and labels once they are loaded. */
export function useDescribeAction(actions: readonly Action[]): (action: Action) => string {
  const uses = (type: Action['type']): boolean => actions.some((action) => action.type === type)
  const users = useUsers(uses('ASSIGN')).data
  const teams = useTeams(uses('SET_TEAM')).data
  const labels = useLabels(uses('ADD_LABELS') || uses('REMOVE_LABELS')).data
  return ({ type, status, priority, assigneeId, teamId, labelIds = [], durationSeconds, body }) => {
    const findName = (list: readonly { id: string; name: string }[] | undefined, id: string | null | undefined): string =>
      list?.find((each) => each.id === id)?.name ?? '…'
    const labelNames = labelIds.map((id) => findName(labels, id)).join(', ')
    const descriptions: Readonly<Record<typeof type, string>> = {
      SET_STATUS: `Status: ${status?.toLowerCase()}`,
      SET_PRIORITY: `Priority: ${priority?.toLowerCase()}`,
      ASSIGN: assigneeId === null ? 'Unassign' : `Assign to ${findName(users, assigneeId)}`,
      SET_TEAM: teamId === null ? 'No team' : `Team: ${findName(teams, teamId)}`,
      ADD_LABELS: `Label: ${labelNames}`,
      REMOVE_LABELS: `Remove label: ${labelNames}`,
      SET_CUSTOM_FIELDS: 'Set custom fields',
      SNOOZE:
        durationSeconds === undefined ? 'Snooze until the customer writes' : `Snooze for ${formatDuration(durationSeconds, 'seconds')}`,
      ADD_NOTE: `Note: ${(body ?? '').slice(0, 60)}`,
    }
    return descriptions[type]
  }
}
