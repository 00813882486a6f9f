import type { KbCollection } from '@skein/client'
import { lazily, plural, t } from '../../texts/texts.ts'
import { Lock } from '../../ui/icons.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { listPath } from './collection-path.ts'
import { collectionSource } from './collection-source.ts'
import { CollectionTree } from './collection-tree.tsx'
import { maxOrder } from './tree-moves.ts'
import { formatLocale } from '../../texts/language.ts'

const collections = lazily(
  (): Catalogue<KbCollection> => ({
    ...collectionSource,
    texts: {
      count: (count) => plural(count, '{count} collection', '{count} collections'),
      search: t('Search collections'),
      add: t('New collection'),
      create: t('Create collection'),
      empty: t('No collections yet. Create one for each topic your customers ask about.'),
    },
    title: t('Collections'),
    reference: 'kb',
    guide: 'knowledge-base',
    lead: t(
      'Group your articles by topic, with collections inside collections. Your help centre shows a collection once it has a public article.',
    ),
    searchIn: ({ name }) => [name],
    Overview: CollectionTree,
    columns: [
      { header: t('Name'), cell: ({ id }) => <CollectionPath id={id} />, grows: true },
      {
        header: t('Visible to'),
        cell: ({ visibility }) => (visibility === 'INTERNAL' ? <Badge icon={Lock}>{t('Your team')}</Badge> : t('Everyone')),
        from: 'sm',
      },
      { header: t('Order'), cell: ({ order }) => order, align: 'end', from: 'md' },
      { header: t('Articles'), cell: ({ articleCount }) => articleCount.toLocaleString(formatLocale), align: 'end', from: 'sm' },
    ],
    fields: [
      { kind: 'text', name: 'name', label: t('Name'), required: true, maxLength: 120 },
      { kind: 'area', name: 'description', label: t('Description'), maxLength: 1000, rows: 2, hint: t('Readers see it below the name.') },
      { kind: 'custom', name: 'parentId', label: t('Inside'), Input: createReferenceInput(collectionSource, { empty: t('Top level') }) },
      { kind: 'number', name: 'order', label: t('Order'), min: 0, max: maxOrder, hint: t('Position among its neighbours, lowest first.') },
      {
        kind: 'choice',
        name: 'visibility',
        label: t('Who can read it'),
        required: true,
        options: [
          { value: 'PUBLIC', label: t('Everyone'), hint: t('Shown in the help centre.') },
          { value: 'INTERNAL', label: t('Your team'), hint: t('Along with everything inside it.') },
        ],
      },
      { kind: 'text', name: 'slug', label: t('Address'), maxLength: 120, onlyExisting: true, hint: t('Earlier addresses keep working.') },
    ],
    initial: { visibility: 'PUBLIC' },
    removal: { kind: 'delete', confirm: t('Delete collection'), consequence: () => t('You can delete a collection once it’s empty.') },
  }),
)

export function KbCollectionsScreen() {
  return <CatalogueScreen catalogue={collections()} />
}

/** Path of a collection: `Payments / Refunds`. */
export function CollectionPath({ id }: { id: string | null }) {
  const { data: all = [] } = useAllItems(collectionSource)
  const names = listPath(all, id).map(({ name }) => name)
  return <span>{names.length === 0 ? '–' : names.join(' / ')}</span>
}
