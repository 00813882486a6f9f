/** Final checks of the webhook crash test, which compare the events of readers and receivers with the database. */
import { setTimeout as sleep } from 'node:timers/promises'
import { checkAnnounced, checkDeliveries, checkReader, checkReceipts, checkTexts } from './check-events.ts'
import { checkHealth, checkWebhookApi } from './check-webhook-api.ts'
import type { EventReader } from './event-readers.ts'
import type { Operation } from './ledger.ts'
import type { OwnedHook } from './operator.ts'
import type { JournalEntry } from './receiver.ts'
import type { WebhookSetup } from './webhook-setup.ts'
import { readWebhookFacts, type WebhookFacts } from './webhook-facts.ts'

const maxCatchUpMs = 120_000

type Evidence = { journal: readonly JournalEntry[]; factsOf: (tenantId: string) => WebhookFacts }

/**
 * Checks everything. Call this when no delivery is pending. Throws the violated guarantees, or an Error if too few kills interrupted work
 * to prove anything; otherwise prints a summary.
 */
export async function checkWebhooks(setup: WebhookSetup): Promise<void> {
  const { crashTest, receiver, workers, readers, hooks } = setup
  const facts = new Map<string, WebhookFacts>()
  for (const tenant of crashTest.tenants) facts.set(tenant.tenantId, await readWebhookFacts(crashTest.service, tenant))
  const factsOf = (tenantId: string): WebhookFacts => facts.get(tenantId) ?? { events: [], deliveries: [], enabled: 0 }
  await Promise.all(readers.map((reader) => reader.reach(lastWanted(reader, factsOf(reader.tenantId)), maxCatchUpMs)))
  // Wait for duplicates and for events after the last one.
  await sleep(300)
  await Promise.all(readers.map((reader) => reader.stop()))
  const health = await Promise.all(crashTest.tenants.map((tenant) => checkHealth(crashTest.client, tenant)))
  const codes = await workers.stop()
  const evidence = { journal: receiver.journal(), factsOf }
  const getOperations = (tenantId: string): Operation[] =>
    crashTest.ledger.operations.filter((operation) => operation.tenantId === tenantId)
  const violations = [
    ...health.flat(),
    ...readers.flatMap((reader) => checkOneReader(reader, evidence, getOperations(reader.tenantId))),
    ...hooks.flatMap((owned) => checkHook(owned, evidence, getOperations(owned.tenant.tenantId))),
    ...checkTexts([...evidence.journal, ...readers.flatMap(({ seen }) => seen)]),
    ...codes.flatMap((code, slot) => (code === 0 ? [] : [`worker ${slot + 1} was asked to stop and ended with ${code}`])),
  ]
  for (const tenant of crashTest.tenants) {
    const { events, enabled } = factsOf(tenant.tenantId)
    const disabled = events.filter(({ type }) => type === 'webhook.disabled').length
    if (enabled !== disabled) violations.push(`${tenant.slug}: webhooks were disabled ${disabled} times and enabled ${enabled} times`)
    violations.push(
      ...(await checkWebhookApi(
        crashTest.client,
        tenant,
        hooks.filter((owned) => owned.tenant === tenant).map(({ hook }) => hook),
        factsOf(tenant.tenantId),
      )),
    )
  }
  crashTest.report('when everything had been delivered', violations)
  sumUp(setup, evidence)
}

function lastWanted({ types }: EventReader, { events }: WebhookFacts): number {
  return events.findLast(({ type }) => types?.includes(type) ?? true)?.sequence ?? 0
}

function checkOneReader(reader: EventReader, { factsOf }: Evidence, operations: readonly Operation[]): string[] {
  return [...checkReader(reader, factsOf(reader.tenantId).events), ...checkAnnounced(reader.name, reader.seen, operations)]
}

function checkHook(
  { tenant: { tenantId }, hook: { id, name, events: types } }: OwnedHook,
  { journal, factsOf }: Evidence,
  operations: readonly Operation[],
): string[] {
  const { events, deliveries } = factsOf(tenantId)
  const came = journal.filter(({ hook }) => hook === name)
  const own = deliveries.filter(({ webhookId }) => webhookId === id)
  const taken = getTaken(came)
  return [
    ...checkReceipts(name, types, came, events),
    ...checkDeliveries(name, types, own, came, events),
    ...checkAnnounced(name, taken, operations),
  ]
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)
const getTaken = (journal: readonly JournalEntry[]): JournalEntry[] => journal.filter(({ verdict }) => verdict === 'accepted')
const keyOf = (hook: string, id: string): string => `${hook} ${id}`

/** Returns why the test has proved nothing so far: no kill has interrupted the relevant work. Null when one has. */
export function findUnproven({ receiver, readers, done: { apiKills, cut } }: WebhookSetup): string | null {
  const taken = getTaken(receiver.journal())
  if (new Set(taken.map(({ hook, id }) => keyOf(hook, id))).size === taken.length) return 'nothing came twice'
  if (cut.length > 0 && sum(cut) === 0) return 'no delivery was cut off'
  return apiKills > 0 && readers.every(({ broken }) => broken === 0) ? 'no stream broke' : null
}

function sumUp(setup: WebhookSetup, { journal, factsOf }: Evidence): void {
  const {
    crashTest,
    receiver,
    workers,
    hooks,
    readers,
    done: { apiKills, cut },
  } = setup
  const taken = getTaken(journal)
  // In order of arrival; the first arrival of each event counts.
  const firstAt = new Map(taken.toReversed().map(({ hook, id, at }) => [keyOf(hook, id), at]))
  const delays = hooks.flatMap(({ tenant: { tenantId }, hook: { name } }) =>
    factsOf(tenantId).events.map(({ id, at }) => (firstAt.get(keyOf(name, id)) ?? at) - at),
  )
  const facts = crashTest.tenants.map(({ tenantId }) => factsOf(tenantId))
  const attempts = sum(facts.flatMap(({ deliveries }) => deliveries.map(({ attempt }) => attempt)))
  const duplicates = taken.length - firstAt.size
  const broken = sum(readers.map((reader) => reader.broken))
  crashTest.log(
    [
      `${sum(facts.map(({ events }) => events.length))} events`,
      `${firstAt.size} deliveries in ${attempts} attempts, ${duplicates} duplicates at the receiver`,
      `workers killed ${workers.kills} times (all of them ${cut.length} times, with ${sum(cut)} deliveries in progress), the receiver ${receiver.kills} times, the API ${apiKills} times`,
      `webhooks disabled and enabled again ${sum(facts.map(({ enabled }) => enabled))} times`,
      `streams left ${sum(readers.map(({ left }) => left))} times and broken ${broken} times`,
      `longest from commit to first receipt ${Math.round(Math.max(...delays))} ms`,
    ].join('; '),
  )
  const unproven = findUnproven(setup)
  if (unproven) throw new Error(`The test proved nothing, because ${unproven}.`)
}
