/** Receives files sent to presigned URLs, when files are stored on disk. The URL is the sender's only credential. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import type { Config } from '../../config.ts'
import type { Database } from '#platform/db.ts'
import { ApiError, malformedHttp, validationFailed } from '#platform/errors.ts'
import { fileLinkInvalid } from '#platform/files/errors.ts'
import type { FileLinks } from '#platform/files/file-links.ts'
import { type FileStore, getFileStore } from '#platform/files/file-store.ts'
import { FileTooLarge, type ReceivedFile } from '#platform/files/unfinished.ts'
import { onBodyCutOff } from '#platform/http/body-cut-off.ts'
import type { PageHandler } from '#platform/http/front-door.ts'
import { getState } from '#platform/http/request-state.ts'
import { CollectedEffects, writeLedger } from '#platform/outbox/ledger.ts'
import { systemIdentity } from '#platform/outbox/write-identity.ts'
import { uploadFinished, uploadNotFound, uploadTypeRejected } from './errors.ts'
import { getFileName, findUpload, lockUpload, toUpload, type UploadRecord } from './queries.ts'
import { judgeFile, recordVerdict, type Verdict } from './judge-file.ts'

type Services = { config: Config; db: Database; links: FileLinks; onWrite: () => void }

export function receiveUploads(services: Services): PageHandler {
  return Object.assign((req: IncomingMessage, res: ServerResponse) => receiveUpload(services, req, res), {
    methods: ['PUT'],
    takesFiles: true,
  })
}

async function receiveUpload({ config, db, links, onWrite }: Services, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const link = links.openWrite(req.url ?? '')
  if (link === null || link === 'expired') throw new ApiError(fileLinkInvalid, link ? { message: 'This link has expired.' } : {})
  const { tenantId, uploadId: id } = link
  const upload = await db.first(findUpload, { tenantId, id })
  if (!upload) throw new ApiError(uploadNotFound)
  if (upload.state !== 'PENDING') throw new ApiError(uploadFinished)
  checkHeaders(req, upload)
  if (getState(req).awaitsContinue) res.writeContinue()
  const store = getFileStore(config)
  const file = await receiveFile(pipeBody(req, res), upload, store)
  try {
    const verdict = await judgeFile(upload, file)
    if (verdict.why === null && verdict.state === 'REJECTED') throw differenceError('sha256', 'must be the checksum that was announced')
    const record = await db.transaction(async (tx) => {
      const current = await tx.first(lockUpload, { tenantId, id })
      // If two files arrive concurrently, the first complete one wins.
      if (current?.state !== 'PENDING') throw new ApiError(current ? uploadFinished : uploadNotFound)
      if (verdict.state === 'READY') await store.keep(file, { tenantId, name: getFileName({ id }) })
      const effects = new CollectedEffects()
      const settled = await recordVerdict({ tx, effects, tenantId }, current, verdict)
      const identity = { ...systemIdentity(tenantId), actorType: 'USER', actorId: current.createdBy, ip: getState(req).ip } as const
      await writeLedger(tx, identity, effects, { status: 200, record: null })
      return settled
    })
    onWrite()
    sendResponse(res, record, verdict)
  } finally {
    await file.discard()
  }
}

/** Compares the headers with the announced file, before reading the body. */
function checkHeaders({ headers }: IncomingMessage, { size, contentType }: UploadRecord): void {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';')
  if (type.trim() !== contentType) throw differenceError('Content-Type', `must be ${contentType}, as announced`)
  if (headers['content-length'] !== undefined && Number(headers['content-length']) !== size)
    throw differenceError('Content-Length', `must be ${size}, as announced`)
}

async function receiveFile(body: Readable, { size }: UploadRecord, store: Pick<FileStore, 'receive'>): Promise<ReceivedFile> {
  try {
    const file = await store.receive(body, { maxSize: size })
    if (file.size === size) return file
    await file.discard()
  } catch (error) {
    if (!(error instanceof FileTooLarge)) throw error
  }
  throw differenceError('Content-Length', `must be ${size}, as announced`)
}

/** Returns the body as a stream that fails when the client disconnects. */
function pipeBody(req: IncomingMessage, res: ServerResponse): Readable {
  const body = new PassThrough()
  body.on('error', () => req.unpipe(body).resume())
  onBodyCutOff(req, res, () => body.destroy(new ApiError(malformedHttp)))
  return req.pipe(body)
}

function differenceError(field: string, message: string): ApiError {
  return new ApiError(validationFailed, { details: [{ field, code: 'DIFFERS', message }] })
}

function sendResponse(res: ServerResponse, record: UploadRecord, { why }: Verdict): void {
  if (why) throw new ApiError(uploadTypeRejected, { message: why.message })
  const text = JSON.stringify({ data: toUpload(record), error: null })
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(text) })
  res.end(text)
}
