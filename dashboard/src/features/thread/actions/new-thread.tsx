import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Inbox, RequestOf, Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import type { FieldSpec } from '../../../ui/form/fields.ts'
import { RecordForm } from '../../../ui/form/record-form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Mail, Phone } from '../../../ui/icons.ts'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { Skeleton } from '../../../ui/delayed.tsx'
import { hasMailAddress, isSending } from '../email/reply-plan.ts'
import { priorityNames } from '../../threads/names.ts'
import { ComposeForm } from './compose-form.tsx'

type NewThreadProps = { customer?: Thread['customer'] | undefined; inboxId?: string | undefined; onClose: () => void }

/** Starts a thread with a mail to the customer, if an inbox can send, or creates one for a request that arrived elsewhere. */
export function NewThread({ customer, inboxId, onClose }: NewThreadProps) {
  const { skein } = useApi()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { data: inboxes = [], isPending } = useQuery({
    queryKey: ['inboxes'],
    queryFn: () => skein.listInboxes({ query: { limit: 100 } }).toArray(),
  })
  const senders = inboxes.filter(isSending)
  const isReachable = customer === undefined || hasMailAddress(customer)
  const isMail = chosen ?? (isReachable && senders.length > 0)
  return (
    <FormSheet title={t('New thread')} onClose={onClose}>
      <div className="grid grid-cols-1 gap-4 p-5">
        {senders.length > 0 && (
          <fieldset className="grid gap-1.5 sm:grid-cols-2">
            <legend className="mb-1.5 font-medium">{t('How it starts')}</legend>
            {[true, false].map((each) => (
              <label
                key={String(each)}
                className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg border border-line bg-surface px-3 py-2 hover:bg-hover has-checked:border-tint-line has-checked:bg-tint"
              >
                <input type="radio" name="start" className="size-4 shrink-0" checked={isMail === each} onChange={() => setChosen(each)} />
                <Icon of={each ? Mail : Phone} className="text-muted" />
                {each ? t('Email the customer') : t('Note what the customer told you')}
              </label>
            ))}
          </fieldset>
        )}
        {isPending ? (
          <Skeleton rows={6} />
        ) : isMail ? (
          <ComposeForm inboxes={senders} customer={customer} inboxId={inboxId} onClose={onClose} />
        ) : (
          <RequestForm inboxes={inboxes} customer={customer} inboxId={inboxId} onClose={onClose} />
        )}
      </div>
    </FormSheet>
  )
}

type RequestFormProps = NewThreadProps & { inboxes: readonly Inbox[] }

/** Form for a request that the customer made elsewhere, for example by phone. */
function RequestForm({ customer, inboxId, inboxes, onClose }: RequestFormProps) {
  const { skein } = useApi()
  const navigate = useNavigate()
  const active = inboxes.filter((inbox) => inbox.active)
  const fields: FieldSpec[] = [
    { name: 'requester.email', label: t('Customer’s email'), kind: 'text', type: 'email', required: true },
    { name: 'requester.name', label: t('Customer’s name'), kind: 'text', maxLength: 255 },
    { name: 'title', label: t('Subject'), kind: 'text', required: true, maxLength: 255 },
    {
      name: 'body',
      label: t('What the customer said'),
      hint: t('This becomes the first message, in the customer’s name.'),
      kind: 'area',
      required: true,
      rows: 6,
    },
    {
      name: 'priority',
      label: t('Priority'),
      kind: 'choice',
      options: (['low', 'normal', 'high', 'urgent'] as const).map((each) => ({ value: each.toUpperCase(), label: t(priorityNames[each]) })),
    },
    {
      name: 'inboxId',
      label: t('Inbox'),
      kind: 'choice',
      none: t('Default inbox'),
      options: active.map(({ id, name }) => ({ value: id, label: name })),
    },
  ]
  return (
    <RecordForm
      fields={fields}
      read={null}
      initial={{
        'requester.email': customer?.email ?? null,
        'requester.name': customer?.name ?? null,
        priority: 'NORMAL',
        inboxId: inboxId ?? null,
      }}
      submit={t('Create thread')}
      // Safe because the fields above are named like the body's fields, and the service validates them.
      send={(body, { idempotencyKey }) => skein.createThread({ body: body as RequestOf<'createThread'>['body'], idempotencyKey })}
      onDone={({ data }) => {
        onClose()
        void navigate({ to: '/inbox/$view/$threadId', params: { view: 'all', threadId: data.threadId } })
      }}
    />
  )
}
