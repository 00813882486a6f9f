import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { t } from '../../texts/texts.ts'
import { LimitWait } from './limit-wait.tsx'
import { findEmailProblem } from './email-problem.ts'

/** The sign-in form. It adds fields for the tenant and for the authenticator code when the service requires them. */
export function SignInForm({ email: initialEmail = '', onSignedIn }: { email?: string; onSignedIn: () => void }) {
  const { anonymous, session } = useApi()
  const [values, setValues] = useState({ email: initialEmail, password: '', tenant: '', code: '' })
  const { email, password, tenant, code } = values
  const bind = (name: keyof typeof values) => ({
    required: true,
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }): void => setValues({ ...values, [name]: target.value }),
  })
  const [problems, setProblems] = useState<{ email?: string | undefined; password?: string | undefined }>({})
  const attempt = useMutation({
    mutationFn: () => anonymous.login({ body: { email, password, ...(tenant ? { tenant } : {}), ...(code ? { code } : {}) } }),
    onSuccess({ data }) {
      session.signIn(data)
      onSignedIn()
    },
  })
  const refusal = attempt.error instanceof ApiError ? attempt.error : null
  const needsTenant = refusal?.code === 'SVC-AUTH-TENANT_REQUIRED' || tenant !== ''
  const needsCode = refusal?.code === 'SVC-AUTH-CODE_REQUIRED' || code !== ''
  const isQuestion = refusal?.code === 'SVC-AUTH-TENANT_REQUIRED' || refusal?.code === 'SVC-AUTH-CODE_REQUIRED'
  const failure = attempt.error && !isQuestion ? describeFailure(attempt.error) : null
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const emailProblem = findEmailProblem(event.currentTarget)
        const next = {
          email: emailProblem,
          password: emailProblem === undefined && password === '' ? t('Enter your password.') : undefined,
        }
        setProblems(next)
        if (next.email === undefined && next.password === undefined) attempt.mutate()
      }}
    >
      <Field label={t('Email address')} problem={problems.email} type="email" name="email" autoComplete="username" {...bind('email')} />
      <Field
        label={t('Password')}
        problem={problems.password}
        type="password"
        name="password"
        autoComplete="current-password"
        {...bind('password')}
      />
      {needsTenant && (
        <Field
          label={t('Workspace')}
          hint={t('This password works for several workspaces. Which one do you want?')}
          list="tenants"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The form has just added this field in response to the user.
          autoFocus
          {...bind('tenant')}
        />
      )}
      {needsTenant && (
        <datalist id="tenants">
          {refusal?.details.map(({ message }) => (
            <option key={message} value={message}>
              {message}
            </option>
          ))}
        </datalist>
      )}
      {needsCode && (
        <Field
          label={t('Code')}
          hint={t('Six digits from your authenticator app, or a recovery code.')}
          autoComplete="one-time-code"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- The form has just added this field in response to the user.
          autoFocus
          {...bind('code')}
        />
      )}
      {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
      {attempt.isPending && <LimitWait />}
      <Button type="submit" look="primary" className="min-h-9" disabled={attempt.isPending}>
        {attempt.isPending ? t('Signing in…') : t('Sign in')}
      </Button>
    </form>
  )
}
