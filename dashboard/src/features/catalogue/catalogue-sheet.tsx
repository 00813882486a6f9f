import { useState } from 'react'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { RecordForm, type FetchedRecord } from '../../ui/form/record-form.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { showToast } from '../../ui/toasts.ts'
import type { SheetProps } from './catalogue.ts'
import { describeRemoval, Removal } from './removal.tsx'
import { useOpenedItem } from './use-opened-item.ts'
import { useUnsavedChanges } from './use-unsaved-changes.tsx'

/** The panel with the form of one item. Opening it fetches the item, so that the form edits the current version. */
export function CatalogueSheet<Item extends { id: string }>(props: SheetProps<Item>) {
  const { catalogue, calls, id, onChanged, onCreated, onClose } = props
  const {
    nameOf,
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
    wide,
  } = catalogue
  const rights = useRights()
  const [created, setCreated] = useState<Item | null>(null)
  const { opened, read, item, onRead } = useOpenedItem(props)
  const { isDirty, setDirty, close, question } = useUnsavedChanges(onClose)
  const title = id === null ? (created ? nameOf(created) : (texts.add ?? '')) : item ? nameOf(item) : catalogue.title
  const whyReadOnly = operations.update ? rights.whyNot(operations.update) : null
  const toFormRecord = (given: FetchedRecord<Item>): FetchedRecord<object> => ({ record: toForm(given.record), etag: given.etag })
  const buildBody = (given: Record<string, unknown>): Record<string, unknown> => toBody?.(given) ?? given
  return (
    <FormSheet title={title} wide={wide ?? false} onClose={close}>
      <div className="grid grid-cols-1 gap-5 p-5">
        {question}
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
