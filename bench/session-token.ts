/** S13: cost of a request with a session's access token, compared with an API key: the same list and service, in turn. */
import { readConfig } from '../server/config.ts'
import { CollectedEffects } from '#platform/outbox/ledger.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'
import { createSecrets } from '#platform/secrets.ts'
import { beginSession, deriveTokens } from '../server/resources/auth/index.ts'
import { getOwnerId } from '../server/resources/tenants/index.ts'
import type { BenchTenant } from './kit/dataset.ts'
import { load } from './kit/load.ts'
import { listDataset, listRequests } from './list-threads.ts'
import { alternate, median, type Sample } from './kit/rounds.ts'
import type { Claim, BenchResult } from './kit/run.ts'
import { startService } from './kit/service.ts'
import { perSecond } from './kit/table.ts'

const warmUpSeconds = 3

export const sessionTokenClaim: Claim = {
  ids: ['S13'],
  async measure(bench): Promise<BenchResult> {
    const { options, note } = bench
    const { dataDir, tenants } = await listDataset(bench)
    const postgres = await startEmbeddedPostgres({ dataDir })
    const service = await startService(options, dataDir)
    const turn = async (side: string, of: readonly BenchTenant[]): Promise<Sample> => {
      const { perSecond: rate, p99Ms } = await load(service.url, listRequests(of), options.seconds)
      note(`S13 ${side}: ${perSecond(rate)}`)
      return { perSecond: rate, p99Ms, nodeMicros: null, postgresMicros: null }
    }
    try {
      const inSessions = await signInOwners(dataDir, postgres.connection, tenants)
      await load(service.url, listRequests(tenants), warmUpSeconds)
      await load(service.url, listRequests(inSessions), warmUpSeconds)
      const { floor, ours } = await alternate(
        options.rounds,
        () => turn('key', tenants),
        () => turn('session', inSessions),
      )
      const rate = (samples: Sample[]): number => median(samples.map((sample) => sample.perSecond))
      // The time of one request is the inverse of the rate.
      const ratio = rate(floor) / rate(ours)
      const row = {
        claim: 'S13',
        work: 'list 20 open threads: cost with a session token',
        floor: perSecond(rate(floor)),
        ours: perSecond(rate(ours)),
        ratio,
        goal: '≤ 1.1',
        met: ratio <= 1.1,
      }
      return { rows: [row], cpu: [], conditions: ['S13: floor: the same requests with API keys, in turn on the same service'] }
    } finally {
      await service.stop()
      await postgres.stop()
    }
  },
}

/** Returns the same tenants with their owners' access tokens instead of the keys. */
async function signInOwners(
  dataDir: string,
  connection: Parameters<typeof openDatabase>[0]['connection'],
  tenants: readonly BenchTenant[],
): Promise<BenchTenant[]> {
  const db = openDatabase({ connection, max: 1 })
  const secrets = createSecrets(readConfig({ DATA_DIR: dataDir }).secretKey)
  const signed: BenchTenant[] = []
  for (const tenant of tenants) {
    const { tenantId } = tenant
    const person = { tenantId, userId: await getOwnerId(db, tenantId) }
    const session = await db.transaction((tx) =>
      beginSession({ tx, effects: new CollectedEffects() }, person, { ip: '127.0.0.1', userAgent: null }),
    )
    signed.push({ ...tenant, key: deriveTokens(secrets, tenantId, session).accessToken })
  }
  await db.close()
  return signed
}
