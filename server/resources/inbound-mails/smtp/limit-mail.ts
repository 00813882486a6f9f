/** Limits the bytes of a mail while they arrive. */
import { refusals } from './answers.ts'

/** Maximum number of relays, more than any real delivery has. A mail that loops between two servers reaches it within minutes. */
const maxReceivedHeaders = 100

/** Yields the chunks. Throws SmtpRefusal once the mail has too many bytes or too many `Received` headers. */
export async function* limitMail(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  const counter = new ReceivedCounter()
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw refusals.tooLarge(maxBytes)
    if (counter.count(chunk) > maxReceivedHeaders) throw refusals.loop()
    yield chunk
  }
}

const headerName = Buffer.from('received:')
const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/** Counts `Received` headers up to the first empty line, in chunks that may end anywhere. */
class ReceivedCounter {
  #found = 0
  /** Number of characters of the name matched at the start of the current line; -1 after a mismatch. */
  #matched = 0
  /** False after the first empty line. */
  #isInHeaders = true
  #isLineEmpty = true

  count(chunk: Buffer): number {
    for (let i = 0; this.#isInHeaders && i < chunk.length; i++) {
      const byte = chunk[i] ?? 0
      if (byte === lineFeed) {
        this.#isInHeaders = !this.#isLineEmpty
        this.#isLineEmpty = true
        this.#matched = 0
        continue
      }
      this.#isLineEmpty &&= byte === carriageReturn
      if (this.#matched >= 0) {
        // Letters differ from their lower case by one bit.
        this.#matched = (byte | 0x20) === headerName[this.#matched] ? this.#matched + 1 : -1
        if (this.#matched === headerName.length) {
          this.#found++
          this.#matched = -1
        }
      } else {
        // Skip the rest of the line.
        const end = chunk.indexOf(lineFeed, i)
        i = end === -1 ? chunk.length : end - 1
      }
    }
    return this.#found
  }
}
