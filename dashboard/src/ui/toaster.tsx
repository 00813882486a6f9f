import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { createStore, useStore } from '../api/store.ts'
import { Icon } from './icon.tsx'
import { TriangleAlert } from './icons.ts'
import { toasts } from './toasts.ts'
import { useOverlayParent } from './use-modal.ts'
import { t } from '../texts/texts.ts'

const toastContainer = createStore<HTMLElement | null>(null)
const setToastContainer = (element: HTMLElement | null): void => toastContainer.set(element)

/** Container for toasts. It reserves its own space, so that toasts do not cover controls. */
export function ToastContainer() {
  return <div ref={setToastContainer} className="shrink-0" />
}

/** Renders the toasts in `ToastContainer`, or above the page or an open dialog if they do not fit, and announces them to screen readers. */
export function Toaster() {
  const shown = useStore(toasts)
  const container = useStore(toastContainer)
  const overlayParent = useOverlayParent()
  const isInPage = overlayParent === document.body && container !== null
  return createPortal(
    <div
      role="status"
      aria-live="polite"
      className={
        isInPage
          ? `grid max-h-[40vh] gap-2 overflow-y-auto ${shown.length > 0 ? 'p-2 md:px-0 md:pb-0' : ''}`
          : 'pointer-events-none fixed inset-x-0 top-2 z-20 grid justify-items-center gap-2 ps-4 pe-4 md:ps-18 lg:top-auto lg:bottom-4 lg:justify-items-start'
      }
    >
      {shown.map(({ id, text, kind, action, other, until }) => (
        <div
          key={id}
          className={`pointer-events-auto flex min-w-0 max-w-full flex-wrap items-center gap-x-2 rounded-lg bg-inverse py-1 ps-3 text-on-inverse shadow-2 forced-colors:border ${action ? 'pe-1' : 'pe-3'} ${isInPage ? '' : 'lg:max-w-104'}`}
        >
          {kind === 'problem' && <Icon of={TriangleAlert} className="text-[light-dark(#fb9890,#b3241f)]" />}
          <span className="min-w-0 py-1 wrap-anywhere">{text}</span>
          {[action, other].map(
            (each, at) =>
              each && (
                <button
                  key={each.label}
                  type="button"
                  className="inline-flex min-h-7 items-center gap-1 rounded-md px-2 font-medium text-[light-dark(#a9afff,#4445c2)] hover:bg-[light-dark(#ffffff1f,#00000014)] focus-visible:outline-current max-md:min-h-11"
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
    isInPage ? container : overlayParent,
  )
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
