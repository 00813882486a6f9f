import { createReadStream } from 'node:fs'
import { item } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { fetchOne } from '#kit/write.ts'
import { ApiError } from '#platform/errors.ts'
import { storageFull } from '#platform/files/errors.ts'
import { toOutcome, toUnchangedOutcome } from '#platform/outbox/effects.ts'
import { closed, component, formFile, Type, emailInput } from '#platform/schema.ts'
import { inbox } from '../../inboxes/index.ts'
import { mailMalformed, mailTooLarge } from '../errors.ts'
import { inboundMail } from '../mail.ts'
import { findInboundMail, toInboundMail } from '../queries.ts'
import { InboundMail } from '../schema.ts'
import { dropStoredMail, recordMail, storeMail } from './accept-mail.ts'

/** Maximum bytes for the operation. MAIL_IN_MAX_MIB may be lower. */
const maxMailBytes = 64 * 1_048_576

const RawMail = component(
  'RawMail',
  closed(
    { file: formFile('The mail as it arrived, with its headers.') },
    {
      description: 'A raw mail (RFC 5322).',
      examples: [
        {
          file:
            'From: Ada Lovelace <ada@example.com>\r\nTo: support@example.com\r\nMessage-ID: <8f3c@example.com>\r\n' +
            'Subject: The export is empty\r\n\r\nThe CSV export has been empty since Monday.\r\n',
        },
      ],
    },
  ),
)

export const createInboundMail = endpoint.write({
  operationId: 'createInboundMail',
  method: 'POST',
  path: '/inboxes/{id}/mails',
  tag: 'inbound-mails',
  scope: 'threads:write',
  summary: 'Hand over a mail',
  description:
    'Accepts a raw mail for an EMAIL inbox: from a pipe of your mail server, a Cloudflare worker, Amazon SES, or an archive. The mail is stored ' +
    'before the response and processed right after it; `GET /inbound-mails/{id}` shows what became of it. A mail that was accepted before ' +
    'returns **200** with the first one. Any bytes with a header line are accepted.',
  params: { id: { ...inbox.id, versioned: false } },
  query: closed({
    rcpt: Type.Optional(emailInput('The recipient of the SMTP envelope, with its token if it has one.')),
    from: Type.Optional(
      Type.String({
        maxLength: 320,
        description: 'The sender of the SMTP envelope; empty for the null sender of bounces.',
        examples: ['ada@example.com'],
      }),
    ),
    import: Type.Optional(Type.Boolean({ description: 'Whether the mail is from an archive: nothing is answered automatically.' })),
  }),
  body: RawMail,
  form: { maxSize: maxMailBytes, tooLarge: mailTooLarge, media: 'message/rfc822' },
  responds: { 202: item(InboundMail, 'The mail, which will be processed'), 200: item(InboundMail, 'The mail that was accepted before') },
  errors: [mailMalformed, mailTooLarge, storageFull],
  present: toInboundMail,
  async before({
    db,
    config,
    secrets,
    log,
    principal: { tenantId },
    params: { id: inboxId },
    query: { rcpt, from = null, import: isImport = false },
    body: { file },
  }) {
    const found = await db.first(inbox.statements.find, { tenantId, id: inboxId })
    if (!found?.email) throw new ApiError(inbox.notFound)
    if (file.size > config.mailIn.maxBytes) throw new ApiError(mailTooLarge)
    return storeMail(
      { db, config, secrets, log },
      {
        tenantId,
        inboxId,
        transport: 'API',
        envelope: { mailFrom: from, rcpt: rcpt === undefined ? [] : [rcpt], ...(isImport ? { isImport } : {}) },
        bytes: createReadStream(file.path),
        check({ hasHeaders }) {
          if (!hasHeaders) throw new ApiError(mailMalformed)
        },
      },
    )
  },
  release: ({ db, config, prepared }) => dropStoredMail({ db, config }, prepared),
  // The mail is accepted together with its idempotency record, so that concurrent retries with one key leave one mail and no duplicate.
  async handle({ tx, effects, principal: { tenantId }, params: { id: inboxId }, prepared }) {
    const { id, outcome, duplicateOf, counts } = await recordMail(tx, prepared)
    effects.count('inbound_mails', 1)
    effects.count('mail_bytes', counts.mailBytes)
    effects.count('held_mail_bytes', counts.heldMailBytes)
    const record = await fetchOne(tx, findInboundMail, { tenantId, id })
    if (outcome === 'DUPLICATE') {
      // The first mail may have been deleted since, while its identity is kept longer.
      const first = duplicateOf === null ? null : await tx.first(findInboundMail, { tenantId, id: duplicateOf })
      return toUnchangedOutcome(first ?? record)
    }
    const after = { inboxId, size: record.size }
    return toOutcome(record, effects.audit({ action: 'inbound_mail.created', target: { type: inboundMail.noun, id }, after }), 202)
  },
})
