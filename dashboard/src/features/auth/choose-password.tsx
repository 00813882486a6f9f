import { useState } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ApiError, type Invitation, type SignIn } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { browserZone, listTimeZones } from '../../ui/time-zones.ts'
import { showToast } from '../../ui/toasts.ts'
import { Card } from './card.tsx'
import { LimitWait } from './limit-wait.tsx'
import { message, t, type Message } from '../../texts/texts.ts'

type Purpose = 'invitation' | 'password'

const words: Readonly<Record<Purpose, { title: Message; lead: Message; button: Message }>> = {
  invitation: { title: message('Welcome'), lead: message('Choose a password to get started.'), button: message('Accept the invitation') },
  password: {
    title: message('Choose a password'),
    lead: message('If you had a password before, we’ll sign you out everywhere else, and your calendar link stops working.'),
    button: message('Set password'),
  },
}

/** Words for the first owner, whose link has `first`. */
const firstWords = {
  title: message('Welcome to Skein'),
  lead: message('Say who you are, and choose a password. Customers see both names when you write to them.'),
  button: message('Open workspace'),
} as const

const linkInvalid = 'SVC-AUTH-RESET_TOKEN_INVALID'

/** Says who invited the user and how the user signs in; null while the invitation is not known. */
function describeInvitation(invitation: Invitation | undefined): string | null {
  if (!invitation) return null
  const { inviterName, tenantName: company, email } = invitation
  return inviterName === null
    ? t('You’re invited to {company}. You’ll sign in as {email}.', { company, email })
    : t('{inviter} invited you to {company}. You’ll sign in as {email}.', { inviter: inviterName, company, email })
}

/** Minimum password length, which the service enforces too. */
const minLength = 12

/**
 * Opens from the links in invitations and password mails, and from the link that the first start creates. The token is in the fragment,
 * because browsers do not send fragments to the server.
 */
function ChoosePasswordScreen({ purpose }: { purpose: Purpose }) {
  const { anonymous, session, skein } = useApi()
  const navigate = useNavigate()
  const [link] = useState(() => new URLSearchParams(location.hash.slice(1)))
  const token = link.get('token') ?? ''
  const isFirst = purpose === 'password' && link.has('first')
  const [names, setNames] = useState({ person: '', company: '', timezone: browserZone })
  const lacks = (name: string): boolean => isFirst && name.trim() === ''
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  /** The last submitted password; null before the first submission. */
  const [tried, setTried] = useState<string | null>(null)
  const choice = useMutation({
    async mutationFn() {
      const body = { token, password }
      if (purpose === 'password') return { email: (await anonymous.resetPassword({ body })).data.email, accepted: null }
      const { session: accepted, ...user } = (await anonymous.acceptInvitation({ body })).data
      return { email: user.email, accepted: accepted && { ...accepted, user } }
    },
    async onSuccess({ email, accepted }) {
      let wasIntroduced = false
      try {
        const signedIn = accepted ?? (await anonymous.login({ body: { email, password } })).data
        session.signIn(signedIn)
        if (isFirst) await introduce(signedIn)
        wasIntroduced = true
        // The user did not type the email address here but needs it for the next sign-in.
        showToast({ kind: 'done', text: t('Your password is set. You sign in as {email}.', { email }) }, 15_000)
        await navigate({ to: '/', replace: true })
      } catch {
        // The new password is saved. Sign in on the sign-in screen, because only that screen has inputs for a second factor or a tenant.
        if (isFirst && !wasIntroduced)
          showToast({ kind: 'problem', text: t('Your names aren’t saved. You can set them in the settings.') }, 30_000)
        await navigate({ to: '/sign-in', replace: true })
      }
    },
  })
  const invitation = useQuery({
    queryKey: ['invitation', token],
    enabled: purpose === 'invitation' && token !== '',
    // Accepting the invitation ends the link, which must not replace the form while the session begins.
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => (await anonymous.readInvitation({ body: { token }, signal })).data,
  })
  /** Saves the names. The password is set already, so a failure leaves them for the settings. */
  async function introduce(signedIn: SignIn): Promise<void> {
    const name = names.person.trim()
    try {
      await skein.updateUser({ path: { id: signedIn.user.id }, body: { name } })
      // The session was started with the name that the installation made up.
      session.signIn({ ...signedIn, user: { ...signedIn.user, name } })
      await skein.updateTenantSettings({ body: { name: names.company.trim(), timezone: names.timezone } })
    } catch (error) {
      const { text } = describeFailure(error)
      showToast(
        { kind: 'problem', text: t('Your names aren’t saved. You can set them in the settings. {reason}', { reason: text }) },
        30_000,
      )
    }
  }
  const refusal = choice.error instanceof ApiError ? choice.error : null
  const isLinkInvalid = [refusal, invitation.error].some((error) => error instanceof ApiError && error.code === linkInvalid)
  const hasExpired = token === '' || isLinkInvalid
  const rejected = refusal?.code === 'SVC-AUTH-PASSWORD_REJECTED' ? refusal : null
  const isTooShort = tried !== null && tried === password && password.length < minLength
  const problem = isTooShort
    ? t('Use at least {count} characters.', { count: minLength })
    : rejected?.details.map((detail) => t('The password {problem}.', { problem: detail.message })).join(' ')
  const failure = choice.error && problem === undefined && !hasExpired ? describeFailure(choice.error) : null
  if (hasExpired)
    return (
      <Card
        title={t('This link no longer works')}
        lead={t('It was used already, or it has expired.')}
        below={
          <Link to="/sign-in" className="text-accent underline">
            {t('Back to sign-in')}
          </Link>
        }
      >
        <Link to="/forgot-password" className="text-accent underline">
          {t('Send me a new link')}
        </Link>
      </Card>
    )
  const { title, lead, button } = isFirst ? firstWords : words[purpose]
  return (
    <Card title={t(title)} lead={describeInvitation(invitation.data) ?? t(lead)}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(password)
          if (password.length >= minLength && !lacks(names.person) && !lacks(names.company)) choice.mutate()
        }}
      >
        {isFirst && (
          <>
            <Field
              label={t('Your name')}
              problem={tried !== null && lacks(names.person) ? t('Fill this in.') : undefined}
              autoComplete="name"
              maxLength={255}
              value={names.person}
              onChange={({ target }) => setNames({ ...names, person: target.value })}
            />
            <Field
              label={t('Company')}
              problem={tried !== null && lacks(names.company) ? t('Fill this in.') : undefined}
              autoComplete="organization"
              maxLength={255}
              value={names.company}
              onChange={({ target }) => setNames({ ...names, company: target.value })}
            />
            <div>
              <label htmlFor="timezone" className="mb-1.5 block font-medium">
                {t('Time zone')}
              </label>
              <Select
                id="timezone"
                className="w-full"
                options={listTimeZones()}
                value={names.timezone}
                onChange={(timezone) => setNames({ ...names, timezone })}
              />
            </div>
          </>
        )}
        <Field
          label={t('New password')}
          hint={t('At least 12 characters. Four random words work well.')}
          problem={problem}
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <label className="flex min-h-6 items-center gap-2">
          <input type="checkbox" className="size-4" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
          {t('Show password')}
        </label>
        {failure && <Notice requestId={failure.requestId}>{failure.text}</Notice>}
        {choice.isPending && <LimitWait />}
        <Button type="submit" look="primary" className="min-h-9" disabled={choice.isPending}>
          {choice.isPending ? t('Just a moment…') : t(button)}
        </Button>
      </form>
    </Card>
  )
}

export const ResetPasswordScreen = () => <ChoosePasswordScreen purpose="password" />
export const AcceptInvitationScreen = () => <ChoosePasswordScreen purpose="invitation" />
