/** The parser separates a mail's reply from its history, in the formats and languages of mail programs. */
import { describe, expect, it } from 'vitest'
import { toSafeMailHtml } from '../../mail-texts/index.ts'
import { readHtmlBody, splitTextBody } from './quotation.ts'

const readMail = (html: string) => readHtmlBody(toSafeMailHtml(html, { toAttachmentId: () => null })?.html ?? '')
const quote = '<div>Does it work?</div><div>Grace</div>'

describe('folds the history of HTML', () => {
  it.each([
    [
      'Gmail',
      `<div dir="ltr">Yes.<div>It does.</div></div><br><div class="gmail_quote"><div class="gmail_attr">On Tue, 3 Mar 2026 at 09:12, Grace &lt;<a href="mailto:grace@example.com">grace@example.com</a>&gt; wrote:<br></div><blockquote class="gmail_quote">${quote}</blockquote></div>`,
    ],
    ['Gmail without an attribution', `Yes.<div>It does.</div><div class="gmail_quote">${quote}</div>`],
    [
      'Apple Mail',
      `<div>Yes.</div><div>It does.</div><div><br><blockquote type="cite"><div>On 3 Mar 2026, at 09:12, Grace &lt;grace@example.com&gt; wrote:</div>${quote}</blockquote></div>`,
    ],
    [
      'Thunderbird',
      `<p>Yes.</p><p>It does.</p><div class="moz-cite-prefix">Am 03.03.26 um 09:12 schrieb Grace:<br></div><blockquote type="cite" cite="mid:1@example.com">${quote}</blockquote>`,
    ],
    [
      'Outlook on the web',
      `<div class="elementToProof">Yes.</div><div>It does.</div><div id="appendonsend"></div><hr tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font><b>From:</b> Grace<br><b>Sent:</b> Tuesday</font></div>${quote}`,
    ],
    ['Outlook quoted again', `<p>Yes.</p><p>It does.</p><hr><div id="x_x_divRplyFwdMsg"><b>Von:</b> Grace</div>${quote}`],
    [
      'Outlook desktop',
      `<p class="MsoNormal">Yes.</p><p class="MsoNormal">It does.<o:p></o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> Grace &lt;grace@example.com&gt;<br><b>Sent:</b> Tuesday, 3 March 2026 09:12<br><b>To:</b> Ada<br><b>Subject:</b> Login</p></div>${quote}`,
    ],
    ['Outlook for Mac', `<div>Yes.</div><div>It does.</div><span id="OLK_SRC_BODY_SECTION"><b>From: </b>Grace${quote}</span>`],
    ['Outlook mobile', `<div>Yes.</div><div>It does.</div><div id="mail-editor-reference-message-container">${quote}</div>`],
    ['Yahoo', `<div>Yes.</div><div>It does.</div><div class="ydp7a9yahoo_quoted"><div>On Tuesday, Grace wrote:</div>${quote}</div>`],
    [
      'Proton Mail',
      `<div>Yes.</div><div>It does.</div><div class="protonmail_quote">On Tuesday, March 3rd, 2026 at 09:12, Grace wrote:<br><blockquote class="protonmail_quote" type="cite">${quote}</blockquote></div>`,
    ],
    ['GMX', `<div>Yes.</div><div>It does.</div><div name="quote"><div><b>Von:</b> Grace</div>${quote}</div>`],
    [
      'any program, with an attribution',
      `<p>Yes.</p><p>It does.</p><p>3 mars 2026 à 09:12, Grace a écrit :</p><blockquote>${quote}</blockquote>`,
    ],
  ])('of %s', (_, html) => {
    const { body, bodyText, quotedFrom, replyText } = readMail(html)
    expect(replyText).toBe('Yes.\nIt does.')
    expect(bodyText.slice(quotedFrom ?? 0)).toMatch(/Does it work\?\nGrace$/)
    const [own = '', history = ''] = body.split('<span data-quoted></span>')
    expect(own).not.toContain('Does it work?')
    expect(history).toContain('Does it work?')
    expect(history.match(/data-quoted/)).toBeNull()
  })
  it('below a signature and a picture of the mail', () => {
    const html = '<img data-attachment="att_1" alt="" /><div>-- <br />Ada</div><div data-quoted="container">Does it work?</div>'
    expect(readHtmlBody(html)).toMatchObject({ replyText: '--\nAda', quotedFrom: 7 })
  })
})

describe('folds nothing in HTML', () => {
  it.each([
    [
      'with answers between the quoted lines',
      `<div class="gmail_quote"><div class="gmail_attr">On Tue, Grace wrote:</div><blockquote class="gmail_quote">Does it work?</blockquote><div>Yes.</div><blockquote class="gmail_quote">And the export?</blockquote></div>`,
    ],
    [
      'with a reply below the quotation',
      `<div class="moz-cite-prefix">On 3 Mar 2026, Grace wrote:</div><blockquote type="cite">${quote}</blockquote><p>Yes.</p>`,
    ],
    ['that ends with a blockquote of the sender', '<p>It says:</p><blockquote>Error 5</blockquote>'],
    [
      'that is forwarded',
      `<div>See below.</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Grace</div>${quote}</div>`,
    ],
    ['that is nothing but a quotation', `<div class="gmail_quote">${quote}</div>`],
    ['without a quotation', '<p>Yes.</p><p data-quoted="rest">It does.</p>'],
  ])('%s', (_, html) => {
    const { body, quotedFrom } = readMail(html)
    expect(quotedFrom).toBeNull()
    expect(body).not.toContain('data-quoted')
  })
})

it.each([
  ['<p>One</p>\n<p>two\nlines <b>bold</b> </p><ul><li>a</li><li>b</li></ul>', 'One\ntwo lines bold\na\nb'],
  ['<div>One<div>two</div>three</div>', 'One\ntwo\nthree'],
  ['<div>One</div><div><br></div><div>two<br></div><div>three</div>', 'One\n\ntwo\nthree'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a\tb\nc'],
  ['<pre>a\n  b &lt;c&gt;</pre>', 'a\n  b <c>'],
  ['<p>a&nbsp;b &amp;lt; c</p>', 'a b &lt; c'],
  ['<hr><p>a</p><br><br><br><br><br><p>b</p>', 'a\n\n\nb'],
  ['', ''],
])('the text of %s has the lines that a reader sees', (html, text) => {
  expect(readMail(html).bodyText).toBe(text)
})

describe('splits text', () => {
  it.each([
    [
      'a signature stays',
      'Yes.\n\n-- \nAda\n\nOn 3 Mar 2026, at 09:12, Grace <grace@example.com> wrote:\n> Does it work?',
      'Yes.\n\n-- \nAda',
    ],
    [
      'the line of a phone stays',
      'Yes.\n\nSent from my iPhone\n\n> On 3 Mar 2026, at 09:12, Grace wrote:\n> \n> Does it work?',
      'Yes.\n\nSent from my iPhone',
    ],
    ['old Gmail', 'Yes.\n\n2026/3/3 Grace <grace@example.com>\n\nDoes it work?', 'Yes.'],
    [
      'an address on lines of its own',
      'Yes.\n\nOn Tue, 3 Mar 2026 at 09:12 Grace\n\n<\nmailto:grace@example.com\n> wrote:\n\nDoes it work?',
      'Yes.',
    ],
    ['Outlook without addresses and subject', 'Да.\n\nОт: Грейс\nОтправлено: вторник\nКому: Ада\n\nРаботает?', 'Да.'],
    ['Japanese', 'はい。\n\n2026年3月3日(火) 9:12 Grace <grace@example.com>:\n\n> 動きますか？', 'はい。'],
    ['Korean', '네.\n\n2026년 3월 3일 (화) 오전 9:12, Grace <grace@example.com>님이 작성:\n\n> 되나요?', '네.'],
    ['Ukrainian', 'Так.\n\nвт, 3 бер. 2026 р. о 09:12 Grace <grace@example.com> пише:\n\nПрацює?', 'Так.'],
    ['Hungarian', 'Igen.\n\nGrace <grace@example.com> ezt írta (időpont: 2026. márc. 3., K, 9:12):\n\n> Működik?', 'Igen.'],
    ['Turkish', 'Evet.\n\nGrace <grace@example.com>, 3 Mar 2026 Sal, 09:12 tarihinde şunu yazdı:\n\n> Çalışıyor mu?', 'Evet.'],
    ['Croatian Outlook', 'Da.\n\nŠalje: Grace <grace@example.com>\nPoslano: utorak\nPrima: Ada\nPredmet: RE: Prijava\n\nRadi li?', 'Da.'],
    ['a reply below the quotation', 'On 3 Mar 2026, Grace wrote:\n> Does it work?\n\nYes.\n-- \nAda', 'Yes.\n-- \nAda'],
  ])('%s', (_, text, replyText) => {
    expect(splitTextBody(text).replyText).toBe(replyText)
  })
  it('the offset is the start of the history, and the rest is the history', () => {
    const text = 'Yes.\n\nOn 3 Mar 2026, Grace wrote:\n> Does it work?\n'
    expect(text.slice(splitTextBody(text).quotedFrom ?? 0)).toBe('On 3 Mar 2026, Grace wrote:\n> Does it work?\n')
  })
  it.each(['> One?\nYes.\n> Two?\nNo.', 'On 3 Mar 2026, Grace wrote:\n> One?\nYes.\n> Two?'])(
    'answers between lines fold nothing: %j',
    (text) => {
      expect(splitTextBody(text)).toEqual({ quotedFrom: null, replyFrom: 0, replyText: text })
    },
  )
})

it('hostile HTML is read in linear time', () => {
  const before = process.cpuUsage()
  for (const piece of [
    '<div class="gmail_quote">',
    '<blockquote type="cite">a',
    '<pre>\n\n',
    '<br>',
    '<hr>',
    '<table><td>a',
    '<p>On 1 a@b wrote:',
    '<p>From: a@b',
  ])
    readMail(piece.repeat(4_000 / (piece.split('<').length - 1)))
  readMail(`<pre>${'\n'.repeat(60_000)}</pre>`)
  splitTextBody('> a\nb\n'.repeat(40_000))
  splitTextBody('\n'.repeat(260_000))
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(4_000)
})
