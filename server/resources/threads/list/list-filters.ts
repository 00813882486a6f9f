/** Converts a request's filters to the filters of `threadList`. Lists, views and batches use it. */
import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import type { ThreadFilters } from '../record/filter-schema.ts'

export type RequestedFilters = Omit<Static<typeof ThreadFilters>, 'sort'>

/** `userId` is the user for `me` and `unread`. */
export function toListFilters(
  { assigneeId, followerId, teamId, labelId, waiting, unread, snoozed, status, priority, channel, ...filters }: RequestedFilters,
  userId: Uuid,
): Record<string, unknown> {
  return {
    ...filters,
    ...oneOrSeveral('status', 'statuses', status),
    ...oneOrSeveral('priority', 'priorities', priority),
    ...oneOrSeveral('channel', 'channels', channel),
    assigneeId: assigneeId === 'me' ? userId : assigneeId === 'none' ? undefined : assigneeId,
    followerId: followerId === 'me' ? userId : followerId,
    unassigned: assigneeId === 'none' || undefined,
    teamId: teamId === 'none' ? undefined : teamId,
    withoutTeam: teamId === 'none' || undefined,
    labelId: labelId === 'none' ? undefined : labelId,
    withoutLabel: labelId === 'none' || undefined,
    asleep: snoozed === true || undefined,
    awake: snoozed === false || undefined,
    waits: waiting === true || undefined,
    waitsNot: waiting === false || undefined,
    unread: unread === true ? userId : undefined,
  }
}

/** Returns one value or several as filters. A single value is a separate filter, which has an index in every order. */
function oneOrSeveral(one: string, several: string, given: string | undefined): Record<string, unknown> {
  if (given === undefined) return {}
  return given.includes(',') ? { [several]: given.split(',') } : { [one]: given }
}
