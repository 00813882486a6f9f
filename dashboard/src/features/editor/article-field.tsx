/** Editor of an article's text, with its toolbar and the menu of blocks. Lazy-loaded: no other screen needs tables and pictures. */
import { useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { createPortal } from 'react-dom'
import type { Editor } from '@tiptap/core'
import { t } from '../../texts/texts.ts'
import { showToast } from '../../ui/toasts.ts'
import { sanitizeForArticle } from '../threads/mail/clean-mail.ts'
import { AltDialog } from './alt-dialog.tsx'
import { ArticleToolbar } from './article-toolbar.tsx'
import { insertTable, listArticleNodes } from './article-nodes.ts'
import { blockMenuId, blockOptionId, listBlocks, type Block } from './blocks.ts'
import { createEditor, setFragment } from './editor.ts'
import { LinkDialog } from './link-dialog.tsx'
import { matches } from '../../ui/fold-words.ts'
import { Icon } from '../../ui/icon.tsx'
import './rich.css'
import './article-text.css'

export type ArticleFieldHandle = { focus: () => void } | null

type ArticleFieldProps = {
  handle: Ref<ArticleFieldHandle>
  /** The text when the editor opens. A new `loadId` replaces the whole text. */
  html: string
  loadId: number
  isReadOnly: boolean
  /** Element that gets the toolbar, above the part of the page that scrolls. */
  toolbarPlace: HTMLElement | null
  onWrite: (html: string) => void
  /** Uploads a picture. Returns the path for the text; null if the upload failed and a toast has said so. */
  onUpload: (file: File) => Promise<string | null>
  resolvePicture: (source: string) => Promise<string | null>
}

const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp,image/avif,image/bmp'

export function ArticleField(props: ArticleFieldProps) {
  const { handle, loadId, isReadOnly, toolbarPlace } = props
  const container = useRef<HTMLDivElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  /** Rises with each transaction, so that the toolbar shows the formats at the caret. */
  const [, setMoves] = useState(0)
  const [before, setBefore] = useState('')
  const [at, setAt] = useState(0)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [isLinking, setLinking] = useState(false)
  const [described, setDescribed] = useState<{ position: number; alt: string } | null>(null)
  const latest = useRef(props)
  const onMenuKey = useRef<(key: string) => boolean>(() => false)
  const isLoading = useRef(false)
  const insertPictures = async (target: Editor, files: Iterable<File>): Promise<void> => {
    for (const file of files) {
      const source = await latest.current.onUpload(file)
      if (source === null || target.isDestroyed) continue
      const alt = file.name.replace(/\.[a-z0-9]{1,5}$/i, '')
      target.commands.insertContent({ type: 'image', attrs: { src: source, alt } })
    }
  }
  const actions = useRef({ insertPictures })
  useLayoutEffect(() => {
    latest.current = props
    actions.current = { insertPictures }
  })
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const created: Editor = createEditor({
      element,
      className: 'rich-text article-text min-h-40 pb-24 outline-none',
      sanitize: sanitizeForArticle,
      extras: listArticleNodes({
        resolve: (source) => latest.current.resolvePicture(source),
        describeRemote: (host) => t('Picture from {host}', { host }),
      }),
      onWrite() {
        if (!isLoading.current) latest.current.onWrite(created.isEmpty ? '' : created.getHTML())
      },
      onCaret({ before: text }) {
        const { selection } = created.state
        const isTextblock = selection.empty && selection.$from.parent.type.name === 'paragraph'
        // A block is chosen only at the beginning of a paragraph.
        const own = isTextblock ? selection.$from.parent.textBetween(0, selection.$from.parentOffset, undefined, '\n') : ''
        setBefore(text === '' ? '' : own)
        setMoves((count) => count + 1)
      },
      onKey(key, isMod) {
        if (onMenuKey.current(key)) return true
        if (isMod && key.toLowerCase() === 'k') {
          setLinking(true)
          return true
        }
        return false
      },
      onTransfer(data) {
        const pictures = [...data.files].filter(({ type }) => pictureTypes.split(',').includes(type))
        // Word and similar programs also put a picture of the copied text on the clipboard.
        const isText = data.getData('text/plain').trim() !== '' && data.types.includes('text/html')
        if (isText || data.files.length === 0) return false
        if (pictures.length < data.files.length) showToast({ kind: 'problem', text: t('Only pictures can be put into an article.') })
        void actions.current.insertPictures(created, pictures)
        return true
      },
    })
    created.view.dom.addEventListener('dblclick', () => {
      const { selection } = created.state
      const node = created.state.doc.nodeAt(selection.from)
      if (node?.type.name === 'image') setDescribed({ position: selection.from, alt: String(node.attrs['alt'] ?? '') })
    })
    setEditor(created)
    return () => {
      setEditor(null)
      created.destroy()
    }
  }, [])
  useLayoutEffect(() => {
    if (!editor) return
    isLoading.current = true
    setFragment(editor, sanitizeForArticle(latest.current.html))
    isLoading.current = false
    // Only a new `loadId` replaces the text; `html` changes with each key press.
  }, [editor, loadId])
  useLayoutEffect(() => {
    editor?.setEditable(!isReadOnly, false)
  }, [editor, isReadOnly])
  const typed = /^\/([^\s/]{0,30})$/.exec(before)?.[1]
  const query = typed !== undefined && dismissed !== before ? typed : null
  const options = query === null || isReadOnly ? [] : listBlocks().filter(({ name, words }) => matches(`${name} ${words}`, query))
  const active = options[Math.min(at, options.length - 1)]
  const choose = (block: Block): void => {
    if (!editor) return
    const { from } = editor.state.selection
    editor
      .chain()
      .focus()
      .deleteRange({ from: from - before.length, to: from })
      .run()
    if (block.id === 'picture') chooser.current?.click()
    else if (block.id === 'table') insertTable(editor)
    else block.run?.(editor)
    setAt(0)
  }
  useLayoutEffect(() => {
    onMenuKey.current = (key) => {
      if (!active) return false
      if (key === 'ArrowDown') setAt((Math.min(at, options.length - 1) + 1) % options.length)
      else if (key === 'ArrowUp') setAt((Math.min(at, options.length - 1) - 1 + options.length) % options.length)
      else if (key === 'Escape') setDismissed(before)
      else if (key === 'Enter' || key === 'Tab') choose(active)
      else return false
      return true
    }
  })
  useLayoutEffect(() => {
    const dom = editor?.view.dom
    if (!dom) return
    const attributes = {
      role: 'textbox',
      'aria-label': t('Text of the article'),
      'aria-placeholder': t('Write the answer, or / for headings, pictures and tables…'),
      'aria-multiline': 'true',
      'aria-readonly': isReadOnly ? 'true' : undefined,
      'aria-controls': active ? blockMenuId : undefined,
      'aria-activedescendant': active ? blockOptionId(active.id) : undefined,
      'data-empty': editor.isEmpty ? '' : undefined,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) dom.removeAttribute(name)
      else if (dom.getAttribute(name) !== value) dom.setAttribute(name, value)
    }
  })
  useImperativeHandle<ArticleFieldHandle, ArticleFieldHandle>(handle, () => editor && { focus: () => editor.view.focus() }, [editor])
  const place = active && editor ? editor.view.coordsAtPos(editor.state.selection.from) : null
  const image = editor?.state.doc.nodeAt(editor.state.selection.from)
  return (
    <>
      {editor &&
        !isReadOnly &&
        toolbarPlace &&
        createPortal(
          <ArticleToolbar
            editor={editor}
            onLink={() => setLinking(true)}
            onPicture={() => chooser.current?.click()}
            onDescribe={
              image?.type.name === 'image'
                ? () => setDescribed({ position: editor.state.selection.from, alt: String(image.attrs['alt'] ?? '') })
                : null
            }
          />,
          toolbarPlace,
        )}
      <input
        ref={chooser}
        type="file"
        accept={pictureTypes}
        hidden
        aria-label={t('Picture to upload')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (editor) void insertPictures(editor, files)
        }}
      />
      <div ref={container} className="order-2" />
      {active && place && (
        <ul
          id={blockMenuId}
          role="listbox"
          aria-label={t('Blocks')}
          className="fixed z-30 max-h-[calc(100dvh-1rem)] w-64 overflow-y-auto rounded-lg bg-raised p-1 shadow-2 forced-colors:border"
          style={{
            left: Math.min(place.left, innerWidth - 270),
            top:
              place.bottom + menuHeight(options.length) > innerHeight
                ? Math.max(8, place.top - menuHeight(options.length))
                : place.bottom + 6,
          }}
        >
          {options.map((block) => (
            // The editor handles the keyboard for these rows.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are handled elsewhere, see above.
            <li
              key={block.id}
              id={blockOptionId(block.id)}
              role="option"
              aria-selected={block.id === active.id}
              className={`flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 max-md:min-h-11 ${block.id === active.id ? 'bg-tint' : 'hover:bg-hover'}`}
              // Keep the focus in the editor.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(block)}
            >
              <Icon of={block.icon} className={block.id === active.id ? 'text-accent' : 'text-muted'} />
              {block.name}
              {block.keys !== undefined && (
                <span className={`ms-auto text-xs ${block.id === active.id ? 'text-text-2' : 'text-muted'}`}>{block.keys}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {isLinking && editor && (
        <LinkDialog
          onClose={() => {
            setLinking(false)
            editor.view.focus()
          }}
          onLink={(href) => {
            setLinking(false)
            const isEmpty = editor.state.selection.empty && !editor.isActive('link')
            if (isEmpty)
              editor
                .chain()
                .focus()
                .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
                .run()
            else editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
          }}
        />
      )}
      {described && editor && (
        <AltDialog
          alt={described.alt}
          onClose={() => setDescribed(null)}
          onSave={(alt) => {
            const { position } = described
            setDescribed(null)
            editor.view.dispatch(editor.state.tr.setNodeAttribute(position, 'alt', alt))
            editor.view.focus()
          }}
        />
      )}
    </>
  )
}

/** Height of the menu of blocks in pixels, and its distance from the line. */
const menuHeight = (rows: number): number => rows * 32 + 14
