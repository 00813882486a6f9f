/**
 * Limits that several processes count together (decision 43). Without their store the general ones are counted in each process, from where
 * the count stood; attempts (`auth`) are not, since guessing would be multiplied by the number of processes: they are refused.
 */
import { createHmac, createSecretKey } from 'node:crypto'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { openLimitStore } from './limit-store.ts'
import { showLimitStore, type Metrics } from './metrics.ts'
import { createLocalLimits, type Limits, type RateLimits, type Subject, type Taken } from './rate-limit.ts'

type SharedOptions = { url: string; rateLimits: RateLimits; secrets: Secrets; log: Log; registry: Metrics['registry'] }

export function createSharedLimits({ url, rateLimits, secrets, log, registry }: SharedOptions): Limits {
  const local = createLocalLimits(rateLimits)
  const store = openLimitStore({ url, log })
  const limitOf = { ip: rateLimits.ipPerMinute, tenant: rateLimits.tenantPerMinute, auth: rateLimits.authPerMinute }
  const nameOf = namer(secrets)
  const noteMissed = showLimitStore(registry, () => store.isUp)

  const alone = (subjects: readonly Subject[]): Taken => {
    const attempt = subjects.findIndex(({ policy }) => policy === 'auth')
    noteMissed()
    if (attempt < 0) return local.take(subjects)
    const taken = local.take(subjects.slice(0, attempt))
    return taken.at(-1)?.exceeded ? taken : [...taken, null]
  }

  return {
    shared: true,
    take(subjects) {
      if (subjects.length === 0) return []
      if (!store.isUp) return alone(subjects)
      const names = subjects.map(nameOf)
      const limits = subjects.map(({ policy }) => limitOf[policy])
      return store.count(names, limits).then((counted) => {
        if (counted === null) return alone(subjects)
        return counted.flatMap((each, i) => (subjects[i] ? [local.learn(subjects[i], each)] : []))
      })
    },
    peek: local.peek,
    health: () => store.check(),
    open: () => store.open(),
    close: () => store.close(),
  }
}

/** Names of keys: of whom they speak is hashed with a secret, so that the store learns no address and no account. */
function namer(secrets: Secrets): (subject: Subject) => string {
  const key = createSecretKey(secrets.derive('names of rate limits'))
  return ({ policy, key: whose, tenantId }) =>
    `skein:limit:${tenantId ?? '-'}:${policy}:${createHmac('sha256', key).update(whose).digest('base64url').slice(0, 22)}`
}
