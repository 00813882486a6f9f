import { useQuery } from '@tanstack/react-query'
import type { PrivacyRequest } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { lazily, t, tx } from '../../texts/texts.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'
import { formatLocale } from '../../texts/language.ts'

type Place = { place: string; count: number }

const columns = lazily((): readonly Column<Place>[] => [
  { header: t('Where'), cell: ({ place }) => place, grows: true },
  { header: t('How many'), cell: ({ count }) => count.toLocaleString(formatLocale), align: 'end' },
])

/** A privacy request with its result: the export file, the dry run's count, or the receipt of the erasure. */
export function PrivacyRequestSheet({ request: known, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const { skein } = useApi()
  // Fetch when the panel opens, because the download URL is signed for this user.
  const { data: request = known } = useQuery({
    queryKey: ['record', 'privacy.request', known.id, known.state],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => (await skein.getPrivacyRequest({ path: { id: known.id }, signal })).data,
  })
  const { preview, receipt, download, error } = request
  const places = preview?.places ?? receipt?.places
  return (
    <FormSheet title={t('Privacy request')} onClose={onClose}>
      <div className="grid grid-cols-1 gap-5 p-5">
        {(request.state === 'QUEUED' || request.state === 'RUNNING') && (
          <p role="status" className="text-muted">
            {t('Preparing your file… You can close this; we’ll email you the link.')}
          </p>
        )}
        {error !== null && <Notice>{error}</Notice>}
        {download && (
          <Notice kind="done">
            {tx('{download} ({size} KB, until {time})', {
              download: (
                <a href={download.url} className="underline">
                  {t('Download the export')}
                </a>
              ),
              size: (download.size / 1024).toLocaleString(formatLocale, { maximumFractionDigits: 0 }),
              time: formatMoment(download.expiresAt),
            })}
          </Notice>
        )}
        <Facts
          facts={[
            [t('Request'), request.id],
            [t('Kind'), request.type],
            [t('Mode'), request.mode],
            [t('Customer'), request.customerId],
            [t('Requested'), formatMoment(request.createdAt)],
            [t('Finished'), request.finishedAt && formatMoment(request.finishedAt)],
            ['SHA-256', download?.sha256],
          ]}
        />
        {places && (
          <Table
            label={preview ? t('What we would erase') : t('What we erased')}
            columns={columns()}
            rows={places}
            keyOf={({ place }) => place}
          />
        )}
        {receipt && (
          <CodeBlock
            label={t('Receipt for your records')}
            text={JSON.stringify({ id: request.id, mode: request.mode, ...receipt }, null, 2)}
          />
        )}
      </div>
    </FormSheet>
  )
}
