/** The ZIP file of an export: a page for reading, the same data as JSON, and the attachments. The archive is streamed while its content is read. */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type ExportContext, exportFiles, exportParts } from '#kit/privacy/holding.ts'
import { indexPage, type ExportInfo } from './index-page.ts'

/** Characters per compressed block. Calling the compressor for each record would cost more than the compression itself. */
const blockLength = 65_536

/** Creates the archive as a stream, with only a few records in memory at a time. The stream fails if reading a record or a file fails. */
export function createArchive(context: ExportContext, subject: ExportInfo): AsyncIterable<Buffer> {
  const zip = new ZipFile()
  // Safe because yazl writes to a PassThrough stream.
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const mtime = new Date(subject.madeAt)
  const add = (name: string, content: () => AsyncIterable<Buffer>): void =>
    zip.addReadStreamLazy(name, { mtime, compressionLevel: 6 }, (ready) => {
      ready(null, Readable.from(content(), { objectMode: false }))
    })
  add('index.html', () => inBlocks(indexPage(context, subject)))
  for (const { name, read } of exportParts()) add(`data/${name}.json`, () => inBlocks(jsonArray(read(context))))
  void addFiles(zip, add, context).catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
  return output
}

/**
 * Adds all attachments. Keeps a few hundred bytes per file name in memory until the end, and reads the files' content one after another.
 */
async function addFiles(
  zip: ZipFile,
  add: (name: string, content: () => AsyncIterable<Buffer>) => void,
  context: ExportContext,
): Promise<void> {
  for (const files of exportFiles()) for await (const { name, read } of files(context)) add(`files/${name}`, read)
  zip.end()
}

async function* jsonArray(records: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const record of records) {
    yield separator + JSON.stringify(record)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function* inBlocks(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let block = ''
  for await (const text of texts) {
    block += text
    if (block.length < blockLength) continue
    yield Buffer.from(block)
    block = ''
  }
  if (block !== '') yield Buffer.from(block)
}
