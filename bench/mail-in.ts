/**
 * S14: mail received by SMTP: from 250 to `message.created` at a constant rate, and accepting compared with the SMTP library, a flushed
 * file and one INSERT. S17: a mail of 40 MiB, and its effect on other requests.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSkeinClient, type SkeinClient } from '../client/index.ts'
import { readConfig } from '../server/config.ts'
import { getChildren, memoryMb } from './kit/cpu.ts'
import { freshDataset, indexLoaded, removeDataset, withDatabase, type Dataset } from './kit/dataset.ts'
import { createMail, openMailClient, sendForSeconds } from './kit/mail-client.ts'
import { alternate, median } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { findFreePort, isReady, startService, type Service } from './kit/service.ts'
import { startBareMailServer } from './kit/start-bare-mail-server.ts'
import { milliseconds, perSecond, type Row } from './kit/table.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts'

const mailsPerSecond = 20
const mailBytes = 50_000
const msGoal = 400
const acceptGoal = 0.4
const connections = 8
const largeBytes = 40 * 1_048_576 - 10_000
const memoryGoalMb = 100
const p99Goal = 1.3
/** Time limit for the last messages to appear. */
const settleMs = 60_000
const othersPerSecond = 20
const largeMailEveryMs = 5_000

type Place = { service: Service; port: number; address: string; skein: SkeinClient }

export const mailInClaim: Claim = {
  ids: ['S14', 'S17'],
  async measure(bench: Bench): Promise<BenchResult> {
    const { options } = bench
    const dataset = await freshDataset(options.dataRoot, 'mail-in', [1_000])
    await indexLoaded(dataset)
    await withDatabase(dataset.dataDir, (db) => db.script('create table bench_mails (id uuid primary key, sender text, size bigint)'))
    const postgres = await startEmbeddedPostgres({ dataDir: dataset.dataDir })
    const port = await findFreePort()
    const start = async (command: 'start' | 'serve'): Promise<Service> =>
      startService(options, dataset.dataDir, isReady, { command, env: { MAIL_IN_PORT: String(port) } })
    const wants = (claim: string): boolean => options.only?.has(claim) ?? true
    const rows: Row[] = []
    let service = await start('start')
    try {
      const place = await openPlace(service, dataset, port)
      if (wants('S14')) rows.push(await measureDelay(bench, place))
      if (wants('S17')) rows.push(...(await measureLargeMail(bench, place)))
      if (wants('S14')) {
        await service.stop()
        service = await start('serve')
        rows.push(await measureAccepting(bench, place, dataset, postgres.connection))
      }
      return {
        rows,
        cpu: [],
        conditions: [
          `S14: ${mailsPerSecond} mails a second of ${mailBytes / 1000} KB from different senders; the delay ends when the event stream shows message.created. Accepting: ${connections} connections that send without a pause; no worker runs; floor: smtp-server, one flushed file and one INSERT a mail, in a process of its own`,
          `S17: proportional set size of the service’s process while the mail comes in and is parsed, compared with before; others: ${othersPerSecond} requests a second for a list, while such a mail comes in every ${largeMailEveryMs / 1000} s`,
        ],
      }
    } finally {
      await service.stop()
      await postgres.stop()
      await removeDataset(dataset.dataDir)
    }
  },
}

async function openPlace(service: Service, { tenants }: Dataset, port: number): Promise<Place> {
  const skein = createSkeinClient({ baseUrl: service.url, apiKey: tenants[0]?.key ?? '' })
  const address = 'support@bench-1.localhost'
  await skein.createInbox({ body: { name: 'Mail', type: 'EMAIL', address } })
  return { service, port, address, skein }
}

/** Sends mails at a constant rate, and measures from each 250 to the event of its message. */
async function measureDelay({ options, note }: Bench, { port, address, skein }: Place): Promise<Row> {
  const seconds = options.quick ? 10 : 60
  const shownAt = new Map<string, number>()
  const stop = new AbortController()
  const opened = Promise.withResolvers<void>()
  const watching = watch(skein, stop.signal, opened.resolve, (messageId) => shownAt.set(messageId, performance.now()))
  await opened.promise
  const acceptedAt = new Map<string, number>()
  const clients = await Promise.all(Array.from({ length: connections }, () => openMailClient(port, address)))
  const startedAt = performance.now()
  const sent: Promise<void>[] = []
  // A client sends one mail at a time.
  const turns = clients.map(() => Promise.resolve())
  for (let n = 0; n < seconds * mailsPerSecond; n++) {
    const early = startedAt + (n * 1000) / mailsPerSecond - performance.now()
    if (early > 1) await sleep(early)
    const { messageId, text } = createMail(address, mailBytes)
    // Different senders, because the service blocks a person who writes twenty mails a second.
    const mail = text.replace('ada@example.com', `ada.${n}@example.com`)
    const i = n % clients.length
    const turn = (turns[i] ?? Promise.resolve()).then(async () => {
      await clients[i]?.send(mail)
      acceptedAt.set(messageId, performance.now())
    })
    turns[i] = turn
    sent.push(turn)
  }
  await Promise.all(sent)
  for (const until = performance.now() + settleMs; shownAt.size < acceptedAt.size && performance.now() < until; ) await sleep(20)
  stop.abort()
  await watching
  for (const client of clients) client.end()
  const delays = [...shownAt].map(([messageId, at]) => at - (acceptedAt.get(messageId) ?? at)).toSorted((a, b) => a - b)
  const p95 = delays[Math.floor(delays.length * 0.95)] ?? Number.NaN
  const lost = acceptedAt.size - shownAt.size
  note(
    `S14: ${acceptedAt.size} mails, ${shownAt.size} messages, p50 ${milliseconds(delays[delays.length >> 1] ?? Number.NaN)}, p95 ${milliseconds(p95)}`,
  )
  return {
    claim: 'S14',
    work: `${mailsPerSecond} mails/s: p95 of 250 to message.created, ${lost} lost`,
    floor: '',
    ours: milliseconds(p95),
    ratio: null,
    goal: `≤ ${msGoal} ms, 0 lost`,
    met: p95 <= msGoal && lost === 0,
  }
}

async function watch(skein: SkeinClient, signal: AbortSignal, onOpen: () => void, onMessage: (messageId: string) => void): Promise<void> {
  for await (const { data } of skein.streamEvents({ query: { types: 'message.created' }, signal, onOpen })) {
    // Safe because the object of this event is a message.
    const { email } = data.object as { email?: { messageId: string | null } | null }
    if (email?.messageId != null) onMessage(email.messageId)
  }
}

async function measureAccepting(
  { options, note }: Bench,
  { port, address }: Place,
  { dataDir }: Dataset,
  connection: Awaited<ReturnType<typeof startEmbeddedPostgres>>['connection'],
): Promise<Row> {
  const bare = await startBareMailServer(dataDir, { connection, poolSize: readConfig({ DATA_DIR: dataDir }).databasePoolSize })
  const measure = async (side: string, at: number): Promise<number> => {
    const rate = await sendForSeconds(at, address, { connections, seconds: options.seconds, bytes: mailBytes })
    note(`S14 ${side}: ${perSecond(rate)}`)
    return rate
  }
  try {
    const { floor, ours } = await alternate(
      options.rounds,
      () => measure('floor', bare.port),
      () => measure('ours', port),
    )
    const ratio = median(ours) / median(floor)
    return {
      claim: 'S14',
      work: `accepting mails of ${mailBytes / 1000} KB`,
      floor: perSecond(median(floor)),
      ours: perSecond(median(ours)),
      ratio,
      goal: `≥ ${acceptGoal}`,
      met: ratio >= acceptGoal,
    }
  } finally {
    await bare.stop()
  }
}

async function measureLargeMail({ options, note }: Bench, { service, port, address, skein }: Place): Promise<Row[]> {
  const seconds = options.quick ? 10 : 30
  const { postmaster } = service
  const ours = (): number => memoryMb([service.pid, ...getChildren(service.pid).filter((pid) => pid !== postmaster)]) ?? Number.NaN
  // The mails of S14 may still be in the queue.
  await waitUntilProcessed(skein)
  const before = await measureOthers(skein, seconds)
  const memoryBefore = ours()
  let highest = 0
  const watcher = setInterval(() => (highest = Math.max(highest, ours())), 50)
  const client = await openMailClient(port, address)
  const over = new AbortController()
  let mails = 0
  const sending = (async () => {
    while (!over.signal.aborted) {
      await client.send(createLargeMail(address))
      mails++
      await sleep(largeMailEveryMs, undefined, { signal: over.signal }).catch(() => undefined)
    }
  })()
  const during = await measureOthers(skein, seconds)
  over.abort()
  await sending
  await waitUntilProcessed(skein)
  clearInterval(watcher)
  client.end()
  const grown = highest - memoryBefore
  note(`S17: ${mails} mails, ${grown.toFixed(0)} MB more, p99 of others ${milliseconds(before)} before and ${milliseconds(during)} during`)
  const ratio = during / before
  return [
    {
      claim: 'S17',
      work: 'mails of 40 MiB: more memory at most',
      floor: `${memoryBefore.toFixed(0)} MB`,
      ours: `${highest.toFixed(0)} MB`,
      ratio: null,
      goal: `≤ ${memoryGoalMb} MB more`,
      met: grown <= memoryGoalMb,
    },
    {
      claim: 'S17',
      work: 'a list while such mails come in: p99',
      floor: milliseconds(before),
      ours: milliseconds(during),
      ratio,
      goal: `≤ ${p99Goal}`,
      met: ratio <= p99Goal,
    },
  ]
}

/** Returns a mail with one large attachment. */
function createLargeMail(address: string): string {
  const { text } = createMail(address, 0)
  const [head = ''] = text.split('\r\n\r\n', 1)
  const file = randomBytes(Math.floor(largeBytes * 0.73))
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n')
  const part = 'Content-Type: application/octet-stream; name=backup.bin\r\nContent-Transfer-Encoding: base64'
  const type = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b'
  return `${head}\r\n${type}\r\n\r\n--b\r\n\r\nThe backup.\r\n--b\r\n${part}\r\n\r\n${file}\r\n--b--`
}

async function waitUntilProcessed(skein: SkeinClient): Promise<void> {
  for (const until = performance.now() + settleMs; performance.now() < until; await sleep(200)) {
    const { meta } = await skein.listInboundMails({ query: { outcome: 'RECEIVED', limit: 1 } })
    if (meta.total === 0) return
  }
}

/** Requests a list at a constant rate, and returns the p99 in milliseconds. */
async function measureOthers(skein: SkeinClient, seconds: number): Promise<number> {
  const startedAt = performance.now()
  const times: number[] = []
  const sent: Promise<void>[] = []
  for (let n = 0; n < seconds * othersPerSecond; n++) {
    const early = startedAt + (n * 1000) / othersPerSecond - performance.now()
    if (early > 1) await sleep(early)
    const sentAt = performance.now()
    sent.push(
      Promise.resolve(skein.listThreads({ query: { limit: 20 } })).then(() => {
        times.push(performance.now() - sentAt)
      }),
    )
  }
  await Promise.all(sent)
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}
