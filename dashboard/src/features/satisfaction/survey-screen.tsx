import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { TenantSettings, TenantSettingsUpdate } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { useRights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import type { FetchedRecord } from '../../ui/form/record-form.tsx'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Page } from '../catalogue/page.tsx'
import { PageForm } from '../catalogue/page-form.tsx'
import { surveyKey } from './satisfaction-cache.ts'
import { createSurveyFields } from './survey-fields.ts'

const settingsKey = ['tenant-settings'] as const

/** Settings of the workspace's satisfaction survey, for inboxes without their own. */
export function SurveyScreen() {
  const { skein, queries } = useApi()
  const rights = useRights()
  const read = async (signal?: AbortSignal): Promise<FetchedRecord<TenantSettings>> => {
    const { data, etag } = await skein.getTenantSettings(signal ? { signal } : {})
    return { record: data, etag }
  }
  const settings = useQuery({ queryKey: settingsKey, staleTime: 0, queryFn: ({ signal }) => read(signal) })
  const { name = '', locale = 'en' } = settings.data?.record ?? {}
  const fields = useMemo(() => createSurveyFields({ name, locale }), [name, locale])
  return (
    <Page
      title={t('Satisfaction survey')}
      reference="satisfaction"
      guide="for-admins/satisfaction-survey"
      lead={t('Ask customers how it went once their thread is resolved. An inbox can have a survey of its own.')}
      whyNot={rights.whyNot('updateTenantSettings')}
    >
      {settings.isPending && <Skeleton rows={8} />}
      {settings.error && <Problem error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.data && (
        <div className="max-w-190">
          <PageForm
            // Reset the form to the saved version.
            key={settings.data.etag}
            fields={fields}
            read={settings.data}
            submit={t('Save')}
            // Safe because the fields are the API's, and the service validates their values.
            send={(body, options) => skein.updateTenantSettings({ body: body as TenantSettingsUpdate, ...options })}
            reload={read}
            onDone={({ data, etag }) => {
              queries.setQueryData<FetchedRecord<TenantSettings>>(settingsKey, { record: data, etag })
              queries.setQueryData<TenantSettings>(surveyKey, data)
              showToast({ kind: 'done', text: t('Saved.') })
            }}
          />
        </div>
      )}
    </Page>
  )
}
