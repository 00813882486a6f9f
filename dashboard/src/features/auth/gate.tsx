import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Shows its children to whoever is signed in. When a session ends, they stay, with everything that was typed, behind a dialog to sign in again. */
export function Gate({ children }: { children: ReactNode }) {
  const { session, queries } = useApi()
  const state = useStore(session.store)
  if (state.state === 'unknown') return null
  if (state.state === 'out' && state.reason === 'none') return <ToSignIn />
  return (
    <>
      {children}
      {state.state === 'out' && (
        <Dialog label="Sign in again" className="w-90 max-w-full">
          <div className="p-5">
            <h2 className="text-lg font-semibold">Your session has ended</h2>
            <p className="mt-1 mb-4 text-muted">Sign in again to go on where you were. Nothing that you typed is lost.</p>
            <SignInForm onSignedIn={() => void queries.invalidateQueries()} />
          </div>
        </Dialog>
      )}
    </>
  )
}

/** Once: while the router is on its way, the address is already another one. */
function ToSignIn() {
  const navigate = useNavigate()
  const hasLeft = useRef(false)
  useEffect(() => {
    if (hasLeft.current) return
    hasLeft.current = true
    const to = location.pathname + location.search
    void navigate({ to: '/sign-in', search: to === '/' ? {} : { to }, replace: true })
  }, [navigate])
  return null
}
