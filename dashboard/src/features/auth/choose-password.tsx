import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ApiError } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Card } from './card.tsx'

type Purpose = 'invitation' | 'password'

const words: Readonly<Record<Purpose, { title: string; lead: string; button: string }>> = {
  invitation: { title: 'Welcome', lead: 'Choose a password, and you are in.', button: 'Accept the invitation' },
  password: {
    title: 'Choose a password',
    lead: 'You will sign in with it from now on. You are signed out everywhere else, and the URL of your calendar ends.',
    button: 'Set the password',
  },
}

/**
 * Opens from the links in invitations and password mails, and from the link that the first start creates. The token is in the fragment,
 * because browsers do not send fragments to the server.
 */
export function ChoosePasswordScreen({ purpose }: { purpose: Purpose }) {
  const { anonymous, session } = useApi()
  const navigate = useNavigate()
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  const choice = useMutation({
    async mutationFn() {
      const body = { token, password }
      const { data: user } = await (purpose === 'invitation' ? anonymous.acceptInvitation({ body }) : anonymous.resetPassword({ body }))
      return user.email
    },
    async onSuccess(email) {
      try {
        session.signIn((await anonymous.login({ body: { email, password } })).data)
        // The user did not type the email address here but needs it for the next sign-in.
        showToast({ kind: 'done', text: `Your password is set. You sign in as ${email}.` }, 15_000)
        await navigate({ to: '/', replace: true })
      } catch {
        // The new password is saved. Only the sign-in screen has inputs for a second factor or a tenant.
        await navigate({ to: '/sign-in', replace: true })
      }
    },
  })
  const refusal = choice.error instanceof ApiError ? choice.error : null
  const hasExpired = token === '' || refusal?.code === 'SVC-AUTH-RESET_TOKEN_INVALID'
  const rejected = refusal?.code === 'SVC-AUTH-PASSWORD_REJECTED' ? refusal : null
  const problem = rejected?.details.map(({ message }) => `The password ${message}.`).join(' ')
  const failure = choice.error && problem === undefined && !hasExpired ? describeFailure(choice.error) : null
  if (hasExpired)
    return (
      <Card title="This link is over" lead="It has been used, or its time has passed.">
        <p>
          <Link to="/forgot-password" className="text-accent underline">
            Get another one
          </Link>
        </p>
      </Card>
    )
  const { title, lead, button } = words[purpose]
  return (
    <Card title={title} lead={lead}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          choice.mutate()
        }}
      >
        <Field
          label="New password"
          hint="At least 12 characters of any kind, such as four words."
          problem={problem}
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          minLength={12}
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <label className="flex min-h-6 items-center gap-2 text-sm">
          <input type="checkbox" className="size-4" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
          Show the password
        </label>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        <Button type="submit" look="primary" className="min-h-9" disabled={choice.isPending}>
          {choice.isPending ? 'One moment…' : button}
        </Button>
      </form>
    </Card>
  )
}
