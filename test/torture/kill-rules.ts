/**
 * Automation rules under `kill -9`: two services on the same data, each with a worker, are killed while rules run on what clients write.
 * Afterwards each matching event and thread has one run of the rule, each run that applied has one effect, and the runs on a thread have
 * the order of their events. No customer got a reply twice, and the webhook that a rule names got each of its events.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, statement } from '#platform/db.ts'
import { toTypeId } from '#platform/ids.ts'
import { checkRules, readSent, untilRulesAreDone } from './check-rules.ts'
import { killRuleJobs } from './kill-rule-jobs.ts'
import { openClient } from './client.ts'
import type { CrashTestOptions, Verified } from './crash-test.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
import { type Random, seededRandom } from './random.ts'
import { prepareRules, type RuleMix } from './rule-mix.ts'
import { RuleWriters } from './rule-writers.ts'
import { Service } from './service.ts'

const findRun = statement<object, { pid: number }>(`/* across tenants: a test */
  select pid from pg_stat_activity where application_name = 'skein' and pid <> pg_backend_pid() and state <> 'idle'
    and query ~ '(automation_runs|automation_rule_threads|cause ->> ''runId'')' limit 1`)
const maxRunWaitMs = 3_000
const violationsShown = 12

/** Waits until a rule runs. Returns false when none does. */
async function waitForRun(db: Database): Promise<boolean> {
  for (const deadline = performance.now() + maxRunWaitMs; performance.now() < deadline; ) if (await db.first(findRun, {})) return true
  return false
}

export type RuleKills = { summary(): string; kills: number; duringRuns: number; events: number; runs: number; duringJobs: number }

type Options = Pick<CrashTestOptions, 'seed' | 'log'> & { rounds: number; writes?: number }

/**
 * Runs the test with `writes` requests in each round. Throws an Error that describes the violation, and then keeps the data. Returns the
 * number of kills, of rounds with a kill while a rule ran, of events that clients and rules caused, and of kills during a dry run or the
 * application of a rule.
 */
export async function killRules({ seed, ...options }: Options): Promise<RuleKills> {
  // The inboxes of the two tenants are at domains that nobody proves.
  const service = await Service.prepare({ command: 'start', env: { REQUIRE_SENDER_PROOF: 'false' } })
  const another = await service.prepareAnother()
  const open = (each: Service): Verified => ({ service: each, client: openClient(each.port, 32) })
  const both = [open(service), open(another)] as const
  const receiver = await openReceiver()
  let failed = true
  try {
    for (const { service: each } of both) await each.start()
    const told = await killWhileRulesRun(both, receiver, { ...options, random: seededRandom(seed) })
    failed = false
    return told
  } catch (error) {
    const where = `Seed ${seed}; data and logs are in ${service.dataDir}; SKEIN_TEST_SEED=${seed} replays the choices.`
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${where}`, { cause: error })
  } finally {
    for (const { client } of both) client.close()
    await another.kill()
    await receiver.close()
    await service.remove({ keep: failed })
  }
}

async function killWhileRulesRun(
  both: readonly [Verified, Verified],
  receiver: Receiver,
  { rounds, writes = 130, random, log }: Omit<Options, 'seed'> & { random: Random },
): Promise<RuleKills> {
  const [one, other] = both
  const { service, client } = one
  const tenants = [await service.createTenant('torture-one'), await service.createTenant('torture-two')]
  const mixes: RuleMix[] = []
  for (const tenant of tenants) mixes.push(await prepareRules(client, tenant, (hook) => `${receiver.url}/${tenant.slug}/${hook}`))
  const writers = new RuleWriters(both, mixes, random.fork('writers'))
  const told = { kills: 0, duringRuns: 0, events: 0, runs: 0, duringJobs: 0 }
  for (let round = 1; round <= rounds; round++) {
    const writing = writers.write(writes)
    // The error is thrown below.
    writing.catch(() => undefined)
    await sleep(random.between(50, 600))
    const killed = random.pick([[one], [other], both])
    const isRunning = await killAt(killed, random, service)
    told.kills += killed.length
    if (isRunning) told.duringRuns++
    await Promise.all(killed.map((at) => at.service.start()))
    await writing
    log?.(`round ${round}: killed ${killed.length}${isRunning ? ' while a rule ran' : ''}`)
  }
  const left = await untilRulesAreDone(service, tenants)
  if (left.length > 0) throw new GuaranteeBroken(`${left.join()}\n${service.logTail()}`)
  const wrong: string[] = []
  for (const mix of mixes) {
    wrong.push(...(await checkRules(service, mix)))
    const { sent, written, caused } = await service.withDatabase((db) => readSent(db, mix.tenant))
    wrong.push(...receiver.compare(mix.tenant.slug, sent))
    told.events += written
    told.runs += caused
    const jobs = await killRuleJobs(both, mix.tenant)
    wrong.push(...jobs.wrong)
    told.duringJobs += jobs.midway
  }
  const { kills, duringRuns, events, runs, duringJobs } = told
  const summary = () =>
    `${kills} kills, ${duringRuns} rounds while a rule ran, ${events} events of clients, ${runs} of rules, ${duringJobs} kills during jobs`
  if (wrong.length > 0) {
    const shown = wrong.slice(0, violationsShown).map((text) => `- ${text}`)
    throw new GuaranteeBroken(
      `${wrong.length} guarantees of rules are broken after ${summary()}:\n${shown.join('\n')}\n${service.logTail()}`,
    )
  }
  return { ...told, summary }
}

/** Kills services, mostly while a rule runs. Returns whether one ran. */
async function killAt(killed: readonly Verified[], random: Random, service: Service): Promise<boolean> {
  return service.withDatabase(async (db) => {
    const found = random.chance(0.8) && (await waitForRun(db))
    await Promise.all(killed.map((at) => at.service.kill()))
    // Without this, no rule would run until the lease of a killed worker expires, and few kills would hit a run.
    if (random.chance(0.8)) await db.script(`update reader_cursors set retry_at = null where reader = 'rules' and failures = 0`)
    return found
  })
}

type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** A webhook receiver that records the event of each request. It is not killed. */
async function openReceiver() {
  const received = new Map<string, Set<string>>()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      // Safe because webhooks send events, which have both fields.
      const { id, type } = JSON.parse(body) as { id: string; type: string }
      const path = request.url ?? ''
      if (type === 'rule.applied') received.set(path, (received.get(path) ?? new Set()).add(id))
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe because address() returns an AddressInfo for a server that listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Compares the events that rules sent with those that the named webhook and the other one received. */
    compare(slug: string, sent: readonly string[]): string[] {
      const [named, other] = [received.get(`/${slug}/named`) ?? new Set<string>(), received.get(`/${slug}/other`) ?? new Set<string>()]
      const expected = new Set(sent.map((id) => toTypeId('evt', id)))
      return [
        ...[...expected].filter((id) => !named.has(id)).map((id) => `${slug}: event ${id} did not reach the webhook that its rule names`),
        ...[...named].filter((id) => !expected.has(id)).map((id) => `${slug}: the webhook got ${id}, which no rule sent`),
        ...[...other].map((id) => `${slug}: event ${id} reached a webhook that its rule does not name`),
      ]
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}
