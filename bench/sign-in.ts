/**
 * SIGN-IN: sign-ins per second through `POST /auth/login`, compared with bare argon2id hashes of the same cost on the same cores, and their
 * effect on S1's request at the same time.
 */
import { argon2, randomBytes, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { passwordsDefault, readConfig } from '../server/config.ts'
import { openDatabase } from '../server/platform/postgres/database.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded/embedded-postgres.ts'
import { hashPassword, storePassword } from '../server/resources/auth/index.ts'
import { getOwnerId } from '../server/resources/tenants/index.ts'
import type { BenchTenant } from './kit/dataset.ts'
import { load } from './kit/load.ts'
import { alternate, median, type Sample } from './kit/rounds.ts'
import type { Claim, Outcome } from './kit/run.ts'
import { startService } from './kit/service.ts'
import { milliseconds, perSecond } from './kit/table.ts'
import { listDataset, listRequests } from './list-threads.ts'

/**
 * The number of hashes that the service computes at once (auth/hash-password.ts). There are twice as many callers, so that one is always
 * waiting.
 */
const hashesAtOnce = 2
const callersAtOnce = 2 * hashesAtOnce
const password = 'salty otters read maps'
const compute = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

export const signInClaim: Claim = {
  ids: ['SIGN-IN'],
  async measure(bench): Promise<Outcome> {
    const { options, note } = bench
    const { dataDir, tenants } = await listDataset(bench)
    const postgres = await startEmbeddedPostgres({ dataDir })
    await givePasswords(dataDir, postgres.connection, tenants)
    // Raises the limit of five attempts a minute. The limiter still counts all attempts.
    const service = await startService(options, dataDir, undefined, { command: 'start', env: { RATE_LIMIT_AUTH_PER_MINUTE: '1000000000' } })
    const people = await peopleOf(service.url, tenants)
    const signIn = async (n: number): Promise<void> => {
      const response = await fetch(`${service.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...people[n % people.length], password }),
      })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`Signing in answered ${response.status}`)
    }
    const turn = async (side: string, atOnce: number, work: (n: number) => Promise<unknown>): Promise<Sample> => {
      const rate = await repeatWork(atOnce, options.seconds, work)
      note(`SIGN-IN ${side}: ${perSecond(rate)}`)
      return { perSecond: rate, p99Ms: null, nodeMicros: null, postgresMicros: null }
    }
    const listBeside = async (side: string, beside: boolean): Promise<Sample> => {
      let over = false
      const others = beside ? repeatWork(callersAtOnce, Number.POSITIVE_INFINITY, signIn, () => over) : null
      const { perSecond: rate, p99Ms } = await load(service.url, listRequests(tenants), options.seconds)
      over = true
      await others
      note(`SIGN-IN list ${side}: ${perSecond(rate)}, p99 ${milliseconds(p99Ms)}`)
      return { perSecond: rate, p99Ms, nodeMicros: null, postgresMicros: null }
    }
    try {
      await repeatWork(callersAtOnce, 2, signIn)
      const rates = await alternate(
        options.rounds,
        () => turn('hashes', hashesAtOnce, hash),
        () => turn('sign-ins', callersAtOnce, signIn),
      )
      const lists = await alternate(
        options.rounds,
        () => listBeside('alone', false),
        () => listBeside('beside sign-ins', true),
      )
      const rate = (samples: Sample[]): number => median(samples.map((sample) => sample.perSecond))
      const p99 = (samples: Sample[]): number => median(samples.map(({ p99Ms }) => p99Ms ?? Number.NaN))
      const [ofRates, ofP99] = [rate(rates.ours) / rate(rates.floor), p99(lists.ours) / p99(lists.floor)]
      return {
        rows: [
          {
            claim: 'SIGN-IN',
            work: 'sign in with a password',
            floor: perSecond(rate(rates.floor)),
            ours: perSecond(rate(rates.ours)),
            ratio: ofRates,
            goal: '≥ 0.6',
            met: ofRates >= 0.6,
          },
          {
            claim: 'SIGN-IN',
            work: `list 20 open threads while ${callersAtOnce} sign in without pause, against alone: p99`,
            floor: milliseconds(p99(lists.floor)),
            ours: milliseconds(p99(lists.ours)),
            ratio: ofP99,
            // Two hashes at once use both cores of a small machine, so requests get half of them.
            goal: '≤ 3',
            met: ofP99 <= 3,
          },
        ],
        cpu: [],
        conditions: [
          `SIGN-IN: floor: argon2id of ${passwordsDefault.memoryKiB} KiB and ${passwordsDefault.passes} passes, ${hashesAtOnce} at once in a bare process; ${callersAtOnce} callers; S1 beside them: ${perSecond(rate(lists.floor))} alone, ${perSecond(rate(lists.ours))} beside`,
        ],
      }
    } finally {
      await service.stop()
      await postgres.stop()
    }
  },
}

function hash(): Promise<Buffer> {
  const { memoryKiB: memory, passes } = passwordsDefault
  return compute('argon2id', { message: password, nonce: randomBytes(16), memory, passes, parallelism: 1, tagLength: 32 })
}

/** Runs the work concurrently for some seconds, or until it is over. Returns how often per second. */
async function repeatWork(atOnce: number, seconds: number, work: (n: number) => Promise<unknown>, isOver = () => false): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  let begun = 0
  const one = async (): Promise<void> => {
    while (!isOver() && performance.now() - startedAt < seconds * 1000) {
      await work(begun++)
      done++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
  return done / ((performance.now() - startedAt) / 1000)
}

/** Gives the owner of each tenant the password. */
async function givePasswords(
  dataDir: string,
  connection: Parameters<typeof openDatabase>[0]['connection'],
  tenants: readonly BenchTenant[],
): Promise<void> {
  const db = openDatabase({ connection, max: 1 })
  const stored = await hashPassword(password, readConfig({ DATA_DIR: dataDir }).passwords)
  for (const { tenantId } of tenants) {
    const userId = await getOwnerId(db, tenantId)
    await db.transaction((tx) => storePassword(tx, { tenantId, userId, hash: stored }))
  }
  await db.close()
}

/** Returns the tenant and the user of each key, as a sign-in names them. */
function peopleOf(url: string, tenants: readonly BenchTenant[]): Promise<{ tenant: string; email: string }[]> {
  return Promise.all(
    tenants.map(async ({ key }) => {
      const response = await fetch(`${url}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } })
      // Safe because the operation returns this form.
      const { data } = (await response.json()) as { data: { tenant: { slug: string }; user: { email: string } } }
      return { tenant: data.tenant.slug, email: data.user.email }
    }),
  )
}
