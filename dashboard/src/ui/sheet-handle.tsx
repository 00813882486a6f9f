import type { PointerEvent } from 'react'

/** Style of a dialog that is a sheet at the bottom of a phone's screen, above the virtual keyboard. */
export const bottomSheet =
  'max-md:mx-0 max-md:mt-auto max-md:mb-[var(--keyboard)] max-md:w-full max-md:max-w-full max-md:max-h-[calc(100dvh-var(--keyboard)-1.5rem)] max-md:rounded-b-none max-md:rounded-t-[20px] max-md:pb-[env(safe-area-inset-bottom)]'

/** Pixels that the agent drags a sheet down before it closes. */
const closingDistance = 80

/** Handle at the top of a phone's sheet: dragging it down closes the sheet. Escape and the Close button do the same. */
export function SheetHandle({ onClose }: { onClose: () => void }) {
  return (
    <div
      aria-hidden
      className="sticky top-0 z-10 touch-none bg-raised pt-2 pb-2.5 md:hidden"
      onPointerDown={(event) => drag(event, onClose)}
    >
      <div className="mx-auto h-1.25 w-9 rounded-full bg-line-strong opacity-70" />
    </div>
  )
}

/** Moves the sheet with the pointer until the pointer is released. */
function drag({ currentTarget, pointerId, clientY: startY }: PointerEvent<HTMLElement>, onClose: () => void): void {
  const handle: HTMLElement = currentTarget
  const sheet = handle.parentElement
  if (!sheet) return
  const listening = new AbortController()
  const { signal } = listening
  const end = (distance: number): void => {
    listening.abort()
    sheet.style.translate = ''
    if (distance > closingDistance) onClose()
  }
  handle.setPointerCapture(pointerId)
  handle.addEventListener(
    'pointermove',
    ({ clientY }) => {
      sheet.style.translate = `0 ${Math.max(0, clientY - startY)}px`
    },
    { signal },
  )
  handle.addEventListener('pointerup', ({ clientY }) => end(clientY - startY), { signal })
  handle.addEventListener('pointercancel', () => end(0), { signal })
}
