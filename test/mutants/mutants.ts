/**
 * Mutants: mistakes that a developer could make in a module, or in the part of the kit that modules use, each as an edit of one file. The
 * compiler or a generated test must catch each.
 *
 * If the kit does the work in one place, so that modules cannot make the mistake, the edit is in that place.
 */
export type Mutant = {
  name: string
  /** The finder, so that a failure with another cause does not count. */
  by: keyof typeof finders
  file: string
  /** Texts to replace, wherever they occur, and their replacements. */
  edits: readonly (readonly [find: string, replacement: string])[]
  /** Test files in which the finder must fail, unless it is the compiler. */
  in: readonly ('Team' | 'Label')[]
}

/** The compiler, or tests that are generated from the modules' declarations: their file, and words of their titles. */
export const finders = {
  compiler: null,
  'leaves its audit row': ['writes', 'leaves an audit row that names the target'],
  'repeated is no 500': ['writes', 'is never 500 when it is repeated'],
  'is shown by reading': ['writes', 'is visible when reading'],
  'loses no field': ['concurrent-writes', 'keeps every concurrent change of a field'],
  'happens once': ['concurrent-writes', 'happens once when the same request arrives several times'],
  'constraint exists': ['conflicts', 'is a constraint of a table of the module'],
  'taken is refused': ['conflicts', 'returns its error'],
  'unknown is refused': ['references', 'is refused with the name of the field'],
  'in use is refused': ['references', 'is refused with its referrers'],
  'no dangling reference': ['references', 'never leaves a dangling reference'],
} as const

const both = ['Team', 'Label'] as const
const write = 'server/kit/write.ts'
const table = 'server/kit/table.ts'
const addMember = 'server/resources/users/operations.ts'
const membership = 'server/resources/users/membership.ts'
const deleteTeam = 'server/resources/teams/operations.ts'
const touchIfAdded = `return added ? touchResource(context, team, current, 'member_added') : toUnchangedOutcome(current)`

export const mutants: readonly Mutant[] = [
  {
    name: 'forgotten audit: the kit',
    by: 'leaves its audit row',
    file: write,
    edits: [
      [
        'const audited = effects.audit({ action: `${of.noun}.created`, target: { type: of.noun, id }, after })',
        'const audited = {} as never',
      ],
    ],
    in: both,
  },
  {
    name: 'forgotten audit: a handler that returns the bare row',
    by: 'compiler',
    file: addMember,
    edits: [[touchIfAdded, 'return { status: added ? 200 : 200, record: current }']],
    in: ['Team'],
  },
  {
    name: 'forgotten audit: `toOutcome` without it',
    by: 'compiler',
    file: addMember,
    edits: [
      ['toUnchangedOutcome }', 'toUnchangedOutcome, toOutcome }'],
      [touchIfAdded, 'void added; return toOutcome(current)'],
    ],
    in: ['Team'],
  },
  {
    name: 'forgotten audit: a change called unchanged',
    by: 'leaves its audit row',
    file: addMember,
    edits: [[touchIfAdded, 'void added; return toUnchangedOutcome(current)']],
    in: ['Team'],
  },
  {
    name: 'misspelt constraint name: teams',
    by: 'constraint exists',
    file: 'server/resources/teams/team.ts',
    edits: [['teams_name_key', 'team_name_key']],
    in: ['Team'],
  },
  {
    name: 'misspelt constraint name: labels',
    by: 'constraint exists',
    file: 'server/resources/labels/label.ts',
    edits: [['labels_name_key', 'label_name_key']],
    in: ['Label'],
  },
  {
    name: 'PATCH that drops a field: teams',
    by: 'is shown by reading',
    file: 'server/resources/teams/operations.ts',
    edits: [['body: TeamUpdate,', 'body: TeamUpdate,\n  fields: ({ assignment: _, ...sent }) => sent,']],
    in: ['Team'],
  },
  {
    name: 'PATCH that drops a field: labels',
    by: 'is shown by reading',
    file: 'server/resources/labels/operations.ts',
    edits: [['body: LabelUpdate,', 'body: LabelUpdate,\n  fields: ({ color: _, ...sent }) => sent,']],
    in: ['Label'],
  },
  {
    name: 'PATCH without the no-op check: the kit',
    by: 'is shown by reading',
    file: write,
    edits: [
      ['if (!changes) return belongings ? touchResource(context, of, current, action) : toUnchangedOutcome(current)', ''],
      [
        'const changes = findChanges(getFields(of, current), next)',
        'const changes = findChanges(getFields(of, current), next) ?? { before: {}, after: {} }',
      ],
      ['import { toUnchangedOutcome, toOutcome,', 'import { toOutcome,'],
    ],
    in: both,
  },
  {
    name: 'no no-op check: adding a member',
    by: 'happens once',
    file: addMember,
    edits: [[touchIfAdded, `void added; return touchResource(context, team, current, 'member_added')`]],
    in: ['Team'],
  },
  {
    name: 'wrong audit target: another id',
    by: 'leaves its audit row',
    file: write,
    edits: [['target: { type: of.noun, id }, ...all', 'target: { type: of.noun, id: newId() }, ...all']],
    in: both,
  },
  {
    name: 'wrong audit target: another type',
    by: 'leaves its audit row',
    file: write,
    edits: [['target: { type: of.noun, id }, after }', `target: { type: 'user', id }, after }`]],
    in: both,
  },
  {
    name: 'wrong audit target: adding a member',
    by: 'leaves its audit row',
    file: write,
    edits: [['target: { type: of.noun, id: current.id }, ...changes', 'target: { type: of.noun, id: newId() }, ...changes']],
    in: ['Team'],
  },
  {
    name: 'delete without the in-use check: the kit',
    by: 'in use is refused',
    file: write,
    edits: [['  await checkUnused(context, of, key.id, instead)\n', '']],
    in: ['Team'],
  },
  {
    name: 'delete without the in-use check: a hand-written operation',
    by: 'in use is refused',
    file: deleteTeam,
    edits: [
      [
        `import { standard } from '#kit/standard.ts'`,
        `import { standard } from '#kit/standard.ts'
import { lockResource, toRowKey } from '#kit/write.ts'
import { toOutcome } from '#platform/outbox/effects.ts'`,
      ],
      [
        'export const deleteTeam = standard.remove(team, {',
        `export const deleteTeam = team.write({
  operationId: 'deleteTeam', method: 'DELETE', deletion: 'final', summary: 'Delete a team', description: 'Deletes it.', result: 'Done',
  async handle(context) {
    const current = await lockResource(context, team)
    await context.tx.rows(team.statements.remove, toRowKey(context))
    if (team.events?.deleted) context.effects.emit(team.events.deleted, current.id, current)
    return toOutcome(current, context.effects.audit({ action: 'team.deleted', target: { type: 'team', id: current.id } }))
  },
})
void standard.remove(team, {`,
      ],
    ],
    in: ['Team'],
  },
  { name: 'forgotten `for update`: the kit', by: 'loses no field', file: table, edits: [[' for update of ${alias}', '']], in: both },
  {
    name: 'forgotten `for update`: findResource instead of lockResource',
    by: 'happens once',
    file: membership,
    edits: [
      ['await lockResource(context, team)', 'await findResource({ ...context, db: tx }, team)'],
      ['import { lockResource }', 'import { findResource }'],
    ],
    in: ['Team'],
  },
  {
    name: 'lock in the statement that computes fields',
    by: 'happens once',
    file: table,
    edits: [['lockOnly: Object.keys(computed).length > 0 ?', 'lockOnly: Object.keys(computed).length > 99 ?']],
    in: ['Team'],
  },
  {
    name: 'wrong audit action: the kit',
    by: 'leaves its audit row',
    file: write,
    edits: [['`${of.noun}.created`', '`${of.noun}.made`']],
    in: both,
  },
  {
    name: 'wrong audit action: adding a member',
    by: 'leaves its audit row',
    file: addMember,
    edits: [[`'member_added'`, `'members_changed'`]],
    in: ['Team'],
  },
  {
    name: 'wrong audit action: archiving',
    by: 'leaves its audit row',
    file: 'server/kit/standard.ts',
    edits: [[`{ action: 'archived' }`, `{ action: 'deleted' }`]],
    in: ['Label'],
  },
  {
    name: 'forgotten event',
    by: 'leaves its audit row',
    file: write,
    edits: [['  if (of.events) effects.emit(of.events.updated, id, row, before as Partial<Row>)\n', '']],
    in: both,
  },
  {
    name: 'forgotten check of a reference',
    by: 'unknown is refused',
    file: write,
    edits: [['  await checkReferences(tx, principal.tenantId, of.references, changes.after)\n', '']],
    in: ['Team'],
  },
  {
    name: 'what is named is not held',
    by: 'no dangling reference',
    file: 'server/kit/references.ts',
    edits: [[' order by id for key share', ' order by id']],
    in: ['Team'],
  },
]
