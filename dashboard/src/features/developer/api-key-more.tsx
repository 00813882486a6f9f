import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { ApiKey, ApiKeyWithSecret } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { message, t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { RefreshCw } from '../../ui/icons.ts'
import { Problem } from '../../ui/problem.tsx'
import { formatMoment } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { Select } from '../../ui/select.tsx'
import type { MoreProps } from '../catalogue/catalogue.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { NewApiKey } from './new-api-key.tsx'

const overlaps = [
  { seconds: 0, name: message('Stops right away') },
  { seconds: 3_600, name: message('Works for another hour') },
  { seconds: 86_400, name: message('Works for another day') },
  { seconds: 604_800, name: message('Works for another week') },
] as const

/** Details of a key, and its rotation: a new key with the same scopes replaces the old one, which keeps working for a grace period. */
export function ApiKeyMore({ item, onClose }: MoreProps<ApiKey>) {
  const { skein, queries } = useApi()
  const rights = useRights()
  const now = useNow()
  const [overlapSeconds, setOverlap] = useState<number>(86_400)
  const [rotated, setRotated] = useState<ApiKeyWithSecret | null>(null)
  const rotation = useMutation({
    mutationFn: () => skein.rotateApiKey({ path: { id: item.id }, body: { overlapSeconds } }),
    onSuccess({ data }) {
      const { key: _, ...shown } = data
      applyItemChange(queries, 'api_key', shown, 'new')
      // The service caps it too: a rotation never extends the old key's lifetime.
      const expiresAt = new Date(Math.min(Date.parse(item.expiresAt), Date.now() + overlapSeconds * 1000)).toISOString()
      applyItemChange(queries, 'api_key', { ...item, rotatedTo: data.id, expiresAt }, 'changed')
      setRotated(data)
    },
  })
  if (rotated) return <NewApiKey apiKey={rotated} onClose={onClose} />
  const works = item.revokedAt === null && Date.parse(item.expiresAt) > now
  const whyNot = rights.whyNot('rotateApiKey')
  return (
    <>
      <Facts
        facts={[
          [t('ID'), item.id],
          [t('Ends in'), `…${item.lastFour}`],
          [t('Scopes'), item.scopes.join(' ')],
          [t('Created'), formatMoment(item.createdAt)],
          [
            t('Last used'),
            item.lastUsedAt === null ? t('Never') : t('{time}, give or take five minutes', { time: formatMoment(item.lastUsedAt) }),
          ],
          [works ? t('Expires') : t('Expired'), formatMoment(item.expiresAt)],
          [t('Revoked'), item.revokedAt && formatMoment(item.revokedAt)],
          [t('Replaced by'), item.rotatedTo],
        ]}
      />
      {works && whyNot === null && (
        <section aria-label={t('Rotate this key')} className="border-t border-line pt-4">
          <h3 className="mb-1 text-md font-semibold">{t('Rotate')}</h3>
          <p className="mb-3 text-text-2">{t('Create a new key with the same scopes and switch your program over without downtime.')}</p>
          <div className="flex flex-wrap items-center gap-2">
            <span className="flex flex-wrap items-center gap-2">
              {t('The old key')}
              <Select
                label={t('The old key')}
                options={overlaps.map(({ seconds, name }) => ({ value: String(seconds), label: t(name) }))}
                value={String(overlapSeconds)}
                onChange={(value) => setOverlap(Number(value))}
              />
            </span>
            <Button icon={RefreshCw} disabled={rotation.isPending} onClick={() => rotation.mutate()}>
              {t('Rotate key')}
            </Button>
          </div>
          {rotation.error && (
            <div className="mt-2">
              <Problem error={rotation.error} />
            </div>
          )}
        </section>
      )}
    </>
  )
}
