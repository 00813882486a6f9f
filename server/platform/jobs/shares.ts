/** Limits each tenant's concurrent attempts in this process. Take slots before claiming items, and return them after the items end. */
import type { Uuid } from '../ids.ts'

/**
 * Slots by tenant. The fuller the process, the smaller a tenant's share: a tenant gets at most an eighth of the free slots (Choudhury and
 * Hahne's dynamic threshold). So even twenty tenants with hanging receivers do not fill the process, and another tenant always gets a slot.
 */
export class Shares {
  readonly #ofTenant = new Map<Uuid, number>()
  readonly #limits: { inAll: number; perTenant: number }
  #taken = 0

  /** Sets the maximum number of concurrent attempts, in total and per tenant. */
  constructor(limits: { inAll: number; perTenant: number }) {
    this.#limits = limits
  }

  /** Returns how many more attempts the tenant may start now. */
  free(tenantId: Uuid): number {
    const left = this.#limits.inAll - this.#taken
    const share = Math.min(this.#limits.perTenant, Math.ceil(left / 8))
    return Math.max(0, Math.min(left, share - (this.#ofTenant.get(tenantId) ?? 0)))
  }

  /** Takes up to `wanted` slots and returns how many it took. */
  take(tenantId: Uuid, wanted: number): number {
    const taken = Math.min(wanted, this.free(tenantId))
    this.#count(tenantId, taken)
    return taken
  }

  returnSlots(tenantId: Uuid, slots: number): void {
    this.#count(tenantId, -slots)
  }

  /** Returns the tenants without a free slot. */
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
