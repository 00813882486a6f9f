import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { RecordForm, type FetchedRecord } from '../../ui/form/record-form.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { showToast } from '../../ui/toasts.ts'
import type { Catalogue, CatalogueCalls } from './catalogue.ts'
import { describeRemoval, Removal } from './removal.tsx'

type CatalogueSheetProps<Item extends { id: string }> = {
  catalogue: Catalogue<Item>
  calls: CatalogueCalls<Item>
  /** Null for a new item. */
  id: string | null
  /** The item from the list, shown until the item is fetched. */
  known: Item | null
  nameOf: (item: Item) => string
  onChanged: (item: Item, what: 'new' | 'changed' | 'gone') => void
  /** Called when a new item was created, unless the panel still shows its secret. */
  onCreated: (item: Item) => void
  onClose: () => void
}

/** The panel with the form of one item. Opening it fetches the item, so that the form edits the current version. */
export function CatalogueSheet<Item extends { id: string }>(props: CatalogueSheetProps<Item>) {
  const { catalogue, calls, id, known, nameOf, onChanged, onCreated, onClose } = props
  const {
    noun,
    texts,
    operations,
    fields,
    initial,
    toForm = (item: Item): object => item,
    toBody,
    check,
    removal,
    More,
    shownOnce: once,
    renderBelow: below,
    wide,
  } = catalogue
  const { queries } = useApi()
  const rights = useRights()
  const [created, setCreated] = useState<Item | null>(null)
  const [isDirty, setDirty] = useState(false)
  const [asksToClose, setAsksToClose] = useState(false)
  const opened = useQuery({
    queryKey: ['record', noun, id],
    enabled: id !== null && operations.get !== undefined,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<FetchedRecord<Item>> => {
      const { data, etag } = await calls.get(id ?? '', signal)
      return { record: data, etag }
    },
  })
  const read = operations.get ? (opened.data ?? null) : known && { record: known, etag: null }
  const item = read?.record ?? known
  /** Stores the item that an operation of `More` returned, so that the form continues with this version. */
  const onRead = ({ data, etag }: { data: Item; etag: string | null }): void => {
    onChanged(data, 'changed')
    if (operations.get) queries.setQueryData<FetchedRecord<Item>>(['record', noun, id], { record: data, etag })
  }
  const title = id === null ? (created ? nameOf(created) : (texts.add ?? '')) : item ? nameOf(item) : catalogue.title
  const whyReadOnly = operations.update ? rights.whyNot(operations.update) : null
  const toFormRecord = (given: FetchedRecord<Item>): FetchedRecord<object> => ({ record: toForm(given.record), etag: given.etag })
  const buildBody = (given: Record<string, unknown>): Record<string, unknown> => toBody?.(given) ?? given
  return (
    <FormSheet title={title} wide={wide ?? false} onClose={() => (isDirty && !asksToClose ? setAsksToClose(true) : onClose())}>
      <div className="grid grid-cols-1 gap-5 p-5">
        {asksToClose && isDirty && (
          <div
            role="alert"
            className="sticky top-2 z-10 flex flex-wrap items-center gap-2 rounded-lg border border-warning-line bg-warning-tint px-3 py-2 shadow-2"
          >
            <span className="me-auto">{t('Your changes aren’t saved yet.')}</span>
            <Button onClick={() => setAsksToClose(false)}>{t('Keep editing')}</Button>
            <Button look="danger" className="bg-surface" onClick={onClose}>
              {t('Discard')}
            </Button>
          </div>
        )}
        {created && once && <once.Component created={created} onClose={onClose} />}
        {id === null && !created && (
          <RecordForm
            fields={fields}
            read={null}
            {...(initial ? { initial } : {})}
            {...(check ? { check } : {})}
            submit={texts.create ?? t('Create')}
            send={async (given, options) => (await calls.create({ body: buildBody(given), ...options })).data}
            onDirty={setDirty}
            {...(below ? { renderBelow: (values, change) => below(values, null, change) } : {})}
            onDone={(made) => {
              onChanged(once ? without(made, once.field) : made, 'new')
              showToast({ kind: 'done', text: t('Created {name}.', { name: nameOf(made) }) })
              if (once) setCreated(made)
              else onCreated(made)
            }}
          />
        )}
        {id !== null && !read && operations.get && !opened.error && <Skeleton />}
        {id !== null && !read && !operations.get && <p className="text-muted">{t('We can’t find this one. It may have been deleted.')}</p>}
        {opened.error && <Problem error={opened.error} onRetry={() => void opened.refetch()} />}
        {id !== null && read && (
          <>
            {operations.update && (
              <RecordForm
                fields={fields}
                read={toFormRecord(read)}
                readOnly={whyReadOnly}
                {...(check ? { check } : {})}
                submit={t('Save')}
                send={async (given, options) => (await calls.update({ path: { id }, body: buildBody(given), ...options })).data}
                reload={async () => {
                  const { data, etag } = await calls.get(id)
                  return toFormRecord({ record: data, etag })
                }}
                onDirty={setDirty}
                {...(below ? { renderBelow: (values, change) => below(values, read.record, change) } : {})}
                onDone={(changed) => {
                  onChanged(changed, 'changed')
                  showToast({ kind: 'done', text: t('Saved {name}.', { name: nameOf(changed) }) })
                  onClose()
                }}
              />
            )}
            {More && <More item={read.record} etag={read.etag} isDirty={isDirty} onClose={onClose} onRead={onRead} />}
            {removal && operations.remove && removal.isRemoved?.(read.record) !== true && (
              <Removal
                {...removal}
                name={nameOf(read.record)}
                consequence={removal.consequence(read.record)}
                whyNot={rights.whyNot(operations.remove)}
                remove={async (idempotencyKey) => (await calls.remove({ path: { id }, idempotencyKey })).data}
                onRemoved={(removed) => {
                  // An archived item stays in the list, with the fields of the response.
                  onChanged(removed, removal.isRemoved ? 'changed' : 'gone')
                  showToast({ kind: 'done', text: describeRemoval(removal.kind, nameOf(removed)) })
                  onClose()
                }}
              />
            )}
          </>
        )}
      </div>
    </FormSheet>
  )
}

function without<Item extends object>(item: Item, field: string): Item {
  // Safe because only the response of the create operation has this field.
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== field)) as Item
}
