import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Card } from './card.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInScreen() {
  const navigate = useNavigate()
  const { to } = useSearch({ from: '/sign-in' })
  return (
    <Card title="Sign in">
      <SignInForm onSignedIn={() => void navigate({ href: to ?? '/', replace: true })} />
      <p className="mt-4 text-sm">
        <Link to="/forgot-password" className="text-accent underline">
          Forgot your password?
        </Link>
      </p>
    </Card>
  )
}
