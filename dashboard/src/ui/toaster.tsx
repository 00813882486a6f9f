import { useStore } from '../api/store.ts'
import { Button } from './button.tsx'
import { toasts } from './toasts.ts'

/** The messages of `showToast`, read out as they come. */
export function Toaster() {
  const shown = useStore(toasts)
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-20 grid justify-items-center gap-2 px-4"
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
