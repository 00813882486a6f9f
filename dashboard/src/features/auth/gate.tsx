import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Later } from '../../ui/later.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ReachBar } from '../shell/reach-bar.tsx'
import { SignInForm } from './sign-in-form.tsx'

const EnrolFirst = lazyPart(async () => (await import('./enrol-first.tsx')).EnrolFirst)

/** Shows its children to whoever is signed in. When a session ends, they stay, with everything that was typed, behind a dialog to sign in again. */
export function Gate({ children }: { children: ReactNode }) {
  const { session, queries } = useApi()
  const state = useStore(session.store)
  const [showsCodes, setShowsCodes] = useState(false)
  if (state.state === 'unknown') return state.failure === undefined ? <Asking /> : <Unreachable failure={state.failure} />
  // Nobody was seen on this page: there is nothing to keep behind a dialog, and everything that it asked for would fail.
  if (state.state === 'out' && (state.reason === 'none' || state.user === null)) return <ToSignIn />
  // Nothing behind: the service would refuse everything that the screens ask for.
  if (showsCodes || (state.state === 'in' && state.lacksSecondFactor)) {
    const goOn = (): void => {
      setShowsCodes(false)
      void queries.resetQueries()
    }
    const confirmed = (): void => {
      // The recovery codes stay until the person has kept them.
      setShowsCodes(true)
      session.noteSecondFactor(false)
    }
    return <EnrolFirst onConfirmed={confirmed} onDone={goOn} onClose={() => location.reload()} />
  }
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

/** While the service is asked whether somebody is signed in: slow or limited, it must not look like an empty page. */
function Asking() {
  return (
    <>
      <Later ms={1_000}>
        <main className="grid h-full place-items-center p-8">
          <div role="status">
            <h1 className="text-muted">Waiting for Skein…</h1>
          </div>
        </main>
      </Later>
      <ReachBar />
    </>
  )
}

/** The service did not say whether somebody is signed in. */
function Unreachable({ failure }: { failure: unknown }) {
  const { session } = useApi()
  useEffect(() => {
    const again = (): void => void session.resume()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [session])
  return (
    <main className="mx-auto max-w-120 p-8">
      <h1 className="mb-3 text-xl font-semibold">Skein does not answer</h1>
      <Problem error={failure} onRetry={() => void session.resume()} />
    </main>
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
