import { useLayoutEffect, useRef, useState, type DragEvent } from 'react'
import type { CannedResponse } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { t } from '../../texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { formatFileSize } from '../../ui/file-size.ts'
import type { CustomInput } from '../../ui/form/fields.ts'
import { Paperclip, X } from '../../ui/icons.ts'
import { FileMark } from '../thread/file-mark.tsx'
import { findTotalProblem } from '../thread/uploads.ts'

type ReplyFile = CannedResponse['attachments'][number]

/** Input for the files of a saved reply: chips, each of which can be removed, and a button that uploads more. */
export function ReplyFilesInput({ id, value, onChange, describedBy, isReadOnly, problems }: CustomInput) {
  const { skein } = useApi()
  // Safe because the field's value comes from the API and from this input.
  const files = (value ?? []) as readonly ReplyFile[]
  /** The files now, for uploads that end while others run. */
  const current = useRef(files)
  useLayoutEffect(() => {
    current.current = files
  })
  const chooser = useRef<HTMLInputElement>(null)
  const [running, setRunning] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const set = (next: readonly ReplyFile[]): void => {
    current.current = next
    onChange(next)
  }
  const upload = async (file: File): Promise<void> => {
    const reason = file.size === 0 ? t('This file is empty.') : findTotalProblem([...current.current, file])
    if (reason !== null) return setProblem(reason)
    setRunning((now) => [...now, file.name])
    try {
      const { data } = await skein.createUpload({ body: { file }, idempotencyKey: newIdempotencyKey(), timeoutMs })
      const { filename, contentType, size } = data
      set([...current.current, { uploadId: data.id, filename, contentType, size }])
    } catch (error) {
      setProblem(t('We couldn’t upload {file}. {reason}', { file: file.name, reason: describeFailure(error).text }))
    } finally {
      setRunning((now) => now.toSpliced(now.indexOf(file.name), 1))
    }
  }
  const add = async (chosen: Iterable<File>): Promise<void> => {
    setProblem(null)
    // One after another, so that the files keep their order and the limits count each of them.
    for (const file of chosen) await upload(file)
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    if (!isReadOnly) void add([...event.dataTransfer.files])
  }
  const shownProblem = problem ?? Object.values(problems).find((text) => text !== '')
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <ul aria-label={t('Files')} className="mb-2 flex flex-wrap gap-2 empty:hidden">
        {files.map(({ uploadId, filename, contentType, size }) => (
          <li
            key={uploadId}
            className="flex min-h-11 max-w-full min-w-0 items-center gap-2 rounded-lg border border-line bg-surface py-1 ps-1.5 pe-1"
          >
            <FileMark filename={filename} contentType={contentType} />
            <span className="grid min-w-0">
              <bdi className="max-w-56 truncate font-medium">{filename}</bdi>
              <span className="text-xs text-muted">{formatFileSize(size)}</span>
            </span>
            {!isReadOnly && (
              <IconButton
                icon={X}
                label={t('Remove {file}', { file: filename })}
                onClick={() => {
                  set(files.filter((file) => file.uploadId !== uploadId))
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <>
          <input
            ref={chooser}
            id={id}
            type="file"
            multiple
            hidden
            onChange={({ target }) => {
              void add([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <Button icon={Paperclip} aria-describedby={describedBy} onClick={() => chooser.current?.click()}>
            {t('Attach files')}
          </Button>
        </>
      )}
      <span role="status" className="ms-2 text-muted">
        {running.length > 0 ? t('Uploading…') : ''}
      </span>
      {shownProblem !== undefined && (
        <p role="alert" className="mt-1.5 text-xs text-danger">
          {shownProblem}
        </p>
      )}
    </div>
  )
}

const timeoutMs = 600_000
