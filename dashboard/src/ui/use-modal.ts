import { useLayoutEffect, useRef, type RefObject } from 'react'
import { createStore, useStore } from '../api/store.ts'

/** The open modal dialogs, the topmost last. */
const openDialogs = createStore<readonly HTMLDialogElement[]>([])

/** Opens a dialog when its component is mounted and closes it when the component is unmounted. `onOpen` may move the focus. */
export function useModal(ref: RefObject<HTMLDialogElement | null>, onOpen?: (dialog: HTMLDialogElement) => void): void {
  const opened = useRef(onOpen)
  // A layout effect closes the dialog before it leaves the page. Later, the browser could not return the focus to the element that had it.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (!dialog.open) dialog.showModal()
    opened.current?.(dialog)
    openDialogs.set([...openDialogs.get(), dialog])
    return () => {
      dialog.close()
      openDialogs.set(openDialogs.get().filter((each) => each !== dialog))
    }
  }, [ref])
}

/**
 * Returns the element that overlays such as toasts must be rendered into. The browser hides everything outside the topmost modal dialog.
 */
export function useTopmost(): HTMLElement {
  return useStore(openDialogs).at(-1) ?? document.body
}
