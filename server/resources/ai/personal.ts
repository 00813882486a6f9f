/** Declares the customers' words that runs quote. */
import type { ExportContext, Personal } from '#kit/privacy/holding.ts'
import { createThreadsStep } from '#kit/privacy/subjects.ts'
import type { Uuid } from '#platform/ids.ts'
import { blankRuns, countRunsOf, deleteRuns, runsOfCustomers } from './personal-queries.ts'
import { noOutput, presentRun, type RunRecord } from './run.ts'

const chunk = 50

export const personal: Personal = {
  tables: ['ai_runs'],
  fields: { output: noOutput, citations: [], comment: null, failure: null },
  steps: [
    // Runs after the threads are erased, so that no new run can quote them.
    createThreadsStep(
      { name: 'ai-runs', phase: 'copies', place: 'aiRuns' },
      { kinds: ['THREAD', 'ELSEWHERE'] },
      async ({ db, erasure }, threadIds) => {
        const { tenantId, dryRun, mode } = erasure
        const found = (await db.first(countRunsOf, { tenantId, threadIds }))?.found ?? 0
        if (dryRun) return found
        if (mode === 'DELETE') await db.rows(deleteRuns, { tenantId, threadIds })
        else await db.rows(blankRuns, { tenantId, threadIds, empty: noOutput })
        return found
      },
    ),
  ],
  exports: [{ name: 'ai-runs', title: 'What AI operations said', read: exportRuns }],
  excused: { ai_usage: 'numbers by day', ai_run_threads: 'ids' },
}

/** Exports runs about the customer's threads. Leaves out reply proposals, whose texts were written to other customers. */
async function* exportRuns({ db, tenantId, customerIds }: ExportContext): AsyncGenerator<object> {
  for (let after: Uuid | null = null; ; ) {
    const records: RunRecord[] = await db.rows(runsOfCustomers, { tenantId, customerIds, after, limit: chunk })
    for (const record of records) {
      const { id, operation, threadId, provider, model, status, output, createdAt } = presentRun(record)
      const { text, labels, classification } = output
      yield {
        id,
        operation,
        threadId,
        provider,
        model,
        status,
        text: operation === 'SUGGEST_REPLY' ? null : text,
        labels,
        classification,
        createdAt,
      }
    }
    after = records.at(-1)?.id ?? null
    if (records.length < chunk) return
  }
}
