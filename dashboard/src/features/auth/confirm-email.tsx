import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from './card.tsx'

/** Opens from the link that is mailed to a new address. The user confirms with a button, because mail scanners open links. */
export function ConfirmEmailScreen() {
  const { anonymous } = useApi()
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const confirm = useMutation({ mutationFn: async () => (await anonymous.confirmEmail({ body: { token } })).data })
  const code = confirm.error instanceof ApiError ? confirm.error.code : null
  if (confirm.data)
    return (
      <Card title="Address confirmed" lead={`You sign in as ${confirm.data.email} from now on. Your password stays the same.`}>
        <Link to="/" className="text-accent underline">
          Continue to Skein
        </Link>
      </Card>
    )
  if (token === '' || code === 'SVC-AUTH-RESET_TOKEN_INVALID')
    return (
      <Card
        title="This link has expired"
        lead="It has been used, its time has passed, or the change was cancelled. Ask whoever changed your address to send another one."
      >
        <Link to="/" className="text-accent underline">
          Continue to Skein
        </Link>
      </Card>
    )
  const failure = confirm.error && describeFailure(confirm.error)
  return (
    <Card title="Confirm your new address" lead="From then on you sign in with this address. Your password stays the same.">
      <div className="grid gap-4">
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <Button look="primary" className="min-h-9" disabled={confirm.isPending} onClick={() => confirm.mutate()}>
          {confirm.isPending ? 'One moment…' : 'Confirm the address'}
        </Button>
      </div>
    </Card>
  )
}
