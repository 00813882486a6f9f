import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { lazily, t } from '../../texts/texts.ts'
import { Select } from '../../ui/select.tsx'
import { formatMoment } from '../../ui/time.ts'
import { ShownOnceDialog } from './shown-once-dialog.tsx'

type SecretDialogProps = {
  inboxId: string
  /** True when the inbox has no secret yet. */
  isFirst: boolean
  onChanged: () => void
  onClose: () => void
}

/** Seconds for which the replaced secret stays valid. */
const overlaps = lazily(() => [
  { value: '86400', label: t('For a day') },
  { value: '3600', label: t('For an hour') },
  { value: '604800', label: t('For a week') },
  { value: '0', label: t('Not at all') },
])

/** Creates or replaces an inbox's secret, and shows the new one once. */
export function SecretDialog({ inboxId, isFirst, onChanged, onClose }: SecretDialogProps) {
  const { skein } = useApi()
  // The inbox changes while the dialog shows the secret, but the title must not.
  const [wasFirst] = useState(isFirst)
  const [overlap, setOverlap] = useState('86400')
  const rotation = useMutation({
    mutationFn: async () =>
      (await skein.rotateInboxSecret({ path: { id: inboxId }, body: { overlapSeconds: wasFirst ? 0 : Number(overlap) } })).data,
    onSuccess: onChanged,
  })
  const title = wasFirst ? t('Create the secret') : t('Rotate the secret')
  const created = rotation.data
  return (
    <ShownOnceDialog
      title={title}
      action={title}
      secret={created?.secret}
      advice={t('We won’t show it again. Give it to your program and keep it safe.')}
      after={
        created &&
        !wasFirst && (
          <p className="text-text-2">
            {created.previousValidUntil === null
              ? t('The old secret no longer works.')
              : t('The old secret works until {time}. Until then, we sign with both.', { time: formatMoment(created.previousValidUntil) })}
          </p>
        )
      }
      isPending={rotation.isPending}
      error={rotation.error}
      onCreate={() => rotation.mutate()}
      onClose={onClose}
    >
      {wasFirst ? (
        <p className="text-text-2">{t('We show it once. Your program signs with it, and verifies what we send.')}</p>
      ) : (
        <div>
          <label htmlFor="overlap" className="mb-1.5 block font-medium">
            {t('The old secret still works')}
          </label>
          <Select
            id="overlap"
            className="w-full"
            options={overlaps()}
            value={overlap}
            onChange={setOverlap}
            aria-describedby="overlap-hint"
          />
          <p id="overlap-hint" className="mt-1.5 text-xs text-muted">
            {overlap === '0'
              ? t('Anything that uses the old secret stops working right away.')
              : t('Give your program the new secret in this time.')}
          </p>
        </div>
      )}
    </ShownOnceDialog>
  )
}
