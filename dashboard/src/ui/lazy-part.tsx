import { useEffect, useState, type ComponentType } from 'react'

/** Returns a part of a page whose code is lazy-loaded when it is first shown. If loading fails, for example offline, renders nothing. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    useEffect(() => {
      if (Part !== null) return
      let isShown = true
      load().then(
        (part) => {
          loaded = part
          if (isShown) setPart(() => part)
        },
        () => undefined,
      )
      return () => {
        isShown = false
      }
    }, [Part])
    return Part && <Part {...props} />
  }
}
