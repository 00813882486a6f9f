import type { CustomField } from '@skein/client'
import { Badge } from '../../ui/badge.tsx'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { OptionsInput } from './options-input.tsx'

const types: Readonly<Record<CustomField['type'], string>> = {
  TEXT: 'Text',
  NUMBER: 'Number',
  BOOLEAN: 'Yes or no',
  DATE: 'Day',
  SELECT: 'One of some',
  MULTISELECT: 'Several of some',
  URL: 'Link',
}
const required: Readonly<Record<CustomField['required'], string>> = {
  NEVER: 'Never',
  ON_CREATE: 'When it is created over the API',
  ON_RESOLVE: 'Before a thread is resolved',
}
const toOptions = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }))

const customFields: Catalogue<CustomField> = {
  noun: 'custom_field',
  one: 'custom field',
  many: 'custom fields',
  title: 'Custom fields',
  reference: 'custom-fields',
  lead: 'Fields of your own, for threads and for customers. Values are checked wherever they come from, and lists of threads can be filtered by them.',
  operations: {
    list: 'listCustomFields',
    get: 'getCustomField',
    create: 'createCustomField',
    update: 'updateCustomField',
    remove: 'deleteCustomField',
  },
  nameOf: ({ name }) => name,
  emptyHint: 'For example an order number or a plan.',
  searchIn: ({ name, key }) => [name, key],
  searchHint: 'Name or key begins with…',
  columns: [
    { header: 'Name', cell: ({ name }) => name, grows: true },
    { header: 'Key', cell: ({ key }) => <code className="font-mono text-xs">{key}</code>, from: 'md' },
    { header: 'For', cell: ({ appliesTo }) => (appliesTo === 'THREAD' ? 'Threads' : 'Customers') },
    { header: 'Type', cell: ({ type }) => types[type], from: 'sm' },
    { header: 'State', cell: ({ archivedAt }) => (archivedAt ? <Badge>Archived</Badge> : null), from: 'sm' },
  ],
  fields: [
    { kind: 'text', name: 'name', label: 'Name', required: true, maxLength: 64 },
    {
      kind: 'text',
      name: 'key',
      label: 'Key',
      required: true,
      onlyNew: true,
      maxLength: 64,
      hint: 'Its name for programs: a-z, 0-9 and _. It never changes.',
    },
    {
      kind: 'choice',
      name: 'appliesTo',
      label: 'For',
      required: true,
      onlyNew: true,
      options: [
        { value: 'THREAD', label: 'Threads' },
        { value: 'CUSTOMER', label: 'Customers' },
      ],
    },
    { kind: 'choice', name: 'type', label: 'Type', required: true, onlyNew: true, options: toOptions(types), hint: 'It never changes.' },
    {
      kind: 'custom',
      name: 'options',
      label: 'Options',
      isGroup: true,
      Input: OptionsInput,
      when: ({ type }) => type === 'SELECT' || type === 'MULTISELECT',
    },
    { kind: 'choice', name: 'required', label: 'Must have a value', required: true, options: toOptions(required) },
    { kind: 'number', name: 'order', label: 'Position', min: 0, max: 1_000_000, hint: 'In forms, smaller numbers first.' },
    {
      kind: 'check',
      name: 'archived',
      label: 'Archived',
      onlyExisting: true,
      hint: 'Values that are there stay and are shown; they can only be removed.',
    },
  ],
  initial: { appliesTo: 'THREAD', type: 'TEXT', required: 'NEVER' },
  toForm: (field) => ({ ...field, archived: field.archivedAt !== null }),
  removal: {
    verb: 'Archive',
    consequence: () => 'Values that are there stay; the key cannot be used for another field. It can be brought back.',
    isRemoved: ({ archivedAt }) => archivedAt !== null,
  },
}

export function CustomFieldsScreen() {
  return <CatalogueScreen catalogue={customFields} />
}
