/** Finds the charset of undeclared text in a mail: raw header fields, file names and texts. */
import { isTelling } from './charsets.ts'
import { type RawField, toFieldText } from './header-fields.ts'
import { findMetaCharset } from './meta-charset.ts'

/** Null when nothing in the mail declares an informative charset. */
export type MailCharset = { readonly charset: string | null }

type Part = { readonly type: string; readonly parameters: ReadonlyMap<string, string>; readonly bytes: Uint8Array }

/** Creates a lazy charset: few mails need it, so it is determined on first use. */
export function createMailCharset(getMail: () => { fields: readonly RawField[]; parts: readonly Part[] }): MailCharset {
  let found: string | null | undefined
  return {
    get charset() {
      if (found === undefined) found = findMailCharset(getMail())
      return found
    },
  }
}

/** Matches encoded words of a header with their charset. */
const encodedWord = /=\?([\w.:+-]{1,60})(?:\*[\w-]*)?\?[bq]\?/i

/**
 * Returns the charset of the first text that declares one other than UTF-8, or else that of the header's encoded words: old mail programs
 * write header fields, file names and further texts in that charset without declaring it.
 */
function findMailCharset({ fields, parts }: { fields: readonly RawField[]; parts: readonly Part[] }): string | null {
  const texts = parts.filter(({ type }) => type.startsWith('text/'))
  const named = texts.map(
    ({ parameters, type, bytes }) => parameters.get('charset') ?? (type === 'text/html' ? findMetaCharset(bytes) : null),
  )
  const words = fields.map((field) => encodedWord.exec(toFieldText(field))?.[1] ?? null)
  return [...named, ...words].find(isTelling) ?? null
}
