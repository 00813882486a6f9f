import type { Config } from '../../config.ts'
import { item, list } from '#kit/endpoint-declaration.ts'
import { endpoint } from '#kit/endpoint.ts'
import { createPresenter } from '#kit/present.ts'
import { ApiError, systemUnavailable } from '#platform/errors.ts'
import type { PresentLinks } from '#platform/files/file-links.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import { inboundMailNotFound, originalGone } from './errors.ts'
import { inboundMail } from './mail.ts'
import { requireRaw, toMailOriginal } from './original.ts'
import { parseRawMail, readRawLook } from './process/read-mail.ts'
import { findInboundMail, findMailOfMessage, inboundMailList, type InboundMailRecord, toInboundMail } from './queries.ts'
import { InboundMail, InboundMailDetails, InboundMailFilters, MailLook, MailOriginal } from './schema.ts'

const shared = { tag: 'inbound-mails', scope: 'threads:read' } as const

export const listInboundMails = endpoint.read({
  operationId: 'listInboundMails',
  path: '/inbound-mails',
  ...shared,
  summary: 'List inbound mails',
  description:
    'Mails that came in, newest first, whatever became of them. The queue of suspended mails is `outcome=SUSPENDED&expired=false`. Filters combine; ' +
    '`meta.total` is exact.',
  query: InboundMailFilters,
  responds: { 200: list(InboundMail) },
  present: toInboundMail,
  handle({ db, principal, page, query: { expired, ...query } }) {
    const chosen = { hasExpired: expired === true || undefined, isKept: expired === false || undefined }
    return inboundMailList.fetch(db, principal.tenantId, page, { arrived: true, ...query, ...chosen })
  },
})

type Details = InboundMailRecord & Pick<Static<typeof InboundMailDetails>, 'preview'>

export const getInboundMail = endpoint.read({
  operationId: 'getInboundMail',
  path: '/inbound-mails/{id}',
  ...shared,
  summary: 'Get an inbound mail',
  description: 'One mail that came in, with its content as a message would show it.',
  params: { id: inboundMail.id },
  responds: { 200: item(InboundMailDetails, 'The inbound mail') },
  present: ({ preview, ...record }: Details) => ({ ...toInboundMail(record), preview }),
  async handle({ db, config, principal: { tenantId }, params: { id } }) {
    const record = await db.first(findInboundMail, { tenantId, id })
    if (!record) throw new ApiError(inboundMailNotFound)
    return { status: 200, record: { ...record, preview: await readPreview(config, tenantId, record) } }
  },
})

/** Returns null until the mail is processed: callers poll until it has an outcome. */
async function readPreview(config: Config, tenantId: Uuid, { id, hasRaw, outcome }: InboundMailRecord): Promise<Details['preview']> {
  if (!hasRaw || outcome === 'RECEIVED') return null
  const mail = await parseRawMail(config, tenantId, id)
  if ('error' in mail) return null
  const { body, bodyFormat, bodyText } = mail.body
  return { body, bodyFormat, bodyText }
}

export const getInboundMailOriginal = endpoint.read({
  operationId: 'getInboundMailOriginal',
  path: '/inbound-mails/{id}/original',
  ...shared,
  summary: 'Get the raw mail of an inbound mail',
  description: 'Returns a link to the mail as it arrived, valid for five minutes.',
  params: { id: inboundMail.id },
  responds: { 200: item(MailOriginal, 'The link') },
  errors: [originalGone],
  present: (record: InboundMailRecord, links: PresentLinks) => toMailOriginal(record, links),
  async handle({ db, principal: { tenantId }, params: { id } }) {
    const record = await db.first(findInboundMail, { tenantId, id })
    if (!record) throw new ApiError(inboundMailNotFound)
    return { status: 200, record: requireRaw(record) }
  },
})

export const getMessageOriginal = endpoint.read({
  operationId: 'getMessageOriginal',
  path: '/messages/{id}/original',
  ...shared,
  summary: 'Get the raw mail of a message',
  description: 'Returns a link to the mail that became the message, as it arrived. The link is valid for five minutes.',
  params: { id: { prefix: 'msg', description: 'The message, with or without `msg_`.', notFound: originalGone } },
  responds: { 200: item(MailOriginal, 'The link') },
  present: (record: InboundMailRecord, links: PresentLinks) => toMailOriginal(record, links),
  async handle({ db, principal: { tenantId }, params: { id } }) {
    const record = await db.first(findMailOfMessage, { tenantId, id })
    if (!record) throw new ApiError(originalGone)
    return { status: 200, record: requireRaw(record) }
  },
})

export const getMessageLook = endpoint.read({
  operationId: 'getMessageLook',
  path: '/messages/{id}/look',
  ...shared,
  summary: 'Get a mail as its sender styled it',
  description:
    'Returns the HTML of a mail with the colours and the layout of its sender, which the body of the message lacks. Reads the raw mail: ' +
    '404 once that has been deleted.',
  params: { id: { prefix: 'msg', description: 'The message, with or without `msg_`.', notFound: originalGone } },
  responds: { 200: item(MailLook, 'The mail') },
  present: createPresenter(MailLook),
  async handle({ db, config, principal: { tenantId }, params: { id } }) {
    const record = await db.first(findMailOfMessage, { tenantId, id })
    if (!record) throw new ApiError(originalGone)
    const look = await readRawLook(config, tenantId, requireRaw(record).id)
    if (!('error' in look)) return { status: 200, record: look }
    throw look.isMissing ? new ApiError(originalGone) : new ApiError(systemUnavailable, { message: lookNotRead })
  },
})

const lookNotRead = 'The mail could not be read in a few seconds, or other mails are being read. Try again.'
