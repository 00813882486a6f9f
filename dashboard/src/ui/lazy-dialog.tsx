import { useEffect, useState, type ComponentType } from 'react'
import { showToast } from './toasts.ts'
import { t } from '../texts/texts.ts'

/**
 * Lazy component. `preload` loads its code before it is first rendered. A failure is ignored: rendering the component loads the code again.
 */
type LazyDialog<Props> = ComponentType<Props> & { preload: () => void }

/**
 * Returns a dialog or pane whose code is lazy-loaded when it first opens. If loading fails, for example offline, it closes with a message
 * and the page stays. React's `lazy` would unmount the page instead.
 */
export function lazyDialog<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>): LazyDialog<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadOnce = async (): Promise<ComponentType<Props>> => (loaded ??= await load())
  function LazyDialog(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const { onClose } = props
    useEffect(() => {
      if (Part !== null) return
      let isOpen = true
      loadOnce().then(
        (part) => {
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
  return Object.assign(LazyDialog, { preload: () => void loadOnce().catch(() => undefined) })
}
