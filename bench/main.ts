/** `npm run bench`: measures every performance claim against its floor, in one run, and prints one table. */
import { aiClaim } from './ai.ts'
import { chatsClaim } from './chats.ts'
import { customerSearchClaim } from './customer-search.ts'
import { createThreadClaim } from './create-thread.ts'
import { dashboardClaim } from './dashboard.ts'
import { dueThreadsClaim } from './due-threads.ts'
import { growthClaim } from './growth.ts'
import { helpCentreClaim } from './help-centre.ts'
import { getConditions } from './kit/conditions.ts'
import { readOptions, usage } from './kit/options.ts'
import type { Bench } from './kit/run.ts'
import { claimsTable, cpuTable, type CpuRow, type Row } from './kit/table.ts'
import { largePagesClaim } from './large-pages.ts'
import { listAsJsonClaim } from './list-as-json.ts'
import { listThreadsClaim } from './list-threads.ts'
import { mailInClaim } from './mail-in.ts'
import { mailOutClaim } from './mail-out.ts'
import { memoryAfterLoadClaim, memoryClaim } from './memory.ts'
import { searchClaim } from './search.ts'
import { sessionTokenClaim } from './session-token.ts'
import { processesClaim } from './processes.ts'
import { readersClaim } from './readers.ts'
import { reportsClaim } from './reports.ts'
import { replyToThreadClaim } from './reply-to-thread.ts'
import { rulesClaim } from './rules.ts'
import { signInClaim } from './sign-in.ts'
import { startClaim } from './start.ts'
import { threadOperationsClaim } from './thread-operations.ts'
import { uploadClaim } from './upload.ts'
import { backlogClaim } from './webhook-backlog.ts'
import { deliveryClaim } from './webhook-delivery.ts'

const claims = [
  listThreadsClaim,
  listAsJsonClaim,
  createThreadClaim,
  replyToThreadClaim,
  threadOperationsClaim,
  growthClaim,
  searchClaim,
  aiClaim,
  customerSearchClaim,
  dueThreadsClaim,
  deliveryClaim,
  backlogClaim,
  startClaim,
  memoryClaim,
  processesClaim,
  memoryAfterLoadClaim,
  largePagesClaim,
  sessionTokenClaim,
  signInClaim,
  uploadClaim,
  mailInClaim,
  mailOutClaim,
  helpCentreClaim,
  dashboardClaim,
  reportsClaim,
  readersClaim,
  rulesClaim,
  chatsClaim,
]

if (process.argv.includes('--help')) console.log(usage)
else await run()

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  const bench: Bench = { options, note: (text) => process.stderr.write(`${text}\n`) }
  const conditions = await getConditions(options)
  const startedAt = performance.now()
  const rows: Row[] = []
  const cpu: CpuRow[] = []
  for (const claim of claims.filter(({ ids }) => ids.some((id) => options.only?.has(id) ?? true))) {
    const outcome = await claim.measure(bench)
    rows.push(...outcome.rows)
    cpu.push(...outcome.cpu)
    conditions.push(...outcome.conditions)
  }
  console.log(`\n${claimsTable(rows)}\n`)
  if (cpu.length > 0) console.log(`CPU time per request:\n\n${cpuTable(cpu)}\n`)
  console.log(`${conditions.map((line) => `- ${line}`).join('\n')}\n- The run took ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
