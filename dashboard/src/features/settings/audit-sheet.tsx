import type { AuditLog } from '@skein/client'
import { t } from '../../texts/texts.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { CodeName } from '../../ui/code-name.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormSheet } from '../../ui/form-sheet.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { describeTarget, formatAuditValue, useFindName, type FindName } from './audit-format.ts'
import { formatLocale } from '../../texts/language.ts'

type Change = { name: string; before: string; after: string }

const clock = new Intl.DateTimeFormat(formatLocale, { dateStyle: 'long', timeStyle: 'medium' })

/** One audit entry, with the values of each field before and after the change. */
export function AuditSheet({ entry, actor, onClose }: { entry: AuditLog; actor: string; onClose: () => void }) {
  const findName = useFindName()
  const fieldColumn: Column<Change> = { header: t('Field'), cell: renderName }
  const beforeColumn: Column<Change> = { header: t('Before'), cell: ({ before }) => before, grows: true }
  const afterColumn: Column<Change> = { header: t('After'), cell: ({ after }) => after, grows: true }
  // A creation has no previous values, a removal no new ones.
  const sides = entry.before === null ? [afterColumn] : entry.after === null ? [beforeColumn] : [beforeColumn, afterColumn]
  return (
    <FormSheet title={entry.action} wide onClose={onClose}>
      <div className="grid grid-cols-1 gap-5 p-5">
        <Facts
          facts={[
            [t('When'), clock.format(new Date(entry.createdAt))],
            [t('Who'), actor],
            [t('API key'), entry.actor.keyId],
            [t('IP address'), entry.actor.ip],
            [t('Changed'), describeTarget(entry, findName)],
            [t('Object ID'), entry.target.id],
            [t('Request'), entry.requestId],
            [t('Entry'), entry.id],
          ]}
        />
        <Table label={t('What changed')} columns={[fieldColumn, ...sides]} rows={listChanges(entry, findName)} keyOf={({ name }) => name} />
        <CodeBlock label={t('Entry as JSON')} text={JSON.stringify(entry, null, 2)} />
      </div>
    </FormSheet>
  )
}

const renderName = ({ name }: Change) => <CodeName>{name}</CodeName>

function listChanges({ before, after }: AuditLog, nameOf: FindName): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  // Safe because any property of an object may be read.
  const shown = (side: object | null, name: string): string => formatAuditValue((side as Record<string, unknown> | null)?.[name], nameOf)
  return [...fields].map((name) => ({ name, before: shown(before, name), after: shown(after, name) }))
}
