import { useEffect, useState, type ComponentType } from 'react'
import { showToast } from './toasts.ts'

/**
 * A dialog whose program is loaded when it is first opened. Where that fails (the network is away) it closes with a message the page stays;
 * the `lazy` of React would take all of it down.
 */
export function lazyPart<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  return function LazyPart(props: Props) {
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
