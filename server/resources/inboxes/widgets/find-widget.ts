import type { Brand } from '#kit/brand.ts'
import type { Queryable } from '#platform/db.ts'
import { encodeSuffix, parseTypeId, type Uuid } from '#platform/ids.ts'
import { getChannel } from '../../../channels/index.ts'
import { completeWidgetSettings, type WidgetSettings } from '../../../channels/widget/settings.ts'
import { findWidgetInbox } from './widget-queries.ts'

/** A website chat, for callers who know its public key only. */
export type Widget = {
  tenantId: Uuid
  inboxId: Uuid
  key: string
  /** The inbox's name and address. */
  name: string
  address: string | null
  /** Whether the inbox is active. */
  active: boolean
  /** Whether the tenant is suspended. */
  isSuspended: boolean
  tenantName: string
  brand: Brand
  /** The tenant's slug and language. */
  slug: string
  locale: string
  teamId: Uuid | null
  settings: WidgetSettings
}

/** Finds the website chat of a public key, whether it is active or not. Null for unknown keys. */
export async function findWidget(db: Queryable, key: string): Promise<Widget | null> {
  const inboxId = key.startsWith('wgt_') ? parseTypeId('wgt', key) : null
  const row = inboxId && (await db.first(findWidgetInbox, { inboxId }))
  if (!row) return null
  const { type, widget, ...found } = row
  if (getChannel(type).settings !== 'widget') return null
  return { ...found, key, settings: completeWidgetSettings(widget, encodeSuffix(row.inboxId)) }
}
