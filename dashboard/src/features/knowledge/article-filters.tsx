import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/select.tsx'
import type { FilterProps } from '../catalogue/catalogue.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'
import { collectionSource } from './collection-source.ts'

export function StatusFilter(props: FilterProps) {
  const options = [
    { value: '', label: t('Any status') },
    { value: 'DRAFT', label: t('Draft') },
    { value: 'PUBLISHED', label: t('Published') },
    { value: 'ARCHIVED', label: t('Archived') },
  ]
  return <Select {...props} label={t('Status')} options={options} />
}

export function CollectionFilter(props: FilterProps) {
  const { data: collections = [] } = useAllItems(collectionSource)
  const options = [{ value: '', label: t('All collections') }, ...collections.map(({ id, name }) => ({ value: id, label: name }))]
  return <Select {...props} label={t('Collection')} options={options} />
}
