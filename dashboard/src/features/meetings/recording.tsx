import { useId, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Meeting, MeetingRecordingInput } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Upload, Video } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { formatFileSize } from '../../ui/file-size.ts'

/** The recording of a meeting: an uploaded file of at most 25 MiB, or a link. */
export function Recording({ meeting, onChanged }: { meeting: Meeting; onChanged: (meeting: Meeting) => void }) {
  const { skein } = useApi()
  const whyNot = useRights().whyNot('attachMeetingRecording')
  const file = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState('')
  const field = useId()
  const path = { id: meeting.id }
  const attach = useMutation({
    async mutationFn(given: File | string) {
      const body: MeetingRecordingInput =
        typeof given === 'string'
          ? { url: given }
          : { uploadId: (await skein.createUpload({ body: { file: given }, timeoutMs: 600_000 })).data.id }
      return (await skein.attachMeetingRecording({ path, body })).data
    },
    onSuccess(now) {
      setUrl('')
      onChanged(now)
    },
  })
  const remove = useMutation({ mutationFn: async () => (await skein.removeMeetingRecording({ path })).data, onSuccess: onChanged })
  const { recording } = meeting
  const error = attach.error ?? remove.error
  if (meeting.status === 'CANCELLED' && !recording) return null
  return (
    <section aria-labelledby={`${field}-recording`} className="grid gap-2">
      <h3 id={`${field}-recording`} className="text-md font-semibold">
        {t('Recording')}
      </h3>
      {recording && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Icon of={Video} className="text-muted" />
          {recording.url === null ? (
            <span className="text-muted">{t('The file was deleted.')}</span>
          ) : (
            <a href={recording.url} target="_blank" rel="noreferrer" className="min-w-0 text-accent wrap-anywhere hover:underline">
              {recording.filename ?? recording.url}
            </a>
          )}
          {recording.size !== null && <span className="text-muted">{formatFileSize(recording.size)}</span>}
          <Button disabled={remove.isPending} hidden={whyNot !== null} onClick={() => remove.mutate()}>
            {t('Remove the recording')}
          </Button>
        </p>
      )}
      {!recording && meeting.status !== 'CANCELLED' && whyNot === null && (
        <div className="flex flex-wrap items-end gap-2">
          <input
            ref={file}
            type="file"
            className="sr-only"
            tabIndex={-1}
            aria-label={t('File of the recording')}
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              if (chosen) attach.mutate(chosen)
              target.value = ''
            }}
          />
          <Button icon={Upload} disabled={attach.isPending} onClick={() => file.current?.click()}>
            {attach.isPending ? t('Uploading…') : t('Choose a file…')}
          </Button>
          <form
            noValidate
            className="flex min-w-0 flex-1 items-end gap-2 max-sm:basis-full"
            onSubmit={(event) => {
              event.preventDefault()
              attach.mutate(url)
            }}
          >
            <input
              type="url"
              required
              aria-label={t('Link to the recording')}
              placeholder={t('or paste a link')}
              className="field w-0 min-w-0 flex-1"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
            <Button type="submit" disabled={attach.isPending || url === ''}>
              {t('Attach link')}
            </Button>
          </form>
        </div>
      )}
      {error && <Problem error={error} />}
    </section>
  )
}
