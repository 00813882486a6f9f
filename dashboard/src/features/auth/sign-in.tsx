import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { Card } from './card.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInScreen() {
  const navigate = useNavigate()
  const { to } = useSearch({ from: '/sign-in' })
  const state = useStore(useApi().session.store)
  const hasEnded = state.state === 'out' && state.reason === 'ended'
  return (
    <Card title="Sign in" {...(hasEnded ? { lead: 'Your session has ended. Sign in again to continue where you were.' } : {})}>
      <SignInForm onSignedIn={() => void navigate({ href: to ?? '/', replace: true })} />
      <p className="mt-4 text-sm">
        <Link to="/forgot-password" className="text-accent underline">
          Forgot your password?
        </Link>
      </p>
    </Card>
  )
}
