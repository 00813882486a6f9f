/** Serialises responses to JSON. A page of a list ends at `maxPageBytes`, and a large item is written in pieces. */
import { createPauser } from '../turns.ts'
import { maxPageBytes, type ListResult, type Position } from './declared-endpoint.ts'
import type { RequestState } from './request-state.ts'

/** Array length above which an item is written in pieces, because it may take tens of milliseconds. */
const maxItemsAtOnce = 100

/** Serialises an item. If one of its fields is a long array, as in a report, yields to other requests between pieces. */
export function writeJson(item: unknown, state: Pick<RequestState, 'usedMs'>): string | Promise<string> {
  if (typeof item !== 'object' || item === null) return JSON.stringify(item)
  const values: unknown[] = Object.values(item)
  const isLong = values.some((value) => Array.isArray(value) && value.length > maxItemsAtOnce)
  return isLong ? writeInPieces(item, state) : JSON.stringify(item)
}

async function writeInPieces(item: object, state: Pick<RequestState, 'usedMs'>): Promise<string> {
  const pauser = createPauser({ charge: (usedMs) => (state.usedMs += usedMs) })
  const fields: string[] = []
  for (const [name, value] of Object.entries(item)) {
    if (!Array.isArray(value)) {
      if (value !== undefined) fields.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`)
      continue
    }
    const items: string[] = []
    for (let i = 0; i < value.length; i += maxItemsAtOnce) {
      items.push(JSON.stringify(value.slice(i, i + maxItemsAtOnce)).slice(1, -1))
      await pauser.pause()
    }
    fields.push(`${JSON.stringify(name)}:[${items.join(',')}]`)
  }
  return `{${fields.join(',')}}`
}

export type WrittenPage = {
  /** The items, separated by commas. */
  json: string
  count: number
  /** Position of the next page; null on the last page. */
  next: Position | null
}

/** Serialises as many records as fit on a page, at least one. */
export function writePage({ records, next, positionOf }: ListResult<unknown>, present: (record: unknown) => unknown): WrittenPage {
  const items = records.map((record) => present(record))
  // One call for all items takes half the time of one call per item, and nearly every page is small enough.
  const json = JSON.stringify(items).slice(1, -1)
  // A UTF-16 code unit takes at most three bytes, so most pages need no byte count.
  if (!positionOf || json.length * 3 <= maxPageBytes || Buffer.byteLength(json) <= maxPageBytes)
    return { json, count: records.length, next }
  const written: string[] = []
  let bytes = 0
  for (const [i, item] of items.entries()) {
    const text = JSON.stringify(item)
    bytes += Buffer.byteLength(text) + 1
    const last = records[i - 1]
    if (bytes > maxPageBytes && last !== undefined) return { json: written.join(','), count: i, next: positionOf(last) }
    written.push(text)
  }
  return { json, count: records.length, next }
}
