import type { KeyScope } from '@skein/client'
import type { CustomInput } from '../../ui/form/fields.ts'
import { isSame } from '../../ui/form/fields.ts'

type ScopeResource = KeyScope extends infer Scope ? (Scope extends `${infer Resource}:${string}` ? Resource : never) : never

/** Descriptions of the scopes' resources. When the API adds one, this does not compile until it is described here. */
const resources: Readonly<Record<ScopeResource, string>> = {
  threads: 'Threads, messages, replies and drafts',
  customers: 'Customers',
  catalog: 'Inboxes, teams, people, labels, fields, canned responses, views',
  uploads: 'Files',
  events: 'Events and their stream',
  webhooks: 'Webhooks and their deliveries',
  keys: 'API keys',
  settings: 'Settings of the workspace',
  privacy: 'Exports and erasures of customers',
  audit: 'Audit log',
  system: 'System health',
  meetings: 'Meetings',
  kb: 'Knowledge base',
  ai: 'Assistance',
}

export const presets: readonly { name: string; hint: string; scopes: readonly KeyScope[] }[] = [
  {
    name: 'Create and answer threads',
    hint: 'For forms, importers and bots.',
    scopes: ['threads:write', 'customers:write', 'uploads:write', 'catalog:read'],
  },
  { name: 'Read everything', hint: 'For reports and copies.', scopes: ['read'] },
  { name: 'Read and change everything', hint: 'What an agent may do.', scopes: ['write'] },
  { name: 'Everything', hint: 'Also people, settings, webhooks and keys.', scopes: ['admin'] },
]

const levels = { '': 'Nothing', read: 'Read', write: 'Read and change', admin: 'Administer' } as const

/** Selects the scopes of a key: a preset, or a level for each resource. */
export function ScopesInput({ value, onChange, isReadOnly, id }: CustomInput) {
  // Safe because only this input sets the value.
  const scopes = (Array.isArray(value) ? value : []) as readonly KeyScope[]
  const preset = presets.find((each) => isSame(each.scopes, scopes))
  const findLevel = (resource: string): string => scopes.find((scope) => scope.startsWith(`${resource}:`))?.split(':')[1] ?? ''
  const setLevel = (resource: string, level: string): void => {
    const others = scopes.filter((scope) => scope.includes(':') && !scope.startsWith(`${resource}:`))
    onChange(level === '' ? others : [...others, `${resource}:${level}`])
  }
  const radio = (name: string, hint: string, isOn: boolean, choose: () => void) => (
    <label key={name} className="flex items-start gap-2 py-1 text-sm">
      <input type="radio" name={id} className="mt-0.5 size-4 shrink-0" disabled={isReadOnly} checked={isOn} onChange={choose} />
      <span>
        {name} <span className="block text-muted">{hint}</span>
      </span>
    </label>
  )
  return (
    <div>
      {presets.map(({ name, hint, scopes: offered }) => radio(name, hint, preset?.name === name, () => onChange([...offered])))}
      {radio('Choose', 'One by one, for each kind of object.', preset === undefined, () => onChange(['threads:read']))}
      {preset === undefined && (
        <div className="mt-2 grid gap-1 rounded-md border border-line p-3">
          {Object.entries(resources).map(([resource, about]) => (
            <label key={resource} className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
              <span className="min-w-0">{about}</span>
              <select
                className="h-7 rounded border border-line-strong bg-surface px-1 text-sm"
                disabled={isReadOnly}
                value={findLevel(resource)}
                onChange={(event) => setLevel(resource, event.target.value)}
              >
                {Object.entries(levels).map(([level, name]) => (
                  <option key={level} value={level}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      )}
      <p className="mt-1.5 text-xs text-muted">
        Scopes: <code className="font-mono">{scopes.length === 0 ? 'none' : scopes.join(' ')}</code>
      </p>
    </div>
  )
}
