/**
 * Splits the header block of a raw mail into fields like mailauth, in linear time and without copying the body, so that the checks of the
 * sender see the same fields as DKIM and DMARC. The identity of damaged mails needs other rules: see `threading/raw-headers.ts`.
 */

export type RawField = { readonly name: string; readonly value: string }

export type RawHeader = {
  /** Fields in order, with lower-case names and unfolded values; non-ASCII bytes are one character each. */
  readonly fields: readonly RawField[]
  /** Header block as text, one character per byte. */
  readonly text: string
  /** Offset of the first byte of the body; null when the header block is longer than the limit. */
  readonly bodyAt: number | null
}

const maxHeaderBytes = 262_144

export function readRawHeader(raw: Buffer): RawHeader {
  const start = raw.toString('latin1', 0, maxHeaderBytes)
  const isHeaderless = /^\r?\n/.exec(start)
  const end = isHeaderless ?? /\n\r?\n/.exec(start)
  const bodyAt = end === null ? (raw.length <= maxHeaderBytes ? raw.length : null) : end.index + end[0].length
  const text = start.slice(0, bodyAt ?? undefined)
  const lines = text.split(/\r?\n/)
  const rows: string[][] = []
  for (const [i, line] of lines.entries()) {
    const row = rows.at(-1)
    if (row === undefined || startsField(line, lines[i + 1] ?? '')) rows.push([line])
    else row.push(line)
  }
  return { fields: rows.map((row) => toField(row.join(' '))).filter(({ name }) => name !== ''), text, bodyAt }
}

/** True when a line starts a field. Any other line continues the field above, which is also how mailauth reads headers. */
function startsField(line: string, next: string): boolean {
  return /^[!-9;-~]+[ \t]*:/.test(line) || (/^[!-9;-~]+[ \t]*$/.test(line) && /^[ \t]*:/.test(next))
}

function toField(row: string): RawField {
  const at = row.indexOf(':')
  return { name: row.slice(0, Math.max(at, 0)).trim().toLowerCase(), value: row.slice(at + 1).trim() }
}
