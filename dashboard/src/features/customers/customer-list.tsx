import { useCallback, useEffect, useRef } from 'react'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Customer } from '@skein/client'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { formatAgo } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import type { useCustomers } from './use-customers.ts'

type CustomerListProps = { list: ReturnType<typeof useCustomers>; rows: readonly Customer[]; total: number }

const rowHeight = 56

/** A virtual list: only visible rows are in the page. Each row is a link; J and K move the focus between rows. */
export function CustomerList({ list, rows, total }: CustomerListProps) {
  'use no memo'
  const scroller = useRef<HTMLDivElement>(null)
  const now = useNow()
  // A new function on each render would make the virtualizer measure all rows again.
  const getKey = useCallback((index: number) => rows[index]?.id ?? index, [rows])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: getKey,
  })
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
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label="Customers" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const customer = rows[index]
          if (!customer) return null
          const { id, name, email, externalId, createdAt } = customer
          return (
            <li
              key={key}
              aria-posinset={index + 1}
              aria-setsize={total}
              className="absolute inset-x-0 top-0 h-14 border-b border-line"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Link
                to="/customers/$customerId"
                params={{ customerId: id }}
                data-customer
                className="flex h-full items-center gap-4 px-4 -outline-offset-2 hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate font-medium">
                    {name ?? email}
                  </span>
                  <span className="block truncate text-sm text-muted">{name === null ? '' : email}</span>
                </span>
                <span className="hidden w-40 truncate text-sm text-muted md:block">{externalId ?? ''}</span>
                <span className="shrink-0 text-end text-xs text-muted tabular-nums">
                  <span className="max-md:block">first seen </span>
                  {formatAgo(createdAt, now)}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
