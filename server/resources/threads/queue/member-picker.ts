/**
 * Picks members of a team, one per thread. A member is free if they are active, available, not a viewer, and have fewer open threads,
 * across all teams, than the team's `maxOpenPerAgent`; for a chat, fewer chats than its `maxChatsPerAgent`. The team and each picked user stay locked until the commit. Recounts a picked user's
 * open threads under that lock, because another team may have picked them concurrently. To prevent deadlocks, the first statement locks all
 * users that will probably be needed, in id order; later statements skip locked users instead of waiting.
 */
import type { Queryable } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import {
  countOpen,
  findMembers,
  lockUnlockedMembers,
  lockMembers,
  lockTeam,
  saveLastAssigned,
  type Member,
  type Strategy,
} from './queries.ts'

type Options = { tenantId: Uuid; teamId: Uuid; chats: boolean; counts: boolean; exceptId: Uuid | null; createdAt: string | null }
type Choice = { id: Uuid; name: string }

/**
 * Locks the team and returns its picker for chats or for other threads; null when the team does not exist. `thread` is the thread to assign. It does not count as one of
 * its assignee's open threads, and the picker reports whether the queue has an older thread.
 */
export async function lockTeamForPicking(
  tx: Queryable,
  {
    tenantId,
    teamId,
    chats,
    leastLoaded,
    thread,
  }: Pick<Options, 'tenantId' | 'teamId' | 'chats'> & { leastLoaded: boolean; thread?: { id: Uuid; createdAt: string } },
): Promise<MemberPicker | null> {
  const team = await tx.first(lockTeam, { tenantId, teamId, chats })
  if (!team) return null
  const own = {
    tenantId,
    teamId,
    chats,
    counts: leastLoaded || team.maxOpen !== null,
    exceptId: thread?.id ?? null,
    createdAt: thread?.createdAt ?? null,
  }
  return new MemberPicker(tx, own, team, await tx.rows(findMembers, own))
}

class MemberPicker {
  readonly #tx: Queryable
  readonly #options: Options
  readonly #maxOpen: number
  #members: Member[]
  #last: Uuid | null
  readonly #held = new Set<Uuid>()
  #chose = false
  /** True when a locked member was skipped. A retry may find that member free. */
  skippedLocked = false

  constructor(
    tx: Queryable,
    options: Options,
    { maxOpen, lastAssignedTo }: { maxOpen: number | null; lastAssignedTo: Uuid | null },
    members: Member[],
  ) {
    this.#tx = tx
    this.#options = options
    this.#maxOpen = maxOpen ?? Infinity
    this.#members = members
    this.#last = lastAssignedTo
  }

  get olderWaits(): boolean {
    return this.#members.some(({ olderWaits }) => olderWaits)
  }

  get hasFreeMember(): boolean {
    return this.#members.some(({ open }) => open < this.#maxOpen)
  }

  /** Locks, in one statement, the members who would be picked for these threads. */
  async lockNext(strategies: readonly Strategy[]): Promise<void> {
    const members = this.#members.map((member) => ({ ...member }))
    const ids = new Set<Uuid>()
    let last = this.#last
    for (const strategy of strategies) {
      const choice = pickMember(members, { strategy, last, maxOpen: this.#maxOpen })
      if (!choice) break
      choice.open++
      last = choice.id
      ids.add(choice.id)
    }
    if (ids.size > 0) await this.#hold([...ids])
  }

  /** Picks a member for a thread and increments their open threads; null when no member is free. */
  async pickNext(strategy: Strategy): Promise<Choice | null> {
    for (;;) {
      const choice = pickMember(this.#members, { strategy, last: this.#last, maxOpen: this.#maxOpen })
      if (!choice) return null
      if (!this.#held.has(choice.id)) {
        await this.#hold([choice.id])
        continue
      }
      choice.open++
      this.#last = choice.id
      this.#chose = true
      return choice
    }
  }

  /** Stores the last picked member, after whom ROUND_ROBIN continues. */
  async save(): Promise<void> {
    const { tenantId, teamId } = this.#options
    if (this.#chose && this.#last !== null) await this.#tx.rows(saveLastAssigned, { tenantId, teamId, userId: this.#last })
  }

  /** Locks members and counts their open threads. Drops members who are locked elsewhere or no longer take threads. */
  async #hold(ids: Uuid[]): Promise<void> {
    const { tenantId, exceptId, chats, counts } = this.#options
    const first = this.#held.size === 0
    const held = new Set((await this.#tx.rows(first ? lockMembers : lockUnlockedMembers, { tenantId, ids })).map(({ id }) => id))
    if (!first && held.size < ids.length) this.skippedLocked = true
    this.#members = this.#members.filter(({ id }) => held.has(id) || !ids.includes(id))
    for (const id of held) this.#held.add(id)
    if (!counts) return
    const open = new Map((await this.#tx.rows(countOpen, { tenantId, ids: [...held], exceptId, chats })).map((row) => [row.id, row.open]))
    for (const member of this.#members) member.open = open.get(member.id) ?? member.open
  }
}

/** Returns the free member whose id follows the last picked one; with LEAST_LOADED, among those with the fewest open threads. */
function pickMember(
  members: readonly Member[],
  { strategy, last, maxOpen }: { strategy: Strategy; last: Uuid | null; maxOpen: number },
): Member | null {
  const free = members.filter(({ open }) => open < maxOpen)
  const least = strategy === 'LEAST_LOADED' ? Math.min(...free.map(({ open }) => open)) : null
  const able = least === null ? free : free.filter(({ open }) => open === least)
  return able.find(({ id }) => last === null || id > last) ?? able[0] ?? null
}
