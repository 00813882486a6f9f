import type { CannedResponse } from '@skein/client'
import { formatLocale } from '../../texts/language.ts'
import { lazily, plural, t } from '../../texts/texts.ts'
import { Lock } from '../../ui/icons.ts'
import { Badge } from '../../ui/badge.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { inboxSource, teamSource } from '../catalogue/sources.ts'
import { ActionsInput, findIncompleteAction } from './actions-input.tsx'
import { createTemplateInput } from '../templates/template-field.tsx'
import type { Template } from '../templates/template.ts'

// These parts share code with a thread's pane, which is larger than this screen.
const ReplyFilesInput = lazyPart(async () => (await import('./reply-files-input.tsx')).ReplyFilesInput)
const CannedResponsePreview = lazyPart(async () => (await import('./canned-response-preview.tsx')).CannedResponsePreview)

const cannedResponses = lazily(
  (): Catalogue<CannedResponse> => ({
    noun: 'canned_response',
    title: t('Saved replies'),
    texts: {
      count: (count) => plural(count, '{count} saved reply', '{count} saved replies'),
      search: t('Search saved replies'),
      add: t('New saved reply'),
      create: t('Create saved reply'),
      empty: t('No saved replies yet. Save an answer you write often.'),
    },
    reference: 'canned-responses',
    guide: 'for-admins/saved-replies',
    lead: t('Answers and changes you use often. Type / in the composer to use one; we fill in names and numbers for each thread.'),
    operations: {
      list: 'listCannedResponses',
      get: 'getCannedResponse',
      create: 'createCannedResponse',
      update: 'updateCannedResponse',
      remove: 'deleteCannedResponse',
    },
    nameOf: ({ title }) => title,
    searchIn: ({ shortcut, title }) => [shortcut, title],
    searchHint: t('Search by title or shortcut'),
    columns: [
      { header: t('Title'), cell: ({ title }) => title, grows: true },
      { header: t('Shortcut'), cell: ({ shortcut }) => <code className="font-mono text-xs">/{shortcut}</code> },
      {
        header: t('For'),
        cell: ({ visibility }) => (visibility === 'PERSONAL' ? <Badge icon={Lock}>{t('Only its owner')}</Badge> : t('Everyone')),
        from: 'md',
      },
      { header: t('What it does'), cell: ({ body, actions }) => summarizeEffects(body !== null, actions.length), from: 'lg' },
      { header: t('Used'), cell: ({ usageCount }) => usageCount.toLocaleString(formatLocale), align: 'end', from: 'sm' },
    ],
    fields: [
      { kind: 'text', name: 'title', label: t('Title'), required: true, maxLength: 255 },
      { kind: 'text', name: 'shortcut', label: t('Shortcut'), required: true, maxLength: 64, hint: t('What you type after / to find it.') },
      {
        kind: 'custom',
        name: 'body',
        label: t('Reply'),
        isGroup: true,
        Input: createTemplateInput({ label: t('Reply'), use: 'REPLY', maxLength: 100_000, hasFormats: true, isPreviewed: true }),
        hint: t('Leave it empty to only change the thread.'),
      },
      {
        kind: 'custom',
        name: 'attachments',
        label: t('Files'),
        isGroup: true,
        Input: ReplyFilesInput,
        hint: t('They go out with the reply.'),
      },
      {
        kind: 'custom',
        name: 'actions',
        label: t('Changes to the thread'),
        Input: ActionsInput,
        isGroup: true,
        hint: t('We make all of them together with the reply, or none.'),
      },
      {
        kind: 'choice',
        name: 'visibility',
        label: t('Who can use it'),
        required: true,
        options: [
          { value: 'SHARED', label: t('Everyone') },
          { value: 'PERSONAL', label: t('Only you') },
        ],
      },
      {
        kind: 'custom',
        name: 'inboxIds',
        label: t('Only in these inboxes'),
        Input: createReferenceInput(inboxSource, { many: true, empty: t('All inboxes') }),
      },
      {
        kind: 'custom',
        name: 'teamIds',
        label: t('For these teams'),
        Input: createReferenceInput(teamSource, { many: true, empty: t('All teams') }),
      },
    ],
    initial: { visibility: 'SHARED', attachments: [], actions: [], inboxIds: [], teamIds: [] },
    toForm: ({ body, bodyFormat, ...rest }) => ({ ...rest, body: body === null ? null : ({ body, bodyFormat } satisfies Template) }),
    toBody,
    check: ({ actions }) => findIncompleteAction(actions),
    wide: true,
    More: CannedResponsePreview,
    removal: { kind: 'delete', confirm: t('Delete saved reply'), consequence: () => t('Messages you sent with it stay.') },
  }),
)

export function CannedResponsesScreen() {
  return <CatalogueScreen catalogue={cannedResponses()} />
}

/** Converts the editor's text to the API's fields. */
function toBody({ body, attachments, ...rest }: Record<string, unknown>): Record<string, unknown> {
  // Safe because the inputs of these fields set their values.
  const template = body as Template | null | undefined
  const files = attachments as CannedResponse['attachments'] | undefined
  return {
    ...rest,
    ...(template === undefined ? {} : (template ?? { body: null })),
    ...(files === undefined ? {} : { attachments: files.map(({ uploadId, filename }) => ({ uploadId, filename })) }),
  }
}

function summarizeEffects(replies: boolean, changes: number): string {
  if (changes === 0) return replies ? t('Replies') : ''
  return replies
    ? plural(changes, 'Replies, makes {count} change', 'Replies, makes {count} changes')
    : plural(changes, 'Makes {count} change', 'Makes {count} changes')
}
