import type { PrivacyRequest } from '@skein/client'
import { message, t, type Message } from '../../texts/texts.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Download, Trash2 } from '../../ui/icons.ts'
import { formatMoment } from '../../ui/time.ts'
import { CustomerCard } from './customer-card.tsx'
import { usePrivacyRequests } from './privacy.ts'

const states: Readonly<Record<PrivacyRequest['state'], { name: Message; tone: Tone }>> = {
  QUEUED: { name: message('Waiting'), tone: 'plain' },
  RUNNING: { name: message('In progress'), tone: 'accent' },
  DONE: { name: message('Done'), tone: 'good' },
  FAILED: { name: message('Failed'), tone: 'bad' },
}

/** Past exports and erasures of a customer, without dry runs. Renders nothing if there are none. */
export function PrivacyHistory({ customerId }: { customerId: string }) {
  const { data = [] } = usePrivacyRequests(customerId, true)
  const shown = data.filter(({ dryRun }) => !dryRun)
  if (shown.length === 0) return null
  return (
    <CustomerCard name={t('Exports and erasures')}>
      <ul className="grid gap-2">
        {shown.map(({ id, type, state, createdAt, download, error }) => (
          <li key={id} className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2">
            <Icon of={type === 'EXPORT' ? Download : Trash2} className="text-muted" />
            <span>
              {type === 'EXPORT' ? t('Data export') : t('Erasure')} <span className="text-xs text-muted">{formatMoment(createdAt)}</span>
            </span>
            <span className="flex items-center gap-2">
              {download && (
                <a href={download.url} className="font-medium text-accent hover:underline" rel="noreferrer">
                  {t('Download')}
                </a>
              )}
              <Badge tone={states[state].tone}>{t(states[state].name)}</Badge>
            </span>
            {error !== null && <span className="col-span-2 col-start-2 text-xs text-danger">{error}</span>}
          </li>
        ))}
      </ul>
    </CustomerCard>
  )
}
