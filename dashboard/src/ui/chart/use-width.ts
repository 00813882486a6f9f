import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Returns a ref, and the width of its element in whole pixels. The width is 0 before the first layout. */
export function useWidth<Kind extends HTMLElement>(): [RefObject<Kind | null>, number] {
  const ref = useRef<Kind>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(Math.floor(element.clientWidth))
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl'
}
