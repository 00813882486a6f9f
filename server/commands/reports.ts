/** Implements `skein reports check` and `skein reports rebuild`: compares the facts of reports with the events, and rebuilds them. */
import type { Database } from '#platform/db.ts'
import { newId, toTypeId, type Uuid } from '#platform/ids.ts'
import {
  beginRebuild,
  checkSums,
  countEarlierThreads,
  readHead,
  rebuildFacts,
  rebuildSums,
  switchFacts,
  toFirstDay,
  type Rebuilt,
} from '../resources/reports/index.ts'
import { findTenantId } from '../resources/tenants/index.ts'
import { Interrupted, readOptions, UsageError, type Command } from './command.ts'
import { openServiceDatabase } from './open-database.ts'

export const reportsCheck: Command = declare({
  verb: 'check',
  usage: 'Compares the facts of reports with the events, and the sums with the facts. Changes nothing. The exit code is 1 if they differ.',
  changes: false,
})

export const reportsRebuild: Command = declare({
  verb: 'rebuild',
  usage: 'Makes the facts of reports again from the events, and the sums from the facts. Reports show the old ones until it is done.',
  changes: true,
})

function declare({ verb, usage, changes }: { verb: string; usage: string; changes: boolean }): Command {
  return {
    usage:
      `reports ${verb} --slug SLUG [--from DATE] [--json]\n\n${usage}\nSafe while the service runs.\n\n  --slug SLUG  the tenant\n` +
      '  --from DATE  only sums of days since this local date, and facts of threads with an event or a fact since then',
    examples: [`skein reports ${verb} --slug acme`, `skein reports ${verb} --slug acme --from 2026-03-01`],
    prepare(args) {
      const { slug, from: date } = readOptions(args, { slug: 'required', from: 'optional' })
      if (date !== undefined && !isDate(date)) throw new UsageError(`--from must be a date such as 2026-03-01, not "${date}".`)
      const from = toFirstDay(date)
      return async ({ config, log, stop }) => {
        const { db, close } = await openServiceDatabase(config, log, 'command')
        try {
          const tenantId = await findTenantId(db, slug)
          if (tenantId === null) throw new UsageError(`There is no tenant "${slug}".`)
          const { facts, sums } = await compare(db, tenantId, { from, changes }, stop)
          const isSame = facts.different.length + sums.different.length === 0
          const json = { tenantId: toTypeId('ten', tenantId), slug, facts, sums }
          return { json, text: [toLine('facts', facts), toLine('sums', sums)].join('\n'), exitCode: isSame || changes ? 0 : 1 }
        } finally {
          await close()
        }
      }
    },
  }
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}

async function compare(
  db: Database,
  tenantId: Uuid,
  { from, changes }: { from: string | null; changes: boolean },
  stop: AbortSignal,
): Promise<{ facts: Rebuilt; sums: Rebuilt }> {
  const id = newId()
  await db.transaction((tx) => beginRebuild(tx, tenantId, id))
  const rebuild = { id, from, head: await readHead(db, tenantId) }
  // Compare the sums before the facts change, because changing the facts recomputes the sums.
  const sums = await db.transaction((tx) => (changes ? rebuildSums : checkSums)(tx, tenantId, from))
  if (changes && from === null) while (!stop.aborted && (await db.transaction((tx) => countEarlierThreads(tx, tenantId)))) continue
  for (let sequence = 0; ; ) {
    if (stop.aborted) throw new Interrupted('The facts were not compared to the end, and nothing was changed.')
    const done = await db.transaction(async (tx) => {
      const reached = await rebuildFacts(tx, tenantId, rebuild, sequence)
      return reached === null ? switchFacts(tx, tenantId, rebuild, { dryRun: !changes }) : reached
    })
    if (done === 'REPLACED') throw new UsageError('Another rebuild of this tenant has begun.')
    if (typeof done === 'object') return { facts: done, sums }
    sequence = done
  }
}

function toLine(what: string, { compared, different, kept }: Rebuilt): string {
  const count = different.length >= 100 ? 'at least 100' : String(different.length)
  const rest = kept > 0 ? `; the facts of ${kept} threads stay as they are, because their events were deleted` : ''
  return `${compared} ${what}: ${different.length === 0 ? 'all correct' : `${count} different`}${rest}`
}
