import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Thread } from '@skein/client'
import { useApi } from '../../../api/api.ts'
import { Button } from '../../../ui/button.tsx'
import { RecordForm } from '../../../ui/form/record-form.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { FormSheet } from '../../../ui/form-sheet.tsx'
import { Skeleton } from '../../../ui/delayed.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { findThread, putThread } from '../../threads/thread-cache.ts'
import { useMeId } from '../../threads/use-threads.ts'
import { fieldSpecs } from './field-inputs.tsx'

/** What the tenant wants to know of its threads. Saved with the version that was read, so that nobody overwrites another. */
export function FieldsDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { skein, queries } = useApi()
  const meId = useMeId()
  const path = { id: thread.id }
  const read = async () => {
    const { data, etag } = await skein.getThread({ path })
    return { record: data, etag }
  }
  const asked = useQuery({ queryKey: ['thread-fields', thread.id], queryFn: read, staleTime: 0, gcTime: 0 })
  const defined = useQuery({
    queryKey: ['custom-fields'],
    staleTime: 60_000,
    queryFn: () => skein.listCustomFields({ query: { limit: 100 } }).toArray(),
  })
  const values = asked.data?.record.customFields
  const fields = useMemo(() => (defined.data && values ? fieldSpecs(defined.data, values) : null), [defined.data, values])
  const error = asked.error ?? defined.error
  const form = useRef<HTMLDivElement>(null)
  const isThere = fields !== null && asked.data !== undefined
  useEffect(() => {
    // They arrive after the sheet, which could not put the focus there.
    if (isThere) form.current?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus()
  }, [isThere])
  return (
    <FormSheet title="Custom fields" onClose={onClose}>
      <div ref={form} className="p-5">
        {error && <Problem error={error} onRetry={() => void Promise.all([asked.refetch(), defined.refetch()])} />}
        {!fields && !error && <Skeleton />}
        {fields?.length === 0 && (
          <Empty>
            There are no custom fields for threads yet.{' '}
            <Link to="/settings/custom-fields" className="text-accent underline">
              Make one
            </Link>
          </Empty>
        )}
        {fields && fields.length > 0 && asked.data && (
          <RecordForm
            fields={fields}
            read={asked.data}
            submit="Save"
            reload={read}
            send={(body, options) => skein.updateThread({ path, body, ...options })}
            onDone={({ data }) => {
              putThread(queries, { now: data, before: findThread(queries, thread.id), meId, isOwn: true })
              onClose()
            }}
          >
            <Button onClick={onClose}>Cancel</Button>
          </RecordForm>
        )}
      </div>
    </FormSheet>
  )
}
