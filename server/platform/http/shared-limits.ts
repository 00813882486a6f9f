/**
 * Rate limits that several processes share in a store (decision 43). While the store is down, each process continues to count addresses and
 * tenants from the last count that it saw, and rejects sign-in attempts (`auth`): if each process counted on its own, an attacker's guesses
 * would multiply by the number of processes.
 */
import { createHmac, createSecretKey } from 'node:crypto'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { openLimitStore } from './limit-store.ts'
import { showLimitStore, type Metrics } from './metrics.ts'
import {
  createLocalLimits,
  formLimits,
  type Limits,
  type RateLimits,
  type Subject,
  type TakenAllowances,
  visitorLimits,
} from './rate-limit.ts'

type SharedOptions = { url: string; rateLimits: RateLimits; secrets: Secrets; log: Log; registry: Metrics['registry'] }

export function createSharedLimits({ url, rateLimits, secrets, log, registry }: SharedOptions): Limits {
  const local = createLocalLimits(rateLimits)
  const store = openLimitStore({ url, log })
  const { ipPerMinute: ip, tenantPerMinute: tenant, authPerMinute: auth, visitsPerMinute: visit, visitors = visitorLimits } = rateLimits
  const limitOf = { ip, tenant, auth, hook: tenant, visit, ...formLimits, ...visitors }
  const keyFor = createKeyNamer(secrets)
  const countMiss = showLimitStore(registry, () => store.isUp)

  const takeAlone = (subjects: readonly Subject[]): TakenAllowances => {
    const attempt = subjects.findIndex(({ policy }) => policy === 'auth')
    countMiss()
    if (attempt < 0) return local.take(subjects)
    const taken = local.take(subjects.slice(0, attempt))
    return taken.at(-1)?.exceeded ? taken : [...taken, null]
  }

  return {
    shared: true,
    take(subjects) {
      if (subjects.length === 0) return []
      if (!store.isUp) return takeAlone(subjects)
      const keys = subjects.map(keyFor)
      const limits = subjects.map(({ policy }) => limitOf[policy])
      return store.count(keys, limits).then((counted) => {
        if (counted === null) return takeAlone(subjects)
        return counted.flatMap((each, i) => (subjects[i] ? [local.adopt(subjects[i], each)] : []))
      })
    },
    peek: local.peek,
    health: () => store.check(),
    open: () => store.open(),
    close: () => store.close(),
  }
}

/** Returns a function that names a subject's key. Hashes addresses and accounts with a secret, so that the store does not contain them. */
function createKeyNamer(secrets: Secrets): (subject: Subject) => string {
  const secret = createSecretKey(secrets.derive('names of rate limits'))
  return ({ policy, key, tenantId }) =>
    `skein:limit:${tenantId ?? '-'}:${policy}:${createHmac('sha256', secret).update(key).digest('base64url').slice(0, 22)}`
}
