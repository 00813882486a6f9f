/** Which policy a thread gets: the first in order whose conditions hold, else the inbox's. */
import type { Conditions } from './schema.ts'

/** What conditions are about. */
export type Subject = {
  priority: string
  channel: string
  inboxId: string
  teamId: string | null
  labelIds: readonly string[]
  customerFields: Readonly<Record<string, unknown>>
}

/** `policies` are in their order. */
export function chosen<Policy extends { id: string; conditions: Conditions; onlyByInbox: boolean }>(
  policies: readonly Policy[],
  subject: Subject,
  inboxPolicyId: string | null,
): Policy | null {
  const first = policies.find(({ conditions, onlyByInbox }) => !onlyByInbox && holds(conditions, subject))
  return first ?? policies.find(({ id }) => id === inboxPolicyId) ?? null
}

function holds({ priorities, channels, inboxIds, teamIds, labelIds, customerFields }: Conditions, subject: Subject): boolean {
  const among = (list: readonly string[] | undefined, value: string | null) => !list?.length || (value !== null && list.includes(value))
  return (
    among(priorities, subject.priority) &&
    among(channels, subject.channel) &&
    among(inboxIds, subject.inboxId) &&
    among(teamIds, subject.teamId) &&
    (!labelIds?.length || labelIds.some((id) => subject.labelIds.includes(id))) &&
    (customerFields ?? []).every(({ key, values }) => values.some((value) => hasValue(subject.customerFields[key], value)))
  )
}

/** Of several selected options, one is enough. */
function hasValue(held: unknown, wanted: unknown): boolean {
  return Array.isArray(held) ? held.includes(wanted) : held === wanted
}
