/** The subject of an accepted mail is read before the mail is parsed, and is the same as afterwards. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSecrets } from '#platform/secrets.ts'
import { createMailScan } from './mail-identity.ts'

const secrets = createSecrets('a secret key of the tests, long enough')

function scan(...chunks: Uint8Array[]) {
  const mail = createMailScan(secrets)
  for (const chunk of chunks) mail.update(chunk)
  return mail.finish()
}

it.each([
  ['raw-windows1251-filename', 'Счёт'],
  ['raw-gb2312-filename', '关于订单'],
  ['iso2022jp-raw-subject', '見積もりの件'],
])('a raw subject has the charset of the text: %s', (name, subject) => {
  const raw = readFileSync(join(import.meta.dirname, '../parse/mails', `${name}.eml`))
  expect(scan(raw).subject).toBe(subject)
  expect(scan(...Array.from(raw, (byte) => Uint8Array.of(byte))).subject).toBe(subject)
})

it.each([
  ['Subject: \xcf\xf0\xe8\nFrom: =?windows-1251?Q?=CF?= <a@example.com>\n\nx', 'При'],
  ['Subject: Gr\xfc\xdfe\nContent-Type: text/plain; charset=utf-8\n\nx', 'Grüße'],
  ['Subject: Gr\xc3\xbc\xc3\x9fe\nContent-Type: text/plain; charset=koi8-r\n\nx', 'Grüße'],
])('a raw subject without such a text is read too: %j', (raw, subject) => {
  expect(scan(Buffer.from(raw, 'latin1')).subject).toBe(subject)
})

it('an encoded Message-ID is decoded', () => {
  const raw = 'Message-ID: =?utf-8?q?=3Cone=40mail=2Eexample?=\n =?utf-8?q?=2Ecom=3E?=\nFrom: a@example.com\n\nx'
  expect(scan(Buffer.from(raw)).messageId).toBe('one@mail.example.com')
})
