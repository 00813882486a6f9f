import type { KbCollection } from '@skein/client'
import { Badge } from '../../ui/badge.tsx'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { collectionSource } from './collection-source.ts'
import { CollectionTree } from './collection-tree.tsx'
import { maxOrder } from './tree-moves.ts'

const collections: Catalogue<KbCollection> = {
  ...collectionSource,
  title: 'Collections',
  reference: 'kb',
  guide: 'knowledge-base',
  lead: 'How articles are grouped in the knowledge base. A collection can be within another one, and shows in the help centre when a public article is in it.',
  emptyHint: 'Make one for each subject that customers ask about.',
  searchIn: ({ name }) => [name],
  Overview: CollectionTree,
  columns: [
    { header: 'Name', cell: ({ id }) => <CollectionPath id={id} />, grows: true },
    { header: 'For', cell: ({ visibility }) => (visibility === 'INTERNAL' ? <Badge>Colleagues</Badge> : 'Everybody'), from: 'sm' },
    { header: 'Order', cell: ({ order }) => order, align: 'end', from: 'md' },
    { header: 'Articles', cell: ({ articleCount }) => articleCount.toLocaleString(), align: 'end', from: 'sm' },
  ],
  fields: [
    { kind: 'text', name: 'name', label: 'Name', required: true, maxLength: 120 },
    { kind: 'area', name: 'description', label: 'Description', maxLength: 1000, rows: 2, hint: 'Readers see it below the name.' },
    { kind: 'custom', name: 'parentId', label: 'Within', Input: createReferenceInput(collectionSource, { empty: 'Nothing: at the top' }) },
    { kind: 'number', name: 'order', label: 'Order', min: 0, max: maxOrder, hint: 'Its place among its siblings, lowest first.' },
    {
      kind: 'choice',
      name: 'visibility',
      label: 'Who can read it',
      required: true,
      options: [
        { value: 'PUBLIC', label: 'Everybody', hint: 'in the help centre' },
        { value: 'INTERNAL', label: 'Colleagues', hint: 'with all that is within it' },
      ],
    },
    { kind: 'text', name: 'slug', label: 'Address', maxLength: 120, onlyExisting: true, hint: 'Former ones keep leading here.' },
  ],
  initial: { visibility: 'PUBLIC' },
  removal: { verb: 'Delete', consequence: () => 'Only an empty one can be deleted.' },
}

export function KbCollectionsScreen() {
  return <CatalogueScreen catalogue={collections} />
}

/** The names of a collection and its ancestors: `Payments / Refunds`. */
export function CollectionPath({ id }: { id: string | null }) {
  const { data: all = [] } = useAllItems(collectionSource)
  const names: string[] = []
  for (let at = all.find((each) => each.id === id); at && names.length < 20; ) {
    names.unshift(at.name)
    const { parentId } = at
    at = parentId === null ? undefined : all.find((each) => each.id === parentId)
  }
  return <span>{names.length === 0 ? '–' : names.join(' / ')}</span>
}
