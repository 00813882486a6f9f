/** Interface between the composer and its writing field: a plain textarea first, then the rich-text editor. */
import type { Ref } from 'react'

/** A text and its HTML; `html` is null when the text has no formatting. */
export type Writing = { readonly text: string; readonly html: string | null }
/** The text before the caret, and the character after it. */
export type Caret = { readonly before: string; readonly next: string }
export type Format = 'bold' | 'italic' | 'link' | 'bulletList' | 'orderedList' | 'blockquote' | 'codeBlock'
/** Formats at the caret. */
export type Formats = readonly Format[]

export type FieldHandle = {
  focus(): void
  /** Replaces the `length` characters before the caret. */
  replace(length: number, words: Writing): void
  /** Focuses the field and selects the first occurrence of the words. */
  select(words: string): void
  /** Applies a format to the selection. `href` is the target of a link. */
  format(format: Format, href?: string): void
}

/** Props of both writing fields. */
export type FieldProps = {
  handle: Ref<FieldHandle>
  label: string
  placeholder: string
  writing: Writing
  onWrite: (writing: Writing) => void
  onCaret: (caret: Caret, formats: Formats) => void
  /** Returns true when a menu has handled the key, or the key has sent the text. */
  onKey: (key: string, isMod: boolean, isShift: boolean) => boolean
  /** Returns true when the composer has attached the pasted or dropped data as files. */
  onTransfer: (data: DataTransfer) => boolean
  /** The ids of the open menu and of its active row, for `aria-controls` and `aria-activedescendant`. */
  controls: string | undefined
  activeId: string | undefined
}

/** Returns the distinct variables that a text still contains, such as `{{customer.name}}`. */
export function findVariables(text: string): string[] {
  return [...new Set(text.match(/\{\{\s*[A-Za-z][\w.]*\s*(?:\|[^{}\n]*)?\}\}/g) ?? [])]
}

/** Whether the text before the caret ends with the two slashes that open the list of articles. */
export const asksForArticle = (before: string): boolean => /(?:^|\s)\/\/$/.test(before)

export const noCaret: Caret = { before: '', next: '' }

/** Maximum length of a message in characters, enforced by the service. */
export const maxMessageLength = 262_144

/** Concatenates two texts. The result has formatting if either text has. */
export function joinWritings(one: Writing, other: Writing): Writing {
  if (one.text.trim() === '') return other
  if (other.text.trim() === '') return one
  const html = one.html === null && other.html === null ? null : toHtml(one) + toHtml(other)
  return { text: `${one.text.trimEnd()}\n\n${other.text}`, html }
}

function toHtml({ text, html }: Writing): string {
  if (html !== null) return html
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped
    .split('\n\n')
    .map((lines) => `<p>${lines.replaceAll('\n', '<br>')}</p>`)
    .join('')
}

/**
 * Classes of both fields, so that nothing moves when the editor replaces the textarea. The height shrinks in low windows, for example when
 * the page is zoomed in.
 */
export const fieldClassName =
  'block w-full field-sizing-content [unicode-bidi:plaintext] resize-none overflow-y-auto min-h-[calc(min(3lh,12dvh)+14px)] max-h-[calc(min(14lh,30dvh)+14px)] bg-transparent px-2 py-1.75 text-base outline-none'
