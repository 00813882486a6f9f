import type { Label } from '@skein/client'
import { formatLocale } from '../../texts/language.ts'
import { lazily, plural, t } from '../../texts/texts.ts'
import { Archive } from '../../ui/icons.ts'
import { Badge } from '../../ui/badge.tsx'
import { LabelDot } from '../../ui/label-dot.tsx'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { labelSource } from '../catalogue/sources.ts'
import { ColorInput } from './color-input.tsx'

const labels = lazily(
  (): Catalogue<Label> => ({
    ...labelSource,
    title: t('Labels'),
    texts: {
      count: (count) => plural(count, '{count} label', '{count} labels'),
      search: t('Search labels'),
      add: t('New label'),
      create: t('Create label'),
      empty: t('No labels yet. Create one to sort threads by what they’re about.'),
    },
    reference: 'labels',
    guide: 'for-admins/labels',
    lead: t('Keywords to sort and filter threads by. When your own programs tag a thread, we create the label for you.'),
    searchIn: ({ name }) => [name],
    columns: [
      { header: t('Name'), cell: ({ name, color }) => <LabelDot color={color}>{name}</LabelDot> },
      { header: t('Description'), cell: ({ description }) => description, from: 'md', grows: true },
      { header: t('State'), cell: ({ archivedAt }) => (archivedAt ? <Badge icon={Archive}>{t('Archived')}</Badge> : null), from: 'sm' },
      { header: t('Threads'), cell: ({ threadCount }) => threadCount.toLocaleString(formatLocale), align: 'end' },
    ],
    fields: [
      { kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 64 },
      { kind: 'custom', name: 'color', label: t('Colour'), Input: ColorInput, isGroup: true },
      {
        kind: 'area',
        name: 'description',
        label: t('Description'),
        rows: 2,
        maxLength: 1000,
        hint: t('What the label is for. Agents see it when they choose labels.'),
      },
      {
        kind: 'check',
        name: 'archived',
        label: t('Archived'),
        onlyExisting: true,
        hint: t('Threads keep it, but you can’t add it to more threads.'),
      },
    ],
    toForm: (label) => ({ ...label, archived: label.archivedAt !== null }),
    removal: {
      kind: 'archive',
      confirm: t('Archive label'),
      consequence: ({ threadCount }) =>
        plural(
          threadCount,
          '{count} thread keeps it, and you can’t add it to more threads. You can bring it back any time.',
          '{count} threads keep it, and you can’t add it to more threads. You can bring it back any time.',
        ),
      isRemoved: ({ archivedAt }) => archivedAt !== null,
    },
  }),
)

export function LabelsScreen() {
  return <CatalogueScreen catalogue={labels()} />
}
