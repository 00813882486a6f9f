import type { CannedResponse } from '@skein/client'
import { useRights } from '../../api/rights.ts'
import { message } from '../../texts/texts.ts'
import type { Source } from '../catalogue/catalogue.ts'
import { businessHoursSource, inboxSource, labelSource, teamSource, userSource, webhookSource } from '../catalogue/sources.ts'
import { useAllItems } from '../catalogue/use-catalogue.ts'

export const cannedResponseSource = {
  noun: 'canned_response',
  choose: message('Choose a saved reply'),
  operations: { list: 'listCannedResponses' },
  nameOf: ({ title }) => title,
} as const satisfies Source<CannedResponse>

export type FindName = (id: string | null | undefined) => string

/** Returns a function that resolves the name of any object that a rule refers to; `…` while loading or if the object is gone. */
export function useRuleNames(): FindName {
  const maySeeWebhooks = useRights().whyNot('listWebhooks') === null
  const named = [
    useAllItems(userSource).data,
    useAllItems(teamSource).data,
    useAllItems(inboxSource).data,
    useAllItems(labelSource).data,
    useAllItems(businessHoursSource).data,
  ].flatMap((list) => (list ?? []).map(({ id, name }) => [id, name] as const))
  const replies = (useAllItems(cannedResponseSource).data ?? []).map(({ id, title }) => [id, title] as const)
  const webhooks = (useAllItems(webhookSource, maySeeWebhooks).data ?? []).map(({ id, url }) => [id, shortenUrl(url)] as const)
  const names = new Map<string, string>([...named, ...replies, ...webhooks])
  return (id) => names.get(id ?? '') ?? '…'
}

function shortenUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
