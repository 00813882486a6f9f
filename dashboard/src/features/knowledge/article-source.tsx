import { t } from '../../texts/texts.ts'
import type { ArticleText } from './article-draft.ts'

type SourceProps = { text: ArticleText; isReadOnly: boolean; onWrite: (body: string) => void }

/** Plain field for the stored text: Markdown, HTML or plain text. */
export function ArticleSource({ text: { body, bodyFormat }, isReadOnly, onWrite }: SourceProps) {
  const label = { markdown: t('Text in Markdown'), html: t('Text in HTML'), text: t('Plain text') }[bodyFormat]
  return (
    <textarea
      dir="auto"
      aria-label={label}
      placeholder={t('Write the answer…')}
      maxLength={262_144}
      readOnly={isReadOnly}
      spellCheck={bodyFormat !== 'html'}
      className="field order-2 field-sizing-content min-h-80 w-full resize-none px-3 py-2 font-mono text-sm/5.5"
      value={body}
      onChange={({ target }) => onWrite(target.value)}
    />
  )
}
