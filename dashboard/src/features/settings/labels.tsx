import type { Label } from '@skein/client'
import { Badge } from '../../ui/badge.tsx'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { labelSource } from '../catalogue/sources.ts'
import { ColorInput } from './color-input.tsx'

const labels: Catalogue<Label> = {
  ...labelSource,
  title: 'Labels',
  reference: 'labels',
  lead: 'Keywords by which threads are filtered. Tags of threads that arrive over the API become labels automatically.',
  searchIn: ({ name }) => [name],
  columns: [
    {
      header: 'Name',
      cell: ({ name, color }) => (
        <span className="inline-flex items-baseline gap-2">
          <span
            aria-hidden
            className="size-2.5 shrink-0 self-center rounded-full border border-line-strong"
            style={color ? { background: color } : {}}
          />
          {name}
        </span>
      ),
    },
    { header: 'Description', cell: ({ description }) => description, from: 'md', grows: true },
    { header: 'State', cell: ({ archivedAt }) => (archivedAt ? <Badge>Archived</Badge> : null), from: 'sm' },
    { header: 'Threads', cell: ({ threadCount }) => threadCount.toLocaleString(), align: 'end' },
  ],
  fields: [
    { kind: 'text', name: 'name', label: 'Name', required: true, maxLength: 64 },
    { kind: 'custom', name: 'color', label: 'Colour', Input: ColorInput, isGroup: true },
    {
      kind: 'area',
      name: 'description',
      label: 'Description',
      rows: 2,
      maxLength: 1000,
      hint: 'What the label is for: agents see it when they choose labels.',
    },
    { kind: 'check', name: 'archived', label: 'Archived', onlyExisting: true, hint: 'Threads keep it, but it can no longer be added.' },
  ],
  toForm: (label) => ({ ...label, archived: label.archivedAt !== null }),
  removal: {
    verb: 'Archive',
    consequence: ({ threadCount }) =>
      `${threadCount.toLocaleString()} threads keep it; it can no longer be added, and can be brought back.`,
    isRemoved: ({ archivedAt }) => archivedAt !== null,
  },
}

export function LabelsScreen() {
  return <CatalogueScreen catalogue={labels} />
}
