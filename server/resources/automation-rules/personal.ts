/** Erases a customer's data in runs: values of thread fields, and which rules ran. */
import type { Personal } from '#kit/privacy/holding.ts'
import { createThreadsStep } from '#kit/privacy/subjects.ts'
import { fetchOne } from '#kit/write.ts'
import { dryRunsStep } from './dry-runs/personal.ts'
import { deleteOfThreads } from './runs/run-queries.ts'

export const personal: Personal = {
  steps: [
    createThreadsStep({ name: 'automation runs', phase: 'copies', place: null }, {}, async ({ db, erasure }, threadIds) => {
      const { tenantId, dryRun } = erasure
      return dryRun ? 0 : (await fetchOne(db, deleteOfThreads, { tenantId, threadIds })).count
    }),
    dryRunsStep,
  ],
  excused: {
    automation_rules: 'of the tenant',
    automation_rule_versions: 'of the tenant',
    automation_rule_times: 'of the tenant',
    automation_runs: 'values of fields; deleted when their thread is erased',
    automation_rule_threads: 'ids and times; deleted when their thread is erased',
    automation_dry_runs: 'of the tenant',
    automation_dry_run_threads: 'ids and times; deleted when their thread is erased',
    automation_dry_run_matches: 'values of fields; deleted when their thread is erased',
    automation_mails: 'ids and numbers, kept for two days',
  },
}
