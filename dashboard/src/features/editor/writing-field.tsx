import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldClassName, type FieldHandle, type FieldProps, type Format } from './field.ts'
import type { RichField as Rich, Start } from './rich-field.tsx'

/** The editor's module, loaded once. Each field still starts as a textarea, because creating an editor is expensive. */
let editorPart: Promise<typeof Rich> | null = null

async function loadEditor(): Promise<typeof Rich> {
  editorPart ??= import('./rich-field.tsx').then(({ RichField }) => RichField)
  try {
    return await editorPart
  } catch (error) {
    editorPart = null
    throw error
  }
}

/**
 * Writing field for replies and notes: a textarea that loads the editor when the agent points at it or starts to write. Keys that the agent
 * presses in the meantime go to the textarea. If the editor fails to load, the textarea stays.
 */
export function WritingField({ handle, ...props }: FieldProps) {
  const { label, placeholder, writing, onWrite, onCaret, onKey, onTransfer, controls, activeId } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<FieldHandle>(null)
  const isComposing = useRef(false)
  const [rich, setRich] = useState<{ Part: typeof Rich; start: Start } | null>(null)
  /** Make a textarea with formatted text read-only: editing would lose the formatting. */
  const hasFormats = writing.html !== null
  const switchToEditor = async (): Promise<void> => {
    if (editor.current) return
    const Part = await loadEditor().catch(() => null)
    const plain = field.current
    // Wait while an input method (IME) is composing. The end of the composition calls this function again.
    if (!Part || !plain || isComposing.current) return
    const start = { hadFocus: document.activeElement === plain, caret: plain.selectionStart }
    // Render synchronously, so that the next key press goes to the editor.
    flushSync(() => setRich({ Part, start }))
  }
  useEffect(() => {
    if (hasFormats) void switchToEditor()
  })
  useImperativeHandle(handle, () => ({
    focus: () => (editor.current ?? field.current)?.focus(),
    replace(length, words) {
      const plain = field.current
      if (editor.current || !plain) return editor.current?.replace(length, words)
      const { selectionStart, selectionEnd, value } = plain
      const rest = value.slice(selectionEnd)
      const before = value.slice(0, selectionStart - length) + words.text
      onWrite({ text: before + (words.text.endsWith(' ') ? rest.replace(/^ /, '') : rest), html: null })
      // Set the caret after React has updated the textarea's text.
      requestAnimationFrame(() => plain.setSelectionRange(before.length, before.length))
      onCaret({ before, next: rest.slice(0, 1) }, [])
    },
    select(words) {
      const plain = field.current
      if (editor.current || !plain) return editor.current?.select(words)
      const at = plain.value.indexOf(words)
      plain.focus()
      if (at >= 0) plain.setSelectionRange(at, at + words.length)
    },
    format(format: Format, href?: string) {
      void switchToEditor().then(() => editor.current?.format(format, href))
    },
  }))
  const notifyCaret = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): void =>
    onCaret({ before: value.slice(0, selectionStart), next: value.slice(selectionEnd, selectionEnd + 1) }, [])
  return (
    <div onPointerEnter={() => void switchToEditor()}>
      {rich ? (
        <rich.Part {...props} handle={editor} start={rich.start} />
      ) : (
        <textarea
          ref={field}
          dir="auto"
          aria-label={label}
          aria-autocomplete="list"
          aria-controls={controls}
          aria-activedescendant={activeId}
          readOnly={hasFormats}
          className={fieldClassName}
          placeholder={placeholder}
          value={writing.text}
          onFocus={() => void switchToEditor()}
          onChange={({ target }) => {
            onWrite({ text: target.value, html: null })
            notifyCaret(target)
          }}
          onSelect={({ currentTarget }) => notifyCaret(currentTarget)}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={() => {
            isComposing.current = false
            // Wait until the composed text is in the textarea.
            setTimeout(() => void switchToEditor())
          }}
          onPaste={(event) => {
            if (onTransfer(event.clipboardData)) event.preventDefault()
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (onKey(event.key, event.ctrlKey || event.metaKey, event.shiftKey)) event.preventDefault()
          }}
        />
      )}
    </div>
  )
}
