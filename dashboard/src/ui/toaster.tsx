import { createPortal } from 'react-dom'
import { useStore } from '../api/store.ts'
import { Button } from './button.tsx'
import { toasts } from './toasts.ts'
import { useTopmost } from './use-modal.ts'

/** The messages of `showToast`, read out as they come, also above a dialog; where they hide neither the text being written nor the buttons that send it or change a thread. */
export function Toaster() {
  const shown = useStore(toasts)
  return createPortal(
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-2 z-20 grid justify-items-center gap-2 px-4 lg:top-auto lg:bottom-4 lg:justify-items-start"
    >
      {shown.map(({ id, text, kind, action, other }) => (
        <div
          key={id}
          className={`pointer-events-auto flex max-w-full items-center lg:max-w-104 gap-3 rounded-lg border bg-raised py-1.5 ps-3 pe-1.5 shadow-lg ${kind === 'problem' ? 'border-danger text-danger' : 'border-line'}`}
        >
          <span className="text-sm">{text}</span>
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
    useTopmost(),
  )
}
