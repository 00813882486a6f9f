/**
 * A page of the maximum size does not block its process: no turn of the event loop takes more than 50 ms. Another thread requests the
 * pages, so that only the service's own work is measured, in CPU time, because on a busy machine any turn can be late. Garbage collection,
 * also of earlier test files in this process, counts too, so there are several windows and the best one is used. Work that takes too long
 * in one turn does so in every window.
 */
import { once } from 'node:events'
import { request } from 'node:http'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTypeId, type Uuid } from '../../server/platform/ids.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { startTestService, type TestService, type TestTenant } from '../support/service.ts'
import { allSettled, hookAt } from './webhook-fixture.ts'

const turnMsMax = 50
/**
 * The maximum share of a page's work in one turn. A fast machine can present a whole page in 50 ms, so a time limit alone is not enough for
 * lists whose pages are slow to present. In portions, the share is 0.1 (messages: 0.3); in one turn, with `turnMsMax` of `turns.ts` out of
 * reach, from 0.25 (0.57). For the other lists, 1 is no limit: most of their work is done by the driver, one row at a time.
 */
const shares = { portions: 0.2, longTexts: 0.45, unlimited: 1 }
const pagesInAWindow = 2
/** Other work on the machine only makes turns longer, so one window within the limits is enough. */
const windowsMax = 40

let service: TestService
let tenant: TestTenant
let receiver: Receiver
let threadPath = ''
let customerPath = ''

beforeAll(async () => {
  service = await startTestService({ worker: true })
  tenant = await service.createTenant()
  receiver = await openReceiver(() => ({ status: 200, body: 'y'.repeat(4_096) }))
  const hook = await hookAt(tenant, receiver, ['*'])
  // 32 KiB of JSON in many values, which take longer to write than a few long texts.
  const customFields = Object.fromEntries(
    Array.from({ length: 99 }, (_, i) => [`field_${i}`, Array.from({ length: 14 }, () => `"${'ü'.repeat(5)}\n`)]),
  )
  const made = await tenant.api<{ threadId: string; customer: { id: string } }>('POST', '/threads', {
    body: { title: 'Long', body: 'Hello', requester: { email: 'ada@example.com' } },
  })
  threadPath = `/threads/${made.body.data.threadId}`
  customerPath = `/customers/${made.body.data.customer.id}`
  // Three messages of each kind are more than a page can have.
  const texts = ['x'.repeat(260_000), '\u0001'.repeat(120_000), '<p>"é äöü äöü äöü</p>'.repeat(4_900), '\u20ac'.repeat(250_000)]
  for (const text of [...texts, ...texts, ...texts]) {
    const sent = await tenant.api('POST', `${threadPath}/messages`, { body: { body: text } })
    expect(sent.status, sent.text).toBe(201)
  }
  const large = await tenant.api<{ threadId: string }>('POST', '/threads', {
    body: { title: 'Large', body: 'Hello', requester: { email: 'ada@example.com' } },
  })
  const changed = await tenant.api('PATCH', `/threads/${large.body.data.threadId}`, { body: { customFields } })
  expect(changed.status, changed.text).toBe(200)
  const customer = await tenant.api<{ id: string }>('POST', '/customers', { body: { email: 'c@example.com', customFields } })
  expect(customer.status, customer.text).toBe(201)
  await makeAHundred(parseTypeId('thr', large.body.data.threadId), parseTypeId('cst', customer.body.data.id))
  // A write notifies the worker of the new events.
  expect((await tenant.api('POST', '/labels', { body: { name: 'Last' } })).status).toBe(201)
  await allSettled(service, tenant, hook.id, 60_000)
}, 240_000)
afterAll(async () => {
  await service.stop()
  await receiver.close()
})

/** Copies a thread and a customer a hundred times, including the rows that creating and changing them left behind. */
async function makeAHundred(threadId: Uuid | null, customerId: Uuid | null): Promise<void> {
  const copies = (table: string, of: string, changes: string): string => `
    insert into ${table} select (jsonb_populate_record(r, jsonb_build_object(${changes}))).* from ${table} r, tenant_counters k, generate_series(1, 100) n
    where r.tenant_id = '${tenant.tenantId}' and k.tenant_id = r.tenant_id and ${of};`
  const idAndTime = `'id', gen_random_uuid(), 'created_at', r.created_at + n * interval '1 s'`
  await service.db.script(`
    ${copies('threads', `r.id = '${threadId}'`, `${idAndTime}, 'public_number', r.public_number + n`)}
    ${copies('customers', `r.id = '${customerId}'`, `${idAndTime}, 'email', 'c' || n || '@example.com'`)}
    ${copies('audit_logs', `r.target_id in ('${threadId}', '${customerId}')`, idAndTime)}
    ${['thread.created', 'thread.updated', 'customer.created']
      .map((type, i) =>
        copies(
          'events',
          `r.type = '${type}' and r.object_id in ('${threadId}', '${customerId}')`,
          `'id', gen_random_uuid(), 'sequence', k.event_sequence + 3 * n - ${i}`,
        ),
      )
      .join('')}
    update tenant_counters set last_public_number = last_public_number + 100, event_sequence = event_sequence + 300 where tenant_id = '${tenant.tenantId}'`)
}

/** Reads the pages of a window one after another, and returns the bytes of each. */
const readerScript = `
  const { parentPort, workerData: { url, key, pages } } = require('node:worker_threads')
  const read = async () => {
    const sizes = []
    for (let i = 0; i < pages; i++) {
      const answer = await fetch(url, { headers: { Authorization: 'Bearer ' + key } })
      if (!answer.ok) throw new Error(await answer.text())
      sizes.push((await answer.arrayBuffer()).byteLength)
    }
    parentPort.postMessage(sizes)
  }
  read()`

async function ask(path: string): Promise<number[]> {
  const workerData = { url: `${service.baseUrl}/api/v1${path}`, key: tenant.key, pages: pagesInAWindow }
  const [sizes] = (await once(new Worker(readerScript, { eval: true, workerData }), 'message')) as [number[]]
  return sizes
}

/**
 * Measures the longest CPU time of this thread between two checks, which run every millisecond when nothing delays them, and its share of
 * the thread's total CPU time.
 */
function startProbe(): { stop(): { longestMs: number; share: number } } {
  const used = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const from = used()
  let [before, longest] = [from, 0]
  const timer = setInterval(() => {
    const now = used()
    longest = Math.max(longest, now - before)
    before = now
  }, 1)
  return {
    stop() {
      clearInterval(timer)
      return { longestMs: longest, share: (longest * pagesInAWindow) / (used() - from) }
    },
  }
}

describe.each([
  ['threads with custom fields', () => '/threads?limit=100', 2_000_000, shares.portions],
  ['threads of one customer', () => `${customerPath}/threads?limit=100`, 2_000_000, shares.portions],
  ['customers with custom fields', () => '/customers?limit=100', 2_000_000, shares.portions],
  ['messages', () => `${threadPath}/messages?limit=100`, 3_000_000, shares.longTexts],
  ['events', () => '/events?limit=100', 200_000, shares.unlimited],
  ['events with large objects', () => '/events?limit=100&types=thread.updated', 50_000, shares.unlimited],
  ['deliveries', () => '/webhook-deliveries?limit=100', 500_000, shares.unlimited],
  ['audit rows', () => '/audit-logs?limit=100', 20_000, shares.portions],
])('a page of %s', (what, path, bytesMin, shareMax) => {
  it(`leaves the event loop free within ${turnMsMax} ms`, async () => {
    const windows: { longestMs: number; share: number }[] = []
    const isHeld = (window: (typeof windows)[number]): boolean => window.longestMs < turnMsMax && window.share < shareMax
    let bytes = 0
    while (windows.length < windowsMax && !windows.some(isHeld)) {
      const probe = startProbe()
      const sizes = await ask(path())
      windows.push(probe.stop())
      bytes = Math.min(...sizes)
      expect(bytes, 'the page is a large one').toBeGreaterThan(bytesMin)
    }
    const told = windows.map(({ longestMs, share }) => `${longestMs.toFixed(1)} ms (${(share * 100).toFixed()} %)`).join(', ')
    if (process.env['SKEIN_TEST_FIGURES']) console.log(`${what}: ${bytes} bytes, longest turn of each window ${told}`)
    expect(windows.some(isHeld), told).toBe(true)
  })
})

describe('beside the requests of others, a large page', () => {
  const path = (): string => `${threadPath}/messages?limit=100`

  /** Runs `work` while another tenant reads without pause. */
  async function besideOthers<Result>(work: () => Promise<Result>): Promise<Result> {
    const other = await service.createTenant()
    const done = new AbortController()
    const readers = Array.from({ length: 4 }, async () => {
      while (!done.signal.aborted) expect((await other.api('GET', '/threads')).status).toBe(200)
    })
    try {
      return await work()
    } finally {
      done.abort()
      await Promise.all(readers)
    }
  }

  it('is the same and has the same length, also for HEAD', async () => {
    const alone = await tenant.api('GET', path())
    expect(alone.headers['content-length']).toBe(String(Buffer.byteLength(alone.text)))
    const [beside, head] = await besideOthers(async () => [await tenant.api('GET', path()), await tenant.api('HEAD', path())])
    expect(beside.status).toBe(200)
    expect(beside.text === alone.text, 'the texts are the same').toBe(true)
    expect(head).toMatchObject({ status: 200, text: '' })
    for (const name of ['content-length', 'content-type']) {
      expect(beside.headers[name]).toBe(alone.headers[name])
      expect(head.headers[name]).toBe(alone.headers[name])
    }
  })

  it('keeps no other one waiting when its reader is slow', async () => {
    const leave = (): Promise<void> =>
      new Promise((resolve, reject) => {
        const asked = request(`${service.baseUrl}/api/v1${path()}`, { headers: { Authorization: `Bearer ${tenant.key}` } }, (answer) => {
          answer.once('data', () => {
            asked.destroy()
            resolve()
          })
        })
        asked.once('error', reject).end()
      })
    await besideOthers(async () => {
      await Promise.all([leave(), leave()])
      expect((await tenant.api('GET', path())).status).toBe(200)
    })
  })
})
