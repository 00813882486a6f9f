import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Me, Preferences, PreferencesUpdate } from '@skein/client'
import { useMemo, type ComponentType } from 'react'
import { useApi } from '../../api/api.ts'
import { t } from '../../texts/texts.ts'
import type { CustomInput, FieldSpec } from '../../ui/form/fields.ts'
import { showToast } from '../../ui/toasts.ts'
import { PageForm } from '../catalogue/page-form.tsx'
import { VariablesArea } from '../catalogue/variables-input.tsx'

/** The variables of signatures, as the API documents them for `signature`. */
const variables = [
  'agent.name',
  'agent.email',
  'inbox.name',
  'team.name',
  'tenant.name',
  'customer.firstName',
  'customer.name',
  'customer.email',
  'thread.subject',
  'thread.ticketNumber',
] as const

/** The agent's own signature, which replaces the inbox's below their replies by email. */
export function SignatureForm({ preferences }: { preferences: Preferences }) {
  const { skein } = useApi()
  const queries = useQueryClient()
  const me = useQuery({ queryKey: ['me'], queryFn: async ({ signal }) => (await skein.getMe({ signal })).data })
  const fields = useMemo<readonly FieldSpec[]>(
    () => [
      {
        kind: 'custom',
        name: 'signature',
        label: t('Signature'),
        Input: createInput(me.data),
        hint: t('Below your replies by email, in place of the inbox’s signature. Leave it empty to use the inbox’s.'),
      },
    ],
    [me.data],
  )
  return (
    <PageForm
      // Reset the form to the saved version.
      key={preferences.signature ?? ''}
      fields={fields}
      read={{ record: preferences, etag: null }}
      readOnly={null}
      submit={t('Save')}
      // Safe because the field is the API's.
      send={(body, options) => skein.updatePreferences({ body: body as PreferencesUpdate, ...options })}
      reload={async () => ({ record: (await skein.getPreferences()).data, etag: null })}
      onDone={({ data }) => {
        queries.setQueryData(['preferences'], data)
        showToast({ kind: 'done', text: t('Saved.') }, 3_000)
      }}
    />
  )
}

function createInput(me: Me | undefined): ComponentType<CustomInput> {
  return function SignatureInput(props: CustomInput) {
    const text = typeof props.value === 'string' ? props.value : ''
    return (
      <>
        <VariablesArea
          {...props}
          variables={variables.map((name) => ({ name, text: `{{${name}}}` }))}
          rows={4}
          maxLength={10_000}
          help={t('A variable without a value leaves nothing. Add a default after a bar, as in “team.name|Support”.')}
        />
        {text !== '' && me && (
          <figure className="mt-2 rounded-lg bg-sunken p-3 shadow-[inset_0_0_0_1px_var(--line)]">
            <figcaption className="mb-1.5 text-xs font-medium text-muted">{t('Preview')}</figcaption>
            <p dir="auto" className="rounded-xl border border-tint-line bg-tint px-3.5 py-2.5 whitespace-pre-wrap wrap-anywhere">
              {`${t('Your reply')}\n\n-- \n${fillInSample(text, me)}`}
            </p>
          </figure>
        )}
      </>
    )
  }
}

/** Fills the variables with the agent's data and a sample customer. Unknown variables stay. */
function fillInSample(text: string, { user, tenant }: Me): string {
  const values: Readonly<Record<(typeof variables)[number], string>> = {
    'agent.name': user.name,
    'agent.email': user.email,
    'inbox.name': t('Support'),
    'team.name': '',
    'tenant.name': tenant.name,
    'customer.firstName': 'Dana',
    'customer.name': 'Dana Ruiz',
    'customer.email': 'dana@example.com',
    'thread.subject': t('My parcel hasn’t arrived'),
    'thread.ticketNumber': 'ACME-2026-000042',
  }
  const known: Readonly<Record<string, string>> = values
  return text
    .replaceAll(/\{\{\s*([\w.]+)\s*(?:\|([^}]*))?\}\}/g, (whole, name: string, fallback = '') =>
      Object.hasOwn(known, name) ? known[name] || fallback.trim() : whole,
    )
    .trim()
}
