/** Describes the actions of canned responses in a few words. */
import type { CannedResponse } from '@skein/client'
import { t, type Message } from '../../../texts/texts.ts'
import { formatDuration } from '../../../ui/duration.ts'
import { priorityWords, statusWords } from '../../threads/names.ts'
import { useLabels, useTeams, useUsers } from '../../threads/use-catalog.ts'

export type Action = CannedResponse['actions'][number]

/** Returns a function that describes an action, with the names of users, teams and labels once they are loaded. */
export function useDescribeAction(actions: readonly Action[]): (action: Action) => string {
  const uses = (type: Action['type']): boolean => actions.some((action) => action.type === type)
  const users = useUsers(uses('ASSIGN') || uses('ADD_FOLLOWERS') || uses('REMOVE_FOLLOWERS')).data
  const teams = useTeams(uses('SET_TEAM')).data
  const labels = useLabels(uses('ADD_LABELS') || uses('REMOVE_LABELS')).data
  return ({ type, status, priority, assigneeId, teamId, labelIds = [], userIds = [], durationSeconds, until, body }) => {
    const findName = (list: readonly { id: string; name: string }[] | undefined, id: string | null | undefined): string =>
      list?.find((each) => each.id === id)?.name ?? '…'
    const labelNames = labelIds.map((id) => findName(labels, id)).join(', ')
    const userNames = userIds.map((id) => findName(users, id)).join(', ')
    const describeAssignment = (): string => {
      if (assigneeId === 'me') return t('Assign to me')
      return assigneeId === null ? t('Unassign') : t('Assign to {name}', { name: findName(users, assigneeId) })
    }
    const describeSnooze = (): string => {
      if (until !== undefined) return t('Snooze until the next working day')
      if (durationSeconds === undefined) return t('Snooze until the customer writes')
      return t('Snooze for {duration}', { duration: formatDuration(durationSeconds, 'seconds') })
    }
    const descriptions: Readonly<Record<typeof type, () => string>> = {
      SET_STATUS: () => t('Set the status to {status}', { status: findWord(statusWords, status) }),
      SET_PRIORITY: () => t('Set the priority to {priority}', { priority: findWord(priorityWords, priority) }),
      ASSIGN: describeAssignment,
      SET_TEAM: () => (teamId === null ? t('Remove the team') : t('Assign to team {name}', { name: findName(teams, teamId) })),
      ADD_LABELS: () => t('Add {labels}', { labels: labelNames }),
      REMOVE_LABELS: () => t('Remove {labels}', { labels: labelNames }),
      SET_CUSTOM_FIELDS: () => t('Set custom fields'),
      SNOOZE: describeSnooze,
      ADD_NOTE: () => t('Add a note: {text}', { text: (body ?? '').slice(0, 60) }),
      ADD_FOLLOWERS: () => t('Add as followers: {names}', { names: userNames }),
      REMOVE_FOLLOWERS: () => t('Remove as followers: {names}', { names: userNames }),
      REQUEST_SATISFACTION: () => t('Ask the customer how it went'),
      SEND_WEBHOOK: () => t('Send the thread to a webhook'),
    }
    return descriptions[type]()
  }
}

/** Normalises statuses and priorities, which stored actions have in upper or lower case. */
function findWord(words: Readonly<Record<string, Message>>, name = ''): string {
  const word = words[name.toLowerCase()]
  return word ? t(word) : name
}
