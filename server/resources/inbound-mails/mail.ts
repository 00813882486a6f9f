import { inboundMailNotFound } from './errors.ts'

/** Declares the inbound mail as a path id. */
export const inboundMail = {
  noun: 'inbound_mail',
  table: 'inbound_mails',
  id: { prefix: 'eml', description: 'The inbound mail, with or without `eml_`.', notFound: inboundMailNotFound, versioned: false },
} as const
