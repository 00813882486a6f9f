import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useIsOnline, useLimitedUntil } from '../../api/reachability.ts'
import { useTopmost } from '../../ui/use-modal.ts'

/** Says when calls do not get through, and how long that lasts. Nothing has to be done again: what waits is sent afterwards. */
export function ReachBar() {
  const isOnline = useIsOnline()
  const seconds = useSecondsUntil(useLimitedUntil())
  return createPortal(
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-20 grid justify-items-center">
      {!isOnline && <Bar>You are offline. What you write is kept here; changes can be tried again when the network is back.</Bar>}
      {isOnline && seconds > 0 && (
        <Bar>
          The service asks to go slower. What waits is sent in <span className="tabular-nums">{seconds} s</span>.
        </Bar>
      )}
    </div>,
    useTopmost(),
  )
}

function Bar({ children }: { children: ReactNode }) {
  return <p className="rounded-t-md border border-b-0 border-warning bg-raised px-3 py-1.5 text-sm text-warning shadow-lg">{children}</p>
}

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const tick = (): void => {
      setNow(Date.now())
      if (Date.now() >= time) clearInterval(timer)
    }
    const timer = setInterval(tick, 500)
    tick()
    return () => clearInterval(timer)
  }, [time])
  return Math.max(0, Math.ceil((time - now) / 1000))
}
