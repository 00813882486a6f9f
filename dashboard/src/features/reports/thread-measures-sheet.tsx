import { useQuery } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Problem } from '../../ui/problem.tsx'
import { FactTable } from './fact-table.tsx'

/** All facts that reports count for one thread, oldest first. */
export function ThreadMeasuresSheet({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { skein } = useApi()
  const measures = useQuery({
    queryKey: ['thread-measures', thread.id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.getThreadMeasures({ path: { id: thread.id }, signal })).data,
  })
  return (
    <FormSheet title={t('How this thread counts in reports')} wide onClose={onClose}>
      <div className="p-5">
        {measures.error && <Problem error={measures.error} onRetry={() => void measures.refetch()} />}
        {measures.isPending && <Skeleton rows={6} />}
        {measures.data?.facts.length === 0 && <Empty>{t('Reports haven’t counted this thread yet. Look again in a moment.')}</Empty>}
        {measures.data && measures.data.facts.length > 0 && <FactTable of="thread" facts={measures.data.facts} />}
      </div>
    </FormSheet>
  )
}
