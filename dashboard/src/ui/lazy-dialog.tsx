import { useEffect, useState, type ComponentType } from 'react'
import { showToast } from './toasts.ts'
import { t } from '../texts/texts.ts'

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
          showToast({ kind: 'problem', text: t('We couldn’t load this. Try again when you’re back online.') })
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
