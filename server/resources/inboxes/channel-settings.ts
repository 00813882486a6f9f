/** Which settings an inbox of a type may have. */
import { channels, getChannel, type InboxTypeName } from '../../channels/index.ts'

const names = ['email', 'widget', 'hook'] as const
type SentSettings = { readonly [Name in (typeof names)[number]]?: object | null | undefined }

/** Returns the settings that the type does not have, as error details. */
export function findSettingsProblems(type: InboxTypeName, sent: SentSettings): { field: string; code: string; message: string }[] {
  return names.flatMap((field) =>
    sent[field] && getChannel(type).settings !== field
      ? [{ field, code: 'NOT_ALLOWED', message: `is only for inboxes of ${listTypes(field)}` }]
      : [],
  )
}

function listTypes(settings: (typeof names)[number]): string {
  const types = channels.filter((each) => each.settings === settings).map(({ type }) => type)
  return `${types.length > 1 ? 'the types' : 'type'} ${types.join(', ')}`
}
