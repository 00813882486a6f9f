/** An operator who registers webhooks, and enables disabled ones when their receiver is back. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import type { Receiver } from './receiver.ts'
import type { CrashTest } from './crash-test.ts'
import { GuaranteeBroken } from './guarantee-broken.ts'
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
/** A running operator. `stop` throws the error that stopped it. */
export type Operator = { stop(): Promise<void> }
export type OwnedHook = { tenant: TortureTenant; hook: Hook }

const lookEveryMs = 200

/** Registers a webhook at the receiver, which trusts its secret. `name` identifies the webhook. */
export async function registerHook(
  { client }: CrashTest,
  tenant: TortureTenant,
  receiver: Receiver,
  name: string,
  events: readonly string[],
): Promise<OwnedHook> {
  const { data } = await askApi<Hook & { secret: string }>(client, tenant, 'POST', '/webhooks', { url: receiver.urlOf(name), events })
  receiver.trust(name, data.secret)
  return { tenant, hook: { ...data, name } }
}

/** Enables disabled webhooks until it is stopped. */
export function startOperator({ client, service }: CrashTest, receiver: Receiver, hooks: readonly OwnedHook[]): Operator {
  const stopping = new AbortController()
  const look = async ({ tenant, hook }: OwnedHook): Promise<void> => {
    const { data } = await askApi<Hook>(client, tenant, 'GET', `/webhooks/${hook.id}`)
    if (data.status === 'DISABLED' && receiver.runs)
      await askApi(client, tenant, 'POST', `/webhooks/${hook.id}/enable`, { replayMissed: true })
  }
  const work = async (): Promise<void> => {
    for (; !stopping.signal.aborted; await sleep(lookEveryMs)) {
      await service.up()
      // A failed request is retried in the next round.
      for (const owned of hooks)
        await look(owned).catch((error: unknown) => {
          if (!(error instanceof NoResponse)) throw error
        })
    }
  }
  const working = work()
  // stop() throws the error. Until then it must not count as unhandled.
  working.catch(() => undefined)
  return {
    stop() {
      stopping.abort()
      return working
    },
  }
}

/** Thrown when the service is down. The request can be retried. */
class NoResponse extends Error {}

type Envelope<Data> = { data: Data; meta: { total: number } }

/** Sends a request that must succeed. Throws NoAnswer while the service is down, GuaranteeBroken for a refusal. */
export async function askApi<Data>(
  client: Client,
  { key }: TortureTenant,
  method: string,
  path: string,
  body?: object,
): Promise<Envelope<Data>> {
  const { outcome } = await client.send({ method, path, headers: { Authorization: `Bearer ${key}` }, ...(body ? { body } : {}) })
  if (outcome.kind !== 'answered' || outcome.status === 503) throw new NoResponse(`${method} ${path}: ${JSON.stringify(outcome)}`)
  if (outcome.status >= 300) throw new GuaranteeBroken(`${method} ${path} was answered ${outcome.status}: ${outcome.text}`)
  // Safe because a success is an envelope around the type that the caller names; a wrong one fails its checks.
  return JSON.parse(outcome.text) as Envelope<Data>
}
