import { useCallback, useEffect, useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Customer } from '@skein/client'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { formatAgo, formatExact } from '../../ui/time.ts'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { useNow } from '../../ui/use-now.ts'
import type { useCustomers } from './use-customers.ts'
import { getCustomerName } from '../../ui/customer-name.ts'

type CustomerListProps = { list: ReturnType<typeof useCustomers>; rows: readonly Customer[]; total: number }

/** Row heights in pixels: one line, or two on narrow screens. */
const rowHeight = 44
const narrowRowHeight = 60
/** Narrow screens show the email below the name and omit the id. */
const columns = 'md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_minmax(0,3fr)_7rem] md:gap-x-4'

/** Virtualised table of customers. Each name is a link that covers its row; J and K move the focus between the links. */
export function CustomerList({ list, rows, total }: CustomerListProps) {
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  const now = useNow()
  const isWide = useMedia(fromTwoPanes)
  // A new function on each render would make the virtualizer measure all rows again.
  const getKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isWide ? rowHeight : narrowRowHeight),
    overscan: 8,
    getItemKey: getKey,
  })
  useEffect(() => virtual.measure(), [virtual, isWide])
  const items = virtual.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError && lastShown >= rows.length - 20) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, lastShown, rows.length])
  const move = (step: number): void => {
    const links = [...(scroller.current?.querySelectorAll<HTMLElement>('a[data-customer]') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    links[Math.max(0, at + step)]?.focus()
  }
  useShortcuts({ next: () => move(1), previous: () => move(-1) })
  return (
    <div role="table" aria-label={t('Customers')} aria-rowcount={total + 1} className="flex min-h-0 flex-1 flex-col">
      <div
        role="row"
        aria-rowindex={1}
        className={`shrink-0 items-center border-b border-line px-4 text-xs font-medium text-muted max-md:sr-only md:h-9 ${columns}`}
      >
        <span role="columnheader">{t('Name')}</span>
        <span role="columnheader">{t('Email')}</span>
        <span role="columnheader">{t('Your ID')}</span>
        <span role="columnheader" className="md:text-end">
          {t('First seen')}
        </span>
      </div>
      <div ref={scroller} role="rowgroup" className="min-h-0 flex-1 overflow-y-auto">
        <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, key }) => {
            const customer = rows[index]
            if (!customer) return null
            const { id, name, email, hasEmail, externalId, createdAt } = customer
            const shown = getCustomerName(customer)
            return (
              <div
                key={key}
                role="row"
                aria-rowindex={index + 2}
                className={`absolute inset-x-0 top-0 h-15 content-center items-center border-b border-line-soft px-4 hover:bg-hover max-md:grid max-md:grid-cols-[2.75rem_minmax(0,1fr)_auto] md:h-11 ${columns}`}
                style={{ transform: `translateY(${start}px)` }}
              >
                <span role="cell" className="contents md:flex md:min-w-0 md:items-center md:gap-3">
                  <Avatar name={shown} size={isWide ? 24 : 32} className="max-md:row-span-2" />
                  <Link
                    to="/customers/$customerId"
                    params={{ customerId: id }}
                    data-customer
                    dir="auto"
                    className="truncate font-medium outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                  >
                    {shown}
                  </Link>
                </span>
                <span role="cell" className="truncate text-text-2 max-md:col-start-2 max-md:row-start-2 max-md:text-muted">
                  {name === null || !hasEmail ? '' : email}
                </span>
                <span role="cell" className="truncate text-text-2 max-md:hidden">
                  {externalId ?? ''}
                </span>
                <span
                  role="cell"
                  data-tip={formatExact(createdAt)}
                  className="text-end text-xs text-muted tabular-nums max-md:col-start-3 max-md:row-start-1 max-md:ps-2"
                >
                  {formatAgo(createdAt, now)}
                </span>
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
