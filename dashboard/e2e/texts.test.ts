/** Compares the catalogues with the texts in the code, in both directions. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import german from '../src/texts/de/index.ts'
import type { Catalogue } from '../src/texts/catalogue.ts'

const root = join(import.meta.dirname, '../src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts') && !name.startsWith('texts'),
)

type Node = { type: string; start: number; [field: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value

type Found = { text: string; isPlural: boolean; where: string }

/** Arguments that are texts. */
const functions: Readonly<Record<string, readonly number[]>> = { t: [0], tx: [0], message: [0], plural: [1, 2] }
const found: Found[] = []
/** English text in markup that is not translated. */
const bare: string[] = []
/** Attributes that are displayed or read by screen readers. */
const shownAttributes = new Set(['aria-label', 'data-tip', 'title', 'placeholder', 'label', 'hint', 'lead', 'summary', 'submit'])
/** Names and units that are the same in every language. */
const names = new Set(['Skein', 'Esc', 'ms', '@BotFather'])
/** Pages for developers of the dashboard, which are only in English. */
const forDevelopers = /^features\/design\//
/** Finds texts that this test cannot check, and texts that are translated before the catalogue is loaded. */
const faults: string[] = []

for (const name of files) {
  const source = readFileSync(join(root, name), 'utf8')
  const visitCall = (node: Node, isInFunction: boolean): void => {
    const callee = isNode(node['callee']) && node['callee'].type === 'Identifier' ? String(node['callee']['name']) : ''
    const places = Object.hasOwn(functions, callee) ? functions[callee] : undefined
    if (!places || !Array.isArray(node['arguments'])) return
    const where = `${name}:${source.slice(0, node.start).split('\n').length}`
    const given: unknown[] = node['arguments']
    const texts = places.map((at) => given[at]).filter(isNode)
    const written = texts.flatMap(({ type, value }) => (type === 'Literal' && typeof value === 'string' ? [value] : []))
    if (written.length === texts.length) found.push({ text: written.at(-1) ?? '', isPlural: callee === 'plural', where })
    // `t(text)` is allowed for a text from a table that marks it with message().
    else if (callee !== 't' || texts.some(({ type }) => type === 'TemplateLiteral' || type === 'BinaryExpression'))
      faults.push(`${where}: the text is not written there`)
    if (callee !== 'message' && !isInFunction) faults.push(`${where}: before the catalogue is loaded; use message()`)
  }
  const visit = (value: unknown, isInFunction: boolean): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, isInFunction))
    if (!isNode(value)) return
    if (value.type === 'CallExpression') visitCall(value, isInFunction)
    const text = readBareText(value)
    if (/\p{L}{2}/u.test(text) && !names.has(text.trim()) && !forDevelopers.test(name))
      bare.push(`${name}:${source.slice(0, value.start).split('\n').length}: ${text.trim()}`)
    const isFunction = /Function|MethodDefinition/.test(value.type)
    for (const child of Object.values(value)) visit(child, isInFunction || isFunction)
  }
  visit(parseSync(name, source).program, false)
}

/** Returns the text of markup, or of a displayed attribute; an empty string for other nodes. */
function readBareText(node: Node): string {
  if (node.type === 'JSXText') return String(node['value'])
  const [name, value] = [node['name'], node['value']]
  if (node.type !== 'JSXAttribute' || !isNode(name) || !isNode(value) || value.type !== 'Literal') return ''
  return shownAttributes.has(String(name['name'])) ? String(value['value']) : ''
}

const listPlaceholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').toSorted()

it('each text is written where it is shown, or marked with message()', () => {
  expect(found.length).toBeGreaterThan(10)
  expect(faults).toEqual([])
})

it('no English stands in the markup without being looked up', () => {
  expect(bare).toEqual([])
})

it('files of a language translate the same text in the same way', async () => {
  const differing: string[] = []
  for (const language of readdirSync(join(root, 'texts'), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const folder = join(root, 'texts', language.name)
    const first = new Map<string, { translation: string; file: string }>()
    for (const file of readdirSync(folder).filter((name) => name !== 'index.ts')) {
      const module: Readonly<Record<string, Catalogue>> = await import(join(folder, file))
      for (const [text, value] of Object.values(module).flatMap(Object.entries)) {
        const translation = JSON.stringify(value)
        const known = first.get(text)
        if (!known) first.set(text, { translation, file })
        else if (known.translation !== translation)
          differing.push(
            `${text}: ${known.translation} in ${known.file}, ${translation} in ${file}; give each meaning its own English text`,
          )
      }
    }
    expect(first.size).toBeGreaterThan(10)
  }
  expect(differing).toEqual([])
})

describe.each([['German', german, ['one', 'other']]] as const)('%s', (_, catalogue: Catalogue, categories) => {
  it('has every text of the code', () => {
    const missing = found.filter(({ text }) => !Object.hasOwn(catalogue, text)).map(({ text, where }) => `${where}: ${text}`)
    expect(missing).toEqual([])
  })

  it('has no text that the code lacks', () => {
    const used = new Set(found.map(({ text }) => text))
    expect(Object.keys(catalogue).filter((text) => !used.has(text))).toEqual([])
  })

  it('has the plural forms of the language where the code counts', () => {
    const wrong = found.filter(({ text, isPlural }) => {
      const translation = catalogue[text]
      return isPlural && (typeof translation !== 'object' || categories.some((category) => translation[category] === undefined))
    })
    expect(wrong).toEqual([])
  })

  it('has the same placeholders as the code', () => {
    const wrong = Object.entries(catalogue).filter(([text, translation]) => {
      const forms = typeof translation === 'string' ? [translation] : [translation.other]
      return forms.some((form) => listPlaceholders(form).join() !== listPlaceholders(text).join())
    })
    expect(wrong).toEqual([])
  })
})
