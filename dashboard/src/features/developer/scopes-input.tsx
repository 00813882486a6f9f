import type { KeyScope } from '@skein/client'
import { message, t, type Message } from '../../texts/texts.ts'
import type { CustomInput } from '../../ui/form/fields.ts'
import { isSame } from '../../ui/form/fields.ts'
import { Select } from '../../ui/select.tsx'

type ScopeResource = KeyScope extends infer Scope ? (Scope extends `${infer Resource}:${string}` ? Resource : never) : never

/** Descriptions of the resources in scopes. The compiler reports a resource that the API adds and this table lacks. */
const resources: Readonly<Record<ScopeResource, Message>> = {
  threads: message('Threads, messages, replies and drafts'),
  customers: message('Customers'),
  catalog: message('Inboxes, teams, people, labels, fields, saved replies, views'),
  uploads: message('Files'),
  events: message('Events and their stream'),
  webhooks: message('Webhooks and their deliveries'),
  keys: message('API keys'),
  settings: message('Workspace settings'),
  privacy: message('Exports and erasures of customers'),
  audit: message('Audit log'),
  system: message('System status'),
  meetings: message('Meetings'),
  kb: message('Knowledge base'),
  ai: message('AI assistant'),
  reports: message('Reports'),
  automations: message('Automation rules and their runs'),
}

export const presets: readonly { name: Message; hint: Message; scopes: readonly KeyScope[] }[] = [
  {
    name: message('Create and answer threads'),
    hint: message('For forms, importers and bots.'),
    scopes: ['threads:write', 'customers:write', 'uploads:write', 'catalog:read'],
  },
  { name: message('Read everything'), hint: message('For reports and copies.'), scopes: ['read'] },
  { name: message('Read and change everything'), hint: message('What an agent may do.'), scopes: ['write'] },
  { name: message('Everything'), hint: message('Also people, settings, webhooks and keys.'), scopes: ['admin'] },
]

const levels = { '': message('Nothing'), read: message('Read'), write: message('Read and change'), admin: message('Administer') } as const

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
    <label key={name} className="flex items-start gap-2 py-1">
      <input type="radio" name={id} className="mt-0.5" disabled={isReadOnly} checked={isOn} onChange={choose} />
      <span>
        {name} <span className="block text-muted">{hint}</span>
      </span>
    </label>
  )
  return (
    <div>
      {presets.map(({ name, hint, scopes: offered }) => radio(t(name), t(hint), preset?.name === name, () => onChange([...offered])))}
      {radio(t('Choose'), t('Set access for each kind of object.'), preset === undefined, () => onChange(['threads:read']))}
      {preset === undefined && (
        <div className="mt-2 grid gap-1 rounded-lg border border-line p-3">
          {Object.entries(resources).map(([resource, about]) => (
            <div key={resource} className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="min-w-0">{t(about)}</span>
              <Select
                label={t(about)}
                className="w-40"
                disabled={isReadOnly}
                options={Object.entries(levels).map(([level, name]) => ({ value: level, label: t(name) }))}
                value={findLevel(resource)}
                onChange={(level) => setLevel(resource, level)}
              />
            </div>
          ))}
        </div>
      )}
      <p className="mt-1.5 text-xs text-muted">
        {t('Scopes')}: <code className="font-mono">{scopes.length === 0 ? t('none') : scopes.join(' ')}</code>
      </p>
    </div>
  )
}
