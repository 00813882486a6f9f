import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'
import type { FetchedRecord } from '../../ui/form/record-form.tsx'
import type { MoreProps, SheetProps } from './catalogue.ts'

/** The item that a panel shows. Opening the panel fetches it, so that the form edits the current version. */
export function useOpenedItem<Item extends { id: string }>({ catalogue, calls, id, known, onChanged }: SheetProps<Item>) {
  const { queries } = useApi()
  const { noun, operations } = catalogue
  const key = ['record', noun, id]
  const opened = useQuery({
    queryKey: key,
    enabled: id !== null && operations.get !== undefined,
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<FetchedRecord<Item>> => {
      const { data, etag } = await calls.get(id ?? '', signal)
      return { record: data, etag }
    },
  })
  const read = operations.get ? (opened.data ?? null) : known && { record: known, etag: null }
  /** Stores the returned item in the cache, so that the form continues with the new version. */
  const onRead: MoreProps<Item>['onRead'] = ({ data, etag }) => {
    onChanged(data, 'changed')
    if (operations.get) queries.setQueryData<FetchedRecord<Item>>(key, { record: data, etag })
  }
  return { opened, read, item: read?.record ?? known, onRead }
}
