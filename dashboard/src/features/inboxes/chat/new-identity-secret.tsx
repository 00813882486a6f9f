import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../../api/api.ts'
import { lazily, t } from '../../../texts/texts.ts'
import { Select } from '../../../ui/select.tsx'
import { ShownOnceDialog } from '../shown-once-dialog.tsx'

type NewIdentitySecretProps = { inboxId: string; isFirst: boolean; onChanged: () => void; onClose: () => void }

/** For how long the other secrets still work; without a number, until they are deleted. */
const overlaps = lazily(() => [
  { value: '', label: t('Until you delete them') },
  { value: '86400', label: t('For a day') },
  { value: '604800', label: t('For a week') },
  { value: '0', label: t('Not at all') },
])

/** Creates a secret, and shows it once. */
export function NewIdentitySecret({ inboxId, isFirst, onChanged, onClose }: NewIdentitySecretProps) {
  const { skein } = useApi()
  // The inbox changes while the dialog shows the secret.
  const [wasFirst] = useState(isFirst)
  const [overlap, setOverlap] = useState('')
  const creation = useMutation({
    mutationFn: async () => {
      const body = overlap === '' || wasFirst ? {} : { overlapSeconds: Number(overlap) }
      return (await skein.createWidgetSecret({ path: { id: inboxId }, body })).data
    },
    onSuccess: onChanged,
  })
  return (
    <ShownOnceDialog
      title={t('New secret')}
      action={t('Create the secret')}
      secret={creation.data?.secret}
      advice={t('We won’t show it again. Keep it on your server; never put it into a page.')}
      isPending={creation.isPending}
      error={creation.error}
      onCreate={() => creation.mutate()}
      onClose={onClose}
    >
      {wasFirst ? (
        <p className="text-text-2">{t('We show it once. Your server signs with it.')}</p>
      ) : (
        <div>
          <label htmlFor="overlap" className="mb-1.5 block font-medium">
            {t('The other secrets still work')}
          </label>
          <Select id="overlap" className="w-full" options={overlaps()} value={overlap} onChange={setOverlap} />
        </div>
      )}
    </ShownOnceDialog>
  )
}
