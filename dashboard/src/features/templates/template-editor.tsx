import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Editor } from '@tiptap/core'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Braces } from '../../ui/icons.ts'
import { Picker } from '../../ui/picker.tsx'
import { applyFormat, createEditor, setWriting } from '../editor/editor.ts'
import type { Format, Formats, Writing } from '../editor/field.ts'
import { FormatBar } from '../editor/format-bar.tsx'
import {
  changeSelectedVariable,
  getSelectedVariable,
  insertVariable,
  parseVariable,
  unwrapVariables,
  Variable,
  writeVariable,
} from '../editor/variable.ts'
import type { Template } from './template.ts'
import type { TemplateVariable, useVariables } from './variable-names.ts'
import '../editor/rich.css'

export type TemplateEditorProps = {
  label: string
  value: Template | null
  onChange: (value: Template | null) => void
  hasFormats: boolean
  variables: NonNullable<ReturnType<typeof useVariables>>
  describedBy: string | undefined
  isInvalid: boolean
  isReadOnly: boolean
}

/** The characters that open the list of variables. */
const opening = '{{'

/** Editor of a template. It reports a change only when the agent edits, so that a template that is only looked at stays as it is. */
export function TemplateEditor(props: TemplateEditorProps) {
  const { label, value, hasFormats, variables, describedBy, isInvalid, isReadOnly } = props
  const container = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(null)
  const latest = useRef(props)
  /** The value that the editor shows, as JSON. */
  const shownValue = useRef<string | null>(null)
  /** Runs once the list of variables has closed, because the editor cannot have the focus while a dialog is open. */
  const afterPicking = useRef<((editor: Editor) => void) | null>(null)
  const [formats, setFormats] = useState<Formats>([])
  /** The selected variable, as it is written in the text. */
  const [selected, setSelected] = useState<string | null>(null)
  /** How many typed characters the chosen variable replaces, and the button that opened the list; null while the list is closed. */
  const [picking, setPicking] = useState<{ length: number; anchor: HTMLElement | null } | null>(null)
  useLayoutEffect(() => {
    latest.current = props
  })
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const created = createEditor({
      element,
      hasFormats,
      extras: [Variable.configure({ describe: (variable) => latest.current.variables.describe(variable) })],
      className: `rich-text ${fieldClassName}`,
      onWrite(writing) {
        if (shownValue.current === null) return
        const written = toTemplate(writing)
        shownValue.current = JSON.stringify(written)
        latest.current.onChange(written)
      },
      onCaret(_, active) {
        setFormats(active)
        if (!editor.current) return
        setSelected(getSelectedVariable(editor.current))
      },
      onKey(key, isMod, isShift) {
        const now = editor.current
        if (!now) return false
        if (key === 'Enter' && !hasFormats && !isMod && !isShift) return now.commands.setHardBreak()
        const { $from } = now.state.selection
        if (key !== '{' || $from.parent.textBetween(Math.max(0, $from.parentOffset - 1), $from.parentOffset) !== '{') return false
        now.view.dispatch(now.state.tr.insertText('{'))
        setPicking({ length: opening.length, anchor: null })
        return true
      },
      onTransfer: () => false,
    })
    editor.current = created
    return () => {
      editor.current = null
      created.destroy()
    }
  }, [hasFormats])
  useLayoutEffect(() => {
    const json = JSON.stringify(value)
    if (!editor.current || shownValue.current === json) return
    // Null: what the editor makes of the value is not an edit.
    shownValue.current = null
    setWriting(editor.current, value ? toWriting(value) : { text: '', html: null })
    shownValue.current = json
  }, [value, hasFormats])
  const isPicking = picking !== null
  const wasPicking = useRef(false)
  useLayoutEffect(() => {
    const act = afterPicking.current
    if (!isPicking && wasPicking.current && editor.current) (act ?? focusEditor)(editor.current)
    if (!isPicking) afterPicking.current = null
    wasPicking.current = isPicking
  }, [isPicking])
  useEffect(() => {
    editor.current?.setEditable(!isReadOnly, false)
  }, [isReadOnly])
  useLayoutEffect(() => {
    const dom = editor.current?.view.dom
    const attributes = {
      role: 'textbox',
      'aria-label': label,
      'aria-multiline': 'true',
      'aria-describedby': describedBy,
      'aria-invalid': isInvalid ? 'true' : undefined,
      'aria-readonly': isReadOnly ? 'true' : undefined,
    }
    for (const [name, text] of Object.entries(attributes)) {
      if (text === undefined) dom?.removeAttribute(name)
      else dom?.setAttribute(name, text)
    }
  })
  const format = (chosen: Format, href?: string): void => {
    if (editor.current) applyFormat(editor.current, chosen, href)
  }
  const pick = (name: string): void => {
    const length = picking?.length ?? 0
    const chosen = variables.offered.find((each) => each.name === name)
    if (chosen) afterPicking.current = (now) => insertVariable(now, length, writeVariable(chosen))
  }
  return (
    <div className="field h-auto! w-full p-0! focus-within:border-accent" aria-invalid={isInvalid}>
      <div ref={container} />
      {!isReadOnly && selected !== null && (
        <VariableBar
          key={parseVariable(selected).name}
          raw={selected}
          look={variables.describe(parseVariable(selected))}
          onChange={(raw) => editor.current && changeSelectedVariable(editor.current, raw)}
          onDone={() => editor.current?.view.focus()}
        />
      )}
      {!isReadOnly && (
        <div className="items-center gap-1 border-t border-line-soft p-1 scroll-row max-md:m-0!">
          {hasFormats && <FormatBar active={formats} onFormat={format} onClose={() => editor.current?.view.focus()} />}
          <Button
            look="plain"
            size="small"
            icon={Braces}
            aria-haspopup="dialog"
            onMouseDown={(event) => event.preventDefault()}
            onClick={({ currentTarget }) => setPicking({ length: 0, anchor: currentTarget })}
          >
            {t('Insert a variable')}
          </Button>
        </div>
      )}
      {picking !== null && (
        <Picker
          label={t('Insert a variable')}
          anchor={picking.anchor}
          options={variables.offered.map(toOption)}
          onPick={pick}
          onClose={() => setPicking(null)}
        />
      )}
    </div>
  )
}

type VariableBarProps = {
  raw: string
  look: { label: string; isKnown: boolean }
  onChange: (raw: string | null) => void
  onDone: () => void
}

/** Bar below the text for the selected variable: its default, and a button that removes the variable. */
function VariableBar({ raw, look, onChange, onDone }: VariableBarProps) {
  const { name, fallback } = parseVariable(raw)
  const [words, setWords] = useState(fallback ?? '')
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Enter would send the form, and Escape would close the panel around it.
    event.preventDefault()
    event.stopPropagation()
    onDone()
  }
  return (
    <div
      role="group"
      aria-label={look.label}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line-soft bg-sunken px-2 py-1.5"
    >
      <span className={`font-medium wrap-anywhere ${look.isKnown ? '' : 'text-warning'}`}>
        {look.isKnown ? look.label : t('{name} is not a variable', { name: raw })}
      </span>
      {look.isKnown && (
        <label className="flex items-center gap-2 text-text-2">
          {t('If it’s empty, write')}
          <input
            className="field min-h-7! w-40 py-0.5!"
            maxLength={200}
            value={words}
            onKeyDown={onKeyDown}
            onChange={({ target }) => {
              setWords(target.value)
              onChange(writeVariable({ name, fallback: target.value }))
            }}
          />
        </label>
      )}
      <Button look="plain" size="small" className="ms-auto" onClick={() => onChange(null)}>
        {t('Remove')}
      </Button>
    </div>
  )
}

function toOption({ name, label, group }: TemplateVariable) {
  return { id: name, name: label, group }
}

function toWriting({ body, bodyFormat }: Template): Writing {
  return bodyFormat === 'html' ? { text: '', html: body } : { text: body, html: null }
}

/** A text without formats is stored as text. */
function toTemplate({ text, html }: Writing): Template | null {
  if (text.trim() === '') return null
  return html === null ? { body: text, bodyFormat: 'text' } : { body: unwrapVariables(html), bodyFormat: 'html' }
}

const fieldClassName =
  'block min-h-[calc(5lh+16px)] max-h-[50dvh] w-full overflow-y-auto [unicode-bidi:plaintext] bg-transparent px-3 py-2 text-base outline-none'

function focusEditor({ view }: Editor): void {
  view.focus()
}
