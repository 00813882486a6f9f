import { useQuery } from '@tanstack/react-query'
import type { TenantSettings, TenantSettingsUpdate } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import type { FetchedRecord } from '../../ui/form/record-form.tsx'
import { Skeleton } from '../../ui/delayed.tsx'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Page } from '../catalogue/page.tsx'
import { PageForm } from '../catalogue/page-form.tsx'
import { SampleCompanySettings } from '../sample-company/sample-company-settings.tsx'
import { tenantFields } from './tenant-fields.ts'

const settingsKey = ['tenant-settings'] as const

export function WorkspaceScreen() {
  const { skein, queries } = useApi()
  const rights = useRights()
  const read = async (signal?: AbortSignal): Promise<FetchedRecord<TenantSettings>> => {
    const { data, etag } = await skein.getTenantSettings(signal ? { signal } : {})
    return { record: data, etag }
  }
  const settings = useQuery({ queryKey: settingsKey, staleTime: 0, queryFn: ({ signal }) => read(signal) })
  return (
    <Page
      title={t('General')}
      reference="tenant-settings"
      guide="for-admins/general"
      lead={t('For everyone in this workspace.')}
      whyNot={rights.whyNot('getTenantSettings')}
    >
      {settings.isPending && <Skeleton rows={8} />}
      {settings.error && <Problem error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.data && (
        <div className="max-w-160">
          <PageForm
            // Reset the form to the saved version.
            key={settings.data.etag}
            fields={tenantFields()}
            read={settings.data}
            readOnly={rights.whyNot('updateTenantSettings')}
            submit={t('Save')}
            // Safe because the fields are the API's, and the service validates their values.
            send={(body, options) => skein.updateTenantSettings({ body: body as TenantSettingsUpdate, ...options })}
            reload={read}
            onDone={({ data, etag }) => {
              queries.setQueryData<FetchedRecord<TenantSettings>>(settingsKey, { record: data, etag })
              void queries.invalidateQueries({ queryKey: ['me'] })
              showToast({ kind: 'done', text: t('Saved.') })
            }}
          />
        </div>
      )}
      <SampleCompanySettings />
    </Page>
  )
}
