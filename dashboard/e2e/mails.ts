/** Turns messages of a test into received mails, by rewriting the API's responses. */
import type { Page } from 'playwright-core'
import type { Message } from '../../client/index.ts'
import { detectFormat } from '../../server/kit/text-format.ts'
import { toSafeMailHtml } from '../../server/resources/mail-texts/safe-mail-html.ts'
import { readHtmlBody, splitTextBody } from '../../server/resources/inbound-mails/parse/quotation.ts'

/** Rewrites the response: each message gets the body that the service would store for a received mail. */
export function presentAsMails(page: Page, sources: readonly string[]): Promise<unknown> {
  return page.route('**/api/v1/threads/*/view', async (route) => {
    const response = await route.fetch()
    // Safe because this is the response of getThreadView.
    const view = (await response.json()) as { data: { messages: { data: { createdAt: string }[] } } }
    const inOrder = view.data.messages.data.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    for (const [i, message] of inOrder.entries()) Object.assign(message, readMail(sources[i] ?? ''))
    await route.fulfill({ response, json: view })
  })
}

function readMail(source: string): object {
  if (detectFormat(source) === 'text') {
    const { quotedFrom, replyText } = splitTextBody(source)
    return { body: source, bodyFormat: 'text', bodyText: source, email: createEmail({ quotedFrom, replyText }) }
  }
  const safe = toSafeMailHtml(source, { toAttachmentId: () => null })
  const { quotedFrom, replyText, ...body } = readHtmlBody(safe?.html ?? '')
  return { ...body, bodyFormat: 'html', email: createEmail({ quotedFrom, replyText }) }
}

type Email = NonNullable<Message['email']>

/** Returns a message's mail, by default from Dana to the inbox. */
export function createEmail(more: Partial<Email> = {}): Email {
  return {
    direction: 'IN',
    subject: 'Question',
    from: { name: 'Dana Ruiz', address: 'dana@example.com' },
    replyTo: [],
    to: [{ name: 'Support', address: 'support@acme.localhost' }],
    cc: [],
    bcc: [],
    messageId: null,
    inReplyTo: null,
    references: [],
    date: null,
    automatic: null,
    authentication: null,
    sender: 'PARTICIPANT',
    replyText: '',
    quotedFrom: null,
    security: 'NONE',
    omitted: [],
    bodyTruncated: false,
    sentOutside: false,
    ...more,
  }
}
