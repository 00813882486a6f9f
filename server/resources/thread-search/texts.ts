/** Converts threads' texts to the lines of words in the search index. */
import { joinWords } from '../text-search/index.ts'
import type { HeadText, MessageText } from './queries.ts'

/** Returns the words of a thread's subject, reference and customer, one line each, so that no phrase spans two of them. */
export function headWords({ subject, externalRef, email, name }: HeadText): string {
  return joinLines([subject, externalRef, name, email])
}

/** Returns the words of a message and of its file names, one line each. */
export function messageWords({ text, files }: Pick<MessageText, 'text' | 'files'>): string {
  return files === null ? joinWords(text) : joinLines([text, ...files.split('\n')])
}

function joinLines(texts: readonly (string | null)[]): string {
  return texts
    .map((text) => joinWords(text))
    .filter((line) => line !== '')
    .join('\n')
}

/** Returns the distinct words of some lines. */
export function distinctWords(lines: string): Set<string> {
  return new Set(lines.split(/\s+/).filter((word) => word !== ''))
}

/** Event types after which the index rereads a customer's threads. */
export const customerEvents = ['customer.updated', 'customer.merged', 'customer.erased']
/** Event types that the index follows. */
export const followedEvents = ['thread.created', 'message.created', ...customerEvents]
