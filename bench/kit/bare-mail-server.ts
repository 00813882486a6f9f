/**
 * Floor of accepting a mail: the SMTP library, one file that is flushed to disk, and one INSERT. Runs as a separate process; see
 * `startBareMailServer`.
 */
import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import { openDriver } from '#platform/postgres/connection.ts'
import type { BareMailServerInput } from './start-bare-mail-server.ts'

// Safe because startBareMailServer passes it.
const { connection, poolSize, port, directory } = JSON.parse(process.argv[2] ?? '') as BareMailServerInput
const sql = openDriver({ connection, max: poolSize })
const insert = 'insert into bench_mails (id, sender, size) values ($1::uuid, $2, $3::bigint)'

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, { envelope }, callback) {
    accept(stream, envelope.mailFrom === false ? '' : envelope.mailFrom.address).then(() => callback(), callback)
  },
})
server.listen(port, '127.0.0.1')

async function accept(stream: Readable, sender: string): Promise<void> {
  const id = randomUUID()
  const file = await open(join(directory, `${id}.eml`), 'wx')
  let size = 0
  try {
    for await (const chunk of stream) {
      // Safe because the library's stream has no encoding.
      const { bytesWritten } = await file.write(chunk as Buffer)
      size += bytesWritten
    }
    await file.sync()
  } finally {
    await file.close()
  }
  await sql.unsafe(insert, [id, sender, size], { prepare: true })
}
