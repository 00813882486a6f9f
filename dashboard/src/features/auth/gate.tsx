import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useApi } from '../../api/api.ts'
import { useStore } from '../../api/store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Delayed } from '../../ui/delayed.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ReachBar } from '../shell/reach-bar.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { t } from '../../texts/texts.ts'

const RequireSecondFactor = lazyDialog(async () => (await import('./require-second-factor.tsx')).RequireSecondFactor)

/**
 * Shows its children to signed-in users. When the session ends, the children stay mounted behind a sign-in dialog, so that unsaved text
 * survives.
 */
export function Gate({ children }: { children: ReactNode }) {
  const { session, queries } = useApi()
  const state = useStore(session.store)
  const [showsCodes, setShowsCodes] = useState(false)
  if (state.state === 'unknown') return state.failure === undefined ? <WaitingForService /> : <Unreachable failure={state.failure} />
  // No user has been signed in on this page, so there is no unsaved text to keep. Without a session, every request of the screens would
  // fail.
  if (state.state === 'out' && (state.reason === 'none' || state.user === null)) return <RedirectToSignIn />
  // The screens stay unmounted, because the service refuses their requests until the second factor is set up.
  if (showsCodes || (state.state === 'in' && state.lacksSecondFactor)) {
    const finishEnrolment = (): void => {
      setShowsCodes(false)
      void queries.resetQueries()
    }
    const showCodes = (): void => {
      // Shows the recovery codes until the user confirms that they are saved.
      setShowsCodes(true)
      session.setLacksSecondFactor(false)
    }
    return <RequireSecondFactor onConfirmed={showCodes} onDone={finishEnrolment} onClose={() => location.reload()} />
  }
  return (
    <>
      {children}
      {state.state === 'out' && (
        <Dialog label={t('Sign in again')} className="w-90 max-w-full">
          <div className="p-5">
            <h2 className="text-lg font-semibold">{t('You’ve been signed out')}</h2>
            <p className="mt-1 mb-4 text-text-2">{t('Sign in again to continue where you were. Nothing you typed is lost.')}</p>
            <SignInForm onSignedIn={() => void queries.invalidateQueries()} />
          </div>
        </Dialog>
      )}
    </>
  )
}

/** Loading state of the first request. If the service is slow or the request is rate limited, the page must not stay blank. */
function WaitingForService() {
  return (
    <>
      <Delayed ms={1_000}>
        <main className="grid h-full place-items-center p-8">
          <div role="status">
            <h1 className="text-muted">{t('Waiting for Skein…')}</h1>
          </div>
        </main>
      </Delayed>
      <ReachBar />
    </>
  )
}

/** Error state when the first request failed and the session is unknown. */
function Unreachable({ failure }: { failure: unknown }) {
  const { session } = useApi()
  useEffect(() => {
    const resume = (): void => void session.resume()
    addEventListener('online', resume)
    return () => removeEventListener('online', resume)
  }, [session])
  return (
    <main className="mx-auto max-w-120 p-8">
      <h1 className="mb-3 text-xl font-semibold">{t('We can’t reach Skein')}</h1>
      <Problem error={failure} onRetry={() => void session.resume()} />
    </main>
  )
}

/** Redirects to the sign-in screen. Runs once, because a second run would store the sign-in screen's own URL as the page to return to. */
function RedirectToSignIn() {
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
