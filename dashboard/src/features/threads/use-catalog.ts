/** Complete lists of users, labels, inboxes, teams and custom fields. Fetched on first use, then patched by events. */
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/api.ts'

const page = { limit: 100 }

export function useUsers(enabled = true) {
  const { skein } = useApi()
  return useQuery({ queryKey: ['users'], enabled, queryFn: ({ signal }) => skein.listUsers({ query: page, signal }).toArray() })
}

export function useLabels(enabled = true) {
  const { skein } = useApi()
  return useQuery({ queryKey: ['labels'], enabled, queryFn: ({ signal }) => skein.listLabels({ query: page, signal }).toArray() })
}

export function useInboxes(enabled = true) {
  const { skein } = useApi()
  return useQuery({ queryKey: ['inboxes'], enabled, queryFn: ({ signal }) => skein.listInboxes({ query: page, signal }).toArray() })
}

/** Returns the custom fields of threads in form order, including archived ones. */
export function useThreadFields(enabled = true) {
  const { skein } = useApi()
  return useQuery({
    queryKey: ['custom-fields', 'THREAD'],
    enabled,
    staleTime: 60_000,
    queryFn: ({ signal }) => skein.listCustomFields({ query: { appliesTo: 'THREAD', ...page }, signal }).toArray(),
    select: (fields) => fields.toSorted((a, b) => a.order - b.order),
  })
}

export function useTeams(enabled = true) {
  const { skein } = useApi()
  return useQuery({ queryKey: ['teams'], enabled, queryFn: ({ signal }) => skein.listTeams({ query: page, signal }).toArray() })
}
