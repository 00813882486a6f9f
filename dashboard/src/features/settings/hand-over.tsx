import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { User } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { plural, t } from '../../texts/texts.ts'
import { Avatar, NoAvatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { userSource } from '../catalogue/sources.ts'

const pollMs = 1_000

/** Counts the open threads of a user who can no longer answer, and reassigns all of them to another user or to their teams. */
export function HandOver({ user }: { user: User }) {
  const { skein, queries } = useApi()
  const rights = useRights()
  const [isPicking, setPicking] = useState(false)
  const filter = { assigneeId: user.id, status: 'open' } as const
  const queryKey = ['open-threads-of', user.id]
  const handOver = useMutation({
    // The service refuses the batch when the number has changed since it was displayed.
    mutationFn: ({ assigneeId, expectedTotal }: { assigneeId: string | null; expectedTotal: number }) =>
      skein.batchThreads({ body: { filter, expectedTotal, changes: { assigneeId } }, idempotencyKey: newIdempotencyKey() }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const open = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await skein.listThreads({ query: { ...filter, limit: 1 }, signal })).meta.total,
    // A background job reassigns the threads.
    refetchInterval: ({ state: { data } }) => (handOver.isSuccess && data !== 0 ? pollMs : false),
  })
  const { data: people = [] } = useAllItems(userSource, isPicking)
  const count = open.data ?? 0
  if (count === 0) return handOver.isSuccess ? <p role="status">{t('All open threads are handed over.')}</p> : null
  const takers = people.filter(({ id, status, role }) => id !== user.id && status === 'ACTIVE' && role !== 'VIEWER')
  const options = [
    { id: '', name: t('Back to their teams'), mark: <NoAvatar /> },
    ...takers.map(({ id, name, email }) => ({ id, name, detail: email, mark: <Avatar name={name} size={20} /> })),
  ]
  return (
    <section aria-label={t('Open threads')} className="grid gap-2">
      <p>
        {plural(count, '{name} still has {count} open thread.', '{name} still has {count} open threads.', { name: user.name })}{' '}
        {t('A thread goes back to its team when the customer writes.')}
      </p>
      <div hidden={rights.whyNot('batchThreads') !== null}>
        <Button disabled={handOver.isPending} onClick={() => setPicking(true)}>
          {t('Hand over…')}
        </Button>
      </div>
      {handOver.error && <Problem error={handOver.error} />}
      {isPicking && (
        <Picker
          label={t('Hand over to')}
          options={options}
          onClose={() => setPicking(false)}
          onPick={(id) => handOver.mutate({ assigneeId: id === '' ? null : id, expectedTotal: count })}
        />
      )}
    </section>
  )
}
