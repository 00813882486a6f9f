import { useStore } from '../api/store.ts'
import { Button } from './button.tsx'
import { toasts } from './toasts.ts'

/** The messages of `showToast`, read out as they come; where they hide neither the text being written nor the button that sends it. */
export function Toaster() {
  const shown = useStore(toasts)
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-2 z-20 grid justify-items-center gap-2 px-4 lg:top-auto lg:bottom-4 lg:justify-items-end"
    >
      {shown.map(({ id, text, kind, action }) => (
        <div
          key={id}
          className={`pointer-events-auto flex max-w-full items-center gap-3 rounded-lg border bg-raised py-1.5 ps-3 pe-1.5 shadow-lg ${kind === 'problem' ? 'border-danger text-danger' : 'border-line'}`}
        >
          <span className="text-sm">{text}</span>
          {action && (
            <Button
              look="plain"
              className="font-medium text-accent"
              onClick={() => {
                toasts.set(toasts.get().filter((each) => each.id !== id))
                action.run()
              }}
            >
              {action.label}
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}
