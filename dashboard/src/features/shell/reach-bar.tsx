import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useIsReachable, useLimitedUntil } from '../../api/reachability.ts'
import { useOverlayParent } from '../../ui/use-modal.ts'
import { t, tx } from '../../texts/texts.ts'

/**
 * Banner while the browser is offline, or with the remaining wait of rate-limited requests. It takes its height from the page, because an
 * overlay would cover the composer. While a dialog is open, the banner is at the top of the window, where dialogs have no buttons.
 */
export function ReachBar() {
  const isReachable = useIsReachable()
  const seconds = useSecondsUntil(useLimitedUntil())
  const overlayParent = useOverlayParent()
  const text = !isReachable
    ? t('You’re offline. Your drafts are safe on this device. Try other changes again when you’re back online.')
    : seconds > 0
      ? tx('That was a lot at once. We’ll send the rest in {time}.', {
          time: (
            <span key="time" className="tabular-nums">
              {seconds} s
            </span>
          ),
        })
      : null
  const isInPage = overlayParent === document.body
  const bar = (
    <div role="status" className={isInPage ? '' : 'pointer-events-none fixed inset-x-0 top-0 z-20 grid justify-items-center'}>
      {text !== null && (
        <p
          className={`border-warning-line bg-warning-tint px-3 py-1.5 text-center text-warning ${isInPage ? 'border-t md:me-2 md:mb-2 md:rounded-lg md:border' : 'rounded-b-lg border border-t-0 shadow-2'}`}
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
