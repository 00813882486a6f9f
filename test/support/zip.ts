import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl'

/** Returns the files of an archive as text, by name. */
export async function readZip(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await promisify<Buffer, Options, ZipFile>(fromBuffer)(bytes, {})
  const entries: Entry[] = []
  zip.on('entry', (entry: Entry) => void entries.push(entry))
  await once(zip, 'end')
  const files: Record<string, string> = {}
  for (const entry of entries) {
    const stream = await promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip))(entry)
    files[entry.fileName] = (await buffer(stream)).toString('utf8')
  }
  return files
}
