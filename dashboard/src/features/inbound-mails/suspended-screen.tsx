import { useMemo, useRef, useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { InboundMail } from '@skein/client'
import { formatKeys } from '../../keyboard/shortcuts.ts'
import { useShortcuts } from '../../keyboard/use-shortcuts.ts'
import { Button, Key } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Problem } from '../../ui/problem.tsx'
import { fromTwoPanes, useMedia } from '../../ui/use-media.ts'
import { useTitle } from '../../ui/use-title.ts'
import { showToast } from '../../ui/toasts.ts'
import { CustomerDialog, needsCustomer } from './customer-dialog.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { MailPane, type MailQuestion } from './mail-pane.tsx'
import { MailRow } from './mail-row.tsx'
import { SenderPicker } from './sender-picker.tsx'
import { useMailActions } from './use-mail-actions.ts'
import { useSuspendedMails } from './use-suspended-mails.ts'
import { formatLocale } from '../../texts/language.ts'
import { plural, t, tx } from '../../texts/texts.ts'

const isInField = (): boolean => document.activeElement?.matches('input:not([type=checkbox]), textarea, select') ?? false

/** Suspended mails: a list with reasons, and the open mail. Narrow screens show one of the two. */
export function SuspendedScreen() {
  useTitle(t('Held mail'))
  const { open }: { open?: string } = useSearch({ from: '/inside/suspended' })
  const navigate = useNavigate()
  const isTwo = useMedia(fromTwoPanes)
  const list = useSuspendedMails()
  const mails = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const total = list.data?.pages[0]?.meta.total ?? 0
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [focusedId, setFocusedId] = useState<string | null>(null)
  const [asking, setAsking] = useState<MailQuestion | null>(null)
  const rows = useRef<HTMLUListElement>(null)
  const show = (id: string | undefined): void => void navigate({ to: '/suspended', search: id === undefined ? {} : { open: id } })
  const current = mails.find(({ id }) => id === (open ?? focusedId)) ?? null
  /** The mails an action applies to: the selected mails, or the open or focused mail when none is selected. */
  const chosen = selected.size > 0 ? mails.filter(({ id }) => selected.has(id)) : current ? [current] : []
  const focusRow = (id: string): void => {
    setFocusedId(id)
    rows.current?.querySelector<HTMLElement>(`[data-id="${id}"] a`)?.focus()
  }
  /** Moves on to the next mail after the current ones have left the list. */
  const leave = (gone: readonly InboundMail[]): void => {
    const ids = new Set(gone.map(({ id }) => id))
    setSelected(new Set([...selected].filter((id) => !ids.has(id))))
    if (!current || !ids.has(current.id)) return
    const at = mails.findIndex(({ id }) => id === current.id)
    const next = mails.slice(at).find(({ id }) => !ids.has(id)) ?? mails.slice(0, at).findLast(({ id }) => !ids.has(id))
    if (open !== undefined) show(isTwo ? next?.id : undefined)
    if (next) setTimeout(() => focusRow(next.id))
  }
  const actions = useMailActions(leave)
  const move = (step: number): InboundMail | null => {
    const at = mails.findIndex(({ id }) => id === (focusedId ?? open))
    const to = mails[Math.min(Math.max(at + step, 0), mails.length - 1)]
    if (!to) return null
    focusRow(to.id)
    if (open !== undefined) show(to.id)
    return to
  }
  const toggle = (id: string): void => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  const extend = (step: number): void => {
    const from = current
    const to = move(step)
    setSelected(new Set([...selected, ...(from ? [from.id] : []), ...(to ? [to.id] : [])]))
  }
  const ask = (what: MailQuestion) => (): void => {
    if (chosen.length > 0) setAsking(what)
  }
  const askRule = (what: 'ALLOW' | 'BLOCK') => (): void => {
    if (chosen[0] && !needsCustomer(chosen[0])) setAsking(what)
  }
  const release = (): void => {
    if (actions.whyNotRelease !== null) return
    const ready = chosen.filter((mail) => !needsCustomer(mail))
    const left = chosen.length - ready.length
    if (ready.length > 0) void actions.release(ready)
    if (left === 0) return
    if (chosen.length === 1) setAsking('customer')
    else
      showToast({
        kind: 'problem',
        text: plural(
          left,
          'One email has no sender. Release it for its customer.',
          '{count} emails have no sender. Release each for its customer.',
        ),
      })
  }
  useShortcuts({
    next: () => void move(1),
    previous: () => void move(-1),
    open: () => current && show(current.id),
    select: () => current && toggle(current.id),
    selectNext: () => extend(1),
    selectPrevious: () => extend(-1),
    selectAll: () => setSelected(new Set(mails.map(({ id }) => id))),
    back() {
      if (isInField()) return
      if (selected.size > 0) setSelected(new Set())
      else show(undefined)
    },
    releaseMail: release,
    discardMail: ask('discard'),
    blockSender: askRule('BLOCK'),
    allowSender: askRule('ALLOW'),
  })
  const isListShown = isTwo || open === undefined
  return (
    <>
      {isListShown && (
        <section
          aria-label={t('Held mail')}
          data-pane
          className="flex min-w-0 flex-1 flex-col overflow-y-auto border-line bg-surface md:max-w-95 md:border-e"
        >
          <header className="border-b border-line ps-5 pe-3.5 pt-3.5 pb-3 max-md:px-3">
            <h1 className="flex items-baseline gap-2 text-md font-semibold">
              {t('Held mail')}
              <span className="text-sm font-normal text-muted tabular-nums">{list.data ? total.toLocaleString(formatLocale) : ''}</span>
            </h1>
            <p className="mt-1 text-xs text-muted">{t('Mail that looked unsafe or automatic. We delete it after 30 days.')}</p>
          </header>
          {selected.size > 0 && (
            <div
              role="toolbar"
              aria-label={t('Selected mails')}
              className="flex flex-wrap items-center gap-1 border-b border-line ps-5 pe-3 py-1.5 max-md:ps-3"
            >
              <span className="me-auto font-medium" aria-live="polite">
                {plural(selected.size, '{count} selected', '{count} selected')}
              </span>
              <Button size="small" onClick={release} hidden={actions.whyNotRelease !== null}>
                {t('Release')} <Key>{formatKeys('releaseMail')}</Key>
              </Button>
              <Button size="small" onClick={() => setAsking('discard')} hidden={actions.whyNotDiscard !== null}>
                {t('Discard')} <Key>{formatKeys('discardMail')}</Key>
              </Button>
              <Button look="plain" size="small" onClick={() => setSelected(new Set())}>
                {t('Clear selection')}
              </Button>
            </div>
          )}
          <div className="min-h-0 flex-1">
            {list.isPending && (
              <div className="px-4">
                <Skeleton rows={6} />
              </div>
            )}
            {list.error && (
              <div className="p-4">
                <Problem error={list.error} onRetry={() => void list.refetch()} />
              </div>
            )}
            {list.data && mails.length === 0 && (
              <div className="p-4">
                <Empty>{t('Nothing here. Spam, unverified senders and automatic replies wait here until you look at them.')}</Empty>
              </div>
            )}
            <ul ref={rows} aria-label={t('Held mails')}>
              {mails.map((mail) => (
                <MailRow
                  key={mail.id}
                  mail={mail}
                  isOpen={mail.id === open}
                  isFocused={mail.id === (focusedId ?? open)}
                  // Without a focused row, the first row is in the tab order.
                  isTabStop={mail.id === (focusedId ?? open ?? mails[0]?.id)}
                  isSelected={selected.has(mail.id)}
                  onSelect={() => toggle(mail.id)}
                  onFocus={() => setFocusedId(mail.id)}
                />
              ))}
            </ul>
            {list.hasNextPage && (
              <Button className="m-3" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('Show more ({shown} of {total})', { shown: mails.length, total })}
              </Button>
            )}
          </div>
        </section>
      )}
      {open === undefined && isTwo && (
        <section aria-label={t('Mail')} className="grid flex-1 place-items-center bg-surface text-muted">
          {mails.length > 0 && (
            <p className="flex flex-wrap items-center justify-center gap-1.5 px-4">
              {tx('Choose an email, or press {next} and {open}', {
                next: <Key key="next">{formatKeys('next')}</Key>,
                open: <Key key="open">{formatKeys('open')}</Key>,
              })}
            </p>
          )}
        </section>
      )}
      {open !== undefined && (
        <MailPane
          key={open}
          id={open}
          actions={actions}
          onBack={() => show(undefined)}
          onAsk={(what) => {
            setSelected(new Set())
            setAsking(what)
          }}
        />
      )}
      {asking === 'discard' && (
        <DiscardDialog count={chosen.length} onDiscard={() => actions.discard(chosen)} onClose={() => setAsking(null)} />
      )}
      {asking === 'customer' && chosen[0] && (
        <CustomerDialog
          onPick={({ id }) => chosen[0] && void actions.release([chosen[0]], { customerId: id })}
          onClose={() => setAsking(null)}
        />
      )}
      {(asking === 'ALLOW' || asking === 'BLOCK') && chosen[0] && (
        <SenderPicker
          action={asking}
          mail={chosen[0]}
          onPick={(pattern) => chosen[0] && void actions.ruleSender(chosen[0], asking, pattern)}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
