import { useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import type { KbCollection } from '@skein/client'
import { describeFailure, useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { message, plural, t, type Message } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ArrowUpDown, Folder, Lock } from '../../ui/icons.ts'
import { Picker } from '../../ui/picker.tsx'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { createCatalogueCalls } from '../catalogue/catalogue.ts'
import { allItemsKey, applyItemChange } from '../catalogue/catalogue-cache.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { collectionSource } from './collection-source.ts'
import { computeChanges, getChildren, isWithin, findStepTarget, type Position, type Step } from './tree-moves.ts'

const steps: readonly { step: Step; name: Message; key: string; shown: string }[] = [
  { step: 'up', name: message('Up'), key: 'ArrowUp', shown: 'Alt ↑' },
  { step: 'down', name: message('Down'), key: 'ArrowDown', shown: 'Alt ↓' },
  { step: 'in', name: message('Into the collection above'), key: 'ArrowRight', shown: 'Alt →' },
  { step: 'out', name: message('Out, one level up'), key: 'ArrowLeft', shown: 'Alt ←' },
]

type Place = 'before' | 'into' | 'after'
type DropTarget = { id: string; place: Place }

/**
 * Tree of all collections, in the order that readers see. Agents move them by drag and drop, with Alt and the arrow keys, or from a menu.
 */
export function CollectionTree({ onOpen }: { onOpen: (item: KbCollection) => void }) {
  const { skein, queries } = useApi()
  const { data: all, error, refetch } = useAllItems(collectionSource)
  const whyNot = useRights().whyNot('updateKbCollection')
  const [announcement, setAnnouncement] = useState('')
  const [choosing, setChoosing] = useState<KbCollection | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [dropTarget, setDropTarget] = useState<DropTarget | null>(null)
  const lastMove = useRef<Promise<void>>(Promise.resolve())
  if (error) return <Problem error={error} onRetry={() => void refetch()} />
  if (!all) return <Skeleton rows={6} />

  /** Moves an item optimistically, then saves the moves one after the other. */
  const move = (item: KbCollection, spot: Position | null): void => {
    const changes = spot ? computeChanges(all, item.id, spot) : []
    if (!spot || changes.length === 0) return
    const before = new Map(all.map((each) => [each.id, each]))
    for (const change of changes) {
      const known = before.get(change.id)
      if (known) applyItemChange(queries, collectionSource.noun, { ...known, ...change }, 'changed')
    }
    setAnnouncement(
      spot.parentId === null
        ? t('{name} is now at the top.', { name: item.name })
        : t('{name} is now in {parent}.', { name: item.name, parent: before.get(spot.parentId)?.name ?? '' }),
    )
    // In another list, React creates a new element, so restore the focus for the next key press.
    setTimeout(() => document.getElementById(getElementId(item.id))?.focus())
    lastMove.current = lastMove.current.then(async () => {
      try {
        for (const { id, ...body } of changes) {
          const { data } = await createCatalogueCalls<KbCollection>(skein, collectionSource).update({ path: { id }, body })
          applyItemChange(queries, collectionSource.noun, data, 'changed')
        }
      } catch (failure) {
        showToast({
          kind: 'problem',
          text: t('We couldn’t move {name}. {problem}', { name: item.name, problem: describeFailure(failure).text }),
        })
        setAnnouncement(t('We couldn’t move {name}.', { name: item.name }))
        await queries.invalidateQueries({ queryKey: allItemsKey(collectionSource.noun) })
      }
    })
  }
  const onKeys = (event: KeyboardEvent, item: KbCollection): void => {
    const found = event.altKey && !event.ctrlKey && !event.metaKey && steps.find(({ key }) => key === event.key)
    if (!found || whyNot !== null) return
    // Prevent the browser from going back or forward on Alt and an arrow key.
    event.preventDefault()
    move(item, findStepTarget(all, item.id, found.step))
  }
  const endDrag = (): void => {
    setDragged(null)
    setDropTarget(null)
  }
  const drop = ({ id, place }: DropTarget): void => {
    const item = all.find((each) => each.id === dragged)
    const target = all.find((each) => each.id === id)
    if (!item || !target) return
    const siblings = getChildren(all, target.parentId).filter((each) => each.id !== item.id)
    const next = siblings[siblings.findIndex((each) => each.id === target.id) + 1]
    if (place === 'into') move(item, { parentId: target.id, before: null })
    else move(item, { parentId: target.parentId, before: place === 'before' ? target.id : (next?.id ?? null) })
  }
  const getDropTarget = (event: DragEvent, id: string): DropTarget | null => {
    if (dragged === null || isWithin(all, id, dragged)) return null
    const { top, height } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientY - top) / height
    return { id, place: share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'into' }
  }
  const renderList = (parentId: string | null) => {
    const children = getChildren(all, parentId)
    if (children.length === 0) return null
    return (
      <ul
        aria-label={parentId === null ? t('Collections') : undefined}
        className={parentId === null ? 'rounded-lg border border-line bg-surface px-1.5 py-1.5' : 'ms-4 border-s border-line ps-2'}
      >
        {children.map((item) => (
          <li key={item.id}>
            <div
              data-collection={item.name}
              draggable={whyNot === null}
              className={`relative flex min-h-9 flex-wrap items-center gap-x-2.5 rounded-md ps-2 pe-1 hover:bg-hover ${whyNot === null ? 'cursor-grab' : ''} ${dragged === item.id ? 'opacity-50' : ''} ${dropTarget?.id === item.id && dropTarget.place === 'into' ? 'bg-tint' : ''}`}
              onDragStart={(event) => {
                event.dataTransfer.setData('text/plain', item.name)
                event.dataTransfer.effectAllowed = 'move'
                setDragged(item.id)
              }}
              onDragOver={(event) => {
                const next = getDropTarget(event, item.id)
                if (next) event.preventDefault()
                if (next?.id !== dropTarget?.id || next?.place !== dropTarget?.place) setDropTarget(next)
              }}
              onDrop={(event) => {
                event.preventDefault()
                const last = getDropTarget(event, item.id)
                // A drop into another list removes the dragged element, which then gets no dragend event.
                endDrag()
                if (last) drop(last)
              }}
              onDragEnd={endDrag}
            >
              {dropTarget?.id === item.id && dropTarget.place !== 'into' && (
                <span
                  aria-hidden
                  className={`absolute inset-x-0 h-0.5 bg-fill ${dropTarget.place === 'before' ? '-top-px' : '-bottom-px'}`}
                />
              )}
              <Icon of={item.visibility === 'INTERNAL' ? Lock : Folder} className="text-muted" />
              <button
                id={getElementId(item.id)}
                type="button"
                className="min-h-6 min-w-0 text-start font-medium wrap-anywhere hover:underline"
                onClick={() => onOpen(item)}
                onKeyDown={(event) => onKeys(event, item)}
              >
                {item.name}
              </button>
              {item.visibility === 'INTERNAL' && <Badge icon={Lock}>{t('Internal')}</Badge>}
              <span className="ms-auto text-muted tabular-nums">{plural(item.articleCount, '{count} article', '{count} articles')}</span>
              {whyNot === null && (
                <IconButton
                  icon={ArrowUpDown}
                  aria-haspopup="dialog"
                  label={t('Move {name}', { name: item.name })}
                  onClick={() => setChoosing(item)}
                />
              )}
            </div>
            {renderList(item.id)}
          </li>
        ))}
      </ul>
    )
  }
  return (
    <>
      {renderList(null)}
      <p className={`mt-3 text-muted ${whyNot === null ? 'pointer-coarse:hidden max-md:hidden' : ''}`}>
        {whyNot ?? t('Drag a collection to move it, or focus it and press Alt with an arrow key.')}
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {choosing && (
        <Picker
          label={t('Move {name}', { name: choosing.name })}
          options={steps
            .filter(({ step }) => findStepTarget(all, choosing.id, step) !== null)
            .map(({ step, name, shown }) => ({ id: step, name: t(name), detail: shown }))}
          onPick={(step) => move(choosing, findStepTarget(all, choosing.id, step as Step))}
          onClose={() => setChoosing(null)}
        />
      )}
    </>
  )
}

function getElementId(id: string): string {
  return `name-${id}`
}
