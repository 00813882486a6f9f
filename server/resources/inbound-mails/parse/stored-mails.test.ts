/** Mails as strange programs write them, each with what its sender meant. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'

type Expected = {
  readonly text: string
  readonly from?: string
  readonly subject?: string
  readonly files?: readonly (readonly [filename: string, contentType: string, inline?: boolean])[]
  readonly security?: 'SIGNED'
  readonly body?: string
}

const directory = join(import.meta.dirname, 'mails')
const twoForms: Expected = { text: 'The html.', body: '<p>The html.</p>' }
const signed: Expected = { text: 'Please cancel order 4711. Grüße', files: [['order.pdf', 'application/pdf']], security: 'SIGNED' }
const invitation = `Call about the export
When: Thursday, 3 December 2026, 09:00–09:30 UTC
Where: Room 4
Organizer: Ada <ada@example.com>

Join: https://meet.example.com/j/123
Agenda: export, prices`

const mails: Readonly<Record<string, Expected>> = {
  'base64-declared-plain': { text: 'Hello, please call me back about invoice 77.\nThank you' },
  'base64-footer': { text: 'Grüße aus der Liste, bitte um Rückruf heute.\n\n-- \nThis mail was checked by ExampleGate.' },
  'big-png-nocidscheme': { text: 'See the fax:\n\nThanks', files: [['image001.png', 'image/png', true]] },
  'bounce-like-zwrot': { text: 'Chciałabym zwrócić lampę.' },
  'calendar-only': { text: invitation, files: [['part-1.ics', 'text/calendar']] },
  'ct-nosemicolon-html': { text: 'Hello there', body: '<p>Hello <b>there</b></p>' },
  'ct-nosemicolon-multipart': twoForms,
  'cte-on-multipart': twoForms,
  'declared-latin1-is-utf8': { text: 'Grüße aus Köln' },
  'html-meta-wrong': { text: 'Grüße' },
  'html-white-space-pre': { text: 'line 1\nline 2\n   indented' },
  'http-picture-then-bold': {
    text: 'Note: the invoice is wrong.\nPlease correct it.',
    body: '<img data-remote="https://shop.example/logo.gif" alt="" /><b>Note:</b> the invoice is wrong.<br />Please correct it.',
  },
  'iso2022jp-declared-us-ascii': { text: '領収書をください。' },
  'iso2022jp-html-without-charset': { text: '返品したいです。' },
  'iso2022jp-raw-subject': { text: 'はい。', subject: '見積もりの件' },
  'iso2022jp-without-charset': { text: '注文番号を教えてください。' },
  'koi8r-content-type-word': { text: 'The text.', files: [['тест.png', 'image/png']] },
  'named-html-in-related': { text: 'The whole story', files: [['p.png', 'image/png', true]] },
  'notes-boundary-folded': twoForms,
  'preheader-table-order': {
    text: 'FIRST: order 4711\nSECOND: please send it again.',
    body: '<table><tr><td>FIRST: order 4711</td></tr></table><p>SECOND: please send it again.</p>',
  },
  'raw-gb2312-filename': { text: '你好', subject: '关于订单', files: [['订单.pdf', 'application/pdf']] },
  'raw-windows1251-filename': { text: 'Счёт во вложении', subject: 'Счёт', files: [['Счёт март.pdf', 'application/pdf']] },
  'rfc822-noname': { text: 'The text.', files: [['Inner Grüße.eml', 'message/rfc822']] },
  'smime-opaque-signed': signed,
  'smime-opaque-signed-without-smime-type': signed,
  'text-enriched-only': { text: 'Hello, please cancel order 4711.' },
  'text-markdown-only': { text: 'Hello,\n\n- please *cancel* order 4711' },
  'uuencoded-in-text': { text: 'Here is the list.\n\nRegards', files: [['list.csv', 'application/octet-stream']] },
  'zwnj-name': { text: 'Hello', from: 'علی\u200cرضا 👨\u200d👩\u200d👧' },
}

it('each stored mail is tested', () => {
  expect(readdirSync(directory).toSorted()).toEqual(
    Object.keys(mails)
      .map((name) => `${name}.eml`)
      .toSorted(),
  )
})

it.each(Object.entries(mails))('the sender’s text and files are found: %s', async (name, expected) => {
  const mail = await parseMail(Uint8Array.from(readFileSync(join(directory, `${name}.eml`))))
  expect(mail).toMatchObject({
    security: expected.security ?? 'NONE',
    body: { bodyText: expected.text, ...(expected.body === undefined ? {} : { body: expected.body }) },
    ...(expected.subject === undefined ? {} : { subject: expected.subject }),
    ...(expected.from === undefined ? {} : { from: [{ name: expected.from }] }),
  })
  expect(mail.parts.map(({ filename, contentType, inline }) => [filename, contentType, inline])).toEqual(
    (expected.files ?? []).map(([filename, contentType, inline = false]) => [filename, contentType, inline]),
  )
  expect(mail.body.body).not.toMatch(/dropped|skein/i)
})
