import { useEffect, useState, type ComponentType } from 'react'
import { showToast } from './toasts.ts'

/**
 * Returns a dialog whose code is loaded when it first opens. If loading fails, for example offline, the dialog closes with a message and
 * the page stays. React's `lazy` would unmount the page instead.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  return function LazyDialog(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const { onClose } = props
    useEffect(() => {
      if (Part !== null) return
      let isOpen = true
      load().then(
        (part) => {
          loaded = part
          if (isOpen) setPart(() => part)
        },
        () => {
          if (!isOpen) return
          showToast({ kind: 'problem', text: 'This could not be loaded. Try again when the network is back.' })
          onClose()
        },
      )
      return () => {
        isOpen = false
      }
    }, [Part, onClose])
    return Part && <Part {...props} />
  }
}
