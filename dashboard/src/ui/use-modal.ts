import { useLayoutEffect, useRef, type RefObject } from 'react'
import { createStore, useStore } from '../api/store.ts'
import { focusLost } from './lost-focus.ts'

/** Open modal dialogs in stacking order: the last one is on top. */
const openDialogs = createStore<readonly HTMLDialogElement[]>([])

/** Opens a dialog when its component mounts and closes it on unmount. `onOpen` may move the focus. */
export function useModal(ref: RefObject<HTMLDialogElement | null>, onOpen?: (dialog: HTMLDialogElement) => void): void {
  const firstOnOpen = useRef(onOpen)
  // A layout effect, because its cleanup runs while the dialog is still in the document. The browser restores the focus only if the dialog
  // is closed before it is removed.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (!dialog.open) dialog.showModal()
    firstOnOpen.current?.(dialog)
    openDialogs.set([...openDialogs.get(), dialog])
    return () => {
      dialog.close()
      // The element that opened the dialog may be gone. React removes the dialog itself after this.
      queueMicrotask(focusLost)
      openDialogs.set(openDialogs.get().filter((each) => each !== dialog))
    }
  }, [ref])
}

/**
 * Returns the portal element of menus and listboxes: the topmost modal dialog, or the main landmark, because axe requires all content
 * inside a landmark.
 */
export function useFloatingParent(): HTMLElement {
  const parent = useOverlayParent()
  return parent === document.body ? (document.querySelector('main') ?? parent) : parent
}

/** Returns the portal element of toasts and banners: the topmost modal dialog, because it covers everything outside it, or the body. */
export function useOverlayParent(): HTMLElement {
  return useStore(openDialogs).at(-1) ?? document.body
}
