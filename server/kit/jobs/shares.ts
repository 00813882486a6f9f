/** Who may begin how many attempts in this process. Places are taken before items are claimed, and given back after. */
import type { Uuid } from '../ids.ts'

/**
 * Shares of the attempts that can be under way. The fuller the process, the smaller a tenant's share: it may hold as many as
 * an eighth of what is free (Choudhury and Hahne's dynamic threshold). So twenty tenants whose receivers all hang do not fill
 * the process: there is always room for one more tenant.
 */
export class Shares {
  readonly #ofTenant = new Map<Uuid, number>()
  readonly #limits: { inAll: number; perTenant: number }
  #taken = 0

  /** Attempts under way at most: in all, and of one tenant. */
  constructor(limits: { inAll: number; perTenant: number }) {
    this.#limits = limits
  }

  /** How many more attempts the tenant may begin now. */
  free(tenantId: Uuid): number {
    const left = this.#limits.inAll - this.#taken
    const share = Math.min(this.#limits.perTenant, Math.ceil(left / 8))
    return Math.max(0, Math.min(left, share - (this.#ofTenant.get(tenantId) ?? 0)))
  }

  /** Takes up to `wanted` places; answers how many. */
  take(tenantId: Uuid, wanted: number): number {
    const taken = Math.min(wanted, this.free(tenantId))
    this.#count(tenantId, taken)
    return taken
  }

  giveBack(tenantId: Uuid, places: number): void {
    this.#count(tenantId, -places)
  }

  /** Tenants that can begin nothing now. */
  full(): Uuid[] {
    return [...this.#ofTenant.keys()].filter((tenantId) => this.free(tenantId) === 0)
  }

  #count(tenantId: Uuid, delta: number): void {
    this.#taken += delta
    const now = (this.#ofTenant.get(tenantId) ?? 0) + delta
    if (now > 0) this.#ofTenant.set(tenantId, now)
    else this.#ofTenant.delete(tenantId)
  }
}
