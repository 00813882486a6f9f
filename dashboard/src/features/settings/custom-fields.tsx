import type { CustomField } from '@skein/client'
import { lazily, plural, t } from '../../texts/texts.ts'
import { Archive } from '../../ui/icons.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { OptionsInput } from './options-input.tsx'

const types = lazily(
  (): Readonly<Record<CustomField['type'], string>> => ({
    TEXT: t('Text'),
    NUMBER: t('A number'),
    BOOLEAN: t('Yes or no'),
    DATE: t('Date'),
    SELECT: t('Choose one'),
    MULTISELECT: t('Choose several'),
    URL: t('Link'),
  }),
)
const required = lazily(
  (): Readonly<Record<CustomField['required'], string>> => ({
    NEVER: t('Never'),
    ON_CREATE: t('When your programs create it'),
    ON_RESOLVE: t('Before you resolve a thread'),
  }),
)
const toOptions = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }))

const customFields = lazily(
  (): Catalogue<CustomField> => ({
    noun: 'custom_field',
    title: t('Custom fields'),
    texts: {
      count: (count) => plural(count, '{count} field', '{count} fields'),
      search: t('Search custom fields'),
      add: t('New custom field'),
      create: t('Create custom field'),
      empty: t('No custom fields yet. Create one for an order number or a plan, for example.'),
    },
    reference: 'custom-fields',
    guide: 'for-admins/custom-fields',
    lead: t('Your own details on threads and customers. We check every value, and you can filter threads by them.'),
    operations: {
      list: 'listCustomFields',
      get: 'getCustomField',
      create: 'createCustomField',
      update: 'updateCustomField',
      remove: 'deleteCustomField',
    },
    nameOf: ({ name }) => name,
    searchIn: ({ name, key }) => [name, key],
    searchHint: t('Search by name or key'),
    columns: [
      { header: t('Name'), cell: ({ name }) => name, grows: true },
      { header: t('Key'), cell: ({ key }) => <code className="font-mono text-xs">{key}</code>, from: 'md' },
      { header: t('For'), cell: ({ appliesTo }) => (appliesTo === 'THREAD' ? t('Threads') : t('Customers')) },
      { header: t('Type'), cell: ({ type }) => types()[type], from: 'sm' },
      { header: t('State'), cell: ({ archivedAt }) => (archivedAt ? <Badge icon={Archive}>{t('Archived')}</Badge> : null), from: 'sm' },
    ],
    fields: [
      { kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 64 },
      {
        kind: 'text',
        name: 'key',
        label: t('Key'),
        required: true,
        onlyNew: true,
        maxLength: 64,
        hint: t('The name for your programs: a-z, 0-9 and _. You can’t change it later.'),
      },
      {
        kind: 'choice',
        name: 'appliesTo',
        label: t('For'),
        required: true,
        onlyNew: true,
        options: [
          { value: 'THREAD', label: t('Threads') },
          { value: 'CUSTOMER', label: t('Customers') },
        ],
      },
      {
        kind: 'choice',
        name: 'type',
        label: t('Type'),
        required: true,
        onlyNew: true,
        options: toOptions(types()),
        hint: t('You can’t change it later.'),
      },
      {
        kind: 'custom',
        name: 'options',
        label: t('Options'),
        isGroup: true,
        Input: OptionsInput,
        when: ({ type }) => type === 'SELECT' || type === 'MULTISELECT',
      },
      { kind: 'choice', name: 'required', label: t('When it needs a value'), required: true, options: toOptions(required()) },
      { kind: 'number', name: 'order', label: t('Position'), min: 0, max: 1_000_000, hint: t('Forms show smaller numbers first.') },
      {
        kind: 'check',
        name: 'archived',
        label: t('Archived'),
        onlyExisting: true,
        hint: t('We keep and show its values. You can remove them, but not add more.'),
      },
    ],
    initial: { appliesTo: 'THREAD', type: 'TEXT', required: 'NEVER' },
    toForm: (field) => ({ ...field, archived: field.archivedAt !== null }),
    removal: {
      kind: 'archive',
      confirm: t('Archive custom field'),
      consequence: () => t('We keep its values, and no other field can use its key. You can bring it back any time.'),
      isRemoved: ({ archivedAt }) => archivedAt !== null,
    },
  }),
)

export function CustomFieldsScreen() {
  return <CatalogueScreen catalogue={customFields()} />
}
