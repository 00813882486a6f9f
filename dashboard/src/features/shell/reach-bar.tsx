import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIsReachable, useLimitedUntil } from '../../api/reachability.ts'
import { useOverlayParent } from '../../ui/use-modal.ts'

/**
 * Shows that the browser is offline, or how long rate-limited requests still wait. The bar shrinks the page, because on top of the page it
 * would cover the composer. While a dialog is open, the bar is at the top of the window, where dialogs have no buttons.
 */
export function ReachBar() {
  const isReachable = useIsReachable()
  const seconds = useSecondsUntil(useLimitedUntil())
  const overlayParent = useOverlayParent()
  const text = !isReachable ? (
    'You are offline. What you write is kept here. Changes can be retried when the network is back.'
  ) : seconds > 0 ? (
    <>
      The service asks to go slower. What waits is sent in <span className="tabular-nums">{seconds} s</span>.
    </>
  ) : null
  const isInPage = overlayParent === document.body
  const bar = (
    <div role="status" className={isInPage ? '' : 'pointer-events-none fixed inset-x-0 top-0 z-20 grid justify-items-center'}>
      {text !== null && (
        <p
          className={`border-warning bg-raised px-3 py-1.5 text-center text-sm text-warning ${isInPage ? 'border-t' : 'rounded-b-md border border-t-0 shadow-lg'}`}
        >
          {text}
        </p>
      )}
    </div>
  )
  return isInPage ? bar : createPortal(bar, overlayParent)
}

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(() => performance.now())
  useEffect(() => {
    const tick = (): void => {
      setNow(performance.now())
      if (performance.now() >= time) clearInterval(timer)
    }
    const timer = setInterval(tick, 500)
    tick()
    return () => clearInterval(timer)
  }, [time])
  return Math.max(0, Math.ceil((time - now) / 1000))
}
