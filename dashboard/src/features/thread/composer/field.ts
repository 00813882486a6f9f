/** What the composer asks of the field below it, whether that is the plain one or the editor. */
import type { Ref } from 'react'

/** `html`: the same with its formats; null where there are none, and it is sent as text. */
export type Writing = { readonly text: string; readonly html: string | null }
/** The text before the caret, and the character that follows. */
export type Caret = { readonly before: string; readonly next: string }
export type Format = 'bold' | 'italic' | 'link' | 'bulletList' | 'orderedList' | 'blockquote' | 'codeBlock'
/** Those of the place where the caret is. */
export type Formats = readonly Format[]

export type FieldHandle = {
  focus(): void
  /** Puts words in the place of as many characters before the caret. */
  replace(length: number, words: Writing): void
  /** Focuses the field and selects the first place where these words stand. */
  select(words: string): void
  /** `href`: where a link leads to. */
  format(format: Format, href?: string): void
}

/** What both fields are given. */
export type FieldProps = {
  handle: Ref<FieldHandle>
  label: string
  placeholder: string
  writing: Writing
  onWrite: (writing: Writing) => void
  onCaret: (caret: Caret, formats: Formats) => void
  /** Whether the key was somebody else's. */
  onKey: (key: string, isMod: boolean) => boolean
  /** Whether what is pasted was taken elsewhere. */
  onTransfer: (data: DataTransfer) => boolean
  /** The list that belongs to what is typed, and the row of it that would be taken. */
  controls: string | undefined
  activeId: string | undefined
}

/** Variables that nobody has filled in, as they stand in a text. */
export function findVariables(text: string): string[] {
  return [...new Set(text.match(/\{\{\s*[A-Za-z][\w.]*\s*(?:\|[^{}\n]*)?\}\}/g) ?? [])]
}

export const nowhere: Caret = { before: '', next: '' }

/** What the service takes for a message. */
export const messageMax = 262_144

/** One after the other; with formats, if one of them has any. */
export function joined(one: Writing, other: Writing): Writing {
  if (one.text.trim() === '') return other
  if (other.text.trim() === '') return one
  const html = one.html === null && other.html === null ? null : htmlOf(one) + htmlOf(other)
  return { text: `${one.text.trimEnd()}\n\n${other.text}`, html }
}

function htmlOf({ text, html }: Writing): string {
  if (html !== null) return html
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .split('\n\n')
    .map((lines) => `<p>${lines.replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/** Both look alike, so that nothing moves when one takes the place of the other. Lower where the window is low, as with much zoom. */
export const fieldLook =
  'block w-full field-sizing-content [unicode-bidi:plaintext] resize-none overflow-y-auto min-h-[calc(min(3lh,12dvh)+18px)] max-h-[calc(min(14lh,30dvh)+18px)] rounded-md border border-line-strong bg-surface px-3 py-2'
