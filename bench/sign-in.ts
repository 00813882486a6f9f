/**
 * SIGN-IN: measures sign-ins per second through `POST /auth/login` against bare argon2id hashes with the same parameters, and how much
 * concurrent sign-ins slow down the thread list of claim S1.
 */
import { argon2, randomBytes, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'
import { defaultPasswordCost, readConfig } from '../server/config.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { hashPassword, storePassword } from '../server/resources/auth/index.ts'
import { getOwnerId } from '../server/resources/tenants/index.ts'
import type { BenchTenant } from './kit/dataset.ts'
import { load } from './kit/load.ts'
import { alternate, median, type Sample } from './kit/rounds.ts'
import type { Claim, BenchResult } from './kit/run.ts'
import { startService } from './kit/service.ts'
import { milliseconds, perSecond } from './kit/table.ts'
import { listDataset, listRequests } from './list-threads.ts'

/**
 * Number of hashes that the service computes in parallel (auth/hash-password.ts). Twice as many callers keep its queue from running empty.
 */
const concurrentHashes = 2
const concurrentCallers = 2 * concurrentHashes
const password = 'salty otters read maps'
const argon2Async = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

export const signInClaim: Claim = {
  ids: ['SIGN-IN'],
  async measure(bench): Promise<BenchResult> {
    const { options, note } = bench
    const { dataDir, tenants } = await listDataset(bench)
    const postgres = await startEmbeddedPostgres({ dataDir })
    await setOwnerPasswords(dataDir, postgres.connection, tenants)
    // Raises the limit of five attempts per minute. The limiter still runs, because it is part of the cost of a sign-in.
    const service = await startService(options, dataDir, undefined, { command: 'start', env: { RATE_LIMIT_AUTH_PER_MINUTE: '1000000000' } })
    const logins = await fetchLogins(service.url, tenants)
    const signIn = async (n: number): Promise<void> => {
      const response = await fetch(`${service.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...logins[n % logins.length], password }),
      })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`POST /auth/login returned ${response.status}`)
    }
    const measureRate = async (side: string, concurrency: number, work: (n: number) => Promise<unknown>): Promise<Sample> => {
      const rate = await repeatWork(concurrency, options.seconds, work)
      note(`SIGN-IN ${side}: ${perSecond(rate)}`)
      return { perSecond: rate, p99Ms: null, nodeMicros: null, postgresMicros: null }
    }
    const measureList = async (side: string, withSignIns: boolean): Promise<Sample> => {
      let stopped = false
      const signIns = withSignIns ? repeatWork(concurrentCallers, Number.POSITIVE_INFINITY, signIn, () => stopped) : null
      const { perSecond: rate, p99Ms } = await load(service.url, listRequests(tenants), options.seconds)
      stopped = true
      await signIns
      note(`SIGN-IN list ${side}: ${perSecond(rate)}, p99 ${milliseconds(p99Ms)}`)
      return { perSecond: rate, p99Ms, nodeMicros: null, postgresMicros: null }
    }
    try {
      await repeatWork(concurrentCallers, 2, signIn)
      const rates = await alternate(
        options.rounds,
        () => measureRate('hashes', concurrentHashes, hashOnce),
        () => measureRate('sign-ins', concurrentCallers, signIn),
      )
      const lists = await alternate(
        options.rounds,
        () => measureList('alone', false),
        () => measureList('during sign-ins', true),
      )
      const rate = (samples: Sample[]): number => median(samples.map((sample) => sample.perSecond))
      const p99 = (samples: Sample[]): number => median(samples.map(({ p99Ms }) => p99Ms ?? Number.NaN))
      const [rateRatio, p99Ratio] = [rate(rates.ours) / rate(rates.floor), p99(lists.ours) / p99(lists.floor)]
      return {
        rows: [
          {
            claim: 'SIGN-IN',
            work: 'sign in with a password',
            floor: perSecond(rate(rates.floor)),
            ours: perSecond(rate(rates.ours)),
            ratio: rateRatio,
            goal: '≥ 0.6',
            met: rateRatio >= 0.6,
          },
          {
            claim: 'SIGN-IN',
            work: `p99 of listing 20 open threads while ${concurrentCallers} callers keep signing in, against no sign-ins`,
            floor: milliseconds(p99(lists.floor)),
            ours: milliseconds(p99(lists.ours)),
            ratio: p99Ratio,
            // On a two-core machine, two hashes occupy both cores, so list requests get about half the CPU time.
            goal: '≤ 3',
            met: p99Ratio <= 3,
          },
        ],
        cpu: [],
        conditions: [
          `SIGN-IN: floor: argon2id with ${defaultPasswordCost.memoryKiB} KiB and ${defaultPasswordCost.passes} passes, ${concurrentHashes} in parallel in a bare process; ${concurrentCallers} callers; thread list: ${perSecond(rate(lists.floor))} alone, ${perSecond(rate(lists.ours))} during sign-ins`,
        ],
      }
    } finally {
      await service.stop()
      await postgres.stop()
    }
  },
}

function hashOnce(): Promise<Buffer> {
  const { memoryKiB: memory, passes } = defaultPasswordCost
  return argon2Async('argon2id', { message: password, nonce: randomBytes(16), memory, passes, parallelism: 1, tagLength: 32 })
}

/** Runs `work` in parallel loops until `seconds` have passed or `isStopped` returns true. Returns the runs per second. */
async function repeatWork(
  concurrency: number,
  seconds: number,
  work: (n: number) => Promise<unknown>,
  isStopped = () => false,
): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  let started = 0
  const loop = async (): Promise<void> => {
    while (!isStopped() && performance.now() - startedAt < seconds * 1000) {
      await work(started++)
      done++
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  return done / ((performance.now() - startedAt) / 1000)
}

/** Sets the password of each tenant's owner. */
async function setOwnerPasswords(
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

/** Fetches the tenant slug and the email address with which the owner of each API key signs in. */
function fetchLogins(url: string, tenants: readonly BenchTenant[]): Promise<{ tenant: string; email: string }[]> {
  return Promise.all(
    tenants.map(async ({ key }) => {
      const response = await fetch(`${url}/api/v1/me`, { headers: { Authorization: `Bearer ${key}` } })
      // Safe because getMe returns this shape.
      const { data } = (await response.json()) as { data: { tenant: { slug: string }; user: { email: string } } }
      return { tenant: data.tenant.slug, email: data.user.email }
    }),
  )
}
