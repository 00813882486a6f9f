/** An operator who registers webhooks and looks after them: what the service has disabled is enabled once its receiver is back. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import type { Receiver } from './receiver.ts'
import { PromisesBroken, type Scene } from './scene.ts'
import type { TortureTenant } from './service.ts'

export type Hook = {
  id: string
  name: string
  events: string[]
  status: string
  failureCount: number
  disabledAt: string | null
  disabledReason: string | null
}
/** `stop` throws what went wrong. */
export type Operator = { stop(): Promise<void> }
export type OwnedHook = { tenant: TortureTenant; hook: Hook }

const lookEveryMs = 200

/** Registers a webhook at the receiver, which trusts it. `name` tells it from the others. */
export async function registerHook(
  { client }: Scene,
  tenant: TortureTenant,
  receiver: Receiver,
  name: string,
  events: readonly string[],
): Promise<OwnedHook> {
  const { data } = await askApi<Hook & { secret: string }>(client, tenant, 'POST', '/webhooks', { url: receiver.urlOf(name), events })
  receiver.trust(name, data.secret)
  return { tenant, hook: { ...data, name } }
}

/** Looks after them until it is stopped. */
export function startOperator({ client, service }: Scene, receiver: Receiver, hooks: readonly OwnedHook[]): Operator {
  const stopping = new AbortController()
  const look = async ({ tenant, hook }: OwnedHook): Promise<void> => {
    const { data } = await askApi<Hook>(client, tenant, 'GET', `/webhooks/${hook.id}`)
    if (data.status === 'DISABLED' && receiver.runs)
      await askApi(client, tenant, 'POST', `/webhooks/${hook.id}/enable`, { replayMissed: true })
  }
  const work = async (): Promise<void> => {
    for (; !stopping.signal.aborted; await sleep(lookEveryMs)) {
      await service.up()
      // It looks again soon, whatever broke off.
      for (const owned of hooks)
        await look(owned).catch((error: unknown) => {
          if (!(error instanceof NoAnswer)) throw error
        })
    }
  }
  const working = work()
  // Heard in stop(); until then nobody may be listening.
  working.catch(() => undefined)
  return {
    stop() {
      stopping.abort()
      return working
    },
  }
}

/** The service is away: the same question may be asked again. */
class NoAnswer extends Error {}

type Envelope<Data> = { data: Data; meta: { total: number } }

/** A request whose success is what everything else rests on. Throws NoAnswer while the service is away, PromisesBroken for a refusal. */
export async function askApi<Data>(
  client: Client,
  { key }: TortureTenant,
  method: string,
  path: string,
  body?: object,
): Promise<Envelope<Data>> {
  const { outcome } = await client.send({ method, path, headers: { Authorization: `Bearer ${key}` }, ...(body ? { body } : {}) })
  if (outcome.kind !== 'answered' || outcome.status === 503) throw new NoAnswer(`${method} ${path}: ${JSON.stringify(outcome)}`)
  if (outcome.status >= 300) throw new PromisesBroken(`${method} ${path} was answered ${outcome.status}: ${outcome.text}`)
  // Safe because successes are envelopes around what the caller names; a wrong one fails its checks.
  return JSON.parse(outcome.text) as Envelope<Data>
}
