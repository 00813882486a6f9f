/** Checks what a visitor was asked before a conversation. */
import type { Queryable } from '#platform/db.ts'
import { ApiError, type ErrorDetail, validationFailed } from '#platform/errors.ts'
import type { Uuid } from '#platform/ids.ts'
import type { Static } from '#platform/schema.ts'
import type { WidgetSettings } from '../../../channels/widget/settings.ts'
import { checkFields, hasNoValue } from '../../custom-fields/index.ts'
import type { WidgetThreadCreate } from './schema.ts'

type Answers = NonNullable<Static<typeof WidgetThreadCreate>['preChat']>
/** What is known of the visitor already. It need not be answered again. */
type Known = { readonly name: string | null; readonly email: string | null }

/**
 * Returns the values of the custom fields that the inbox asks for. Throws 400 for required answers that are missing, and for values that
 * their fields cannot have.
 */
export async function checkPreChat(
  tx: Queryable,
  { tenantId, settings }: { tenantId: Uuid; settings: Pick<WidgetSettings, 'preChat'> },
  answers: Answers,
  known: Known,
): Promise<Record<string, unknown>> {
  const { fields = {} } = answers
  const given = (field: string): unknown =>
    field === 'NAME' ? (answers.name ?? known.name) : field === 'EMAIL' ? (answers.email ?? known.email) : fields[field]
  const details: ErrorDetail[] = settings.preChat
    .filter(({ field, required }) => required && hasNoValue(given(field)))
    .map(({ field }) => ({ field: `preChat.${toPath(field)}`, code: 'REQUIRED', message: 'must have a value' }))
  if (details.length > 0) throw new ApiError(validationFailed, { details })
  const asked = new Set(settings.preChat.map(({ field }) => field))
  const after = Object.fromEntries(Object.entries(fields).filter(([key, value]) => asked.has(key) && !hasNoValue(value)))
  await checkFields(tx, tenantId, 'THREAD', { before: {}, after, moment: null })
  return after
}

function toPath(field: string): string {
  return field === 'NAME' ? 'name' : field === 'EMAIL' ? 'email' : `fields.${field}`
}
