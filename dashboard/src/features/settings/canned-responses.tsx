import type { CannedResponse } from '@skein/client'
import { Badge } from '../../ui/badge.tsx'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { CatalogueScreen } from '../catalogue/catalogue-screen.tsx'
import { createReferenceInput } from '../catalogue/reference-input.tsx'
import { inboxSource, teamSource } from '../catalogue/sources.ts'
import { ActionsInput, findIncompleteAction } from './actions-input.tsx'
import { CannedResponsePreview } from './canned-response-preview.tsx'
import { VariablesInput } from './variables-input.tsx'

const cannedResponses: Catalogue<CannedResponse> = {
  noun: 'canned_response',
  one: 'canned response',
  many: 'canned responses',
  title: 'Canned responses',
  reference: 'canned-responses',
  lead: 'Replies and changes that agents apply to a thread with / in the composer. Variables are filled in for each thread.',
  operations: {
    list: 'listCannedResponses',
    get: 'getCannedResponse',
    create: 'createCannedResponse',
    update: 'updateCannedResponse',
    remove: 'deleteCannedResponse',
  },
  nameOf: ({ title }) => title,
  emptyHint: 'Make one of an answer that you write often.',
  searchIn: ({ shortcut, title }) => [shortcut, title],
  searchHint: 'Shortcut or title begins with…',
  columns: [
    { header: 'Title', cell: ({ title }) => title, grows: true },
    { header: 'Shortcut', cell: ({ shortcut }) => <code className="font-mono text-xs">/{shortcut}</code> },
    { header: 'For', cell: ({ visibility }) => (visibility === 'PERSONAL' ? <Badge>Only its owner</Badge> : 'Everybody'), from: 'md' },
    { header: 'Does', cell: ({ body, actions }) => summarizeEffects(body !== null, actions.length), from: 'lg' },
    { header: 'Used', cell: ({ usageCount }) => usageCount.toLocaleString(), align: 'end', from: 'sm' },
  ],
  fields: [
    { kind: 'text', name: 'title', label: 'Title', required: true, maxLength: 255 },
    { kind: 'text', name: 'shortcut', label: 'Shortcut', required: true, maxLength: 64, hint: 'What agents type after / to find it.' },
    { kind: 'custom', name: 'body', label: 'Reply', Input: VariablesInput, hint: 'Empty for one that only changes the thread.' },
    {
      kind: 'choice',
      name: 'bodyFormat',
      label: 'Format of the reply',
      required: true,
      options: [
        { value: 'text', label: 'Text' },
        { value: 'html', label: 'HTML', hint: 'sanitised when it is sent' },
      ],
    },
    {
      kind: 'custom',
      name: 'actions',
      label: 'Changes to the thread',
      Input: ActionsInput,
      isGroup: true,
      hint: 'All of them are made together with the reply, or none.',
    },
    {
      kind: 'choice',
      name: 'visibility',
      label: 'Who can use it',
      required: true,
      options: [
        { value: 'SHARED', label: 'Everybody' },
        { value: 'PERSONAL', label: 'Only you' },
      ],
    },
    {
      kind: 'custom',
      name: 'inboxIds',
      label: 'Only in the inboxes',
      Input: createReferenceInput(inboxSource, { many: true, empty: 'All' }),
    },
    {
      kind: 'custom',
      name: 'teamIds',
      label: 'Meant for the teams',
      Input: createReferenceInput(teamSource, { many: true, empty: 'All' }),
    },
  ],
  initial: { bodyFormat: 'text', visibility: 'SHARED', actions: [], inboxIds: [], teamIds: [] },
  check: ({ actions }) => findIncompleteAction(actions),
  wide: true,
  More: CannedResponsePreview,
  removal: { verb: 'Delete', consequence: () => 'Messages that were sent with it stay.' },
}

export function CannedResponsesScreen() {
  return <CatalogueScreen catalogue={cannedResponses} />
}

function summarizeEffects(replies: boolean, changes: number): string {
  const parts = [replies ? 'replies' : '', changes === 0 ? '' : `${changes} ${changes === 1 ? 'change' : 'changes'}`]
  return parts.filter((part) => part !== '').join(', ')
}
