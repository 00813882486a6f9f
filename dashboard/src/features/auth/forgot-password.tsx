import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { describeFailure, useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from './card.tsx'
import { t } from '../../texts/texts.ts'
import { findEmailProblem } from './email-problem.ts'

export function ForgotPasswordScreen() {
  const { anonymous } = useApi()
  const [email, setEmail] = useState('')
  const request = useMutation({ mutationFn: () => anonymous.forgotPassword({ body: { email } }) })
  const [problem, setProblem] = useState<string>()
  const failure = request.error && describeFailure(request.error)
  return (
    <Card
      title={t('Forgot your password?')}
      lead={t('We’ll email you a link to choose a new one.')}
      below={
        <Link to="/sign-in" className="text-accent underline">
          {t('Back to sign-in')}
        </Link>
      }
    >
      {request.data ? (
        <Notice kind="done">{request.data.data.message}</Notice>
      ) : (
        <form
          noValidate
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            const next = findEmailProblem(event.currentTarget)
            setProblem(next)
            if (next === undefined) request.mutate()
          }}
        >
          <Field
            label={t('Email address')}
            problem={problem}
            type="email"
            name="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
          <Button type="submit" look="primary" className="min-h-9" disabled={request.isPending}>
            {t('Send link')}
          </Button>
        </form>
      )}
    </Card>
  )
}
