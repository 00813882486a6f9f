/** Files on their way to the service, by the draft that they belong to. They go on while another thread is looked at. */
import type { SkeinClient } from '@skein/client'
import { describeFailure } from '../../api/api.ts'
import { createStore } from '../../api/store.ts'
import type { DraftKind, Drafts } from '../threads/drafts.ts'
import { fileSize } from './attachment-list.tsx'

export type Upload = {
  id: number
  draft: string
  name: string
  size: number
  /** Bytes that have left. */
  sent: number
  /** Why it is not going on. */
  problem: string | null
  cancel: () => void
  /** Null when another attempt cannot help. */
  retry: (() => void) | null
}

type Target = { skein: Pick<SkeinClient, 'createUpload'>; drafts: Drafts; threadId: string; kind: DraftKind }

/** The service's limits for one message; it checks them too. */
const filesMax = 10
const bytesMax = 26_214_400
const timeoutMs = 600_000

export const uploads = createStore<readonly Upload[]>([])
let lastId = 0
/** Files of this page by their name, for replies that are taken back. */
const recent = new Map<string, File>()

export const draftName = (threadId: string, kind: DraftKind): string => `${kind} ${threadId}`

export function startUploads(target: Target, files: readonly File[]): void {
  for (const file of files) startUpload(target, file)
}

export function keptFiles(names: readonly string[]): File[] {
  return names.flatMap((name) => recent.get(name) ?? [])
}

function startUpload(target: Target, file: File): void {
  const { skein, drafts, threadId, kind } = target
  const id = ++lastId
  const draft = draftName(threadId, kind)
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
  const problem = problemOf(file, drafts.get(threadId, kind).files, draft)
  uploads.set([...uploads.get(), { id, draft, name: file.name, size: file.size, sent: 0, problem, cancel, retry: null }])
  if (problem !== null) return
  recent.set(file.name, file)
  // One key for one file: an attempt whose answer was lost is not a second upload.
  const idempotencyKey = crypto.getRandomValues(new Uint32Array(4)).join('-')
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

function problemOf({ size }: File, files: readonly { size: number }[], draft: string): string | null {
  if (size === 0) return 'The file is empty.'
  const under = uploads.get().filter((each) => each.draft === draft && each.problem === null)
  if (files.length + under.length >= filesMax) return `A message has at most ${filesMax} files.`
  const bytes = [...files, ...under].reduce((sum, each) => sum + each.size, size)
  if (bytes > bytesMax)
    return `The files of a message have at most ${fileSize(bytesMax)} together; with this one they have ${fileSize(bytes)}.`
  return null
}
