/** Finds the charset of what a mail writes without naming one: raw header fields, names of files and texts. */
import { isTelling } from './charsets.ts'
import { type RawField, toFieldText } from './header-fields.ts'
import { findMetaCharset } from './meta-charset.ts'

/** Null when nothing in the mail names a charset that could be another one. */
export type MailCharset = { readonly charset: string | null }

type Part = { readonly type: string; readonly parameters: ReadonlyMap<string, string>; readonly bytes: Uint8Array }

/** Few mails need the charset, so it is searched at the first use. */
export function createMailCharset(getMail: () => { fields: readonly RawField[]; parts: readonly Part[] }): MailCharset {
  let found: string | null | undefined
  return {
    get charset() {
      if (found === undefined) found = findMailCharset(getMail())
      return found
    },
  }
}

/** Words of a header in a charset. */
const encodedWord = /=\?([\w.:+-]{1,60})(?:\*[\w-]*)?\?[bq]\?/i

/**
 * Returns the charset of the first text that names one other than UTF-8, else that of the header's encoded words: old mail programs write header
 * fields, names of files and further texts in it without saying so.
 */
function findMailCharset({ fields, parts }: { fields: readonly RawField[]; parts: readonly Part[] }): string | null {
  const texts = parts.filter(({ type }) => type.startsWith('text/'))
  const named = texts.map(
    ({ parameters, type, bytes }) => parameters.get('charset') ?? (type === 'text/html' ? findMetaCharset(bytes) : null),
  )
  const words = fields.map((field) => encodedWord.exec(toFieldText(field))?.[1] ?? null)
  return [...named, ...words].find(isTelling) ?? null
}
