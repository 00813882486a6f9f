import { changesOf } from '../kit/changes.ts'
import type { Database } from '../kit/db.ts'
import { recountEvents } from '../resources/events/index.ts'
import { recountTenants, type Recounted } from '../resources/tenants/index.ts'
import { recountDeliveries } from '../resources/webhooks/index.ts'
import { readOptions, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'

export const recount: Command = {
  usage: 'recount [--json]\n\nCounts the totals of every tenant again from its rows and corrects them. Safe while the service runs.',
  examples: ['skein recount --json'],
  prepare(args) {
    readOptions(args, {})
    return async ({ config, log }) => {
      const { db, close } = await openServiceDatabase(config, log, 'command')
      try {
        const tenants: Result[] = []
        for (const counters of await recountTenants(db)) tenants.push(await recountRest(db, counters))
        return { json: { tenants }, text: tenants.map(lineOf).join('\n') || 'There are no tenants.' }
      } finally {
        await close()
      }
    }
  },
}

/** `correctedTotals` are those of deliveries and events, of which a tenant has one for each webhook, type and state. */
type Result = Omit<Recounted, 'tenantId'> & { correctedTotals: { deliveries: number; events: number }; changed: boolean }

async function recountRest(db: Database, { tenantId, slug, before, after }: Recounted): Promise<Result> {
  const correctedTotals = { deliveries: await recountDeliveries(db, tenantId), events: await recountEvents(db, tenantId) }
  return {
    slug,
    before,
    after,
    correctedTotals,
    changed: changesOf(before, after) !== null || correctedTotals.deliveries + correctedTotals.events > 0,
  }
}

function lineOf({ slug, before, after, correctedTotals: { deliveries, events }, changed }: Result): string {
  return `${slug}: ${changed ? `corrected from ${JSON.stringify(before)} to ${JSON.stringify(after)}, ${deliveries} totals of deliveries and ${events} of events` : 'right'}`
}
