import { useLayoutEffect, useRef, type RefObject } from 'react'
import { createStore, useStore } from '../api/store.ts'

/** The open modal dialogs in stacking order: the last one is on top. */
const openDialogs = createStore<readonly HTMLDialogElement[]>([])

/** Opens a dialog when its component is mounted and closes it when the component is unmounted. `onOpen` may move the focus. */
export function useModal(ref: RefObject<HTMLDialogElement | null>, onOpen?: (dialog: HTMLDialogElement) => void): void {
  const firstOnOpen = useRef(onOpen)
  // A layout effect, because its cleanup runs while the dialog is still in the document. The browser returns the focus to the element that
  // had it only if the dialog is closed before it is removed.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (!dialog.open) dialog.showModal()
    firstOnOpen.current?.(dialog)
    openDialogs.set([...openDialogs.get(), dialog])
    return () => {
      dialog.close()
      openDialogs.set(openDialogs.get().filter((each) => each !== dialog))
    }
  }, [ref])
}

/** Returns the element to render menus and lists into: the modal dialog on top, or the main landmark, which axe requires around all content. */
export function useFloatingParent(): HTMLElement {
  const parent = useOverlayParent()
  return parent === document.body ? (document.querySelector('main') ?? parent) : parent
}

/** Returns the element to render toasts and banners into: the modal dialog on top, because it covers everything outside it, or the body. */
export function useOverlayParent(): HTMLElement {
  return useStore(openDialogs).at(-1) ?? document.body
}
