/** Keeps the visitors whose chat is open in this process present in the database, with one statement per tenant in each interval. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Queryable } from '#platform/db.ts'
import { toTypeId, type Uuid } from '#platform/ids.ts'
import { reportGone, reportOnline } from './visitor-queries.ts'

const intervalMs = 20_000

type OpenVisitor = { readonly tenantId: Uuid; readonly visitorId: Uuid; streams: number }

class VisitorsOnline {
  readonly #db: Queryable
  readonly #open = new Map<Uuid, OpenVisitor>()
  #running = false

  constructor(db: Queryable) {
    this.#db = db
  }

  /** Reports the visitor as present until the returned function is called. */
  enter({ tenantId, visitorId }: { readonly tenantId: Uuid; readonly visitorId: Uuid }): () => void {
    const visitor = this.#open.get(visitorId) ?? { tenantId, visitorId, streams: 0 }
    visitor.streams++
    this.#open.set(visitorId, visitor)
    void this.#report([visitor])
    void this.#run()
    return () => {
      visitor.streams--
      if (visitor.streams > 0) return
      this.#open.delete(visitorId)
      void this.#db.rows(reportGone, { tenantId, visitorId }).catch(() => undefined)
    }
  }

  async #run(): Promise<void> {
    if (this.#running) return
    this.#running = true
    while (this.#open.size > 0) {
      await sleep(intervalMs, undefined, { ref: false })
      await this.#report([...this.#open.values()])
    }
    this.#running = false
  }

  /** While the database is unavailable, visitors seem to have left. */
  async #report(visitors: readonly OpenVisitor[]): Promise<void> {
    const byTenant = Map.groupBy(visitors, ({ tenantId }) => tenantId)
    for (const [tenantId, ofTenant] of byTenant) {
      const visitorIds = ofTenant.map(({ visitorId }) => visitorId)
      const addresses = visitorIds.map((id) => toTypeId('vst', id))
      await this.#db.rows(reportOnline, { tenantId, visitorIds, addresses }).catch(() => undefined)
    }
  }
}

const all = new WeakMap<Queryable, VisitorsOnline>()

/** Returns the visitors of a database whose chat is open in this process. */
export function getVisitorsOnline(db: Queryable): VisitorsOnline {
  const found = all.get(db) ?? new VisitorsOnline(db)
  all.set(db, found)
  return found
}
