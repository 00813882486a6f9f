import { useEffect, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../../api/api.ts'
import { lazily, t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Foot } from '../../../ui/form/foot.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Select } from '../../../ui/select.tsx'

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
  const created = creation.data
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (created) heading.current?.focus()
  }, [created])
  return (
    // Once the secret is shown, only its button closes the dialog: it cannot be shown again.
    <Dialog label={t('New secret')} {...(created ? {} : { onClose })} className="w-120 max-w-[calc(100vw-2rem)]">
      <div className="grid grid-cols-1 gap-4 p-5">
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {created ? t('Copy the secret now') : t('New secret')}
        </h2>
        {created ? (
          <>
            <p className="text-text-2">{t('We won’t show it again. Keep it on your server; never put it into a page.')}</p>
            <CodeBlock label={t('Secret')} text={created.secret} />
            <Foot>
              <Button look="primary" onClick={onClose}>
                {t('I’ve saved the secret')}
              </Button>
            </Foot>
          </>
        ) : (
          <>
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
            {creation.error && <Problem error={creation.error} />}
            <Foot onCancel={onClose}>
              <Button look="primary" data-focus-first disabled={creation.isPending} onClick={() => creation.mutate()}>
                {t('Create the secret')}
              </Button>
            </Foot>
          </>
        )}
      </div>
    </Dialog>
  )
}
