import type { CSSProperties, ReactNode } from 'react'
import { useStore } from '../../api/store.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { createStoredChoice } from '../../ui/stored-choice.ts'
import { fromListBesideThread, fromThreePanes, useMedia } from '../../ui/use-media.ts'
import { customerSheet } from '../thread/customer-sheet.ts'
import { PaneEdge, type PaneLimits } from './pane-edge.tsx'
import { t } from '../../texts/texts.ts'

type PanesProps = {
  list: ReactNode
  /** The open thread, or null. */
  thread: ReactNode
  customer: ReactNode
  /** Shown while no thread is open. If null, the list fills the space, because there is no thread to open. */
  placeholder: ReactNode
}

const isBoolean = (stored: unknown): boolean | null => (typeof stored === 'boolean' ? stored : null)
const listShown = createStoredChoice('skein.panes.list', true, isBoolean)
const customerShown = createStoredChoice('skein.panes.customer', true, isBoolean)

/** Pane widths in pixels; null until the agent resizes a pane. */
const isNumber = (stored: unknown): number | null => (typeof stored === 'number' ? stored : null)
const listWidth = createStoredChoice<number | null>('skein.panes.listWidth', null, isNumber)
const customerWidth = createStoredChoice<number | null>('skein.panes.customerWidth', null, isNumber)
const listLimits = { min: 260, max: 640 }
const customerLimits = { min: 220, max: 520 }
const minThreadWidth = 300

/** Resizable panes for the list, the thread and the customer. Narrow screens show one pane at a time, and the customer as a sheet. */
export function Panes({ list, thread, customer, placeholder }: PanesProps) {
  const isWide = useMedia(fromThreePanes)
  const isTwo = useMedia(fromListBesideThread)
  const wantsList = useStore(listShown)
  const isCustomerShown = useStore(customerShown)
  // Narrow screens use the same panels, so that React keeps the thread mounted when the agent rotates the device or zooms.
  const isListShown = thread === null || (isTwo && wantsList)
  const isThreadShown = thread !== null || (isTwo && placeholder !== null)
  const isSheetOpen = useStore(customerSheet)
  const hasCustomer = customer !== null && isWide && isCustomerShown
  const shownListWidth = useStore(listWidth) ?? (isWide ? 380 : 320)
  const shownCustomerWidth = useStore(customerWidth) ?? 300
  useShortcuts({
    toggleList: () => listShown.set(!listShown.get()),
    toggleCustomer() {
      if (customer === null) return
      if (isWide) customerShown.set(!isCustomerShown)
      else customerSheet.set(!isSheetOpen)
    },
  })
  const sheet = customer !== null && !isWide && isSheetOpen && (
    <Sheet label={t('Customer')} closeKey="]" onClose={() => customerSheet.set(false)}>
      {customer}
    </Sheet>
  )
  return (
    <>
      <div className="flex min-w-0 flex-1">
        {isListShown && (
          <>
            <div className="flex overflow-hidden" style={isThreadShown ? toFlex(shownListWidth, listLimits) : { flex: 1 }}>
              {list}
            </div>
            {isThreadShown && (
              <PaneEdge
                label={t('Width of the list')}
                pane="before"
                width={shownListWidth}
                limits={listLimits}
                minOther={minThreadWidth}
                onResize={listWidth.set}
              />
            )}
          </>
        )}
        {isThreadShown && (
          <div className="flex flex-1 overflow-hidden" style={{ minWidth: isTwo ? minThreadWidth : 0 }}>
            {thread ?? placeholder}
          </div>
        )}
        {hasCustomer && (
          <>
            <PaneEdge
              label={t('Width of the customer')}
              pane="after"
              width={shownCustomerWidth}
              limits={customerLimits}
              minOther={minThreadWidth}
              onResize={customerWidth.set}
            />
            <div className="flex overflow-hidden" style={toFlex(shownCustomerWidth, customerLimits)}>
              {customer}
            </div>
          </>
        )}
      </div>
      {sheet}
    </>
  )
}

/** Returns the style of a pane that shrinks before the thread becomes too narrow. */
function toFlex(width: number, { min, max }: PaneLimits): CSSProperties {
  return { flex: `0 1 ${width}px`, minWidth: min, maxWidth: max }
}
