/** Suggests recipients while the agent types: people of the thread, colleagues and customers. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/api.ts'
import { t } from '../../../texts/texts.ts'
import { hasWord, matchesWords } from '../../../ui/fold-words.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import type { MailAddress } from '../../threads/drafts.ts'
import { useUsers } from '../../threads/use-catalog.ts'
import { useParticipants } from './participants.ts'

/** A suggested recipient; `detail` says who it is. */
export type Suggestion = MailAddress & { detail: string }

const maxOptions = 8
/** Shorter texts match too many customers. */
const minLength = 2
const debounceMs = 150
/** Stale time in milliseconds of the customers that were found. */
const staleMs = 60_000

type Parts = {
  text: string
  /** The thread whose people come first; undefined for a new thread. */
  threadId: string | undefined
  /** Addresses that are already recipients. */
  taken: readonly MailAddress[]
  isOn: boolean
}

export function useAddressSuggestions({ text, threadId, taken, isOn }: Parts): Suggestion[] {
  const { skein } = useApi()
  const typed = text.trim()
  const q = useDebounced(typed, debounceMs)
  const { data: people = [] } = useParticipants(threadId ?? '', isOn && threadId !== undefined)
  const { data: users = [] } = useUsers(isOn)
  const { data: customers = [] } = useQuery({
    queryKey: ['address-suggestions', q],
    enabled: isOn && q.length >= minLength,
    staleTime: staleMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await skein.listCustomers({ query: { q, limit: maxOptions }, signal })).data,
  })
  if (!isOn || typed === '') return []
  const candidates: Suggestion[] = [
    ...people.map(({ name, address }) => ({ name, address, detail: t('In this thread') })),
    ...users.filter(({ status }) => status === 'ACTIVE').map(({ name, email }) => ({ name, address: email, detail: t('Colleague') })),
  ].filter(({ name, address }) => hasWord(`${name ?? ''} ${address}`, typed))
  const found = customers.map(({ name, email }) => ({ name, address: email, detail: t('Customer') }))
  // While the next search runs, the customers of the previous one are still here.
  candidates.push(...found.filter(({ name, address }) => matchesWords(`${name ?? ''} ${address}`, typed)))
  const known = new Set(taken.map(({ address }) => address.toLowerCase()))
  return candidates
    .filter(({ address }) => {
      const isNew = !known.has(address.toLowerCase()) && !address.endsWith('.invalid')
      known.add(address.toLowerCase())
      return isNew
    })
    .slice(0, maxOptions)
}
