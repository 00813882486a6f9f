/** Finds everything in a mail that may link it to a thread. */
import type { Uuid } from '#platform/ids.ts'
import type { Secrets } from '#platform/secrets.ts'
import {
  findAddressTokens,
  findSubjectNumbers,
  normalizeMessageId,
  readSignedMessageId,
  readSignedThreadId,
  type SubjectNumbers,
  toReferenceHash,
} from '../../mail/index.ts'
import type { ParsedMail } from '../parse/parsed-mail.ts'

/** Links to threads. Each list has the strongest link first. */
export type ThreadLinks = {
  readonly tokens: readonly string[]
  /** Messages of the tenant whose ids this service signed. */
  readonly signedMessages: readonly Uuid[]
  /** Threads of the tenant whose ids this service signed. */
  readonly signedThreads: readonly Uuid[]
  /** Ids of In-Reply-To, then of References from last to first. */
  readonly ids: readonly {
    readonly id: string
    /** Hash of the whole id, for every kind of reference. */
    readonly hash: Buffer
    /** Hash of the part before the @. Mail services report their own id without a domain when they accept a mail. */
    readonly aliasHash: Buffer
  }[]
} & SubjectNumbers

type LinkedMail = Pick<ParsedMail, 'headers' | 'to' | 'cc' | 'inReplyTo' | 'references' | 'subject'>

const maxIds = 100
const maxAddresses = 1000
/** Headers in which servers record the address to which they delivered a mail. */
const deliveryHeaders = new Set(['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'])

export function findThreadLinks(
  mail: LinkedMail,
  envelope: readonly string[],
  secrets: Pick<Secrets, 'derive'>,
  tenantId: Uuid,
): ThreadLinks {
  const given = [...mail.inReplyTo.slice(0, maxIds), ...mail.references.slice(-maxIds).toReversed()]
  const ids = [...new Set(given.flatMap((text) => normalizeMessageId(text) ?? []))].slice(0, maxIds)
  const addresses = [...listEnvelope(mail, envelope), ...mail.to.map(({ address }) => address), ...mail.cc.map(({ address }) => address)]
  return {
    tokens: findAddressTokens(addresses),
    signedMessages: [...new Set(ids.flatMap((id) => readSignedMessageId(secrets, tenantId, id) ?? []))],
    signedThreads: [...new Set(ids.flatMap((id) => readSignedThreadId(secrets, tenantId, id) ?? []))],
    ids: ids.map((id) => ({ id, hash: toReferenceHash(id), aliasHash: toReferenceHash(id.slice(0, id.lastIndexOf('@'))) })),
    ...findSubjectNumbers(mail.subject),
  }
}

/** Returns the envelope's recipients and the addresses that servers recorded. A mail fetched by IMAP has only the latter. */
export function listEnvelope({ headers }: Pick<ParsedMail, 'headers'>, envelope: readonly string[]): string[] {
  const noted = headers
    .filter(({ name }) => deliveryHeaders.has(name))
    .flatMap(({ value }) => value.slice(0, 10_000).split(/[\s,;<>]+/))
    .filter((text) => text.includes('@'))
  return [...new Set([...envelope, ...noted])].slice(0, maxAddresses)
}
