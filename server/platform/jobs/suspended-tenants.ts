/**
 * Tenants whose background work rests because the operator has suspended them. Each worker asks for them twice a second and leaves their
 * lanes alone: nothing is claimed, whatever the queue, and what is under way ends. Their work waits in the database until they are resumed.
 */
import type { Queryable } from '../db.ts'
import type { Uuid } from '../ids.ts'
import { rememberBriefly } from '../remember.ts'
import { suspendedTenants } from './queries.ts'

const rememberedMs = 500

export class SuspendedTenants {
  readonly #ask: () => ReadonlySet<Uuid> | Promise<ReadonlySet<Uuid>>
  #known: ReadonlySet<Uuid> = new Set()

  constructor(db: Queryable) {
    const remembered = rememberBriefly(async () => new Set((await db.rows(suspendedTenants, {})).map(({ tenantId }) => tenantId)), {
      ttlMs: rememberedMs,
      size: 1,
    })
    this.#ask = () => remembered('')
  }

  /** To be called before work is looked for. Throws when the database does not answer. */
  async learn(): Promise<void> {
    this.#known = await this.#ask()
  }

  has(tenantId: Uuid): boolean {
    return this.#known.has(tenantId)
  }

  all(): Uuid[] {
    return [...this.#known]
  }
}
