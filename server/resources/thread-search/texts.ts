/** Converts the texts of threads to the lines of words that the search index stores. */
import { joinWords } from '../text-search/index.ts'
import type { HeadText, MessageText } from './queries.ts'

/** Returns the words of a thread's subject, reference and customer. Each is a line, so that no phrase spans two of them. */
export function headWords({ subject, externalRef, email, name }: HeadText): string {
  return joinLines([subject, externalRef, name, email])
}

/** Returns the words of a message and of the names of its files. Each is a line. */
export function messageWords({ text, files }: Pick<MessageText, 'text' | 'files'>): string {
  return files === null ? joinWords(text) : joinLines([text, ...files.split('\n')])
}

function joinLines(texts: readonly (string | null)[]): string {
  return texts
    .map((text) => joinWords(text))
    .filter((line) => line !== '')
    .join('\n')
}

/** Returns the different words of some lines. */
export function distinctWords(lines: string): Set<string> {
  return new Set(lines.split(/\s+/).filter((word) => word !== ''))
}

/** Types of events after which the index reads the threads of a customer again. */
export const customerEvents = ['customer.updated', 'customer.merged', 'customer.erased']
/** Types of events that the index follows. */
export const followedEvents = ['thread.created', 'message.created', ...customerEvents]
