/** Reads mails from files: one mail, a directory of mails, or a mailbox in the mbox format. */
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A mail and the name by which messages to the operator refer to it. */
export type FoundMail = { name: string; bytes: Buffer }

/** Yields the mails below a path, sorted by name, one at a time. Descends into subdirectories. */
export async function* readMails(path: string): AsyncGenerator<FoundMail> {
  if ((await stat(path)).isDirectory()) {
    const entries = (await readdir(path)).toSorted()
    for (const entry of entries) yield* readMails(join(path, entry))
  } else if (await isMbox(path)) {
    let count = 0
    for await (const bytes of splitMbox(createReadStream(path))) yield { name: `${path} (mail ${++count})`, bytes }
  } else if (path.endsWith('.eml') || (await isMail(path))) yield { name: path, bytes: await readFile(path) }
}

const mboxStart = 'From '
/** The first line of a mail is a header field, or the `From ` line of a mailbox. */
const headerLine = /^(?:[!-9;-~]+[ \t]*:|From )/

async function isMbox(path: string): Promise<boolean> {
  return (await readStart(path)).startsWith(mboxStart)
}

/** True when a file without the extension `.eml` looks like a mail, as the files of a Maildir do. */
async function isMail(path: string): Promise<boolean> {
  return headerLine.test(await readStart(path))
}

async function readStart(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Splits an mbox file at lines that begin with `From ` after an empty line, and unescapes `>From ` in bodies. Holds one mail in memory. */
export async function* splitMbox(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let lines: Buffer[] = []
  let wasEmpty = true
  let isFirst = true
  for await (const line of splitLines(chunks)) {
    if (wasEmpty && line.subarray(0, mboxStart.length).toString('latin1') === mboxStart) {
      if (!isFirst) yield joinMail(lines)
      lines = []
    } else if (/^>+From /.test(line.toString('latin1', 0, 100))) lines.push(line.subarray(1))
    else lines.push(line)
    isFirst = false
    wasEmpty = /^\r?\n?$/.test(line.toString('latin1', 0, 3)) && line.length <= 2
  }
  if (!isFirst) yield joinMail(lines)
}

/** Joins the lines of a mail, without the empty line that separates it from the next mail. */
function joinMail(lines: readonly Buffer[]): Buffer {
  const last = lines.at(-1)
  return Buffer.concat(last && /^\r?\n$/.test(last.toString('latin1')) && lines.length > 1 ? lines.slice(0, -1) : lines)
}

/** Yields lines, each with its line feed. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10, from); end !== -1; end = chunk.indexOf(10, from)) {
      parts.push(chunk.subarray(from, end + 1))
      yield parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts)
      parts = []
      from = end + 1
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
  }
  if (parts.length > 0) yield Buffer.concat(parts)
}
