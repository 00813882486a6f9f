import { useQuery } from '@tanstack/react-query'
import type { PreferencesUpdate, User, UserUpdate } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { RecordForm, type FetchedRecord } from '../../ui/form/record-form.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { CalendarUrl } from '../meetings/calendar-url.tsx'
import { Page } from '../catalogue/page.tsx'
import { useMeId } from '../threads/use-threads.ts'
import { availabilities, roleLabels } from './user-labels.ts'

/** The signed-in user's name and availability. */
export function ProfileScreen() {
  const { skein, queries } = useApi()
  const rights = useRights()
  const id = useMeId()
  const read = async (signal?: AbortSignal): Promise<FetchedRecord<User>> => {
    const { data, etag } = await skein.getUser({ path: { id }, ...(signal ? { signal } : {}) })
    return { record: data, etag }
  }
  const me = useQuery({ queryKey: ['record', 'me', id], staleTime: 0, queryFn: ({ signal }) => read(signal) })
  const preferences = useQuery({
    queryKey: ['preferences'],
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.getPreferences({ signal })).data,
  })
  const whyNoName = rights.whyNot('updateUser')
  return (
    <Page title="Profile" lead={me.data ? `${me.data.record.email} · ${roleLabels[me.data.record.role]}` : undefined}>
      {(me.isPending || preferences.isPending) && <Skeleton />}
      {me.error && <Problem error={me.error} onRetry={() => void me.refetch()} />}
      {preferences.error && <Problem error={preferences.error} onRetry={() => void preferences.refetch()} />}
      <div className="grid max-w-120 gap-8">
        {me.data && (
          <section aria-label="Name">
            <RecordForm
              key={me.data.etag}
              fields={[
                { kind: 'text', name: 'name', label: 'Name', required: true, maxLength: 255, hint: 'Customers and colleagues see it.' },
              ]}
              read={me.data}
              readOnly={whyNoName}
              submit="Save"
              // Safe because the field is the API's.
              send={(body, options) => skein.updateUser({ path: { id }, body: body as UserUpdate, ...options })}
              reload={read}
              onDone={({ data, etag }) => {
                queries.setQueryData<FetchedRecord<User>>(['record', 'me', id], { record: data, etag })
                applyItemChange(queries, 'user', data, 'changed')
                showToast({ kind: 'done', text: 'Saved.' })
              }}
            />
          </section>
        )}
        {preferences.data && (
          <section aria-label="Availability">
            <RecordForm
              key={preferences.data.availability}
              fields={[
                {
                  kind: 'choice',
                  name: 'availability',
                  label: 'Availability',
                  required: true,
                  options: availabilities,
                  hint: 'Whether new threads are assigned to you.',
                },
              ]}
              read={{ record: preferences.data, etag: null }}
              submit="Save"
              // Safe because the field is the API's.
              send={(body, options) => skein.updatePreferences({ body: body as PreferencesUpdate, ...options })}
              onDone={({ data }) => {
                queries.setQueryData(['preferences'], data)
                showToast({ kind: 'done', text: 'Saved.' })
              }}
            />
          </section>
        )}
        <CalendarUrl />
      </div>
    </Page>
  )
}
