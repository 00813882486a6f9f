import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '../api/store.ts'
import { Icon } from './icon.tsx'
import { TriangleAlert } from './icons.ts'
import { toasts } from './toasts.ts'
import { useOverlayParent } from './use-modal.ts'
import { t } from '../texts/texts.ts'

/** Height of the sidebar's foot in pixels, above which toasts float; null without a sidebar. */
const footHeight = createStore<number | null>(null)

/** The foot of the sidebar. Toasts float above it, so that they move and cover none of its links. */
export function ToastFoot({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const foot = ref.current
    if (!foot) return
    const measure = (): void => footHeight.set(innerHeight - foot.getBoundingClientRect().top)
    const observer = new ResizeObserver(measure)
    observer.observe(foot)
    addEventListener('resize', measure)
    measure()
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
      footHeight.set(null)
    }
  }, [])
  return <div ref={ref}>{children}</div>
}

/**
 * Renders the toasts above the sidebar's foot, beside the rail, or at the top of narrow screens, and announces them to screen readers. They
 * are at the same place above an open dialog. `path` is the page's.
 */
export function Toaster({ path }: { path: string }) {
  const all = useStore(toasts)
  const foot = useStore(footHeight)
  const [seen, shown] = [all.filter(({ shownAt }) => isAt(path, shownAt)), all.filter(({ shownAt }) => !isAt(path, shownAt))]
  return createPortal(
    <div
      role="status"
      aria-live="polite"
      style={foot === null ? undefined : { bottom: foot }}
      className={`pointer-events-none fixed z-20 grid gap-2 ${foot === null ? 'inset-x-0 top-2 justify-items-center px-4 md:ps-18 lg:top-auto lg:bottom-4 lg:justify-items-start' : 'start-0 max-h-[40vh] w-56 overflow-y-auto px-2 pb-2'}`}
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
