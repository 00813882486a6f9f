/** Runs a statement of the service with pgbench, with the parameters that the service would send. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchTenant } from './dataset.ts'
import { connections, type LoadResult } from './load-shape.ts'
import type { Connection, StatementFloor } from './floor-shape.ts'

const run = promisify(execFile)

/** Warm-up in seconds, which is not counted: each connection prepares and plans the statement in its first run. */
const warmUpSeconds = 2
/** Runs before a client picks another tenant, because pgbench cannot select a variable by number. */
const runsPerTenant = 16

/** Session settings of the service that affect the plan of a statement. */
const sessionSettings = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off -c timezone=UTC -c application_name=pgbench'

export async function loadWithPgbench(
  floor: StatementFloor,
  tenants: readonly BenchTenant[],
  connection: Connection,
  seconds: number,
): Promise<LoadResult> {
  const { script, constants } = pgbenchScript(floor, tenants)
  const directory = await mkdtemp(join(tmpdir(), 'skein-bench-'))
  try {
    const file = join(directory, 'script.sql')
    await writeFile(file, script)
    const { host, port, user, database } = connection
    const args = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(connections),
      '-j',
      '2',
      '-T',
      String(seconds + warmUpSeconds),
      '-P',
      '1',
      '-f',
      file,
      '-h',
      host,
      '-p',
      String(port),
      '-U',
      user,
      ...Object.entries(constants).map(([name, value]) => `-D${name}=${value}`),
      database,
    ]
    const { stdout, stderr } = await run('pgbench', args, {
      env: { PATH: process.env.PATH, PGOPTIONS: sessionSettings },
      maxBuffer: 1 << 24,
    })
    const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0)
    const requests = Number(/actually processed: (\d+)/.exec(stdout)?.[1] ?? 0)
    const perSecond = [...stderr.matchAll(/^progress: [\d.]+ s, ([\d.]+) tps/gm)].map(([, tps]) => Number(tps)).slice(warmUpSeconds)
    if (failed > 0 || requests === 0 || perSecond.length === 0) throw new Error(`pgbench failed:\n${stdout}\n${stderr.slice(-2000)}`)
    return { requests, perSecond: perSecond.reduce((sum, tps) => sum + tps, 0) / perSecond.length, p99Ms: 0 }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/**
 * Renders the statement with pgbench's variables. Every parameter stays a parameter, including nulls: with literals, the planner would
 * prune parts of the statement, which it cannot do for the service.
 */
function pgbenchScript(
  { statement, params, fresh, variables }: StatementFloor,
  tenants: readonly BenchTenant[],
): { script: string; constants: Record<string, string> } {
  const first = tenants[0]
  if (!first) throw new Error('The dataset has no tenant')
  const sample = params(first)
  const constants: Record<string, string> = { none: 'none', run: '0', left: '0', startMs: String(Date.now()) }
  const sqlOf: Record<string, string> = { tenantId: ':tenantId' }
  for (const name of statement.names) {
    if (name in sqlOf) continue
    const value = sample[name]
    if (fresh[name] !== undefined) sqlOf[name] = `(${fresh[name]})`
    else if (value === null) sqlOf[name] = `nullif(:none, 'none')`
    // The acting user must belong to the tenant.
    else if (value === first.ownerId) sqlOf[name] = ':ownerId'
    else {
      sqlOf[name] = `:${name}`
      constants[name] = getText(value)
    }
  }
  const text = statement.text.replaceAll(/\$(\d+)/g, (_, position: string) => sqlOf[statement.names[Number(position) - 1] ?? ''] ?? '')
  const firstNo = Math.min(...tenants.map(({ no }) => no))
  const script = `\\if :left = 0
\\set tenantNo random(${firstNo}, ${firstNo + tenants.length - 1})
select tenant_id as "tenantId", owner_id as "ownerId" from bench_tenants where no = :tenantNo \\gset
\\set left ${tenants.length === 1 ? 1_000_000 : runsPerTenant}
\\endif
\\set left :left - 1
\\set run :run + 1
${variables.join('\n')}
${text};
`
  return { script, constants }
}

function getText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
