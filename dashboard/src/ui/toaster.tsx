import { createPortal } from 'react-dom'
import { createStore, useStore } from '../api/store.ts'
import { Button } from './button.tsx'
import { toasts } from './toasts.ts'
import { useOverlayParent } from './use-modal.ts'

const toastContainer = createStore<HTMLElement | null>(null)
const setToastContainer = (element: HTMLElement | null): void => toastContainer.set(element)

/** The part of the page in which toasts appear. It has its own space, so that toasts do not cover controls. */
export function ToastContainer() {
  return <div ref={setToastContainer} className="shrink-0" />
}

/** Shows the toasts in `ToastContainer`, or above an open dialog, and announces them to screen readers. */
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
          : 'pointer-events-none fixed inset-x-0 top-2 z-20 grid justify-items-center gap-2 px-4 lg:top-auto lg:bottom-4 lg:justify-items-start'
      }
    >
      {shown.map(({ id, text, kind, action, other }) => (
        <div
          key={id}
          className={`pointer-events-auto flex min-w-0 max-w-full flex-wrap items-center gap-x-3 rounded-lg border bg-raised py-1.5 ps-3 pe-1.5 ${isInPage ? '' : 'shadow-lg lg:max-w-104'} ${kind === 'problem' ? 'border-danger text-danger' : 'border-line'}`}
        >
          <span className="min-w-0 text-sm wrap-anywhere">{text}</span>
          {[action, other].map(
            (each) =>
              each && (
                <Button
                  key={each.label}
                  look="plain"
                  className="font-medium text-accent"
                  onClick={() => {
                    toasts.set(toasts.get().filter((toast) => toast.id !== id))
                    each.run()
                  }}
                >
                  {each.label}
                </Button>
              ),
          )}
        </div>
      ))}
    </div>,
    isInPage ? container : overlayParent,
  )
}
