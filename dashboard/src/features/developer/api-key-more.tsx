import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { ApiKey, ApiKeyWithSecret } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatMoment } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import type { MoreProps } from '../catalogue/catalogue.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { NewApiKey } from './new-api-key.tsx'

const overlaps = [
  { seconds: 0, name: 'stops at once' },
  { seconds: 3_600, name: 'works for another hour' },
  { seconds: 86_400, name: 'works for another day' },
  { seconds: 604_800, name: 'works for another week' },
] as const

/** Details of a key, and its rotation. A rotation creates a key with the same scopes while the old key keeps working for a while. */
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
      // The service does the same: a rotation never extends the old key's life.
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
          ['Id', item.id],
          ['Ends in', `…${item.lastFour}`],
          ['Scopes', item.scopes.join(' ')],
          ['Created', formatMoment(item.createdAt)],
          ['Last used', item.lastUsedAt === null ? 'Never' : `${formatMoment(item.lastUsedAt)}, to within five minutes`],
          [works ? 'Expires' : 'Expired', formatMoment(item.expiresAt)],
          ['Revoked', item.revokedAt && formatMoment(item.revokedAt)],
          ['Replaced by', item.rotatedTo],
        ]}
      />
      {works && whyNot === null && (
        <section aria-label="Rotate this key" className="border-t border-line pt-4">
          <h3 className="mb-1 font-medium">Rotate</h3>
          <p className="mb-2 text-sm text-muted">
            Makes a successor with the same scopes, so that your program can change over without a pause.
          </p>
          <div className="flex flex-wrap items-center gap-2 text-sm">
            <label className="flex flex-wrap items-center gap-2">
              The old key
              <select
                className="h-8 rounded-md border border-line-strong bg-surface px-2"
                value={overlapSeconds}
                onChange={(event) => setOverlap(Number(event.target.value))}
              >
                {overlaps.map(({ seconds, name }) => (
                  <option key={seconds} value={seconds}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <Button disabled={rotation.isPending} onClick={() => rotation.mutate()}>
              Rotate key
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
