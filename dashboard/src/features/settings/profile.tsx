import { useQuery } from '@tanstack/react-query'
import type { Preferences, User, UserUpdate } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { FetchedRecord } from '../../ui/form/record-form.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toasts.ts'
import { applyItemChange } from '../catalogue/catalogue-cache.ts'
import { CalendarUrl } from '../meetings/calendar-url.tsx'
import { Page } from '../catalogue/page.tsx'
import { PageForm } from '../catalogue/page-form.tsx'
import { SignatureForm } from './signature-form.tsx'
import { useAvailability } from '../shell/use-availability.ts'
import { useMeId } from '../threads/use-threads.ts'
import { availabilities, roleLabels } from '../shell/user-labels.ts'

/** The signed-in user's name, availability and signature. */
export function ProfileScreen() {
  const { skein, queries } = useApi()
  const rights = useRights()
  const id = useMeId()
  const read = async (signal?: AbortSignal): Promise<FetchedRecord<User>> => {
    const { data, etag } = await skein.getUser({ path: { id }, ...(signal ? { signal } : {}) })
    return { record: data, etag }
  }
  const me = useQuery({ queryKey: ['record', 'me', id], staleTime: 0, queryFn: ({ signal }) => read(signal) })
  const { preferences, choose } = useAvailability()
  const whyNoName = rights.whyNot('updateUser')
  return (
    <Page title={t('Profile')} guide="for-agents/your-account">
      {me.data && (
        <p className="mt-4 mb-5 flex items-center gap-3">
          <Avatar name={me.data.record.name} size={40} />
          <span className="min-w-0">
            <span className="block font-medium wrap-anywhere">{me.data.record.email}</span>
            <span className="text-muted">{t(roleLabels[me.data.record.role])}</span>
          </span>
        </p>
      )}
      {(me.isPending || preferences.isPending) && <Skeleton />}
      {me.error && <Problem error={me.error} onRetry={() => void me.refetch()} />}
      {preferences.error && <Problem error={preferences.error} onRetry={() => void preferences.refetch()} />}
      <div className="grid max-w-160 grid-cols-1 gap-4">
        {me.data && (
          <PageForm
            key={me.data.etag}
            fields={[
              { kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 255, hint: t('Customers and colleagues see it.') },
            ]}
            read={me.data}
            readOnly={whyNoName}
            submit={t('Save')}
            // Safe because the field is the API's.
            send={(body, options) => skein.updateUser({ path: { id }, body: body as UserUpdate, ...options })}
            reload={read}
            onDone={({ data, etag }) => {
              queries.setQueryData<FetchedRecord<User>>(['record', 'me', id], { record: data, etag })
              applyItemChange(queries, 'user', data, 'changed')
              showToast({ kind: 'done', text: t('Saved.') })
            }}
          />
        )}
        {preferences.data && (
          <section aria-label={t('Availability')} className="card">
            <label htmlFor="availability" className="mb-1.5 block font-medium">
              {t('Availability')}
            </label>
            <Select
              id="availability"
              className="w-full"
              aria-describedby="availability-hint"
              value={preferences.data.availability}
              options={availabilities()}
              // Safe because the options are the API's values.
              onChange={(next) => choose.mutate(next as Preferences['availability'])}
            />
            <p id="availability-hint" className="mt-1.5 text-xs text-muted">
              {t('Decides whether we assign new threads to you. Your choice applies right away.')}
            </p>
            {choose.error && <Problem error={choose.error} />}
          </section>
        )}
        {preferences.data && <SignatureForm preferences={preferences.data} />}
        <div className="card empty:hidden">
          <CalendarUrl />
        </div>
      </div>
    </Page>
  )
}
