/** Finds customers, threads, articles, saved replies and settings by their names. */
import type { NavigateOptions } from '@tanstack/react-router'
import type { SkeinClient } from '@skein/client'
import type { Rights } from '../../api/rights.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BookOpen, Zap } from '../../ui/icons.ts'
import type { Option } from '../../ui/picker.tsx'
import { channels } from '../threads/channel-icons.ts'
import { findSections } from '../settings/sections.ts'

/** An option of the palette, and the screen that it opens. */
export type Found = Option & { link: NavigateOptions }

const maxCustomers = 3
const maxThreads = 5
const maxOthers = 3

type FindEverything = { skein: SkeinClient; rights: Rights; words: string; signal: AbortSignal }

/** Adds a star to the last word, which the agent may not have finished. Prefixes of one or two letters match too many words. */
function toPrefixSearch(words: string): string {
  return /[\p{L}\p{N}]{3,}$/u.test(words) ? `${words}*` : words
}

/** Returns at most five results of each kind. A kind that cannot be read has none, so that the others still show. */
export async function findEverything({ skein, rights, words, signal }: FindEverything): Promise<Found[]> {
  const read = (finding: Promise<Found[]>): Promise<Found[]> => finding.catch(() => (signal.aborted ? Promise.reject(signal.reason) : []))
  const kinds = await Promise.all([
    read(findThreads(skein, toPrefixSearch(words), signal)),
    read(findCustomers(skein, words, signal)),
    read(findArticles(skein, words, signal)),
    read(findSavedReplies(skein, words, signal)),
  ])
  return [...kinds.flat(), ...findSettings(rights, words)]
}

async function findCustomers(skein: SkeinClient, q: string, signal: AbortSignal): Promise<Found[]> {
  const { data } = await skein.listCustomers({ query: { q, limit: maxCustomers }, signal })
  return data.map(({ id, name, email }) => ({
    id: `found:${id}`,
    group: t('Customers'),
    name: name ?? email,
    detail: name === null ? '' : email,
    mark: <Avatar name={name ?? email} size={20} />,
    link: { to: '/customers/$customerId', params: { customerId: id } },
  }))
}

async function findThreads(skein: SkeinClient, q: string, signal: AbortSignal): Promise<Found[]> {
  const { data } = await skein.listThreads({ query: { q, limit: maxThreads }, signal })
  return data.map(({ id, subject, ticketNumber, channel }) => ({
    id: `found:${id}`,
    group: t('Threads'),
    name: subject,
    detail: ticketNumber,
    mark: <Icon of={channels[channel].icon} className="text-muted" />,
    link: { to: '/inbox/$view/$threadId', params: { view: 'all', threadId: id } },
  }))
}

async function findArticles(skein: SkeinClient, namePrefix: string, signal: AbortSignal): Promise<Found[]> {
  const { data } = await skein.listKbArticles({ query: { namePrefix, limit: maxOthers }, signal })
  return data.map(({ id, title }) => ({
    id: `found:${id}`,
    group: t('Articles'),
    name: title,
    mark: <Icon of={BookOpen} className="text-muted" />,
    link: { to: '/knowledge/articles', search: { open: id } },
  }))
}

async function findSavedReplies(skein: SkeinClient, namePrefix: string, signal: AbortSignal): Promise<Found[]> {
  const { data } = await skein.listCannedResponses({ query: { namePrefix, limit: maxOthers }, signal })
  return data.map(({ id, title, shortcut }) => ({
    id: `found:${id}`,
    group: t('Saved replies'),
    name: title,
    detail: `/${shortcut}`,
    mark: <Icon of={Zap} className="text-muted" />,
    link: { to: '/settings/canned-responses', search: { open: id } },
  }))
}

function findSettings(rights: Rights, words: string): Found[] {
  const links = findSections(words, (operation) => rights.whyNot(operation) === null).flatMap((section) => section.links)
  return links
    .slice(0, maxOthers)
    .map(({ name, about, icon, to }) => ({
      id: `found:${to}`,
      group: t('Settings'),
      name,
      detail: about,
      mark: <Icon of={icon} className="text-muted" />,
      link: { to },
    }))
}
