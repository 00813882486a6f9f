/** Sends items as lines of text, JSON or CSV, with backpressure, so that memory use does not depend on the number of lines. */
import type { ServerResponse } from 'node:http'
import { csvBeginning, toCsvLine } from './csv.ts'
import { waitForDrain, endUnlessAllowed, timingDefault, type StreamFrame, type StreamOptions } from './event-stream.ts'

/** `beginning` is the prefix of the text, before its first line. */
export type LineFormat = { mediaType: string; beginning: string; toLine: (item: unknown) => string }

export const lineFormats = {
  /** A `text/` type, because generated clients read `text/*` as text, and Python generators fail on `application/x-ndjson`. */
  lines: { mediaType: 'text/x-ndjson', beginning: '', toLine: (item) => `${JSON.stringify(item)}\n` },
  csv: { mediaType: 'text/csv', beginning: csvBeginning, toLine: toCsvLine },
} satisfies Record<string, LineFormat>

/** Returns the line format for a kind of response; undefined for a kind that is not sent as lines. */
export function findLineFormat(kind: string): LineFormat | undefined {
  return kind === 'lines' || kind === 'csv' ? lineFormats[kind] : undefined
}

/**
 * Writes the data of each frame as a line. If the first frame fails, throws its error before sending anything. If a later frame fails, or
 * the caller loses access, cuts the connection, so that a client cannot mistake part of the list for all of it.
 */
export async function writeLines(
  res: ServerResponse,
  frames: AsyncGenerator<StreamFrame>,
  { controller, stillAllowed }: Pick<StreamOptions, 'controller' | 'stillAllowed'>,
  { mediaType, beginning, toLine }: LineFormat,
): Promise<void> {
  const { signal } = controller
  const abort = (): void => controller.abort()
  res.once('close', abort)
  let timer: NodeJS.Timeout | undefined
  let isComplete = false
  try {
    let next = await frames.next()
    if (res.destroyed || res.headersSent) return
    res.writeHead(200, { 'Content-Type': `${mediaType}; charset=utf-8`, 'Cache-Control': 'no-cache, no-transform' })
    timer = setInterval(() => void endUnlessAllowed(stillAllowed, controller), timingDefault.allowedCheckMs)
    if (beginning !== '') res.write(beginning)
    for (; !next.done && !signal.aborted; next = await frames.next()) {
      const frame = next.value
      if (frame && 'data' in frame && !res.write(toLine(frame.data))) await waitForDrain(res, signal, timingDefault.stallMs)
    }
    isComplete = !signal.aborted
  } finally {
    clearInterval(timer)
    res.off('close', abort)
    controller.abort()
    await frames.return(undefined)
    if (isComplete) res.end()
    else if (res.headersSent) res.destroy()
  }
}
