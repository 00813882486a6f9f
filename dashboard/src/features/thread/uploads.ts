/** Uploads of files, by draft. They continue while the agent views another thread. */
import type { SkeinClient } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { createStore } from '../../api/store.ts'
import { t } from '../../texts/texts.ts'
import type { DraftKind, Drafts } from '../threads/drafts.ts'
import { formatFileSize } from '../../ui/file-size.ts'

export type Upload = {
  id: number
  draft: string
  name: string
  size: number
  /** Bytes sent. */
  sent: number
  /** Reason of the failure; null while uploading. */
  problem: string | null
  cancel: () => void
  /** Null while uploading, and when a retry would fail again. */
  retry: (() => void) | null
}

type Target = { skein: Pick<SkeinClient, 'createUpload'>; drafts: Drafts; threadId: string; kind: DraftKind }

/** The service's attachment limits per message. Checking them here avoids a useless upload. */
const maxFiles = 10
const maxBytes = 26_214_400
const timeoutMs = 600_000

export const uploads = createStore<readonly Upload[]>([])
let lastId = 0
/** Files that this page has uploaded, by name. Undoing a reply uploads them again. */
const uploadedFiles = new Map<string, File>()

export const toDraftKey = (threadId: string, kind: DraftKind): string => `${kind} ${threadId}`

export function startUploads(target: Target, files: readonly File[]): void {
  for (const file of files) startUpload(target, file)
}

/** Aborts the uploads of a discarded draft, which would otherwise attach their files later. */
export function cancelUploads(draft: string): void {
  for (const upload of uploads.get()) if (upload.draft === draft) upload.cancel()
}

/** Returns the files that this page has uploaded under these names. */
export function findUploadedFiles(names: readonly string[]): File[] {
  return names.flatMap((name) => uploadedFiles.get(name) ?? [])
}

function startUpload(target: Target, file: File): void {
  const { skein, drafts, threadId, kind } = target
  const id = ++lastId
  const draft = toDraftKey(threadId, kind)
  const stop = new AbortController()
  const change = (part: Partial<Upload>): void => {
    const now = uploads.get()
    const at = now.findIndex((each) => each.id === id)
    const upload = now[at]
    if (upload) uploads.set(now.with(at, { ...upload, ...part }))
  }
  const remove = (): void => uploads.set(uploads.get().filter((each) => each.id !== id))
  const cancel = (): void => {
    stop.abort()
    remove()
  }
  const problem = findProblem(file, drafts.get(threadId, kind).files, draft)
  uploads.set([...uploads.get(), { id, draft, name: file.name, size: file.size, sent: 0, problem, cancel, retry: null }])
  if (problem !== null) return
  uploadedFiles.set(file.name, file)
  // All attempts share an idempotency key, so that a retry after a lost response does not create a second upload.
  const idempotencyKey = newIdempotencyKey()
  const attempt = async (): Promise<void> => {
    change({ problem: null, retry: null, sent: 0 })
    try {
      const { data } = await skein.createUpload({
        body: { file },
        idempotencyKey,
        signal: stop.signal,
        timeoutMs,
        onUploadProgress: ({ loaded, total }) => change({ sent: Math.min(file.size, (loaded / total) * file.size) }),
      })
      remove()
      const { files } = drafts.get(threadId, kind)
      drafts.write(threadId, kind, { files: [...files, { uploadId: data.id, filename: data.filename, size: data.size }] })
    } catch (error) {
      if (!stop.signal.aborted) change({ problem: describeFailure(error).text, retry: () => void attempt() })
    }
  }
  void attempt()
}

function findProblem({ size }: File, files: readonly { size: number }[], draft: string): string | null {
  if (size === 0) return t('This file is empty.')
  const running = uploads.get().filter((each) => each.draft === draft && each.problem === null)
  return findTotalProblem([...files, ...running, { size }])
}

/** Returns why a message cannot have these files, of which the last ones are new; null if it can. */
export function findTotalProblem(files: readonly { size: number }[]): string | null {
  if (files.length > maxFiles) return t('You can attach up to {count} files.', { count: maxFiles })
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes <= maxBytes) return null
  return t('Files can have {limit} together. With this one they have {size}.', {
    limit: formatFileSize(maxBytes),
    size: formatFileSize(bytes),
  })
}
