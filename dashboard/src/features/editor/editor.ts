/** The rich-text editor for messages, built from Tiptap's extensions and lazy-loaded when the agent is about to write. */
import { Editor, type AnyExtension } from '@tiptap/core'
import { Blockquote } from '@tiptap/extension-blockquote'
import { Bold } from '@tiptap/extension-bold'
import { Code } from '@tiptap/extension-code'
import { CodeBlock } from '@tiptap/extension-code-block'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { UndoRedo } from '@tiptap/extensions'
import { DOMParser, Node, Slice, type Schema } from '@tiptap/pm/model'
import { EditorState, Selection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { sanitizeForEditor } from '../threads/mail/clean-mail.ts'
import type { Caret, Format, Formats, Writing } from './field.ts'
import { toDocument, isPlain, toPosition, textBetween, toText } from './document.ts'

const extensions = [
  Document,
  Paragraph,
  Text,
  Bold,
  Italic,
  Code,
  Blockquote,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  // Ctrl Enter sends the message, so it must neither insert a break nor leave a code block.
  CodeBlock,
  HardBreak.extend({ addKeyboardShortcuts: () => ({ 'Shift-Enter': ({ editor }) => editor.commands.setHardBreak() }) }),
  // No autolinks: every screen that shows a message links URLs itself.
  Link.configure({ autolink: false, openOnClick: false, linkOnPaste: false, HTMLAttributes: { target: null, rel: null } }),
  UndoRedo,
]

type Parts = {
  element: HTMLElement
  /** Nodes and marks beyond those of messages. */
  extras?: readonly AnyExtension[]
  /** Sanitises pasted HTML. The default keeps what messages may contain. */
  sanitize?: (html: string) => DocumentFragment
  className: string
  onWrite: (writing: Writing) => void
  onCaret: (caret: Caret, formats: Formats) => void
  /** Returns true when a menu has handled the key. */
  onKey: (key: string, isMod: boolean, isShift: boolean) => boolean
  /** Returns true when the composer has attached the data: files, or text that is too long for a message. */
  onTransfer: (data: DataTransfer) => boolean
}

export function createEditor({
  element,
  extras = [],
  sanitize = sanitizeForEditor,
  className,
  onWrite,
  onCaret,
  onKey,
  onTransfer,
}: Parts): Editor {
  const notifyCaret = ({ editor }: { editor: Editor }): void => {
    const { doc, selection } = editor.state
    const { from, to } = selection
    const end = Math.min(to + 1, doc.content.size)
    onCaret({ before: textBetween(doc, 0, from), next: textBetween(doc, to, end) }, listFormats(editor))
  }
  const insert = (view: EditorView, data: DataTransfer): void => {
    const slice = toSlice(view, data, sanitize)
    view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true))
  }
  return new Editor({
    element,
    extensions: [...extensions, ...extras],
    // Pass a document instead of HTML: Tiptap would parse even an empty HTML string without the sanitiser, which the page's Trusted Types
    // policy refuses.
    content: toDocument(''),
    // The content security policy refuses injected styles, so rich.css contains those that Tiptap would inject.
    injectCSS: false,
    enablePasteRules: false,
    editorProps: {
      attributes: { class: className },
      handleDOMEvents: {
        keydown(view, event) {
          if (view.composing || event.isComposing) return false
          const isMod = event.ctrlKey || event.metaKey
          // Escape and Ctrl Enter belong to the shortcuts, not to the editor.
          if (!onKey(event.key, isMod, event.shiftKey)) return event.key === 'Escape' || (isMod && event.key === 'Enter')
          event.preventDefault()
          return true
        },
        // Sanitise pasted HTML, too.
        paste(view, event) {
          if (!event.clipboardData || view.composing) return false
          event.preventDefault()
          if (!onTransfer(event.clipboardData)) insert(view, event.clipboardData)
          return true
        },
        drop(view, event) {
          // The editor handles text that is dragged within it; the composer handles files.
          if (view.dragging || !event.dataTransfer) return false
          if (event.dataTransfer.files.length > 0) return true
          event.preventDefault()
          const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
          if (place) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))))
          if (!onTransfer(event.dataTransfer)) insert(view, event.dataTransfer)
          view.focus()
          return true
        },
      },
    },
    onUpdate: ({ editor }) => onWrite(getWriting(editor)),
    onTransaction: notifyCaret,
  })
}

function getWriting(editor: Editor): Writing {
  const { doc } = editor.state
  return { text: toText(doc), html: isPlain(doc) ? null : editor.getHTML() }
}

/** Replaces the whole text, and clears the editor's undo history. */
export function setWriting(editor: Editor, { text, html }: Writing, caret = text.length): void {
  const { schema, plugins } = editor.state
  const doc = html === null ? Node.fromJSON(schema, toDocument(text)) : getParser(schema).parse(sanitizeForEditor(html))
  const selection = html === null ? TextSelection.create(doc, toPosition(doc, caret)) : Selection.atEnd(doc)
  editor.view.updateState(EditorState.create({ schema, plugins, doc, selection }))
  // An empty transaction notifies listeners of the new caret position.
  editor.view.dispatch(editor.state.tr)
}

/** Replaces the whole document, and clears the editor's undo history. */
export function setFragment(editor: Editor, fragment: DocumentFragment): void {
  const { schema, plugins } = editor.state
  const doc = getParser(schema).parse(fragment)
  editor.view.updateState(EditorState.create({ schema, plugins, doc, selection: Selection.atStart(doc) }))
  editor.view.dispatch(editor.state.tr)
}

/** Replaces the `length` characters before the caret. If the new text ends with a space, removes a space after the caret. */
export function replaceBeforeCaret(editor: Editor, length: number, { text, html }: Writing): void {
  const { schema, selection, doc, tr } = editor.state
  const { from, to } = selection
  const hasSpace = text.endsWith(' ') && textBetween(doc, to, Math.min(to + 1, doc.content.size)) === ' '
  const slice = html === null ? textSlice(schema, text) : getParser(schema).parseSlice(sanitizeForEditor(html))
  const end = to + (hasSpace ? 1 : 0)
  tr.replaceRange(from - length, end, slice)
  editor.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(end)), -1)).scrollIntoView())
  editor.view.focus()
}

/** Focuses the editor and selects the first occurrence of the words. */
export function selectText(editor: Editor, words: string): void {
  const { doc, tr } = editor.state
  let found: number | null = null
  doc.descendants((node, at) => {
    const offset = node.isTextblock ? node.textBetween(0, node.content.size, undefined, '\n').indexOf(words) : -1
    if (found === null && offset >= 0) found = at + 1 + offset
  })
  if (found !== null) editor.view.dispatch(tr.setSelection(TextSelection.create(doc, found, found + words.length)).scrollIntoView())
  editor.view.focus()
}

function toSlice(view: EditorView, data: DataTransfer, sanitize: (html: string) => DocumentFragment): Slice {
  const { schema, selection } = view.state
  const text = data.getData('text/plain')
  const html = data.getData('text/html')
  if (selection.$from.parent.type.spec.code) return new Slice(Node.fromJSON(schema, toPlainParagraph(text)).content, 0, 0)
  if (html === '') return textSlice(schema, text)
  const slice = getParser(schema).parseSlice(sanitize(html), { context: selection.$from })
  return slice.size > 0 ? slice : textSlice(schema, text)
}

function toPlainParagraph(text: string) {
  return { type: 'paragraph', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) }
}

function textSlice(schema: Schema, text: string): Slice {
  return new Slice(Node.fromJSON(schema, toDocument(text)).content, 1, 1)
}

const getParser = (schema: Schema): DOMParser => DOMParser.fromSchema(schema)

const names = ['bold', 'italic', 'link', 'bulletList', 'orderedList', 'blockquote', 'codeBlock'] as const

function listFormats(editor: Editor): Formats {
  return names.filter((name) => editor.isActive(name))
}

/** Applies or removes a format at the selection. A link is set to `href`, or removed if there is none. */
export function applyFormat(editor: Editor, format: Format, href = ''): void {
  const chain = editor.chain().focus()
  const { empty } = editor.state.selection
  if (format === 'bold') chain.toggleBold().run()
  else if (format === 'italic') chain.toggleItalic().run()
  else if (format === 'bulletList') chain.toggleBulletList().run()
  else if (format === 'orderedList') chain.toggleOrderedList().run()
  else if (format === 'blockquote') chain.toggleBlockquote().run()
  else if (format === 'codeBlock') chain.toggleCodeBlock().run()
  else if (href === '') chain.extendMarkRange('link').unsetLink().run()
  else if (empty && !editor.isActive('link'))
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
  else chain.extendMarkRange('link').setLink({ href }).run()
}
