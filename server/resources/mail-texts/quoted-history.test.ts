/** History at the end of a mail is recognised; the author's own text never is. */
import { describe, expect, it } from 'vitest'
import { findHistory, splitQuoted, removeQuotations } from './quoted-history.ts'

const own = 'Yes, thank you.\nIt works again.'

describe('finds the history', () => {
  it.each([
    ['Gmail', 'On Tue, 3 Mar 2026 at 09:12, Lee <lee@acme.example> wrote:\n> Is it back?\n> Lee'],
    ['Gmail, broken within the address', 'On Tue, Mar 3, 2026 at 9:12 AM Lee Longname <\nlee@acme.example> wrote:\n\n> Is it back?'],
    ['Gmail, broken before the address', 'On Tue, Mar 3, 2026 at 9:12 AM Lee\n<lee@acme.example> wrote:\n\n> Is it back?'],
    ['Gmail, without marks', 'On Tue, Mar 3, 2026 at 9:12 AM Lee <lee@acme.example> wrote:\n\nIs it back?\n\nLee'],
    ['Gmail, broken after the address', 'On Tue, 3 Mar 2026 at 09:12, Lee\n<lee@acme.example>\nwrote:\n\nIs it back?'],
    ['Gmail in Norwegian', 'tir. 3. mar. 2026 kl. 09:12 skrev Lee <lee@acme.example\n>:\n\n> Er det tilbake?'],
    ['Gmail in Portuguese', 'Em 3 de março de 2026 às 09:12:35, Lee (\nlee@acme.example) escreveu:\n\nVoltou?'],
    ['Apple Mail', 'On 3 Mar 2026, at 09:12, Lee Smith <lee@acme.example> wrote:\n\n> Is it back?'],
    [
      'Apple Mail, in words',
      'On Tuesday, the third of March 2026, at twelve minutes past nine, Lee\n<lee@acme.example> wrote:\n\n> Is it back?',
    ],
    ['Thunderbird', 'On 03/03/2026 9:12 AM, Lee Smith wrote:\n> Is it back?'],
    ['Thunderbird, without marks', 'On 03/03/2026 9:12 AM, Lee Smith wrote:\nIs it back?'],
    ['Thunderbird in German', 'Am 03.03.2026 um 09:12 schrieb Lee:\n> Ist es wieder da?'],
    ['a German client, name first', 'Lee <lee@acme.example> schrieb am Di., 3. März 2026, 09:12:\n\n> Ist es wieder da?'],
    ['Yandex', 'ср, 3 мар. 2026 г. в 09:12, Lee <lee@acme.example>:\n\nРаботает?'],
    ['Yahoo', 'On Tuesday, March 3, 2026 at 09:12:00 AM EST, Lee <lee@acme.example> wrote:\n\n\n Is it back?'],
    ['Zoho', '---- On Tue, 03 Mar 2026 09:12:50 +0530 lee@acme.example wrote ----\n\nIs it back?'],
    ['Polish', 'W dniu 2026-03-03 09:12:39 użytkownik Lee <lee@acme.example> napisał:\n\nDziała?'],
    ['Chinese', '在 2026年3月3日 09:12，Lee <lee@acme.example> 写道：\n\n> 好了吗？'],
    ['any language, with marks', '3 Mar 2026, 09:12, Lee qaʼelis:\n> Is it back?'],
    ['Outlook', 'From: Lee <lee@acme.example>\nSent: Tuesday, 3 March 2026 09:12\nTo: Dana\nSubject: RE: Login\n\nIs it back?'],
    [
      'Outlook, names alone',
      'From: Lee Smith\nSent: Tuesday, 3 March 2026 09:12\nTo: Dana Fox\nCc: Sam\nSubject: RE: Login\n\nIs it back?',
    ],
    ['Outlook, as text of HTML', '*From:* Lee <lee@acme.example>\n*Sent:* Tuesday 09:12\n*To:* Dana\n*Subject:* Login\n\nIs it back?'],
    [
      'Outlook, with a rule',
      '________________________________\nFrom: Lee <lee@acme.example>\nSent: Tuesday\nTo: Dana\nSubject: Login\n\nHi',
    ],
    ['Outlook, a long address', 'From: Lee\n<lee-with-a-long-address@acme.example>\nSent: Tuesday\nTo: Dana\nSubject: Login\n\nHi'],
    ['Outlook, older', '-----Original Message-----\nFrom: Lee\n\nIs it back?'],
    ['Outlook in German', 'Von: Lee <lee@acme.example>\nGesendet: Dienstag, 3. März 2026 09:12\nAn: Dana\nBetreff: AW: Login\n\nGeht es?'],
    ['Outlook in French', 'De : Lee <lee@acme.example>\nEnvoyé : mardi 3 mars 2026 09:12\nÀ : Dana\nObjet : RE: Login\n\nÇa marche ?'],
    ['Outlook in Italian', 'Da: Lee <lee@acme.example>\nInviato: martedì 3 marzo 2026 09:12\nA: Dana\nOggetto: R: Login\n\nFunziona?'],
    [
      'Outlook in Dutch',
      'Van: Lee [mailto:lee@acme.example]\nVerzonden: dinsdag 3 maart 2026\nAan: Dana\nOnderwerp: RE: Login\n\nWerkt het?',
    ],
    ['Outlook in Chinese', '发件人: Lee <lee@acme.example>\n发送时间: 2026年3月3日 9:12\n收件人: Dana\n主题: 答复: Login\n\n好了吗？'],
    [
      'Outlook, history with marks in it',
      'From: Lee <lee@acme.example>\nSent: Tuesday\nTo: Dana\nSubject: Login\n\nSee below\n\n> Older\nLee',
    ],
    ['nothing but marks', '> Is it back?\n>> And this?'],
  ])('%s', (_, history) => {
    expect(splitQuoted(`${own}\n\n${history}\n`)).toEqual({ text: own, quoted: history })
    expect(splitQuoted(`${own}\r\n\r\n${history.replaceAll('\n', '\r\n')}`).quoted).toBe(history.replaceAll('\n', '\r\n'))
  })
  it('when a signature follows', () => {
    const history = 'On 3 Mar 2026, at 09:12, Lee wrote:\n> Is it back?\n\n-- \nDana'
    expect(splitQuoted(`${own}\n${history}`)).toEqual({ text: own, quoted: history })
  })
  it('below replies between quoted lines', () => {
    const replies = '> Is it back?\nYes.\n> And the export?\nThat too.'
    const history = 'From: Lee <lee@acme.example>\nSent: Tuesday\nTo: Dana\nSubject: Login\n\nHi'
    expect(splitQuoted(`${replies}\n\n${history}`)).toEqual({ text: replies, quoted: history })
  })
})

describe('finds no history', () => {
  it.each([
    [
      'replies between quoted lines',
      'On 3 Mar 2026 at 09:12, Lee <lee@acme.example> wrote:\n> Is it back?\nYes.\n> And the export?\nThat too.',
    ],
    [
      'replies under a greeting',
      'Hi Lee,\n\nOn 3 Mar 2026 at 09:12, Lee <lee@acme.example> wrote:\n> Is it back?\nYes.\n> And the export?\nThat too.',
    ],
    ['a reply below a quotation', 'On 3 Mar 2026 at 09:12, Lee <lee@acme.example> wrote:\n> Is it back?\n\nYes.'],
    ['a mail that is nothing but a quotation', '> Is it back?\n> Lee'],
    ['a mail that is nothing but history', 'From: Lee <lee@acme.example>\nSent: Tuesday\nTo: Dana\nSubject: Login\n\nHi'],
    [
      'a forwarded mail of Gmail',
      'See below.\n\n---------- Forwarded message ---------\nFrom: Lee <lee@acme.example>\nDate: Tue\nSubject: Login\nTo: Dana\n\nHi',
    ],
    [
      'a forwarded mail of Apple Mail',
      'See below.\n\nBegin forwarded message:\n\nFrom: Lee <lee@acme.example>\nDate: Tue\nTo: Dana\nSubject: Login\n\nHi',
    ],
    ['a label with a colon', 'Steps:\n1. Open it\n2. From: is empty'],
    ['a journey', 'Please book:\nFrom: Berlin\nTo: Paris\nDate: 3 March 2026\nClass: second'],
    ['a sentence that quotes', 'On Tuesday at 9 Sam from support wrote:\nYour refund is on its way.'],
    ['a line that begins with On', 'On Tuesday at 9:\nnothing happened.'],
    ['times', 'It failed at\n2026-03-03 09:12:25\n03/03/2026 at 9:12 AM\nand once more:\nnothing.'],
    ['rules', 'Analysis\n-----\n1. Faster\n_____\nsee above'],
    ['an empty mail', ''],
    ['a comparison', 'The value is\n  > 100, so it fails.\nWhy?'],
  ])('%s', (_, text) => {
    expect(splitQuoted(text)).toEqual({ text, quoted: null })
  })
  it('in the sentence above an attribution', () => {
    const text = 'On the whole it works.\nOn 3 Mar 2026 at 09:12, Lee <lee@acme.example> wrote:\n> Hi'
    expect(splitQuoted(text).text).toBe('On the whole it works.')
    expect(splitQuoted('Thanks\nOn 3 Mar 2026 at 09:12, Lee\n<lee@acme.example> wrote:\n> Hi').text).toBe('Thanks')
  })
})

it('the time is proportional to the length of the text', () => {
  const pieces = [
    ['\n', ' ', ' \n', '>', '>\n', '-', '-----\n', '*', '**a**:', 'On ', 'On 1\n', 'wrote:\n', 'On 1 a@b wrote:\n', 'From: a@b\n', 'a <'],
    ['From: a@b\nSent: 1\n', ':\n', '1@1:\n', 'a <a> wrote:\n', 'On 1 a@b wrote:\n>a\nx\n', '-----Original Message-----\n>a\nb\n', '在\n'],
    [`On 2026 10:10 ${'x'.repeat(480)}:\n`, 'From: x\nSent: 1\n\nTo: b\n\nSubject: s\n>a\nb\n', `wrote${'-'.repeat(400)}\n`, 'a.a@'],
  ].flat()
  const cpuMs = (piece: string, length: number): number => {
    const lines = piece.repeat(Math.ceil(length / piece.length))
    const before = process.cpuUsage()
    for (let i = 0; i < 3; i++) splitQuoted(lines)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 3_000
  }
  for (const piece of pieces) cpuMs(piece, 10_000)
  // Usually at most 30 ms of CPU time; a quadratic search would take minutes.
  for (const piece of pieces) expect(cpuMs(piece, 262_144), JSON.stringify(piece.slice(0, 40))).toBeLessThan(1_000)
})

it('removes quoted lines between replies, with their attribution', () => {
  const text = 'Hi Lee,\n\nOn 3 Mar 2026 at 09:12, Lee\n<lee@acme.example> wrote:\n\n> Is it back?\nYes.\n> And the export?\nThat too.'
  expect(removeQuotations(text)).toBe('Hi Lee,\n\nYes.\nThat too.')
  expect(removeQuotations('> Is it back?\nYes: since 9.\n> Lee')).toBe('Yes: since 9.')
})

it('returns the line at which the history starts', () => {
  expect(findHistory(['Yes', '', 'On 3 Mar 2026, Lee <lee@acme.example> wrote:', '> Hi'])).toBe(2)
})
