/** Nodes and marks that articles have beyond messages: headings, callouts, pictures, tables and lines. */
import { Mark, mergeAttributes, Node, textblockTypeInputRule, type AnyExtension, type Editor } from '@tiptap/core'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  isInTable,
  tableEditing,
  toggleHeaderRow,
} from '@tiptap/pm/tables'
import { TextSelection, type Command } from '@tiptap/pm/state'

export type Level = 1 | 2 | 3 | 4 | 5 | 6
export type CalloutKind = 'info' | 'warning'

const levels: readonly Level[] = [1, 2, 3, 4, 5, 6]

/** All levels, because articles in Markdown and HTML may have any. The toolbar offers two of them. */
const Heading = Node.create({
  name: 'heading',
  content: 'inline*',
  group: 'block',
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () => levels.map((level) => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node, HTMLAttributes }) => [`h${node.attrs['level']}`, HTMLAttributes, 0],
  addKeyboardShortcuts: () => ({
    'Mod-Alt-2': ({ editor }) => editor.commands.toggleNode('heading', 'paragraph', { level: 2 }),
    'Mod-Alt-3': ({ editor }) => editor.commands.toggleNode('heading', 'paragraph', { level: 3 }),
    'Mod-Alt-0': ({ editor }) => editor.commands.setNode('paragraph'),
  }),
  addInputRules() {
    return ([2, 3] as const).map((level) =>
      textblockTypeInputRule({ find: new RegExp(`^#{${level}}\\s$`), type: this.type, getAttributes: { level } }),
    )
  },
})

/** A text that stands out. The service keeps these classes, and the help centre has their styles. */
const Callout = Node.create({
  name: 'callout',
  content: 'block+',
  group: 'block',
  defining: true,
  addAttributes: () => ({ kind: { default: 'info', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'div.callout',
      priority: 60,
      getAttrs: (element) => ({ kind: element.classList.contains('callout-warning') ? 'warning' : 'info' }),
    },
  ],
  renderHTML: ({ node }) => ['div', { class: node.attrs['kind'] === 'warning' ? 'callout callout-warning' : 'callout' }, 0],
})

const Line = Node.create({ name: 'horizontalRule', group: 'block', parseHTML: () => [{ tag: 'hr' }], renderHTML: () => ['hr'] })

const plainMarks = ['s', 'u', 'sub', 'sup', 'kbd'].map((tag) =>
  Mark.create({
    name: tag,
    parseHTML: () => (tag === 's' ? [{ tag: 's' }, { tag: 'del' }] : [{ tag }]),
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  }),
)

/** Roles of the nodes in prosemirror-tables. */
const roles: Readonly<Record<string, string>> = { table: 'table', tableRow: 'row', tableCell: 'cell', tableHeader: 'header_cell' }

const cell = (name: string, tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: { default: 1, parseHTML: (element) => element.getAttribute('colspan') ?? 1, renderHTML: hideOne('colspan') },
      rowspan: { default: 1, parseHTML: (element) => element.getAttribute('rowspan') ?? 1, renderHTML: hideOne('rowspan') },
      // prosemirror-tables needs this attribute.
      colwidth: { default: null, rendered: false },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const hideOne =
  (name: 'colspan' | 'rowspan') =>
  (attributes: Record<string, unknown>): Record<string, unknown> =>
    Number(attributes[name]) === 1 ? {} : { [name]: attributes[name] }

const Table = Node.create({
  name: 'table',
  content: 'tableRow+',
  group: 'block',
  isolating: true,
  extendNodeSchema: ({ name }) => (roles[name] === undefined ? {} : { tableRole: roles[name] }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts: () => ({
    Tab: ({ editor }) =>
      runInTable(editor, goToNextCell(1)) ||
      (isInTable(editor.state) && runInTable(editor, addRowAfter) && runInTable(editor, goToNextCell(1))),
    'Shift-Tab': ({ editor }) => runInTable(editor, goToNextCell(-1)),
  }),
})

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

export const tableCommands = {
  addRowBefore,
  addRowAfter,
  deleteRow,
  addColumnBefore,
  addColumnAfter,
  deleteColumn,
  deleteTable,
  toggleHeaderRow,
}

export function runInTable(editor: Editor, command: Command): boolean {
  return isInTable(editor.state) && command(editor.state, (transaction) => editor.view.dispatch(transaction))
}

type PictureOptions = {
  /** Returns the URL of an uploaded picture for this browser; null for an unknown one. */
  resolve: (source: string) => Promise<string | null>
  /** Text of the placeholder of a picture from another site, which the editor does not load. */
  describeRemote: (host: string) => string
}

/** A picture in a text. Only uploaded ones are loaded: another site would see that the article is being edited. */
const Picture = Node.create<PictureOptions>({
  name: 'image',
  inline: true,
  group: 'inline',
  draggable: true,
  addOptions: () => ({ resolve: () => Promise.resolve(null), describeRemote: (host) => host }),
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: '' },
    title: { default: null },
    width: { default: null },
    height: { default: null },
  }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
  addNodeView() {
    const { resolve, describeRemote } = this.options
    return ({ node }) => {
      const source = String(node.attrs['src'])
      const alt = String(node.attrs['alt'] ?? '')
      const dom = document.createElement('span')
      dom.className = 'picture-node'
      if (/^https?:/i.test(source)) {
        dom.classList.add('picture-remote')
        dom.textContent = describeRemote(URL.parse(source)?.host ?? source) + (alt === '' ? '' : `: ${alt}`)
        return { dom }
      }
      const picture = document.createElement('img')
      picture.alt = alt
      dom.append(picture)
      void resolve(source).then((url) => {
        if (url !== null) picture.src = url
      })
      return { dom }
    }
  },
})

/** Returns the extensions of the article's editor. */
export function listArticleNodes(pictures: PictureOptions): AnyExtension[] {
  return [
    Heading,
    Callout,
    Line,
    ...plainMarks,
    Table,
    TableRow,
    cell('tableCell', 'td'),
    cell('tableHeader', 'th'),
    Picture.configure(pictures),
  ]
}

const emptyParagraph = { type: 'paragraph' }
const createCells = (type: string) => Array.from({ length: 3 }, () => ({ type, content: [emptyParagraph] }))

/** Inserts a table at the selection, and puts the caret into its first cell. */
export function insertTable(editor: Editor): void {
  const { from } = editor.state.selection
  let found = false
  editor
    .chain()
    .focus()
    .insertContent(newTable)
    .command(({ tr }) => {
      tr.doc.nodesBetween(Math.max(0, from - 1), tr.doc.content.size, (node, at) => {
        if (node.type.name === 'table' && !found) {
          found = true
          tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1)))
        }
        return !found
      })
      return true
    })
    .run()
}

/** A table of three columns and two rows, below a row of headings. */
const newTable = {
  type: 'table',
  content: ['tableHeader', 'tableCell', 'tableCell'].map((type) => ({ type: 'tableRow', content: createCells(type) })),
}
