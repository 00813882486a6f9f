import { useLayoutEffect, useRef, type RefObject } from 'react'
import { createStore, useStore } from '../api/store.ts'

/** The modal dialogs that are open, the topmost last. */
const openDialogs = createStore<readonly HTMLDialogElement[]>([])

/** Opens a dialog with its component and closes it with it. `onOpen`: where the focus goes. */
export function useModal(ref: RefObject<HTMLDialogElement | null>, onOpen?: (dialog: HTMLDialogElement) => void): void {
  const opened = useRef(onOpen)
  // Before it leaves the page: afterwards the browser no longer knows where the focus was.
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

/** Where something has to stand to be above everything: the browser lets nothing outside of the topmost modal dialog be seen or used. */
export function useTopmost(): HTMLElement {
  return useStore(openDialogs).at(-1) ?? document.body
}
