import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Inbox, RequestOf, TenantSettings } from '@skein/client'
import { useApi } from '../../api/api.ts'
import { t, tx } from '../../texts/texts.ts'
import { Skeleton } from '../../ui/delayed.tsx'
import type { CustomInput, FieldSpec } from '../../ui/form/fields.ts'
import type { FetchedRecord } from '../../ui/form/record-form.tsx'
import { Problem } from '../../ui/problem.tsx'
import { showToast } from '../../ui/toasts.ts'
import { PageForm } from '../catalogue/page-form.tsx'
import { surveyKey } from '../satisfaction/satisfaction-cache.ts'
import { createSurveyFields } from '../satisfaction/survey-fields.ts'
import { ChoiceCards } from '../catalogue/choice-cards.tsx'

type Survey = NonNullable<Inbox['satisfaction']>
/** The inbox as the form edits it. Without its own survey, the form starts with the workspace's survey. */
type SurveyRecord = { hasOwnSurvey: boolean; satisfaction: Survey }

type SurveyTabProps = {
  inboxId: string
  read: FetchedRecord<Inbox>
  readOnly: string | null
  reload: () => Promise<FetchedRecord<Inbox>>
  onSaved: (saved: { data: Inbox; etag: string | null }) => void
}

/** Satisfaction survey of an inbox: the workspace's survey, or a custom one. */
export function SurveyTab({ inboxId, read, readOnly, reload, onSaved }: SurveyTabProps) {
  const { skein } = useApi()
  const settings = useQuery({
    queryKey: surveyKey,
    staleTime: 0,
    queryFn: async ({ signal }) => (await skein.getTenantSettings({ signal })).data,
  })
  if (settings.error) return <Problem error={settings.error} onRetry={() => void settings.refetch()} />
  if (!settings.data) return <Skeleton rows={8} />
  return <SurveyForm {...{ inboxId, read, readOnly, reload, onSaved }} workspace={settings.data} />
}

function SurveyForm({ inboxId, read, readOnly, reload, onSaved, workspace }: SurveyTabProps & { workspace: TenantSettings }) {
  const { skein } = useApi()
  const { name, locale, satisfaction } = workspace
  const fields = useMemo(
    (): readonly FieldSpec[] => [
      {
        group: t('Satisfaction survey'),
        kind: 'custom',
        name: 'hasOwnSurvey',
        label: t('This inbox uses'),
        isGroup: true,
        Input: OwnSurveyInput,
      },
      ...createSurveyFields({ name, locale }, (values) => values['hasOwnSurvey'] === true),
    ],
    [name, locale],
  )
  const toRecord = ({ record, etag }: FetchedRecord<Inbox>): FetchedRecord<SurveyRecord> => ({
    record: { hasOwnSurvey: record.satisfaction !== null, satisfaction: record.satisfaction ?? satisfaction },
    etag,
  })
  const given = toRecord(read)
  return (
    <PageForm
      // Reset the form to the saved version.
      key={read.etag}
      fields={fields}
      read={given}
      readOnly={readOnly}
      submit={t('Save')}
      send={(body, options) => {
        // Safe because the field names determine the shape of the body.
        const { hasOwnSurvey = given.record.hasOwnSurvey, satisfaction: changed } = body as Partial<SurveyRecord>
        // The API resets omitted fields to their defaults, so send the complete survey.
        const sent = hasOwnSurvey ? { ...given.record.satisfaction, ...changed } : null
        return skein.updateInbox({
          path: { id: inboxId },
          body: { satisfaction: sent } satisfies RequestOf<'updateInbox'>['body'],
          ...options,
        })
      }}
      reload={async () => toRecord(await reload())}
      onDone={(saved) => {
        onSaved(saved)
        showToast({ kind: 'done', text: t('Saved.') }, 3_000)
      }}
    />
  )
}

function OwnSurveyInput({ value, onChange, ...rest }: CustomInput) {
  return (
    <>
      <ChoiceCards
        {...rest}
        value={value === true ? 'own' : 'workspace'}
        options={[
          { value: 'workspace', label: t('The workspace’s survey'), hint: t('As for all inboxes without their own.') },
          { value: 'own', label: t('Its own survey'), hint: t('With its own question, times and exceptions.') },
        ]}
        onChange={(next) => onChange(next === 'own')}
      />
      <p className="mt-2 text-text-2">
        {tx('You can change the workspace’s survey in {settings}.', {
          settings: (
            <Link key="settings" to="/settings/satisfaction" className="text-accent underline">
              {t('Satisfaction survey')}
            </Link>
          ),
        })}
      </p>
    </>
  )
}
