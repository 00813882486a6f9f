/** Assigns the threads in teams' queues, in a job. */
import type { Uuid } from '#platform/ids.ts'
import { job, type RunContext } from '#platform/jobs/job.ts'
import { applyThreadChange } from '../change/change-thread.ts'
import { readLockedThreads } from '../record/queries.ts'
import { findQueued, findTeamsWithQueue, lockQueued } from '../queue/queries.ts'
import { lockTeamForPicking } from '../queue/member-picker.ts'

type Context = RunContext<{ teamId: Uuid } | { userId: Uuid }, unknown>
type Rerun = { againInSeconds: number } | undefined

/** Maximum number of threads per transaction, which then takes a few tens of milliseconds. */
const chunk = 10
/** Seconds until the next run if another request had locked the oldest thread or a member. */
const soonSeconds = 0.05

export async function handOut(context: Context): Promise<Rerun> {
  const { tx, effects, tenantId, key, input } = context
  if ('teamId' in input) return handOutTeam(context, input.teamId)
  const teams = await tx.rows(findTeamsWithQueue, { tenantId, userId: input.userId })
  const [only] = teams
  if (only && teams.length === 1) return handOutTeam(context, only.id)
  for (const { id: teamId } of teams) effects.enqueue('hand-out-threads', { key: `team ${teamId} ${key}`, input: { teamId } })
  return undefined
}

/** Assigns chats first, because their customers are waiting on the website. */
async function handOutTeam(context: Context, teamId: Uuid): Promise<Rerun> {
  const reruns = [await handOutKind(context, teamId, true), await handOutKind(context, teamId, false)]
  const again = reruns.flatMap((rerun) => (rerun ? [rerun.againInSeconds] : []))
  return again.length > 0 ? { againInSeconds: Math.min(...again) } : undefined
}

/**
 * Assigns a chunk of a team's queue, oldest thread first. Stops at a locked thread, so that no newer one overtakes it. Does not wait for
 * thread locks: a request that assigns a thread holds its lock while waiting for the team's lock, so waiting would deadlock.
 */
async function handOutKind({ tx, effects, tenantId }: Context, teamId: Uuid, chats: boolean): Promise<Rerun> {
  const own = { tenantId, teamId, chats }
  if (!(await tx.first(findQueued, { ...own, limit: 1 }))) return undefined
  const picker = await lockTeamForPicking(tx, { ...own, leastLoaded: true })
  if (!picker?.hasFreeMember) return undefined
  const waiting = await tx.rows(findQueued, { ...own, limit: chunk })
  await picker.lockNext(waiting.map(({ strategy }) => strategy))
  const free = new Set((await tx.rows(lockQueued, { tenantId, teamId, ids: waiting.map(({ id }) => id) })).map(({ id }) => id))
  const blocked = waiting.findIndex(({ id }) => !free.has(id))
  const next = blocked < 0 ? waiting : waiting.slice(0, blocked)
  const records = new Map(
    (await tx.rows(readLockedThreads, { tenantId, ids: next.map(({ id }) => id) })).map((record) => [record.id, record]),
  )
  for (const { id, strategy } of next) {
    const record = records.get(id)
    const choice = record && (await picker.pickNext(strategy))
    if (!choice) break
    const assigned = { assigneeId: choice.id, assigneeName: choice.name }
    await applyThreadChange({ tx, effects, principal: { tenantId } }, record, assigned, { action: 'thread.assigned', isLocked: true })
  }
  await picker.save()
  if (blocked >= 0 || picker.skippedLocked) return { againInSeconds: soonSeconds }
  return waiting.length === chunk && picker.hasFreeMember ? { againInSeconds: 0 } : undefined
}

declare global {
  interface EnqueuedJobs {
    /** The key names the change that enqueued the job. The job assigns the queued threads of one team, or of all teams of a user. */
    'hand-out-threads': { teamId: Uuid } | { userId: Uuid }
  }
}

export const handOutThreads = job({
  name: 'hand-out-threads',
  description: 'Assigns threads that wait in the queues of teams, when somebody can take one.',
  leaseSeconds: 20,
  retrySeconds: [0.2, 0.5, 1, 2, 5, 30, 60, 300, 900, 3_600],
  run: handOut,
})
