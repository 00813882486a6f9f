import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '../api/store.ts'
import { Icon } from './icon.tsx'
import { TriangleAlert } from './icons.ts'
import { toasts } from './toasts.ts'
import { useOverlayParent } from './use-modal.ts'
import { t } from '../texts/texts.ts'

/** The feet of the page, with their heights in pixels from the bottom of the screen. Toasts float above the highest. */
const feet = createStore<ReadonlyMap<HTMLElement, number>>(new Map())

/** The foot of the sidebar, or of a phone's screen or list. Toasts float above it, so that they move and cover none of its controls. */
export function ToastFoot({ className, children }: { className?: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const foot = ref.current
    if (!foot) return
    const remove = (): void => feet.set(new Map([...feet.get()].filter(([each]) => each !== foot)))
    const measure = (): void => {
      const { top, height } = foot.getBoundingClientRect()
      if (height === 0) remove()
      else feet.set(new Map([...feet.get(), [foot, innerHeight - top]]))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(foot)
    addEventListener('resize', measure)
    measure()
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
      remove()
    }
  }, [])
  return (
    <div ref={ref} className={className}>
      {children}
    </div>
  )
}

/**
 * Renders the toasts above the foot, beside the rail, or above the composer of a phone, and announces them to screen readers. They are at
 * the same place above an open dialog. `path` is the page's.
 */
export function Toaster({ path }: { path: string }) {
  const all = useStore(toasts)
  const heights = useStore(feet)
  const foot = heights.size === 0 ? null : Math.max(...heights.values())
  const [seen, shown] = [all.filter(({ shownAt }) => isAt(path, shownAt)), all.filter(({ shownAt }) => !isAt(path, shownAt))]
  return createPortal(
    <div
      role="status"
      aria-live="polite"
      style={foot === null ? undefined : { bottom: foot }}
      className={`pointer-events-none fixed inset-x-0 z-20 grid max-h-[40vh] justify-items-center gap-2 overflow-y-auto px-4 pb-2 ${foot === null ? 'max-md:bottom-18 md:bottom-2 md:justify-items-start md:ps-18' : 'md:end-auto md:w-56 md:justify-items-stretch md:px-2'}`}
    >
      {seen.map(({ id, text }) => (
        <span key={id} className="sr-only">
          {text}
        </span>
      ))}
      {shown.map(({ id, text, kind, action, other, until }) => (
        <div
          key={id}
          className={`pointer-events-auto flex min-w-0 max-w-full flex-wrap items-center gap-x-2 rounded-lg bg-inverse py-1 ps-3 text-on-inverse shadow-2 forced-colors:border ${action || other ? 'pe-1' : 'pe-3'} ${foot === null ? 'lg:max-w-104' : ''}`}
        >
          {kind === 'problem' && <Icon of={TriangleAlert} className="text-[light-dark(#fb9890,#b3241f)]" />}
          <span className="min-w-0 py-1 wrap-anywhere">{text}</span>
          {[action, other].map(
            (each, at) =>
              each && (
                <button
                  key={each.label}
                  type="button"
                  className="-ms-2 inline-flex min-h-7 items-center gap-1 rounded-md px-2 font-medium text-[light-dark(#a9afff,#4445c2)] hover:bg-[light-dark(#ffffff1f,#00000014)] focus-visible:outline-current max-md:min-h-11"
                  onClick={() => {
                    toasts.set(toasts.get().filter((toast) => toast.id !== id))
                    each.run()
                  }}
                >
                  {each.label}
                  {at === 0 && each.label === t('Undo') && <Countdown until={until} />}
                </button>
              ),
          )}
        </div>
      ))}
    </div>,
    useOverlayParent(),
  )
}

function isAt(path: string, part: string | undefined): boolean {
  return part !== undefined && path.endsWith(`/${part}`)
}

/** Remaining seconds, hidden from screen readers, which would announce each one. */
function Countdown({ until }: { until: number }) {
  const getSeconds = (): number => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(getSeconds)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(getSeconds()), 250)
    return () => clearInterval(timer)
  })
  return (
    <span aria-hidden className="tabular-nums">
      · {seconds} s
    </span>
  )
}
