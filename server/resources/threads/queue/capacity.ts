/** Enqueues the assignment job after changes to users and teams that may give an agent capacity. */
import { eventJob } from '#platform/outbox/event-jobs.ts'
import { team } from '../../teams/index.ts'
import { user } from '../../users/index.ts'

if (!user.events || !team.events) throw new Error('Changes of people and teams must be events')

export const handOutWhenUserChanges = eventJob(user.events.updated, 'hand-out-threads', ({ id, status, availability }, previous) => {
  const changed = 'status' in previous || 'availability' in previous || 'role' in previous
  return changed && status === 'ACTIVE' && availability === 'AVAILABLE' ? { key: `user ${id}`, input: { userId: id } } : null
})

// A user who joins a team, even on creation, changes the team's members.
export const handOutWhenTeamChanges = eventJob(team.events.updated, 'hand-out-threads', ({ id }, previous) =>
  'memberIds' in previous || 'maxOpenPerAgent' in previous || 'maxChatsPerAgent' in previous
    ? { key: `team ${id}`, input: { teamId: id } }
    : null,
)
