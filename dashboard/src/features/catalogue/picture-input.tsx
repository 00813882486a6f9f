import { useRef, useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { CustomInput } from '../../ui/form/fields.ts'
import { Notice } from '../../ui/notice.tsx'
import { Problem } from '../../ui/problem.tsx'

/** A picture, which is uploaded at once and attached when the form is saved. */
export function PictureInput({
  id,
  value,
  onChange,
  describedBy,
  isReadOnly,
  types = 'image/png,image/jpeg,image/webp,image/gif',
  maxKilobytes = Infinity,
}: CustomInput & { types?: string; maxKilobytes?: number }) {
  const { skein } = useApi()
  const [isTooLarge, setTooLarge] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const uploadId = typeof value === 'string' ? value : null
  const shown = useQuery({
    queryKey: ['upload', uploadId],
    enabled: uploadId !== null,
    queryFn: async ({ signal }) => (await skein.getUpload({ path: { id: uploadId ?? '' }, signal })).data,
  })
  const upload = useMutation({
    mutationFn: async (file: File) => (await skein.createUpload({ body: { file } })).data,
    onSuccess: (created) => onChange(created.id),
  })
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {shown.data?.url && <img src={shown.data.url} alt="" className="size-10 rounded-lg object-contain" />}
        <input
          ref={input}
          id={id}
          type="file"
          accept={types}
          className="sr-only"
          tabIndex={-1}
          aria-describedby={describedBy}
          disabled={isReadOnly}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            setTooLarge(file !== undefined && file.size > maxKilobytes * 1024)
            if (file && file.size <= maxKilobytes * 1024) upload.mutate(file)
            event.target.value = ''
          }}
        />
        <Button disabled={isReadOnly || upload.isPending} onClick={() => input.current?.click()}>
          {upload.isPending ? t('Uploading…') : uploadId === null ? t('Choose a picture…') : t('Replace the picture…')}
        </Button>
        {uploadId !== null && !isReadOnly && (
          <Button look="plain" onClick={() => onChange(null)}>
            {t('Remove the picture')}
          </Button>
        )}
      </div>
      {isTooLarge && <Notice>{t('This picture is too large. It can have {size} KB.', { size: maxKilobytes })}</Notice>}
      {upload.error && <Problem error={upload.error} />}
    </div>
  )
}
