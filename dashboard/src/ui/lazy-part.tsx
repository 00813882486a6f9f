import { useEffect, useState, type ComponentType } from 'react'

/** Returns a part of a page whose code is loaded when it is first shown. If loading fails, for example offline, the part is missing. */
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
