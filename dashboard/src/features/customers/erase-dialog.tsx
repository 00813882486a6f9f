import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Customer, PrivacyRequest } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { message, t, type Message } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Foot } from '../../ui/form/foot.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { getPlaceLabel, usePrivacyRequest } from './privacy.ts'
import { refetchCustomers } from './use-customers.ts'
import { formatLocale } from '../../texts/language.ts'
import { getCustomerName } from '../../ui/customer-name.ts'

type Mode = 'ANONYMIZE' | 'DELETE'
type EraseOptions = { mode: Mode; keepSubjects: boolean; dryRun: boolean }

const modes: readonly { mode: Mode; name: Message; what: Message }[] = [
  {
    mode: 'ANONYMIZE',
    name: message('Erase personal data, keep empty threads'),
    what: message(
      'We erase their name, addresses, fields, messages and files. Their threads stay as empty entries with numbers and times, so your reports don’t change.',
    ),
  },
  {
    mode: 'DELETE',
    name: message('Erase everything'),
    what: message('We delete all of that, and their threads too. Your totals go down.'),
  },
]

/**
 * Erases a customer in two steps: a dry run counts what would be erased, then the agent types the address to confirm. An erasure cannot be
 * undone.
 */
export function EraseDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const { skein } = useApi()
  const queries = useQueryClient()
  const [mode, setMode] = useState<Mode>('ANONYMIZE')
  const [keepSubjects, setKeepSubjects] = useState(false)
  const [typed, setTyped] = useState('')
  const requestErasure = async ({ dryRun, ...options }: EraseOptions): Promise<PrivacyRequest> =>
    (
      await skein.eraseCustomer({
        body: {
          customerId: customer.id,
          dryRun,
          mode: options.mode,
          ...(options.mode === 'ANONYMIZE' ? { keepSubjects: options.keepSubjects } : {}),
        },
        idempotencyKey: key,
      })
    ).data
  const [key, setKey] = useState(newIdempotencyKey)
  const count = useMutation({
    mutationFn: () => requestErasure({ mode, keepSubjects, dryRun: true }),
    onSettled: () => setKey(newIdempotencyKey()),
  })
  const erase = useMutation({
    mutationFn: () => requestErasure({ mode, keepSubjects, dryRun: false }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['privacy-requests'] }),
  })
  const countRequest = usePrivacyRequest(count.data?.id ?? null)
  const eraseRequest = usePrivacyRequest(erase.data?.id ?? null)
  const error = count.error ?? countRequest.error ?? erase.error ?? eraseRequest.error
  const failure = error && describeFailure(error)
  const failedRequest = [countRequest.data, eraseRequest.data].find((request) => request?.state === 'FAILED')
  const preview = countRequest.data?.preview
  const receipt = eraseRequest.data?.receipt
  // The erasure removes the name while the dialog is open.
  const [title] = useState(() => t('Erase {name}?', { name: getCustomerName(customer) }))
  const close = (): void => {
    onClose()
    if (erase.data) void refetchCustomers(queries)
  }
  const isCounting = count.isPending || (count.data !== undefined && !preview && !failure && !failedRequest)
  return (
    <Dialog label={title} onClose={close} className="w-130 max-w-[calc(100vw-2rem)]">
      <div className="grid gap-4 p-5">
        <h2 className="text-lg font-semibold">{title}</h2>
        {!erase.data && (
          <fieldset disabled={count.data !== undefined}>
            <legend className="sr-only">{t('What to keep')}</legend>
            {modes.map(({ mode: each, name, what }) => (
              <div key={each} className="py-1">
                <label className="flex min-h-6 items-center gap-2 font-medium">
                  <input type="radio" name="mode" checked={mode === each} onChange={() => setMode(each)} />
                  {t(name)}
                </label>
                <p className="ms-6 text-muted">{t(what)}</p>
                {each === 'ANONYMIZE' && mode === 'ANONYMIZE' && (
                  <label className="ms-6 mt-1.5 flex min-h-6 items-start gap-2">
                    <input
                      type="checkbox"
                      className="mt-0.25"
                      checked={keepSubjects}
                      onChange={({ target }) => setKeepSubjects(target.checked)}
                    />
                    {t('Also keep thread subjects. They often repeat what the customer wrote.')}
                  </label>
                )}
              </div>
            ))}
          </fieldset>
        )}
        {isCounting && <p role="status">{t('Counting what would be erased…')}</p>}
        {preview && !erase.data && (
          <>
            <Places title={t('This would be erased')} places={preview.places} />
            <p className="text-text-2">{t('You can’t undo this. Earlier backups still contain the data.')}</p>
            <Field
              label={t('Type {email} to confirm', { email: customer.email })}
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </>
        )}
        {erase.data && !receipt && !failure && !failedRequest && (
          <p role="status">{t('Erasing… You can close this; we’ll finish in the background.')}</p>
        )}
        {receipt && <Places title={t('This was erased')} places={receipt.places} />}
        {failedRequest && <Notice>{t('It failed: {error}', { error: failedRequest.error ?? '' })}</Notice>}
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <Foot cancel={erase.data ? t('Close') : t('Cancel')} onCancel={close}>
          {!count.data && (
            <Button look="primary" disabled={count.isPending} onClick={() => count.mutate()}>
              {t('See what we’ll erase')}
            </Button>
          )}
          {preview && !erase.data && (
            <Button
              look="erase"
              disabled={erase.isPending || typed.trim().toLowerCase() !== customer.email.toLowerCase()}
              onClick={() => erase.mutate()}
            >
              {t('Erase for good')}
            </Button>
          )}
        </Foot>
      </div>
    </Dialog>
  )
}

function Places({ title, places }: { title: string; places: readonly { place: string; count: number }[] }) {
  return (
    <table className="w-full">
      <caption className="pb-1.5 text-start font-medium">{title}</caption>
      <tbody>
        {places.map(({ place, count }) => (
          <tr key={place} className="border-t border-line-soft">
            <th scope="row" className="py-1.5 text-start font-normal">
              {getPlaceLabel(place)}
            </th>
            <td className="py-1.5 text-end tabular-nums">{count.toLocaleString(formatLocale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
