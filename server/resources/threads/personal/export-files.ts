import type { ExportContext } from '#kit/privacy/holding.ts'
import { getFileStore } from '#platform/files/file-store.ts'
import { getFileName } from '../../uploads/index.ts'
import { readMessagesOfCustomers } from './export-threads.ts'

/** Yields the attachments of the customer's messages. File names start with the attachment's id, which the message shows. */
export async function* exportFiles(context: ExportContext): AsyncGenerator<{ name: string; read: () => AsyncIterable<Buffer> }> {
  const { tenantId, config } = context
  for await (const { attachments } of readMessagesOfCustomers(context)) {
    for (const file of attachments ?? []) {
      if (file.deleted) continue
      const name = `${getFileName({ id: file.id })}-${file.filename.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')}`
      yield { name, read: () => readBytes(config, { tenantId, name: getFileName(file) }) }
    }
  }
}

/** Yields the bytes of a file, or nothing if the file has been deleted. */
async function* readBytes(config: ExportContext['config'], key: { tenantId: string; name: string }): AsyncGenerator<Buffer> {
  const found = await getFileStore(config).read(key)
  if (found) yield* found.bytes
}
