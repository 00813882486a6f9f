import { useQuery } from '@tanstack/react-query'
import type { PrivacyRequest } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { formatMoment } from '../../ui/time.ts'

type Place = { place: string; count: number }

const columns: readonly Column<Place>[] = [
  { header: 'Where', cell: ({ place }) => place, grows: true },
  { header: 'How many', cell: ({ count }) => count.toLocaleString(), align: 'end' },
]

/** A privacy request with its result: the file, the count or the receipt. */
export function PrivacyRequestSheet({ request: known, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const { skein } = useApi()
  // Fetched when the panel opens, because the download link is signed for this user.
  const { data: request = known } = useQuery({
    queryKey: ['record', 'privacy.request', known.id, known.state],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => (await skein.getPrivacyRequest({ path: { id: known.id }, signal })).data,
  })
  const { preview, receipt, download, error } = request
  const places = preview?.places ?? receipt?.places
  return (
    <FormSheet title="Privacy request" onClose={onClose}>
      <div className="grid grid-cols-1 gap-5 p-5">
        {(request.state === 'QUEUED' || request.state === 'RUNNING') && (
          <p role="status" className="text-muted">
            It is being worked on. You can leave this page: the result is mailed to you as well.
          </p>
        )}
        {error !== null && <Notice>{error}</Notice>}
        {download && (
          <Notice kind="done">
            <a href={download.url} className="underline">
              Download the export
            </a>{' '}
            ({(download.size / 1024).toLocaleString(undefined, { maximumFractionDigits: 0 })} KB, until {formatMoment(download.expiresAt)})
          </Notice>
        )}
        <Facts
          facts={[
            ['Request', request.id],
            ['Kind', request.type],
            ['Mode', request.mode],
            ['Customer', request.customerId],
            ['Asked for', formatMoment(request.createdAt)],
            ['Finished', request.finishedAt && formatMoment(request.finishedAt)],
            ['SHA-256', download?.sha256],
          ]}
        />
        {places && (
          <Table
            label={preview ? 'What would be erased' : 'What was erased'}
            columns={columns}
            rows={places}
            keyOf={({ place }) => place}
          />
        )}
        {receipt && (
          <CodeBlock label="Receipt, to keep" text={JSON.stringify({ id: request.id, mode: request.mode, ...receipt }, null, 2)} />
        )}
      </div>
    </FormSheet>
  )
}
