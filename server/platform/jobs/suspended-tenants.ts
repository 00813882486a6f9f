/**
 * Tenants that the operator has suspended. A worker claims none of their items in any queue. It refreshes the list twice a second. Items in
 * progress end normally; the others stay in the database until the tenant is resumed.
 */
import type { Queryable } from '../db.ts'
import type { Uuid } from '../ids.ts'
import { cacheBriefly } from '../remember.ts'
import { suspendedTenants } from './queries.ts'

const cachedMs = 500

export class SuspendedTenants {
  readonly #lookUp: () => ReadonlySet<Uuid> | Promise<ReadonlySet<Uuid>>
  #known: ReadonlySet<Uuid> = new Set()

  constructor(db: Queryable) {
    const cachedLookUp = cacheBriefly(async () => new Set((await db.rows(suspendedTenants, {})).map(({ tenantId }) => tenantId)), {
      ttlMs: cachedMs,
      size: 1,
    })
    this.#lookUp = () => cachedLookUp('')
  }

  /** Refreshes the list if it is out of date. Call it before searching for work. Throws if the database is unreachable. */
  async refresh(): Promise<void> {
    this.#known = await this.#lookUp()
  }

  has(tenantId: Uuid): boolean {
    return this.#known.has(tenantId)
  }

  all(): Uuid[] {
    return [...this.#known]
  }
}
