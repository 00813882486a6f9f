import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { describeFailure, useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from './card.tsx'

export function ForgotPasswordScreen() {
  const { anonymous } = useApi()
  const [email, setEmail] = useState('')
  const request = useMutation({ mutationFn: () => anonymous.forgotPassword({ body: { email } }) })
  const failure = request.error && describeFailure(request.error)
  return (
    <Card title="Forgot your password?" lead="We will mail you a link to choose a new one.">
      {request.data ? (
        <Notice kind="done">{request.data.data.message}</Notice>
      ) : (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            request.mutate()
          }}
        >
          <Field
            label="E-mail address"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
          <Button type="submit" look="primary" className="min-h-9" disabled={request.isPending}>
            Send the link
          </Button>
        </form>
      )}
      <p className="mt-4 text-sm">
        <Link to="/sign-in" className="text-accent underline">
          Back to signing in
        </Link>
      </p>
    </Card>
  )
}
