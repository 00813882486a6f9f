/** Variables of templates, such as `{{customer.firstName|there}}`, which the editor shows as chips. */
import { Node } from '@tiptap/core'
import type { Editor } from '@tiptap/core'
import type { Node as DocumentNode, NodeType } from '@tiptap/pm/model'
import { NodeSelection, Plugin } from '@tiptap/pm/state'
import './variable.css'

/** What the chip of a variable shows. `isKnown` is false for a variable that the service would refuse. */
export type VariableLook = { readonly label: string; readonly isKnown: boolean }
export type ParsedVariable = { readonly name: string; readonly fallback: string | null }

const pattern = /\{\{[^{}\n]{1,500}\}\}/g

/** Splits a variable, as it is written in the text, into its name and its default. */
export function parseVariable(raw: string): ParsedVariable {
  const inner = raw.slice(2, -2)
  const bar = inner.indexOf('|')
  return bar < 0 ? { name: inner.trim(), fallback: null } : { name: inner.slice(0, bar).trim(), fallback: inner.slice(bar + 1).trim() }
}

/** Makes text of the variables in the editor's HTML, as the API has them. */
export function unwrapVariables(html: string): string {
  return html.replaceAll(/<span data-variable="">([^<]*)<\/span>/g, '$1')
}

/** Writes a variable as it is in the text. Removes characters that would end it. */
export function writeVariable({ name, fallback }: ParsedVariable): string {
  const words = (fallback ?? '').replaceAll(/[{}\n]/g, '').trim()
  return words === '' ? `{{${name}}}` : `{{${name}|${words}}}`
}

/**
 * The node of a variable. It keeps the variable exactly as it was written, so that a text that nobody edits does not change. Text becomes
 * nodes in a plugin, because variables are typed, pasted and part of texts that the API stores.
 */
export const Variable = Node.create<{ describe: (variable: ParsedVariable) => VariableLook }>({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ describe: ({ name }) => ({ label: name, isKnown: true }) }),
  addAttributes: () => ({ raw: { default: '', rendered: false } }),
  // ProseMirror renders nodes as elements only. `unwrapVariables` makes text of them.
  renderHTML: ({ node }) => ['span', { 'data-variable': '' }, getRaw(node)],
  renderText: ({ node }) => getRaw(node),
  extendNodeSchema: ({ name }) => (name === 'variable' ? { leafText: getRaw } : {}),
  addNodeView() {
    const { describe } = this.options
    return ({ node }) => {
      const dom = document.createElement('span')
      const show = (shown: DocumentNode): void => {
        const variable = parseVariable(getRaw(shown))
        const { label, isKnown } = describe(variable)
        dom.className = isKnown ? 'variable' : 'variable variable-unknown'
        dom.replaceChildren(label)
        if (!variable.fallback) return
        const fallback = document.createElement('span')
        fallback.className = 'variable-default'
        fallback.textContent = variable.fallback
        dom.append(fallback)
      }
      show(node)
      return {
        dom,
        update(next) {
          if (next.type !== node.type) return false
          show(next)
          return true
        },
      }
    }
  },
  addProseMirrorPlugins() {
    return [createVariablePlugin(this.type)]
  },
})

/** Creates the plugin that turns variables in the text into nodes. */
export function createVariablePlugin(type: NodeType): Plugin {
  let read: DocumentNode | null = null
  return new Plugin({
    appendTransaction(transactions, _, { doc, tr }) {
      if (doc === read) return null
      read = doc
      const found: { from: number; to: number; node: DocumentNode }[] = []
      doc.descendants((text, at, parent) => {
        if (!text.isText || parent?.type.spec.code) return
        for (const { 0: raw, index } of (text.text ?? '').matchAll(pattern))
          found.push({ from: at + index, to: at + index + raw.length, node: type.create({ raw }, null, text.marks) })
      })
      if (found.length === 0) return null
      for (const { from, to, node } of found.toReversed()) tr.replaceWith(from, to, node)
      // The text was set, not edited: undo has nothing to return to.
      return transactions.some(({ docChanged }) => docChanged) ? tr : tr.setMeta('addToHistory', false)
    },
  })
}

function getRaw(node: DocumentNode): string {
  return String(node.attrs['raw'])
}

/** Inserts a variable in place of the selection and of the `length` characters before it. */
export function insertVariable({ state, view }: Editor, length: number, raw: string): void {
  const { from, to, $from } = state.selection
  const node = state.schema.nodes['variable']?.create({ raw }, null, $from.marks())
  if (node) view.dispatch(state.tr.replaceWith(from - length, to, node).scrollIntoView())
  view.focus()
}

/** Returns the variable that is selected as a whole, as it is written; null for other selections. */
export function getSelectedVariable({ state: { selection } }: Editor): string | null {
  return selection instanceof NodeSelection && selection.node.type.name === 'variable' ? getRaw(selection.node) : null
}

/** Replaces the selected variable, which stays selected; null removes it. */
export function changeSelectedVariable({ state, view }: Editor, raw: string | null): void {
  const { selection, tr } = state
  if (!(selection instanceof NodeSelection)) return
  if (raw === null) {
    view.dispatch(tr.deleteSelection())
    view.focus()
    return
  }
  tr.setNodeMarkup(selection.from, undefined, { raw }, selection.node.marks)
  view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, selection.from)))
}
