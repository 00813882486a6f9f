/** The texts of threads as the search index reads them. */
import { joinWords } from '../../kit/index.ts'
import type { HeadText, MessageText } from './queries.ts'

/** The words of a thread's subject, reference and customer. Each is a line of its own, so that no phrase reaches from one into another. */
export function headWords({ subject, externalRef, email, name }: HeadText): string {
  return rowsOf([subject, externalRef, name, email])
}

/** The words of a message and of the names of its files, in the same form. */
export function messageWords({ text, files }: Pick<MessageText, 'text' | 'files'>): string {
  return files === null ? joinWords(text) : rowsOf([text, ...files.split('\n')])
}

function rowsOf(texts: readonly (string | null)[]): string {
  return texts
    .map((text) => joinWords(text ?? ''))
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
