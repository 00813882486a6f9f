import { useId, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { Customer } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { useRights } from '../../api/rights.ts'
import { message, t, type Message } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Hash, Mail, MessageCircle, Phone, Send, UserRound, X, type IconType } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { formatDay } from '../../ui/time.ts'
import { customerKey } from '../threads/part-keys.ts'

type IdentityType = Customer['identities'][number]['type']
type AddedType = Extract<IdentityType, 'EMAIL' | 'PHONE' | 'WHATSAPP'>

const kinds: Readonly<Record<IdentityType, { name: Message; icon: IconType }>> = {
  EMAIL: { name: message('Email'), icon: Mail },
  PHONE: { name: message('Phone'), icon: Phone },
  WHATSAPP: { name: message('WhatsApp'), icon: Phone },
  SLACK: { name: message('Slack'), icon: Hash },
  TELEGRAM: { name: message('Telegram'), icon: Send },
  WIDGET: { name: message('Website chat'), icon: MessageCircle },
  EXTERNAL: { name: message('Your ID'), icon: UserRound },
}
const addable: readonly AddedType[] = ['EMAIL', 'PHONE', 'WHATSAPP']

/** The email addresses, phone numbers and other identities of a customer. */
export function Identities({ customer, isReadOnly }: { customer: Customer; isReadOnly: boolean }) {
  const { skein, queries } = useApi()
  const { whyNot } = useRights()
  const problemId = useId()
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
  const error = add.error ?? remove.error
  return (
    <>
      {identities.length === 0 && <p className="text-muted">{t('No addresses yet.')}</p>}
      <ul className="grid grid-cols-1 gap-0.5">
        {identities.map((identity) => {
          const isFirst = identity.type === 'EMAIL' && identity.value === email
          const kind = kinds[identity.type]
          return (
            <li key={identity.id} className="flex min-h-8 items-center gap-2">
              <span data-tip={t(kind.name)} className="grid">
                <Icon of={kind.icon} className="text-muted" />
                <span className="sr-only">{t(kind.name)}</span>
              </span>
              <span className="min-w-0 flex-1 wrap-anywhere">{identity.value}</span>
              {!identity.verified && <Badge tone="warn">{t('Not verified')}</Badge>}
              {isFirst && emailFailedAt !== null && <Badge tone="bad">{t('Mail bounces')}</Badge>}
              {mayChange && !isFirst && (
                <IconButton
                  icon={X}
                  label={t('Remove {address}', { address: identity.value })}
                  className="-me-1.5"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(identity.id)}
                />
              )}
            </li>
          )
        })}
      </ul>
      {emailFailedAt !== null && (
        <p className="mt-2 rounded-lg border border-warning-line bg-warning-tint px-3 py-2 text-warning">
          {t('Mail to {email} bounced on {day}. Ask the customer for another address, for example by phone.', {
            email,
            day: formatDay(emailFailedAt),
          })}
        </p>
      )}
      {mayChange && (
        <form
          noValidate
          className="mt-3 flex flex-wrap items-center gap-1.5"
          onSubmit={(event) => {
            event.preventDefault()
            add.mutate()
          }}
        >
          <Select
            label={t('Kind of address')}
            options={addable.map((each) => ({ value: each, label: t(kinds[each].name) }))}
            value={type}
            // Safe because the options are exactly these values.
            onChange={(chosen) => setType(chosen as AddedType)}
          />
          <input
            aria-label={t('Address or number')}
            aria-invalid={add.error !== null}
            aria-describedby={add.error === null ? undefined : problemId}
            className="field min-w-32 flex-1"
            placeholder={type === 'EMAIL' ? 'ada@example.com' : '+44 20 7946 0018'}
            value={value}
            onChange={({ target }) => setValue(target.value)}
          />
          <Button type="submit" disabled={add.isPending || value.trim() === ''}>
            {t('Add')}
          </Button>
        </form>
      )}
      {error && (
        <div id={problemId} className="mt-2">
          <Notice requestId={describeFailure(error).requestId}>{describeFailure(error).text}</Notice>
        </div>
      )}
    </>
  )
}
