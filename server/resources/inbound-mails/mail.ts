import { inboundMailNotFound } from './errors.ts'

/** The inbound mail as operations name it in a path. */
export const inboundMail = {
  noun: 'inbound_mail',
  table: 'inbound_mails',
  id: { prefix: 'eml', description: 'The inbound mail, with or without `eml_`.', notFound: inboundMailNotFound, versioned: false },
} as const
