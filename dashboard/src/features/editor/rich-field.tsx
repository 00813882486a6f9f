import { useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react'
import type { Editor } from '@tiptap/core'
import { fieldClassName, type FieldHandle, type FieldProps } from './field.ts'
import { applyFormat, createEditor, replaceBeforeCaret, selectText, setWriting } from './editor.ts'
import './rich.css'

/** Focus and caret position of the textarea when the editor replaces it. */
export type Start = { hadFocus: boolean; caret: number }
type RichFieldProps = Omit<FieldProps, 'handle'> & { handle: Ref<FieldHandle>; start: Start }

/** Wraps the editor as a controlled React component. */
export function RichField(props: RichFieldProps) {
  const { handle, start, writing, label, placeholder, controls, activeId } = props
  const container = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(null)
  const latestProps = useRef(props)
  const currentWriting = useRef(writing)
  const initialStart = useRef(start)
  useLayoutEffect(() => {
    latestProps.current = props
  })
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const created = createEditor({
      element,
      className: `rich-text ${fieldClassName}`,
      onWrite(newWriting) {
        currentWriting.current = newWriting
        latestProps.current.onWrite(newWriting)
      },
      onCaret: (caret, formats) => latestProps.current.onCaret(caret, formats),
      onKey: (key, isMod, isShift) => latestProps.current.onKey(key, isMod, isShift),
      onTransfer: (data) => latestProps.current.onTransfer(data),
    })
    editor.current = created
    setWriting(created, currentWriting.current, initialStart.current.caret)
    // Use the view's focus(), which works synchronously. The editor's focus command is delayed, and the next key press would be lost.
    if (initialStart.current.hadFocus) created.view.focus()
    return () => {
      editor.current = null
      created.destroy()
    }
  }, [])
  useLayoutEffect(() => {
    const { text, html } = currentWriting.current
    if (!editor.current || (writing.text === text && writing.html === html)) return
    currentWriting.current = writing
    setWriting(editor.current, writing)
  }, [writing])
  useLayoutEffect(() => {
    const dom = editor.current?.view.dom
    if (!dom) return
    const isEmpty = writing.text === '' && writing.html === null
    const attributes = {
      'aria-label': label,
      'aria-placeholder': placeholder,
      'aria-multiline': 'true',
      'aria-autocomplete': 'list',
      'aria-controls': controls,
      'aria-activedescendant': activeId,
      'data-empty': isEmpty ? '' : undefined,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) dom.removeAttribute(name)
      else if (dom.getAttribute(name) !== value) dom.setAttribute(name, value)
    }
  })
  useImperativeHandle(handle, () => ({
    focus: () => editor.current?.view.focus(),
    replace: (length, words) => editor.current && replaceBeforeCaret(editor.current, length, words),
    select: (words) => editor.current && selectText(editor.current, words),
    format: (format, href) => editor.current && applyFormat(editor.current, format, href),
  }))
  return <div ref={container} />
}
