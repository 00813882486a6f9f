/**
 * RULES: automation rules of a few tenants with fifty rules each: latency of a rule's effect, throughput of a burst, effect of a dry run on
 * other tenants, and cost for tenants without rules. The parts are in `kit/rules/`.
 */
import { openDatabase } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { freshDataset, indexLoaded, removeDataset } from './kit/dataset.ts'
import { measureBurst } from './kit/rules/burst.ts'
import { measureCreates } from './kit/rules/creates.ts'
import { measureDryRun } from './kit/rules/dry-run.ts'
import { measureEffects } from './kit/rules/effects.ts'
import type { Part } from './kit/rules/part.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'

/** Tenants whose events are measured. After them come the tenant of the burst and one without rules. */
const busyTenants = 4
const parts: readonly Part[] = [measureEffects, measureBurst, measureDryRun, measureCreates]

export const rulesClaim: Claim = {
  ids: ['RULES'],
  async measure(bench: Bench): Promise<BenchResult> {
    const outcome: BenchResult = { rows: [], cpu: [], conditions: [] }
    const dataset = await freshDataset(bench.options.dataRoot, 'rules', [...Array.from({ length: busyTenants }, () => 100), 100, 1_000])
    try {
      await indexLoaded(dataset)
      const postgres = await startEmbeddedPostgres({ dataDir: dataset.dataDir })
      const db = openDatabase({ connection: postgres.connection, max: 1, statementTimeoutMs: 0 })
      try {
        const [burst, plain] = dataset.tenants.slice(busyTenants)
        if (!burst || !plain) throw new Error('The dataset has all tenants')
        const setting = { dataDir: dataset.dataDir, db, busy: dataset.tenants.slice(0, busyTenants), burst, plain }
        for (const part of parts) {
          const { rows, cpu, conditions } = await part(bench, setting)
          outcome.rows.push(...rows)
          outcome.cpu.push(...cpu)
          outcome.conditions.push(...conditions)
          for (const { work, ours } of rows) bench.note(`RULES: ${work}: ${ours}`)
        }
        return outcome
      } finally {
        await db.close()
        await postgres.stop()
      }
    } finally {
      await removeDataset(dataset.dataDir)
    }
  },
}
