import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Customer } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { CustomerCard } from './customer-card.tsx'
import { RatingList } from '../satisfaction/rating-list.tsx'
import { useRatings } from '../satisfaction/use-satisfaction.ts'

/** Ratings of a customer, and whether surveys may be sent to them. */
export function CustomerRatings({ customer, isReadOnly }: { customer: Customer; isReadOnly: boolean }) {
  const { skein, queries } = useApi()
  const { id, satisfactionOptOut } = customer
  const mayChange = useRights().whyNot('updateCustomer') === null && !isReadOnly
  const ratings = useRatings({ customerId: id })
  const requests = ratings.data?.pages.flatMap(({ data }) => data) ?? []
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const change = useMutation({
    mutationFn: async (isOut: boolean) =>
      (await skein.updateCustomer({ path: { id }, body: { satisfactionOptOut: isOut }, idempotencyKey })).data,
    onSuccess: (saved) => queries.setQueryData(['customer', id], saved),
    onSettled: () => setIdempotencyKey(newIdempotencyKey()),
  })
  return (
    <CustomerCard name={t('Ratings')} count={ratings.data?.pages[0]?.meta.total}>
      {ratings.error && <Problem error={ratings.error} onRetry={() => void ratings.refetch()} />}
      {ratings.data && requests.length === 0 && <p className="text-muted">{t('Not asked for a rating yet.')}</p>}
      {requests.length > 0 && <RatingList label={t('Ratings')} requests={requests} />}
      {ratings.hasNextPage && (
        <Button className="mt-2" disabled={ratings.isFetchingNextPage} onClick={() => void ratings.fetchNextPage()}>
          {t('Show earlier ratings')}
        </Button>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2 border-t border-line-soft pt-3">
        <p role="status" className={satisfactionOptOut ? 'text-warning' : 'text-text-2'}>
          {satisfactionOptOut ? t('Doesn’t want to be asked by email.') : t('May be asked by email.')}
        </p>
        {mayChange && (
          <Button size="small" disabled={change.isPending} onClick={() => change.mutate(!satisfactionOptOut)}>
            {satisfactionOptOut ? t('Allow surveys again') : t('Stop asking')}
          </Button>
        )}
      </div>
      {change.error && <Problem error={change.error} />}
    </CustomerCard>
  )
}
