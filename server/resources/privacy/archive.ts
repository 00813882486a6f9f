/** The ZIP file of an export: a page for people, the same as JSON for programs, and files. It is read and packed as it is sent. */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { type ExportContext, exportFiles, exportParts } from '../../kit/index.ts'
import { indexPage, type Subject } from './index-page.ts'

/** Texts are packed in blocks, because a call of the packer for each record costs more than the packing. */
const blockLength = 65_536

/** Whatever the size, a few records are in memory at a time. Ends with the error of what it reads. */
export function archiveOf(context: ExportContext, subject: Subject): AsyncIterable<Buffer> {
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

/** The names of all files have to be known before the archive ends, which costs some hundred bytes for each; their bytes are read in turn. */
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
