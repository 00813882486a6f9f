/** Compares webhooks, deliveries and events in the API with the database once nothing is pending. Empty when everything is correct. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './client.ts'
import { askApi, type Hook } from './operator.ts'
import type { TortureTenant } from './service.ts'
import type { WebhookFacts } from './webhook-facts.ts'

/** Time limit from the last delivery until workers have finished follow-up work, such as indexing texts. */
const maxSettleMs = 300_000

type Health = { component: string; status: string; detail: string | null }

/** Waits until the service reports that a tenant has no pending work. Call this while workers run. Empty when that happens. */
export async function checkHealth(client: Client, tenant: TortureTenant): Promise<string[]> {
  for (const deadline = performance.now() + maxSettleMs; ; await sleep(200)) {
    const { data } = await askApi<Health[]>(client, tenant, 'GET', '/system-health')
    const [jobs, webhooks] = ['jobs', 'webhooks'].map((wanted) => data.find(({ component }) => component === wanted))
    const wrong: string[] = []
    if (jobs?.status !== 'OK' || !/^0 deliveries wait and 0 events before them; .* 0 s; 0 are dead\.$/.test(jobs.detail ?? ''))
      wrong.push(`${tenant.slug}: the health of the jobs is ${jobs?.status}: ${jobs?.detail}`)
    if (webhooks?.status !== 'OK' || webhooks.detail !== null)
      wrong.push(`${tenant.slug}: the health of the webhooks is ${webhooks?.status}: ${webhooks?.detail}`)
    if (wrong.length === 0 || performance.now() > deadline) return wrong
  }
}

export async function checkWebhookApi(
  client: Client,
  tenant: TortureTenant,
  hooks: readonly Hook[],
  { events, deliveries }: WebhookFacts,
): Promise<string[]> {
  const wrong: string[] = []
  const total = async (list: string, query: string, expected: number): Promise<void> => {
    const path = `${list}?limit=1${query}`
    const { meta } = await askApi(client, tenant, 'GET', path)
    if (meta.total !== expected) wrong.push(`GET ${path} has the total ${meta.total}, but there are ${expected}`)
  }
  const count = (isIn: (delivery: (typeof deliveries)[number]) => boolean): number => deliveries.filter(isIn).length
  await total('/webhook-deliveries', '', deliveries.length)
  for (const state of ['PENDING', 'FAILED', 'SUCCEEDED', 'DEAD']) {
    await total(
      '/webhook-deliveries',
      `&state=${state}`,
      count((delivery) => delivery.state === state),
    )
    for (const { id } of hooks)
      await total(
        `/webhooks/${id}/deliveries`,
        `&state=${state}`,
        count((delivery) => delivery.state === state && delivery.webhookId === id),
      )
  }
  for (const type of new Set(events.map((event) => event.type))) {
    await total(
      '/webhook-deliveries',
      `&eventType=${type}`,
      count(({ eventType }) => eventType === type),
    )
    await total('/events', `&types=${type}`, events.filter((event) => event.type === type).length)
  }
  await total('/events', '', events.length)
  for (const { id, name } of hooks) {
    const { status, failureCount, disabledAt, disabledReason } = (await askApi<Hook>(client, tenant, 'GET', `/webhooks/${id}`)).data
    if (status !== 'ACTIVE' || failureCount !== 0 || disabledAt !== null || disabledReason !== null)
      wrong.push(`${name} is ${status} with ${failureCount} failures, though its last attempt succeeded (${disabledReason})`)
  }
  return wrong.map((violation) => `${tenant.slug}: ${violation}`)
}
