/** Bounces of many mail servers lead to the message they are about, and mails of people are no bounces. */
import { describe, expect, it } from 'vitest'
import {
  bounced,
  earlier,
  earlierId,
  id,
  message,
  read,
  returned,
  serverBounces,
  settle,
  signed,
  type Report,
} from '../../../../test/support/bounces.ts'
import { settleBounce } from './settle-bounce.ts'
import { startCpuTime } from '../../../../test/support/cpu-time.ts'

describe('a bounce without a report, in the manner of', () => {
  it.each(serverBounces)('%s', (_, raw, code) => {
    expect(settle(raw)).toEqual(bounced(code))
    expect(settle(raw.replaceAll('\n', '\r\n').replace('\r\n\r\n', '\n\n'))).toEqual(bounced(code))
  })
})

it('X-Skein-Message counts first, then returned headers, then other ids', () => {
  const raw = `From: mailer-daemon@a.example\nSubject: failure notice\n\nYou wrote <${earlierId}>.\n\nMessage-ID: <${id}>\n`
  expect(read(raw)?.signedMessages).toEqual([message, earlier])
  expect(read(`${raw}X-Skein-Message: ${signed(earlier)}\n`)?.signedMessages).toEqual([earlier, message])
})

it.each([
  ['BOUNCE', `From: inetgw1@example.net\nSubject: Mail could not be delivered\n\nuser unknown\n\n${returned}`],
  ['BOUNCE', `From: mail@example.net\nSubject: Zustellung fehlgeschlagen\n\nDas Postfach gibt es nicht.\n\n${returned}`],
  [
    'BOUNCE',
    `From: system@example.net\nSubject: Zwrot\n\nNie ma takiej skrzynki.\n\n> X-Skein-Message: ${signed(message)}\n> Message-ID: <${id}>`,
  ],
  ['BOUNCE', `From: no-reply@example.net\nSubject: ??\n\nIt could not be delivered.\n\n${returned}`],
  ['BOUNCE', `From: no-reply@sns.amazonaws.com\nSubject: AWS\n\n{"notificationType":"Bounce","mail":{"headers":["<${id}>"]}}`],
  ['COMPLAINT', `From: staff@example.net\nSubject: complaint about message from 192.0.2.1\n\n${returned}`],
])('a %s is recognised by what it returns: %j', (kind, raw) => {
  const found = read(raw)
  expect([found?.kind, found?.signedMessages[0]]).toEqual([kind, message])
})

it('without a signed id, the ids of the returned headers can be looked up', () => {
  const raw = `From: mailer-daemon@a.example\nMessage-ID: <bounce@a.example>\n\nMessage-ID: <0100@ses.example>\nReferences: <a@b.example>\n <c@d.example>\n`
  expect(read(raw)).toMatchObject({ signedMessages: [], otherIds: ['bounce@a.example', '0100@ses.example', 'a@b.example', 'c@d.example'] })
})

describe('no bounce is', () => {
  const mdn: Report = { type: 'disposition-notification', recipients: [] }
  it.each([
    ['a question of a customer', 'From: ada@example.net\nSubject: Empty export\n\nIt is empty.', {}],
    ['a question about bounces', 'From: ada@example.net\nSubject: Undeliverable mail\n\nI get 550 5.1.1 user unknown. Why?', {}],
    ['a forwarded bounce', `From: ada@example.net\nSubject: Fwd: Undelivered Mail\n\nuser unknown\n\n${returned}`, {}],
    ['a reply that quotes our id', `From: ada@example.net\nSubject: Re: Empty export\nIn-Reply-To: <${id}>\n\n${returned}`, {}],
    ['a notice of absence', `Return-Path: <>\nFrom: ada@example.net\nSubject: Away\nAuto-Submitted: auto-replied\n\n${returned}`, {}],
    ['a notice of absence without marks', `From: ada@example.net\nSubject: Away\nIn-Reply-To: <${id}>\n\nI am away.`, { envelopeFrom: '' }],
    ['a notice that a mail was read', `From: postmaster@example.net\nSubject: Read\n\n${returned}`, { report: mdn, envelopeFrom: '' }],
    ['a name that looks like one', 'From: "mailer-daemon" <ada@example.net>\nSubject: Hello\n\nHello', {}],
    ['an attached reply', `From: ada@example.net\nSubject: Lost\n\nThe page does not exist.\n\n${returned}`, {}],
    ['a subject alone', `From: ada@example.net\nSubject: Delivery problem\n\nSee below.\n\n${returned}`, {}],
    ['a message of Amazon', 'From: no-reply@sns.amazonaws.com\nSubject: AWS\n\n{"notificationType":"Delivery"}', {}],
    ['an empty mail', '', {}],
    [
      'a notice that a colleague has left',
      'Return-Path: <>\nFrom: ada@example.net\nSubject: Automatic reply: Order\nAuto-Submitted: auto-replied\n\nThis address does not exist any more.',
      {},
    ],
    ['a forwarded question about a returned mail', 'From: info@shop.example\nSubject: Undelivered Mail\n\nA customer asks why.', {}],
    ['a shop in Spanish', 'From: system@shop.example\nSubject: No se pudo entregar su pedido\n\nEl paquete no fue entregado.', {}],
    ['a shop in Japanese', 'From: notification@shop.example\nSubject: 配達不能のお知らせ\n\n荷物を配達できませんでした。', {}],
    ['a delayed parcel', 'From: no-reply@post.example\nSubject: Delivery delayed\n\nYour parcel has been delayed.', {}],
    ['a failed order', 'From: admin@shop.example\nSubject: Your message about order 7 was not answered\n\nWhy?', {}],
    ['the return of goods', 'From: Ada <mail@ada.example>\nSubject: Zwrot towaru - lampa\n\nChciałbym zwrócić lampę.', {}],
    ['a parcel of an administrator', 'From: admin@shop.example\nSubject: Zustellung am Montag\n\nIst das möglich?', {}],
    ['a parcel that was not delivered', 'From: system@shop.example\nSubject: Delivery failed\n\nThe parcel was not delivered.', {}],
    ['a parcel with a number', 'From: root@shop.example\nSubject: Non remis\n\nLe colis 550 5 n’a pas été remis. 5.1.2026', {}],
    ['a returned lamp', 'From: no-reply@shop.example\nSubject: Devuelto: pedido 4711\n\nEl cliente lo ha devuelto.', {}],
    ['a notice of a shop', 'From: notifications@shop.example\nSubject: Recapito pacco\nAuto-Submitted: auto-generated\n\nDomani.', {}],
    ['a question without an address', 'From: Ada\nSubject: Delivery problem\n\nMy order could not be delivered.', {}],
    ['a full mailbox', 'From: mail@ada.example\nSubject: Mailbox full\n\nHow do I get more space?', {}],
    ['a club', 'From: mailer@club.example\nSubject: You and I are not members\n\nHow can we join?', {}],
    ['a warning', 'From: system@ada.example\nSubject: Warning: message of the pump\n\nPressure is 5.1.1 bar too high.', {}],
  ])('%s', (_, raw, options) => expect(read(raw, options)).toBeNull())
})

it.each([
  ['a code', 'From: mail@mx.example\nSubject: Undeliverable\n\n<ada@example.net>: 550 5.1.1 No.'],
  ['a code and its reason', 'From: root@mx.example\nSubject: Returned mail\n\n5.1.1: this mailbox is closed'],
  ['a long code', 'From: noreply@mx.example\nSubject: Undeliverable\n\nRemote server: 550 5.7.129 RESOLVER.RST.RestrictedToRecipients'],
  [
    'the list of a server',
    'From: no-reply@mx.example\nSubject: Delivery Failure\n\nFailed Recipient: ada@example.net\nReason: Remote host said: 550 5.1.1 The account does not exist.',
  ],
  ['words of a server', 'From: system@mx.example\nSubject: Nicht zustellbar\n\nada@example.net: user unknown'],
  [
    'the failure of a mail',
    'From: noreply@mx.example\nSubject: Delivery failure\n\nYour message to ada@example.net could not be delivered.',
  ],
  ['the answer of a host', 'From: mailer@mx.example\nSubject: Mail error\n\nhost mx.example.net said: gone'],
  ['returned headers', 'From: admin@mx.example\nSubject: Zwrot\n\nNie ma.\n\nReceived: from a by b\nSubject: Hello'],
])('an ordinary address and subject are a bounce together with %s', (_, raw) => {
  expect(read(raw)).toMatchObject({ kind: 'BOUNCE', signedMessages: [] })
})

it('a mail with the null sender that answers nothing is a bounce', () => {
  expect(read('From: ada@example.net\nSubject: ??\n\n??', { envelopeFrom: '' })).toMatchObject({ kind: 'BOUNCE', signedMessages: [] })
})

it('hostile bounces cost linear time', () => {
  const cpuMs = startCpuTime()
  const pieces = ['<a@b>', 'references: <a@b>\n ', 'Message-ID: <', '=40', 'AAAA\n', '\n\n', `${id} `, '5.1.1 ', '- ', 'host ', 'a', '\0']
  for (const piece of pieces) {
    const bounce = read(`From: mailer-daemon@a.example\n\n${piece.repeat(Math.ceil(600_000 / piece.length))}`)
    expect(bounce).not.toBeNull()
    if (bounce) settleBounce(bounce, ['ada@example.net', 'grace@example.net'])
  }
  expect(cpuMs()).toBeLessThan(10_000)
})
