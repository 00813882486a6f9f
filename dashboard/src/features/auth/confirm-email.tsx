import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from './card.tsx'
import { t } from '../../texts/texts.ts'

/** Opens from the link that is mailed to a new address. The user confirms with a button, because mail scanners open links. */
export function ConfirmEmailScreen() {
  const { anonymous } = useApi()
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const confirm = useMutation({ mutationFn: async () => (await anonymous.confirmEmail({ body: { token } })).data })
  const code = confirm.error instanceof ApiError ? confirm.error.code : null
  if (confirm.data)
    return (
      <Card
        title={t('Address confirmed')}
        lead={t('From now on, sign in as {email}. Your password stays the same.', { email: confirm.data.email })}
      >
        <Link to="/" className="text-accent underline">
          {t('Continue to Skein')}
        </Link>
      </Card>
    )
  if (token === '' || code === 'SVC-AUTH-RESET_TOKEN_INVALID')
    return (
      <Card
        title={t('This link no longer works')}
        lead={t('It was used already, it has expired, or the change was cancelled. Ask your admin to send a new one.')}
      >
        <Link to="/" className="text-accent underline">
          {t('Continue to Skein')}
        </Link>
      </Card>
    )
  const failure = confirm.error && describeFailure(confirm.error)
  return (
    <Card title={t('Confirm your new address')} lead={t('You’ll sign in with this address. Your password stays the same.')}>
      <div className="grid gap-4">
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <Button look="primary" className="min-h-9" disabled={confirm.isPending} onClick={() => confirm.mutate()}>
          {confirm.isPending ? t('Just a moment…') : t('Confirm the address')}
        </Button>
      </div>
    </Card>
  )
}
