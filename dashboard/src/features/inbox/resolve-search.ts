import type { SkeinClient } from '@skein/client'
import { fold } from '../../ui/fold-words.ts'
import { operators, parseOperations, toFilter, type Operation } from '../search/operators.ts'
import type { ListSearch } from '../threads/list-search.ts'
import type { FilterKind } from './filter-kinds.tsx'

/** Returns the filters of a search's operators, and the rest of its text. An operator whose value is unknown stays in the text. */
export async function resolveSearch(
  skein: SkeinClient,
  text: string,
  kinds: readonly FilterKind[],
): Promise<{ filters: Partial<ListSearch>; rest: string }> {
  let rest = text
  const filters: Partial<ListSearch> = {}
  for (const operation of parseOperations(text)) {
    const choices = kinds.find(({ name }) => name === operators[operation.name].filter)?.options ?? []
    const found = operation.name === 'from' ? await findCustomer(skein, operation) : toFilter(operation, choices, Date.now())
    // The words of a search are also found in customers' names and addresses.
    const words = found === null && operation.name === 'from' ? `"${operation.value}"` : ''
    if (found !== null || words !== '') rest = rest.replace(operation.text, words)
    Object.assign(filters, found)
  }
  return { filters, rest: rest.replaceAll(/\s+/g, ' ').trim() }
}

/** Finds the customer with an email or name, or the only one whom a search finds. */
async function findCustomer(skein: SkeinClient, { value }: Operation): Promise<Partial<ListSearch> | null> {
  const { data } = await skein.listCustomers({ query: { q: value, limit: 2 } }).catch(() => ({ data: [] }))
  const exact = data.find(({ email, name }) => fold(email) === fold(value) || fold(name ?? '') === fold(value))
  const customer = exact ?? (data.length === 1 ? data[0] : undefined)
  return customer ? { customerId: customer.id } : null
}
