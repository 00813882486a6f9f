/** Writes a page of a list: bounded in bytes, and in portions, so that a large one holds up nobody. */
import { pageBytesMax, type ListReply, type Position } from './endpoint.ts'
import type { Turns } from '../turns.ts'

/** Characters of JSON that are written, and turned into bytes, at once. */
const pieceLength = 65_536

/**
 * The items as JSON with commas between them, as many as fit into a page but at least one, how many these are, and where the next page goes on:
 * bytes for large pages, and the text that follows them. A page of four megabytes made in one turn would keep everybody else waiting.
 */
export async function withinPage(
  { records, next, positionOf }: ListReply<unknown>,
  present: (record: unknown) => unknown,
  turns: Turns,
): Promise<{ pieces: Buffer[]; rest: string; shown: number; next: Position | null }> {
  const pieces: Buffer[] = []
  let [bytes, rest, atOnce] = [0, '', 1]
  for (let from = 0; from < records.length; ) {
    const portion = records.slice(from, from + atOnce)
    // One call for several items is cheaper than one for each.
    const json = (from > 0 ? ',' : '') + JSON.stringify(portion.map((record) => present(record))).slice(1, -1)
    // A character has at most three bytes, so that usual pages need no counting.
    const isNear = bytes + (rest.length + json.length) * 3 > pageBytesMax
    const last = records[from - 1]
    if (isNear && positionOf && bytes + Buffer.byteLength(rest) + Buffer.byteLength(json) > pageBytesMax && from + portion.length > 1) {
      if (atOnce > 1) {
        atOnce = 1
        continue
      }
      if (last !== undefined) return { pieces, rest, shown: from, next: positionOf(last) }
    }
    rest += json
    from += portion.length
    atOnce = Math.max(1, Math.floor((pieceLength * portion.length) / json.length))
    if (rest.length >= pieceLength) {
      const piece = Buffer.from(rest)
      pieces.push(piece)
      bytes += piece.length
      rest = ''
    }
    const others = turns.rest()
    if (others) await others
  }
  return { pieces, rest, shown: records.length, next }
}
