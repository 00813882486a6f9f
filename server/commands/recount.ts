import { findChanges } from '#kit/changes.ts'
import type { Database } from '#platform/db.ts'
import { modules } from '../resources/index.ts'
import { recountTenants, type Recounted } from '../resources/tenants/index.ts'
import { readOptions, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'

export const recount: Command = {
  usage: 'recount [--json]\n\nRecounts the totals of every tenant from its rows and corrects them. Safe while the service runs.',
  examples: ['skein recount --json'],
  prepare(args) {
    readOptions(args, {})
    return async ({ config, log }) => {
      const { db, close } = await openServiceDatabase(config, log, 'command')
      try {
        const tenants: Result[] = []
        for (const counters of await recountTenants(db)) tenants.push(await recountRest(db, counters))
        return { json: { tenants }, text: tenants.map(getLine).join('\n') || 'There are no tenants.' }
      } finally {
        await close()
      }
    }
  },
}

/** `correctedTotals` has the number of wrong totals by module: event totals by type, and delivery totals by webhook, type and state. */
type Result = Omit<Recounted, 'tenantId'> & { correctedTotals: Record<string, number>; changed: boolean }

async function recountRest(db: Database, { tenantId, slug, before, after }: Recounted): Promise<Result> {
  const correctedTotals: Record<string, number> = {}
  for (const [name, again] of modules.flatMap(({ totals = {} }) => Object.entries(totals)))
    correctedTotals[name] = await again(db, tenantId)
  return {
    slug,
    before,
    after,
    correctedTotals,
    changed: findChanges(before, after) !== null || Object.values(correctedTotals).some((wrong) => wrong > 0),
  }
}

function getLine({ slug, before, after, correctedTotals, changed }: Result): string {
  const totals = Object.entries(correctedTotals)
    .map(([name, wrong]) => `${wrong} totals of ${name}`)
    .join(' and ')
  return `${slug}: ${changed ? `corrected from ${JSON.stringify(before)} to ${JSON.stringify(after)}, ${totals}` : 'correct'}`
}
