import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { fieldLook, type FieldHandle, type FieldProps, type Format } from './field.ts'
import type { RichField as Rich, Start } from './rich/rich-field.tsx'

/** Loaded once; a field that is shown later still begins as a plain one, which costs nothing until somebody writes. */
let editorPart: Promise<typeof Rich> | null = null

async function loadEditor(): Promise<typeof Rich> {
  editorPart ??= import('./rich/rich-field.tsx').then(({ RichField }) => RichField)
  try {
    return await editorPart
  } catch (error) {
    editorPart = null
    throw error
  }
}

/**
 * Where replies and notes are written: a plain field at once, which takes the keys, and the editor in its place as soon as it is loaded, from
 * the first time that somebody points at it or writes. Without it (the network is away) it stays a plain field.
 */
export function WritingField({ handle, ...props }: FieldProps) {
  const { label, placeholder, writing, onWrite, onCaret, onKey, onTransfer, controls, activeId } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<FieldHandle>(null)
  const isComposing = useRef(false)
  const [rich, setRich] = useState<{ Part: typeof Rich; start: Start } | null>(null)
  /** Text with formats is not shown as a plain one that could be changed: they would be lost. */
  const hasFormats = writing.html !== null
  const change = async (): Promise<void> => {
    if (editor.current) return
    const Part = await loadEditor().catch(() => null)
    const plain = field.current
    // Not while an input method composes: the end of that changes it.
    if (!Part || !plain || isComposing.current) return
    const start = { hadFocus: document.activeElement === plain, caret: plain.selectionStart }
    // At once: the next key is for the other field.
    flushSync(() => setRich({ Part, start }))
  }
  useEffect(() => {
    if (hasFormats) void change()
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
      // After the field has the text.
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
      void change().then(() => editor.current?.format(format, href))
    },
  }))
  const place = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): void =>
    onCaret({ before: value.slice(0, selectionStart), next: value.slice(selectionEnd, selectionEnd + 1) }, [])
  // What surrounds it hears of hovering, also above the buttons for formats.
  return (
    <div onPointerEnter={() => void change()}>
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
          className={fieldLook}
          placeholder={placeholder}
          value={writing.text}
          onFocus={() => void change()}
          onChange={({ target }) => {
            onWrite({ text: target.value, html: null })
            place(target)
          }}
          onSelect={({ currentTarget }) => place(currentTarget)}
          onCompositionStart={() => {
            isComposing.current = true
          }}
          onCompositionEnd={() => {
            isComposing.current = false
            // After the text that it has made has arrived.
            setTimeout(() => void change())
          }}
          onPaste={(event) => {
            if (onTransfer(event.clipboardData)) event.preventDefault()
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (onKey(event.key, event.ctrlKey || event.metaKey)) event.preventDefault()
          }}
        />
      )}
    </div>
  )
}
