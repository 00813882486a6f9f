/** Methods of the client by resource: `skein.threads.list()` in addition to `skein.listThreads()`. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { namespacesText } from './generator/namespaces-text.ts'
import { operationTable } from './generated/operations.ts'
import { createSkeinClient, type SkeinClient } from './index.ts'
import { methodName, namespaceOf } from './namespaces.ts'

const skein = createSkeinClient({ baseUrl: 'https://support.example.com', apiKey: null })
const namespaces = Object.entries(skein).filter(([, member]) => typeof member === 'object')
const methods = namespaces.flatMap(([namespace, members]) =>
  Object.entries(members).map(([name, method]): [string, unknown] => [`${namespace}.${name}`, method]),
)

it('every operation has one method in a namespace, the same function as the flat one', () => {
  // Safe because the flat methods are the client's members.
  const flat = skein as unknown as Record<string, unknown>
  const idOf = new Map(Object.keys(operationTable).map((id) => [flat[id], id]))
  expect(methods.map(([, method]) => idOf.get(method)).toSorted()).toEqual(Object.keys(operationTable).toSorted())
  expect(new Set(methods.map(([name]) => name)).size).toBe(methods.length)
})

it('the types have the same namespaces and methods as the client', () => {
  const text = readFileSync(new URL('generated/namespaces.ts', import.meta.url), 'utf8')
  const typed = text.split('\n').reduce<{ namespace: string; names: string[] }>(
    ({ namespace, names }, line) => {
      const [, opened] = /^ {2}(\w+): \{$/.exec(line) ?? []
      const [, method, id] = /^ {4}(\w+): '(\w+)'$/.exec(line) ?? []
      return { namespace: opened ?? namespace, names: method ? [...names, `${namespace}.${method} ${id}`] : names }
    },
    { namespace: '', names: [] },
  )
  const paths = Object.entries(operationTable).map(([id, { path }]) => `${namespaceOf(path)}.${methodName(id, path)} ${id}`)
  expect(typed.names.toSorted()).toEqual(paths.toSorted())
  expect(methods.map(([name]) => name).toSorted()).toEqual(paths.map((line) => line.split(' ', 1)[0]).toSorted())
})

it.each([
  ['threads.list', 'listThreads', '/api/v1/threads'],
  ['threads.reply', 'replyToThread', '/api/v1/threads/{id}/reply'],
  ['threads.markAsSpam', 'markThreadAsSpam', '/api/v1/threads/{id}/spam'],
  ['threads.listMessages', 'listMessages', '/api/v1/threads/{id}/messages'],
  ['customers.listThreads', 'listCustomerThreads', '/api/v1/customers/{id}/threads'],
  ['slaPolicies.get', 'getSlaPolicy', '/api/v1/sla-policies/{id}'],
  ['inboxes.create', 'createInbox', '/api/v1/inboxes'],
  ['businessHours.importHolidays', 'importHolidays', '/api/v1/business-hours/{id}/import-holidays'],
  ['scheduledMeetings.list', 'listMeetings', '/api/v1/scheduled-meetings'],
  ['automationRules.getDryRun', 'getAutomationDryRun', '/api/v1/automation-rules/dry-runs/{id}'],
  ['webhookDeliveries.list', 'listDeliveries', '/api/v1/webhook-deliveries'],
  ['webhooks.listDeliveries', 'listWebhookDeliveries', '/api/v1/webhooks/{id}/deliveries'],
  ['auth.login', 'login', '/api/v1/auth/login'],
  ['me.get', 'getMe', '/api/v1/me'],
])('%s is the name of %s in its namespace', (name, operationId, path) => {
  expect(`${namespaceOf(path)}.${methodName(operationId, path)}`).toBe(name)
})

it('operations with one name in a namespace, or with the name of one, are refused', () => {
  const operation = (operationId: string) => ({ get: { operationId, summary: '' } }) as never
  const paths = (ids: Record<string, string>) => Object.fromEntries(Object.entries(ids).map(([path, id]) => [path, operation(id)]))
  const same = paths({ '/api/v1/threads/{id}/notes': 'listNotes', '/api/v1/threads/notes': 'listThreadNotes' })
  expect(() => namespacesText({ paths: same })).toThrow('listThreadNotes and listNotes are both threads.listNotes')
  const flat = paths({ '/api/v1/login': 'login' })
  expect(() => namespacesText({ paths: flat })).toThrow('/api/v1/login makes the namespace login, but a method has this name')
})

it('a copy of the client keeps the namespaces, and each is built once', () => {
  const copy: SkeinClient = { ...skein }
  expect(copy.threads).toBe(skein.threads)
  expect(copy.threads.list).toBe(skein.listThreads)
})
