/**
 * Tenants that the operator has suspended. A worker claims none of their items in any queue, and reads the list twice a second. Items in
 * progress end normally. The others stay in the database until the tenant is resumed.
 */
import type { Queryable } from '../db.ts'
import type { Uuid } from '../ids.ts'
import { cacheBriefly } from '../remember.ts'
import { suspendedTenants } from './queries.ts'

const rememberedMs = 500

export class SuspendedTenants {
  readonly #ask: () => ReadonlySet<Uuid> | Promise<ReadonlySet<Uuid>>
  #known: ReadonlySet<Uuid> = new Set()

  constructor(db: Queryable) {
    const remembered = cacheBriefly(async () => new Set((await db.rows(suspendedTenants, {})).map(({ tenantId }) => tenantId)), {
      ttlMs: rememberedMs,
      size: 1,
    })
    this.#ask = () => remembered('')
  }

  /** Reads the list if it is out of date. Call it before searching for work. Throws if the database is unreachable. */
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
