import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import { RecordForm } from '../../../ui/form/record-form.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { Skeleton } from '../../../ui/delayed.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { findThread, putThread } from '../../threads/thread-cache.ts'
import { useMeId } from '../../threads/use-threads.ts'
import { buildFieldSpecs } from './field-inputs.tsx'

/** Edits the custom fields of a thread. Sends If-Match, so that an agent does not overwrite a colleague's change. */
export function FieldsDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const path = { id: thread.id }
  const read = async () => {
    const { data, etag } = await skein.getThread({ path })
    return { record: data, etag }
  }
  const current = useQuery({ queryKey: ['thread-fields', thread.id], queryFn: read, staleTime: 0, gcTime: 0 })
  const definitions = useQuery({
    queryKey: ['custom-fields'],
    staleTime: 60_000,
    queryFn: () => skein.listCustomFields({ query: { limit: 100 } }).toArray(),
  })
  const values = current.data?.record.customFields
  const fields = useMemo(() => (definitions.data && values ? buildFieldSpecs(definitions.data, values) : null), [definitions.data, values])
  const error = current.error ?? definitions.error
  const form = useRef<HTMLDivElement>(null)
  const isLoaded = fields !== null && current.data !== undefined
  useEffect(() => {
    // The sheet opens before the fields are loaded, so focus the first field here.
    if (isLoaded) form.current?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus()
  }, [isLoaded])
  return (
    <FormSheet title={t('Custom fields')} onClose={onClose}>
      <div ref={form} className="p-5">
        {error && <Problem error={error} onRetry={() => void Promise.all([current.refetch(), definitions.refetch()])} />}
        {!fields && !error && <Skeleton />}
        {fields?.length === 0 && (
          <Empty>
            {t('There are no custom fields for threads yet.')}{' '}
            <Link to="/settings/custom-fields" className="text-accent underline">
              {t('Create one')}
            </Link>
          </Empty>
        )}
        {fields && fields.length > 0 && current.data && (
          <RecordForm
            fields={fields}
            read={current.data}
            submit={t('Save')}
            reload={read}
            send={(body, options) => skein.updateThread({ path, body, ...options })}
            onDone={({ data }) => {
              putThread(queries, { now: data, before: findThread(queries, thread.id), meId, isOwn: true })
              onClose()
            }}
          />
        )}
      </div>
    </FormSheet>
  )
}
