/** The blocks of an article that the toolbar and the `/` menu offer. */
import type { Editor } from '@tiptap/core'
import { t } from '../../texts/texts.ts'
import {
  Code,
  Heading2,
  Heading3,
  Image,
  Info,
  List,
  ListOrdered,
  Minus,
  Table2,
  TextQuote,
  TriangleAlert,
  type IconType,
} from '../../ui/icons.ts'
import type { CalloutKind } from './article-nodes.ts'

export const blockMenuId = 'article-blocks'
export const blockOptionId = (id: string): string => `article-block-${id}`

export type Block = {
  id: string
  name: string
  /** More words that find the block. */
  words: string
  icon: IconType
  keys?: string
  /** Null for blocks that need more than the editor: pictures and tables. */
  run: ((editor: Editor) => void) | null
}

export function listBlocks(): Block[] {
  return [
    { id: 'heading', name: t('Heading'), words: 'h2', icon: Heading2, keys: '##', run: (editor) => toggleHeading(editor, 2) },
    { id: 'subheading', name: t('Subheading'), words: 'h3', icon: Heading3, keys: '###', run: (editor) => toggleHeading(editor, 3) },
    { id: 'bullets', name: t('List'), words: 'ul', icon: List, keys: '-', run: (editor) => editor.commands.toggleBulletList() },
    {
      id: 'numbers',
      name: t('Numbered list'),
      words: 'ol',
      icon: ListOrdered,
      keys: '1.',
      run: (editor) => editor.commands.toggleOrderedList(),
    },
    { id: 'info', name: t('Callout'), words: 'info note', icon: Info, run: (editor) => toggleCallout(editor, 'info') },
    { id: 'warning', name: t('Warning'), words: 'callout', icon: TriangleAlert, run: (editor) => toggleCallout(editor, 'warning') },
    { id: 'picture', name: t('Picture'), words: 'image', icon: Image, run: null },
    { id: 'table', name: t('Table'), words: '', icon: Table2, run: null },
    { id: 'quote', name: t('Quotation'), words: '', icon: TextQuote, keys: '>', run: (editor) => editor.commands.toggleBlockquote() },
    { id: 'code', name: t('Code block'), words: 'pre', icon: Code, keys: '```', run: (editor) => editor.commands.toggleCodeBlock() },
    { id: 'line', name: t('Line'), words: 'hr', icon: Minus, run: (editor) => editor.commands.insertContent({ type: 'horizontalRule' }) },
  ]
}

export function toggleHeading(editor: Editor, level: 2 | 3): void {
  editor.chain().focus().toggleNode('heading', 'paragraph', { level }).run()
}

/** Wraps the selection in a callout, changes its kind, or removes it if it has this kind already. */
export function toggleCallout(editor: Editor, kind: CalloutKind): void {
  const chain = editor.chain().focus()
  if (editor.isActive('callout', { kind })) chain.lift('callout').run()
  else if (editor.isActive('callout')) chain.updateAttributes('callout', { kind }).run()
  else chain.wrapIn('callout', { kind }).run()
}
