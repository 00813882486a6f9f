import { useEffect, useRef, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { lazily, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Foot } from '../../ui/form/foot.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { formatMoment } from '../../ui/time.ts'

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
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that had the focus is gone.
    if (created) heading.current?.focus()
  }, [created])
  return (
    // Once the secret is shown, only its button closes the dialog: it cannot be shown again.
    <Dialog label={title} {...(created ? {} : { onClose })} className="w-120 max-w-[calc(100vw-2rem)]">
      <div className="grid grid-cols-1 gap-4 p-5">
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          {created ? t('Copy the secret now') : title}
        </h2>
        {created ? (
          <>
            <p className="text-text-2">{t('We won’t show it again. Give it to your program and keep it safe.')}</p>
            <CodeBlock label={t('Secret')} text={created.secret} />
            {!wasFirst && (
              <p className="text-text-2">
                {created.previousValidUntil === null
                  ? t('The old secret no longer works.')
                  : t('The old secret works until {time}. Until then, we sign with both.', {
                      time: formatMoment(created.previousValidUntil),
                    })}
              </p>
            )}
            <Foot>
              <Button look="primary" onClick={onClose}>
                {t('I’ve saved the secret')}
              </Button>
            </Foot>
          </>
        ) : (
          <>
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
            {rotation.error && <Problem error={rotation.error} />}
            <Foot onCancel={onClose}>
              <Button look="primary" data-focus-first disabled={rotation.isPending} onClick={() => rotation.mutate()}>
                {title}
              </Button>
            </Foot>
          </>
        )}
      </div>
    </Dialog>
  )
}
