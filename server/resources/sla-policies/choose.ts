/** Chooses the SLA policy of a thread: the first in order whose conditions match, or else the inbox's. */
import { anyValue, hasNoValue, isBlank } from '../custom-fields/index.ts'
import type { Conditions } from './schema.ts'

/** Fields of a thread that conditions test. */
export type ThreadSubject = {
  priority: string
  channel: string
  inboxId: string
  teamId: string | null
  labelIds: readonly string[]
  customerFields: Readonly<Record<string, unknown>>
}

/** Returns the policy of a thread. `policies` must be sorted by their order. */
export function choosePolicy<Policy extends { id: string; conditions: Conditions; onlyByInbox: boolean }>(
  policies: readonly Policy[],
  subject: ThreadSubject,
  inboxPolicyId: string | null,
): Policy | null {
  const first = policies.find(({ conditions, onlyByInbox }) => !onlyByInbox && matches(conditions, subject))
  return first ?? policies.find(({ id }) => id === inboxPolicyId) ?? null
}

function matches({ priorities, channels, inboxIds, teamIds, labelIds, customerFields }: Conditions, subject: ThreadSubject): boolean {
  const isListed = (list: readonly string[] | undefined, value: string | null) => !list?.length || (value !== null && list.includes(value))
  return (
    isListed(priorities, subject.priority) &&
    isListed(channels, subject.channel) &&
    isListed(inboxIds, subject.inboxId) &&
    isListed(teamIds, subject.teamId) &&
    (!labelIds?.length || labelIds.some((id) => subject.labelIds.includes(id))) &&
    (customerFields ?? []).every(({ key, values }) => values.some((value) => hasValue(subject.customerFields[key], value)))
  )
}

/** Whether a custom field has the value; a blank value means no value, and `*` any value. A field with several selected options matches by any of them. */
export function hasValue(held: unknown, wanted: unknown): boolean {
  if (isBlank(wanted)) return hasNoValue(held)
  if (wanted === anyValue) return !hasNoValue(held)
  return Array.isArray(held) ? held.includes(wanted) : held === wanted
}
