/** Records visitors' views and votes. Views are counted in memory and written every few seconds. */
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Database } from '#platform/db.ts'
import type { Uuid } from '#platform/ids.ts'
import { countViews } from '../../resources/kb/index.ts'

const flushMs = 2_000
const robots = /bot|crawl|spider|slurp|preview|monitor/i

export function createViews(db: Database): (req: IncomingMessage, tenantId: Uuid, articleId: Uuid) => void {
  const seen = new Map<Uuid, Map<Uuid, number>>()
  let waits = false
  const flush = async (): Promise<void> => {
    waits = false
    const all = [...seen]
    seen.clear()
    // Views that cannot be written, such as while the service stops, are lost. They are only statistics.
    for (const [tenantId, views] of all) await countViews(db, tenantId, views).catch(() => undefined)
  }
  return ({ method, headers }, tenantId, articleId) => {
    if (method !== 'GET' || headers['sec-purpose'] !== undefined || robots.test(String(headers['user-agent'] ?? ''))) return
    const views = seen.get(tenantId) ?? new Map<Uuid, number>()
    views.set(articleId, (views.get(articleId) ?? 0) + 1)
    seen.set(tenantId, views)
    if (waits) return
    waits = true
    setTimeout(() => void flush(), flushMs).unref()
  }
}

/**
 * Returns a visitor's id for votes: a hash of the IPv4 address or the IPv6 network. A visitor could invent anything else in the request.
 */
export function hashVisitor(key: string, ip: string, articleId: Uuid): Buffer {
  return createHmac('sha256', key)
    .update(`help ${articleId} ${getNetwork(ip)}`)
    .digest()
}

/**
 * Returns the first half of an IPv6 address, because visitors can choose the second half. Returns IPv4 addresses unchanged, including
 * IPv4-mapped ones.
 */
function getNetwork(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [before = [], after = []] = ip.split('::').map((groups) => groups.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

const maxVoteBytes = 1_024
const maxIgnoredBytes = 1_048_576

/**
 * Reads the body of a form; null if it is too long. Drains excess bytes up to a limit, because the next request on the connection starts
 * after them.
 */
export async function readForm(req: IncomingMessage, maxFormBytes = maxVoteBytes): Promise<URLSearchParams | null> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of req) {
    // Safe because a request without an encoding yields buffers.
    const bytes = piece as Buffer
    length += bytes.length
    if (length > maxIgnoredBytes) req.destroy()
    else if (length <= maxFormBytes) pieces.push(bytes)
  }
  if (length > maxFormBytes) return null
  return new URLSearchParams(Buffer.concat(pieces).toString())
}
