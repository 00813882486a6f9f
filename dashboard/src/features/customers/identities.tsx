import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Customer } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { formatDay } from '../../ui/time.ts'
import { customerKey } from '../threads/part-keys.ts'

type IdentityType = Customer['identities'][number]['type']
type AddedType = Extract<IdentityType, 'EMAIL' | 'PHONE' | 'WHATSAPP'>

const names: Readonly<Record<IdentityType, string>> = {
  EMAIL: 'Email',
  PHONE: 'Telephone',
  WHATSAPP: 'WhatsApp',
  SLACK: 'Slack',
  WIDGET: 'Website chat',
  EXTERNAL: 'Your own id',
}
const addable: readonly AddedType[] = ['EMAIL', 'PHONE', 'WHATSAPP']

/** The addresses and numbers by which a customer is reached and found. */
export function Identities({ customer, isReadOnly }: { customer: Customer; isReadOnly: boolean }) {
  const { skein, queries } = useApi()
  const { whyNot } = useRights()
  const { id, identities, email, emailFailedAt } = customer
  const [type, setType] = useState<AddedType>('EMAIL')
  const [value, setValue] = useState('')
  const refetch = (): Promise<void> => queries.invalidateQueries({ queryKey: customerKey(id) })
  const add = useMutation({
    mutationFn: () => skein.addCustomerIdentity({ path: { id }, body: { type, value }, idempotencyKey: newIdempotencyKey() }),
    onSuccess: async () => {
      setValue('')
      await refetch()
    },
  })
  const remove = useMutation({
    mutationFn: (identityId: string) => skein.removeCustomerIdentity({ path: { id, identityId }, idempotencyKey: newIdempotencyKey() }),
    onSuccess: refetch,
  })
  const mayChange = !isReadOnly && whyNot('addCustomerIdentity') === null
  return (
    <section aria-label="Addresses" className="mt-6">
      <h2 className="mb-2 text-base leading-6 font-semibold">Addresses</h2>
      {identities.length === 0 && <p className="text-sm text-muted">None.</p>}
      <ul className="grid grid-cols-1 gap-1">
        {identities.map((identity) => {
          const isFirst = identity.type === 'EMAIL' && identity.value === email
          return (
            <li key={identity.id} className="flex flex-wrap items-center gap-x-2 text-sm">
              <span className="text-muted">{names[identity.type]}</span>
              <span className="min-w-0 wrap-anywhere">{identity.value}</span>
              {!identity.verified && <Badge tone="warn">Not verified</Badge>}
              {isFirst && emailFailedAt !== null && <Badge tone="bad">Mail is returned</Badge>}
              {mayChange && !isFirst && (
                <Button
                  look="plain"
                  className="ms-auto min-h-7! text-xs!"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(identity.id)}
                >
                  Remove<span className="sr-only"> {identity.value}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {emailFailedAt !== null && (
        <p className="mt-2 rounded-md border border-warning px-3 py-2 text-sm">
          Mail to {email} was returned on {formatDay(emailFailedAt)}. Ask for another address, for instance by telephone.
        </p>
      )}
      {(add.error ?? remove.error) && <Problem error={add.error ?? remove.error} />}
      {mayChange && (
        <form
          className="mt-2 flex flex-wrap items-center gap-1.5"
          onSubmit={(event) => {
            event.preventDefault()
            add.mutate()
          }}
        >
          <select
            aria-label="Kind of address"
            className="h-8 rounded-md border border-line-strong bg-surface px-1 text-sm"
            value={type}
            // Safe because the options are these values.
            onChange={({ target }) => setType(target.value as AddedType)}
          >
            {addable.map((each) => (
              <option key={each} value={each}>
                {names[each]}
              </option>
            ))}
          </select>
          <input
            aria-label="Address or number"
            className="h-8 min-w-40 flex-1 rounded-md border border-line-strong bg-surface px-2 text-sm"
            placeholder={type === 'EMAIL' ? 'ada@example.com' : '+44 20 7946 0018'}
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
          <Button type="submit" disabled={add.isPending || value.trim() === ''}>
            Add
          </Button>
        </form>
      )}
    </section>
  )
}
