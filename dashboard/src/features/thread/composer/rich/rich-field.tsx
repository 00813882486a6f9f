import { useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react'
import type { Editor } from '@tiptap/core'
import { fieldLook, type FieldHandle, type FieldProps } from '../field.ts'
import { applyFormat, createEditor, replaceBeforeCaret, selectWords, setWriting } from './editor.ts'
import './rich.css'

/** The focus and caret of the textarea when the editor replaced it. */
export type Start = { hadFocus: boolean; caret: number }
type RichFieldProps = Omit<FieldProps, 'handle'> & { handle: Ref<FieldHandle>; start: Start }

/** Wraps the editor as a controlled React component. */
export function RichField(props: RichFieldProps) {
  const { handle, start, writing, label, placeholder, controls, activeId } = props
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(null)
  const latest = useRef(props)
  const current = useRef(writing)
  const initial = useRef(start)
  useLayoutEffect(() => {
    latest.current = props
  })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const created = createEditor({
      element,
      className: `rich-text ${fieldLook}`,
      onWrite(now) {
        current.current = now
        latest.current.onWrite(now)
      },
      onCaret: (caret, formats) => latest.current.onCaret(caret, formats),
      onKey: (key, isMod) => latest.current.onKey(key, isMod),
      onTransfer: (data) => latest.current.onTransfer(data),
    })
    editor.current = created
    setWriting(created, current.current, initial.current.caret)
    // The view's focus() works immediately, unlike the editor's command, so that the next key goes to the editor.
    if (initial.current.hadFocus) created.view.focus()
    return () => {
      editor.current = null
      created.destroy()
    }
  }, [])
  useLayoutEffect(() => {
    const { text, html } = current.current
    if (!editor.current || (writing.text === text && writing.html === html)) return
    current.current = writing
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
    select: (words) => editor.current && selectWords(editor.current, words),
    format: (format, href) => editor.current && applyFormat(editor.current, format, href),
  }))
  return <div ref={place} />
}
