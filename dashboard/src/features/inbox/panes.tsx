import type { ReactNode } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { useStore } from '../../api/store.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { createStoredChoice } from '../../ui/stored-choice.ts'
import { fromThreePanes, fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { customerSheet } from './customer-sheet.ts'
import { t } from '../../texts/texts.ts'

type PanesProps = {
  list: ReactNode
  /** Null while no thread is open. */
  thread: ReactNode
  customer: ReactNode
  /** Shown instead of the thread while none is open. Null when the list takes its place too, because there is no thread to open. */
  placeholder: ReactNode
}

const isBoolean = (stored: unknown): boolean | null => (typeof stored === 'boolean' ? stored : null)
const listShown = createStoredChoice('skein.panes.list', true, isBoolean)
const customerShown = createStoredChoice('skein.panes.customer', true, isBoolean)

/**
 * Shows the list, the thread and the customer side by side, in widths that the agent can change. Narrow screens show one of them at a time,
 * and the customer as a sheet.
 */
export function Panes({ list, thread, customer, placeholder }: PanesProps) {
  const isWide = useMedia(fromThreePanes)
  const isTwo = useMedia(fromTwoPanes)
  const wantsList = useStore(listShown)
  const isCustomerShown = useStore(customerShown)
  // Narrow screens use the same panels, so that React keeps the thread mounted when the agent turns the screen or zooms.
  const isListShown = thread === null || (isTwo && wantsList)
  const isThreadShown = thread !== null || (isTwo && placeholder !== null)
  const isSheetOpen = useStore(customerSheet)
  const hasCustomer = customer !== null && isWide && isCustomerShown
  const panelIds = [...(isListShown ? ['list'] : []), ...(isThreadShown ? ['thread'] : []), ...(hasCustomer ? ['customer'] : [])]
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({ id: 'skein.panes', panelIds, storage: localStorage })
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
      <Group id="skein.panes" defaultLayout={defaultLayout} onLayoutChanged={onLayoutChanged} className="min-w-0 flex-1">
        {isListShown && (
          <>
            <Panel
              id="list"
              defaultSize={isWide ? 380 : 320}
              minSize={isThreadShown ? 260 : '100%'}
              maxSize={isThreadShown ? 640 : '100%'}
              groupResizeBehavior="preserve-pixel-size"
              className="flex"
            >
              {list}
            </Panel>
            {isThreadShown && <Edge label={t('Width of the list')} />}
          </>
        )}
        {isThreadShown && (
          <Panel id="thread" minSize={isTwo ? 300 : '100%'} className="flex">
            {thread ?? placeholder}
          </Panel>
        )}
        {hasCustomer && (
          <>
            <Edge label={t('Width of the customer')} />
            <Panel id="customer" defaultSize={300} minSize={220} maxSize={520} groupResizeBehavior="preserve-pixel-size" className="flex">
              {customer}
            </Panel>
          </>
        )}
      </Group>
      {sheet}
    </>
  )
}

/** A 1 px line between panes that can be dragged, or moved with the arrow keys. The draggable area is wider than the line. */
function Edge({ label }: { label: string }) {
  return (
    <Separator
      aria-label={label}
      className="w-px bg-line outline-offset-0 hover:bg-accent focus-visible:bg-accent data-[separator=active]:bg-accent data-[separator=hover]:bg-accent"
    />
  )
}
