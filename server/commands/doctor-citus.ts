/** Examines the Citus cluster behind the database, if it is one. */
import type { Config } from '../config.ts'
import type { Queryable } from '#platform/db.ts'
import { mayLeakPlans, readCitusVersion } from '#platform/postgres/distribution.ts'
import { measureNodes, type NodeGrowth } from '#platform/postgres/plan-growth.ts'
import { choosePlanCacheMode } from '#platform/postgres/session.ts'
import { ok, warning, wrong, type Finding } from './doctor-finding.ts'

const check = 'citus'
/** A leaked plan has about 32 kB. A session that leaks nothing grows by less than 0.1 kB with each execution. */
const maxGrowthKb = 4
const otherVersion = 'Use Citus 13.2.0 on all nodes, or a version that contains citusdata/citus#8824.'

export async function examineCitus(
  db: Queryable,
  { databaseUrl, databaseSession }: Pick<Config, 'databaseUrl' | 'databaseSession'>,
  measure: typeof measureNodes = measureNodes,
): Promise<Finding[]> {
  const version = databaseUrl === null ? null : await readCitusVersion(db)
  if (version === null || databaseUrl === null) return []
  if (databaseSession.planCacheMode === 'force_generic_plan')
    return [
      wrong(
        check,
        'Citus plans no statement under DATABASE_PLAN_CACHE_MODE=force_generic_plan: every request fails.',
        'Unset DATABASE_PLAN_CACHE_MODE, or set it to auto.',
      ),
    ]
  const session = choosePlanCacheMode(databaseSession, { hasCitus: true })
  return toFindings(version, await measure(db, { connection: databaseUrl, session }))
}

function toFindings(version: string, nodes: readonly NodeGrowth[]): Finding[] {
  const measured = nodes.flatMap((node) => ('bytes' in node ? [{ name: node.node, kb: node.bytes / 1024 }] : []))
  const growing = measured.filter(({ kb }) => kb > maxGrowthKb)
  const findings = nodes.flatMap((node) =>
    'problem' in node
      ? [
          warning(
            check,
            `The node ${node.node} could not be examined: ${node.problem}`,
            'Let this machine reach it under this name; otherwise the coordinator does its work. To measure sessions, the role needs pg_read_all_stats.',
          ),
        ]
      : [],
  )
  if (growing.length > 0)
    findings.push(
      wrong(
        check,
        `With Citus ${version}, sessions on ${growing.map(({ name, kb }) => `${name} grow by ${Math.round(kb)} kB`).join(', on ')} with each execution of a prepared statement, until they run out of memory (citusdata/citus#8824).`,
        otherVersion,
      ),
    )
  else if (measured.length < nodes.length || measured.length === 0) {
    if (mayLeakPlans(version))
      findings.push(
        wrong(
          check,
          `Unless it was built with citusdata/citus#8824, Citus ${version} keeps a plan of about 32 kB for each execution of a prepared statement, until a session runs out of memory. This is measured when the tables are distributed and all nodes can be examined.`,
          otherVersion,
        ),
      )
    else findings.push(ok(check, `Citus ${version}`))
  } else findings.push(ok(check, `Citus ${version}; sessions do not grow on ${measured.map(({ name }) => name).join(', ')}.`))
  return findings
}
