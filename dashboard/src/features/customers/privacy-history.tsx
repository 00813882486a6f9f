import { formatMoment } from '../../ui/time.ts'
import { usePrivacyRequests } from './privacy.ts'

const states = { QUEUED: 'waits', RUNNING: 'under way', DONE: 'done', FAILED: 'failed' }

/** Past exports and erasures of a customer, without dry runs. */
export function PrivacyHistory({ customerId }: { customerId: string }) {
  const { data = [] } = usePrivacyRequests(customerId, true)
  const shown = data.filter(({ dryRun }) => !dryRun)
  if (shown.length === 0) return null
  return (
    <>
      <h2 className="mt-6 mb-1 text-base font-semibold">Exports and erasures</h2>
      <ul className="grid gap-1 text-sm">
        {shown.map(({ id, type, state, createdAt, download, error }) => (
          <li key={id}>
            {type === 'EXPORT' ? 'Export' : 'Erasure'}, {formatMoment(createdAt)}: {states[state]}
            {error === null ? '' : ` (${error})`}{' '}
            {download && (
              <a href={download.url} className="text-accent underline" rel="noreferrer">
                Download
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
