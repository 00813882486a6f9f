/** Events, as webhooks, `GET /events` and `GET /events/stream` show them. */

/** Every type of this version. A later one may add to them: ignore what you do not know. */
export const skeinEventTypes = [
  'thread.created',
  'thread.updated',
  'thread.status_changed',
  'thread.assigned',
  'thread.snoozed',
  'thread.unsnoozed',
  'thread.priority_changed',
  'thread.labels_changed',
  'thread.merged',
  'thread.unmerged',
  'message.created',
  'message.delivery_changed',
  'customer.created',
  'customer.updated',
  'customer.merged',
  'customer.erased',
  'sla.warning',
  'sla.breached',
  'sla.met',
  'meeting.scheduled',
  'meeting.updated',
  'meeting.cancelled',
  'kb.article.published',
  'privacy.request.completed',
  'webhook.disabled',
  'webhook.test',
  'inbox.created',
  'inbox.updated',
  'label.created',
  'label.updated',
  'team.created',
  'team.deleted',
  'team.updated',
] as const

export type SkeinEventType = (typeof skeinEventTypes)[number]

/** One event of a given type. */
export type SkeinEventOf<Type extends SkeinEventType> = {
  /** `evt_…`; the same over all attempts to deliver it: dedupe by it. */
  id: string
  type: Type
  /** When it happened, ISO 8601. */
  timestamp: string
  tenantId: string
  apiVersion: 'v1'
  /** Grows by one with every event of the tenant. */
  sequence: number
  data: {
    /** The resource after the change. */
    object: Record<string, unknown>
    /** What its changed fields were before. */
    previous?: Record<string, unknown>
  }
  /** Present when texts were cut to keep the event within 20 KB; the API has the whole. */
  truncated?: true
}

/** Any event; `type` tells which. */
export type SkeinEvent = { [Type in SkeinEventType]: SkeinEventOf<Type> }[SkeinEventType]
