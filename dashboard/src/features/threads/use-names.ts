import { useQuery } from '@tanstack/react-query'
import type { AuditLog } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useTeams } from './use-catalog.ts'
import { useMeId } from './use-threads.ts'

/** Returns functions that resolve the names of users, inboxes, teams and rules. Loads rules and teams only if a change names one. */
export function useNames(entries: readonly AuditLog[] = []) {
  const { skein } = useApi()
  const { data: users = [] } = useQuery({ queryKey: ['users'], queryFn: () => skein.listUsers({ query: { limit: 100 } }).toArray() })
  const { data: inboxes = [] } = useQuery({ queryKey: ['inboxes'], queryFn: () => skein.listInboxes({ query: { limit: 100 } }).toArray() })
  const { data: rules = [] } = useQuery({
    queryKey: ['rules'],
    enabled: entries.some(({ via }) => via === 'RULE'),
    queryFn: () => skein.listAutomationRules({ query: { limit: 100 } }).toArray(),
  })
  const { data: teams = [] } = useTeams(entries.some(({ after }) => typeof after?.['teamId'] === 'string'))
  const meId = useMeId()
  return {
    meId,
    // Only one entry of a run contains the rule's id.
    ruleOf({ requestId }: AuditLog): string | undefined {
      const named = entries.find((each) => each.requestId === requestId && each.after?.['ruleId'] !== undefined)
      return rules.find(({ id }) => id === named?.after?.['ruleId'])?.name
    },
    user: (id: string) => users.find((each) => each.id === id)?.name,
    /** Returns the first word of a user's name, or the whole name if another user's begins with the same word. */
    firstName(id: string): string | undefined {
      const name = users.find((each) => each.id === id)?.name
      const first = getFirstWord(name)
      return users.some((each) => each.id !== id && getFirstWord(each.name) === first) ? name : first
    },
    team: (id: string) => teams.find((each) => each.id === id)?.name,
    inbox: (id: string) => inboxes.find((each) => each.id === id)?.name,
  }
}

function getFirstWord(name: string | undefined): string | undefined {
  return name?.trim().split(/\s+/)[0]
}
