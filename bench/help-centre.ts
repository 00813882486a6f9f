/** HELP: measures article pages of a help centre with 1,000 articles against a static file of the same size from a bare `node:http` server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { freshDataset, withDatabase, type BenchTenant } from './kit/dataset.ts'
import { alternate, median } from './kit/rounds.ts'
import type { Bench, Claim, BenchResult } from './kit/run.ts'
import { findFreePort, startService, stopProcess, waitUntilUp, type Service } from './kit/service.ts'
import { milliseconds, type Row } from './kit/table.ts'

const articleCount = 1_000
const requestCount = 2_000
const goal = 2
const body = Array.from(
  { length: 12 },
  (_, i) =>
    `## Step ${i + 1}\n\nOpen **Settings**, choose the order and compare its number with the one in the mail. ${'Details. '.repeat(20)}`,
).join('\n\n')

type Target = { url: string; host: string; paths: readonly string[] }

export const helpCentreClaim: Claim = {
  ids: ['HELP'],
  async measure(bench: Bench): Promise<BenchResult> {
    const { options, note } = bench
    const dataset = await freshDataset(options.dataRoot, 'help', [1])
    const [tenant] = dataset.tenants
    if (!tenant) throw new Error('The dataset has no tenant')
    const { dataDir } = dataset
    const slug = await withDatabase(dataDir, async (db) => {
      const row = await db.first<object, { slug: string }>(
        { text: `select slug from tenants where tenant_id = '${tenant.tenantId}'`, names: [] },
        {},
      )
      return row?.slug ?? ''
    })
    const service = await startService(options, dataDir)
    try {
      note(`HELP: creating ${articleCount} articles`)
      const slugs: string[] = []
      for (let i = 0; i < articleCount; i++) slugs.push(await createArticle(service, tenant, i))
      const host = `${slug}.localhost:${new URL(service.url).port}`
      const ours: Target = { url: service.url, host, paths: slugs.map((each) => `/help/en/articles/${each}`) }
      const page = await visit(ours, 0)
      const file = join(dataDir, 'page.html')
      writeFileSync(file, page)
      const floor = await startStaticServer(file, dataDir)
      try {
        const first = await measure(ours, { concurrency: 1, count: articleCount })
        const rows: Row[] = []
        for (const concurrency of [1, 16]) rows.push(await compare(bench, { floor, ours, concurrency }))
        return {
          rows,
          cpu: [],
          conditions: [
            `HELP: pages of ${page.length.toLocaleString('en')} bytes, ${requestCount} requests per round over kept-alive connections; p95 of the first request for each page, which renders it: ${milliseconds(first)}`,
          ],
        }
      } finally {
        await floor.stop()
      }
    } finally {
      await service.stop()
    }
  },
}

async function compare(
  { options, note }: Bench,
  { floor, ours, concurrency }: { floor: Target; ours: Target; concurrency: number },
): Promise<Row> {
  const count = options.quick ? requestCount / 4 : requestCount
  const measureTarget = (target: Target) => measure(target, { concurrency, count })
  await measureTarget(floor)
  await measureTarget(ours)
  const sides = await alternate(
    options.rounds,
    () => measureTarget(floor),
    () => measureTarget(ours),
  )
  const [floorMs, oursMs] = [median(sides.floor), median(sides.ours)]
  note(`HELP, ${concurrency} at a time: ${milliseconds(floorMs)} (floor), ${milliseconds(oursMs)}`)
  return {
    claim: 'HELP',
    work: `an article among ${articleCount.toLocaleString('en')}, ${concurrency} at a time: p95`,
    floor: milliseconds(floorMs),
    ours: milliseconds(oursMs),
    ratio: oursMs / floorMs,
    goal: `≤ ${goal}`,
    met: oursMs / floorMs <= goal,
  }
}

/** Sends `count` requests, cycling through the pages. Returns the p95 in milliseconds. */
async function measure(target: Target, { concurrency, count }: { concurrency: number; count: number }): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const durations: number[] = []
  let next = 0
  const visitPages = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) {
      const startedAt = performance.now()
      await visit(target, n, agent)
      durations.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, visitPages))
  agent.destroy()
  return durations.toSorted((a, b) => a - b)[Math.floor(durations.length * 0.95)] ?? Number.NaN
}

async function visit({ url, host, paths }: Target, n: number, agent?: Agent): Promise<Buffer> {
  const path = paths[n % paths.length] ?? '/'
  const [res] = await once(get(new URL(path, url), { headers: { host }, ...(agent ? { agent } : {}) }), 'response')
  const chunks: Buffer[] = []
  for await (const chunk of res) chunks.push(chunk)
  if (res.statusCode !== 200) throw new Error(`${path}: ${res.statusCode}`)
  return Buffer.concat(chunks)
}

async function createArticle({ url }: Service, { key }: BenchTenant, i: number): Promise<string> {
  const response = await fetch(`${url}/api/v1/kb/articles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: `How to do number ${i}`, body, status: 'PUBLISHED' }),
  })
  // Safe because every response is an envelope. The next line throws for one without data.
  const { data } = (await response.json()) as { data: { slug: string } | null }
  if (data === null) throw new Error(`Creating an article returned ${response.status}`)
  return data.slug
}

async function startStaticServer(file: string, dataDir: string): Promise<Target & { stop(): Promise<void> }> {
  const port = await findFreePort()
  const logPath = join(dataDir, 'static-file-server.log')
  const log = openSync(logPath, 'w')
  const child = spawn(process.execPath, [join(import.meta.dirname, 'kit/static-file-server.ts'), file, String(port)], {
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const url = `http://127.0.0.1:${port}`
  await waitUntilUp(child, async () => (await fetch(url)).ok, logPath)
  return { url, host: `localhost:${port}`, paths: ['/'], stop: () => stopProcess(child) }
}
