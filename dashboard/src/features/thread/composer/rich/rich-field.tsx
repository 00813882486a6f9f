import { useImperativeHandle, useLayoutEffect, useRef, type Ref } from 'react'
import type { Editor } from '@tiptap/core'
import { fieldLook, type FieldHandle, type FieldProps } from '../field.ts'
import { applyFormat, createEditor, putWords, putWriting, selectWords } from './editor.ts'
import './rich.css'

/** Where the plain field was when the editor took its place. */
export type Start = { hadFocus: boolean; caret: number }
type RichFieldProps = Omit<FieldProps, 'handle'> & { handle: Ref<FieldHandle>; start: Start }

/** The editor, as a field of which React knows the text. */
export function RichField(props: RichFieldProps) {
  const { handle, start, writing, label, placeholder, controls, activeId } = props
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(null)
  const latest = useRef(props)
  const shown = useRef(writing)
  const begin = useRef(start)
  useLayoutEffect(() => {
    latest.current = props
  })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const made = createEditor({
      element,
      className: `rich-text ${fieldLook}`,
      onWrite(now) {
        shown.current = now
        latest.current.onWrite(now)
      },
      onCaret: (caret, formats) => latest.current.onCaret(caret, formats),
      onKey: (key, isMod) => latest.current.onKey(key, isMod),
      onTransfer: (data) => latest.current.onTransfer(data),
    })
    editor.current = made
    putWriting(made, shown.current, begin.current.caret)
    // Without the pause of the editor's own command: the next key is for it.
    if (begin.current.hadFocus) made.view.focus()
    return () => {
      editor.current = null
      made.destroy()
    }
  }, [])
  useLayoutEffect(() => {
    const { text, html } = shown.current
    if (!editor.current || (writing.text === text && writing.html === html)) return
    shown.current = writing
    putWriting(editor.current, writing)
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
    replace: (length, words) => editor.current && putWords(editor.current, length, words),
    select: (words) => editor.current && selectWords(editor.current, words),
    format: (format, href) => editor.current && applyFormat(editor.current, format, href),
  }))
  return <div ref={place} />
}
