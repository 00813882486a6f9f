import { useEffect, useId } from 'react'
import { Tooltip, useTooltipStore } from '@ariakit/react'
import { useFloatingParent } from '../use-modal.ts'

/** Tooltip at `anchor`. `Tooltips` decides when it is shown. */
export function TooltipPopup({ anchor, text }: { anchor: HTMLElement; text: string }) {
  const id = useId()
  const parent = useFloatingParent()
  const store = useTooltipStore({ open: true, placement: 'bottom' })
  useEffect(() => {
    store.setAnchorElement(anchor)
    // Do not repeat the accessible name as a description.
    if (anchor.getAttribute('aria-label') === text) return
    const before = anchor.getAttribute('aria-describedby')
    anchor.setAttribute('aria-describedby', before === null ? id : `${before} ${id}`)
    return () => {
      if (before === null) anchor.removeAttribute('aria-describedby')
      else anchor.setAttribute('aria-describedby', before)
    }
  }, [anchor, id, store, text])
  return (
    <Tooltip
      store={store}
      id={id}
      portal
      portalElement={parent}
      fixed
      gutter={6}
      hideOnEscape={false}
      hideOnHoverOutside={false}
      hideOnInteractOutside={false}
      className="z-50 max-w-[min(20rem,calc(100vw-1rem))] rounded-md bg-inverse px-2 py-1 text-xs text-balance text-on-inverse wrap-anywhere shadow-2 forced-colors:border"
    >
      {text}
    </Tooltip>
  )
}
