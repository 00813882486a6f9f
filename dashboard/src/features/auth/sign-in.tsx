import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { Card } from './card.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { t } from '../../texts/texts.ts'

export function SignInScreen() {
  const navigate = useNavigate()
  const { to } = useSearch({ from: '/sign-in' })
  const state = useStore(useApi().session.store)
  const hasEnded = state.state === 'out' && state.reason === 'ended'
  return (
    <Card
      title={t('Sign in')}
      {...(hasEnded ? { lead: t('You’ve been signed out. Sign in again to continue where you were.') } : {})}
      below={
        <Link to="/forgot-password" className="text-accent underline">
          {t('Forgot your password?')}
        </Link>
      }
    >
      <SignInForm onSignedIn={() => void navigate({ href: to ?? '/', replace: true })} />
    </Card>
  )
}
