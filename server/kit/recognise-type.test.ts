import { expect, it } from 'vitest'
import { cleanFilename } from './filename.ts'
import { recogniseBytes } from './recognise-type.ts'

it.each([
  ['text in Latin-1', 'text/csv', Buffer.from('Größe;Stück\r\n', 'latin1')],
  ['text in windows-1251', 'text/plain', Buffer.from([0xcf, 0xf0, 0xe8])],
  ['text in UTF-16', 'text/csv', Buffer.from('\ufeffGröße\tStück', 'utf16le')],
  ['text of DOS', 'text/plain', Buffer.from('Gr\x94\xe1e\r\n\x1a', 'latin1')],
  ['JSON in Latin-1', 'application/json', Buffer.from('{"a": "ü"}', 'latin1')],
])('keeps the type of %s', async (_, type, bytes) => {
  expect(await recogniseBytes(bytes, type)).toEqual({ contentType: type, contradiction: null })
})

it.each([
  ['NUL', 'text/plain', Buffer.from('a\0b')],
  ['control characters', 'text/csv', Buffer.from([0xff, 0x01, 0x02, 0xfe])],
])('bytes with %s are no text', async (_, type, bytes) => {
  expect(await recogniseBytes(bytes, type)).toEqual({ contentType: 'application/octet-stream', contradiction: null })
})

it.each([
  ['نام\u200cپرونده.pdf', 'نام\u200cپرونده.pdf'],
  ['a\u202egpj.exe', 'agpj.exe'],
  ['a\u200b\u2066b.txt', 'ab.txt'],
])('a file name keeps no invisible characters but joiners: %j', (given, cleaned) => {
  expect(cleanFilename(given)).toBe(cleaned)
})
