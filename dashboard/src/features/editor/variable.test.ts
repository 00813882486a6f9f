/** Templates pass through the editor's document unchanged. */
import { describe, expect, it } from 'vitest'
import { getSchema } from '@tiptap/core'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { toDocument, toText, isPlain } from './document.ts'
import { createVariablePlugin, parseVariable, Variable, writeVariable } from './variable.ts'

const schema = getSchema([Document, Paragraph, Text, HardBreak, Variable])
const { variable } = schema.nodes
if (!variable) throw new Error('The schema has no variables')
const plugins = [createVariablePlugin(variable)]

/** Returns the document that the editor has of a text. */
function read(text: string) {
  const state = EditorState.create({ schema, plugins, doc: Node.fromJSON(schema, toDocument(text)) })
  return state.apply(state.tr).doc
}

describe('a template', () => {
  it('is the same text after it was shown, whatever it contains', () => {
    const parts =
      '{{customer.firstName}}§{{ customer.name | there }}§{{custmer.nam}}§{{a|b|c}}§{{customer.name|}}§{{§}}§{§|§\n§\n\n§\n\n\n§ §  §Hello§<b>§&amp;§é§العربية§😀§\t'.split(
        '§',
      )
    for (let seed = 1; seed <= 500; seed++) {
      // A simple generator of pseudo-random numbers, so that a failure repeats.
      let state = seed
      const next = (): number => (state = (state * 48_271) % 2_147_483_647)
      next()
      const text = Array.from({ length: next() % 12 }, () => parts[next() % parts.length]).join('')
      const doc = read(text)
      expect(toText(doc)).toBe(text)
      expect(isPlain(doc)).toBe(true)
    }
  })

  it('shows each of its variables as one node, known or not', () => {
    const found: string[] = []
    read('Hi {{customer.firstName|there}},\n{{custmer.nam}} {{not closed').descendants((node) => {
      if (node.type.name === 'variable') found.push(String(node.attrs['raw']))
    })
    expect(found).toEqual(['{{customer.firstName|there}}', '{{custmer.nam}}'])
  })
})

it('a default is read and written, without the characters that would end it', () => {
  expect(parseVariable('{{ customer.firstName | there }}')).toEqual({ name: 'customer.firstName', fallback: 'there' })
  expect(parseVariable('{{customer.name}}')).toEqual({ name: 'customer.name', fallback: null })
  expect(writeVariable({ name: 'team.name', fallback: ' our }}{{team\n' })).toBe('{{team.name|our team}}')
  expect(writeVariable({ name: 'team.name', fallback: ' ' })).toBe('{{team.name}}')
})
