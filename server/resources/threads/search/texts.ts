/** The texts of threads as the search index reads them. */
import { rowOfWords } from '../../../kit/search/tokenizer.ts'
import type { HeadText } from './queries.ts'

/** The words of a thread's subject, reference and customer. Each is a line of its own, so that no phrase reaches from one into another. */
export function headWords({ subject, externalRef, email, name }: HeadText): string {
  return [subject, externalRef, name, email]
    .map((text) => rowOfWords(text ?? ''))
    .filter((row) => row !== '')
    .join('\n')
}

/** What a row of words holds, each once. */
export function distinctWords(rows: string): Set<string> {
  return new Set(rows.split(/\s+/).filter((word) => word !== ''))
}

/** Types of events after which the threads of a customer are read anew. */
export const customerEvents = ['customer.updated', 'customer.merged', 'customer.erased']
/** Types of events that the index follows. */
export const followedEvents = ['thread.created', 'message.created', ...customerEvents]
