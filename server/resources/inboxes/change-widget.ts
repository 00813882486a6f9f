/** Applies a request's settings of a website chat to an inbox. */
import type { TransactionContext } from '#kit/handler.ts'
import { ApiError, unknownReference } from '#platform/errors.ts'
import { encodeSuffix, type Uuid } from '#platform/ids.ts'
import { getChannel, type InboxTypeName } from '../../channels/index.ts'
import {
  changeWidgetSettings,
  completeWidgetSettings,
  type WidgetSettings,
  type WidgetSettingsInput,
} from '../../channels/widget/settings.ts'
import { listThreadFields } from '../custom-fields/index.ts'

type WidgetRow = { readonly id: Uuid; readonly type: InboxTypeName; readonly widget: WidgetSettings | null }
type Context = Pick<TransactionContext<unknown, undefined, unknown>, 'tx' | 'principal'>

/** Returns the settings of a stored inbox; null for types without. */
export function getWidget({ id, type, widget }: WidgetRow): WidgetSettings | null {
  return getChannel(type).settings === 'widget' ? completeWidgetSettings(widget, encodeSuffix(id)) : null
}

/**
 * Returns the settings after a request; undefined if they do not change. Throws 422 listing the fields that are not custom fields of
 * threads.
 */
export async function changeWidget(
  { tx, principal }: Context,
  row: WidgetRow,
  sent: WidgetSettingsInput | undefined,
): Promise<WidgetSettings | undefined> {
  const current = getWidget(row)
  if (current === null || sent === undefined) return undefined
  const settings = changeWidgetSettings(current, sent)
  const asked = (sent.preChat ?? []).map(({ field }) => field)
  if (!asked.some(isCustomField)) return settings
  const known = new Set((await listThreadFields(tx, principal.tenantId)).filter((each) => !each.archived).map(({ key }) => key))
  const details = asked.flatMap((name, i) =>
    isCustomField(name) && !known.has(name)
      ? [{ field: `widget.preChat[${i}].field`, code: 'UNKNOWN', message: 'is not a custom field of threads' }]
      : [],
  )
  if (details.length > 0) throw new ApiError(unknownReference, { details })
  return settings
}

function isCustomField(name: string): boolean {
  return name !== 'NAME' && name !== 'EMAIL'
}
