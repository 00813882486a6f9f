import type { Meeting } from '@skein/client'

type MeetingInLane = { meeting: Meeting; lane: number; lanes: number }

/**
 * Assigns overlapping meetings of a day to lanes that are drawn side by side. They overlap when they have different hosts or are cancelled.
 */
export function assignLanes(meetings: readonly Meeting[]): MeetingInLane[] {
  const placed: MeetingInLane[] = []
  let group: MeetingInLane[] = []
  let groupEnds = ''
  const close = (): void => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1
    for (const each of group) each.lanes = lanes
    group = []
  }
  for (const meeting of meetings.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))) {
    if (meeting.startsAt >= groupEnds) close()
    const taken = new Set(group.filter(({ meeting: other }) => other.endsAt > meeting.startsAt).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane++
    const next = { meeting, lane, lanes: 1 }
    group.push(next)
    placed.push(next)
    if (meeting.endsAt > groupEnds) groupEnds = meeting.endsAt
  }
  close()
  return placed
}
