/**
 * A noun of the API with a list, a form and a way to remove it, as data. One screen serves them all; a noun says what is its own: columns,
 * fields, words. See `labels` in features/settings for a short one.
 */
import type { ComponentType, ReactNode } from 'react'
import type { AnswerOf, OperationId, SkeinClient } from '@skein/client'
import type { Column } from '../../ui/table.tsx'
import type { FieldSpec, Values } from '../../ui/form/fields.ts'

/** The operations that answer with this. */
type Answering<Data> = { [Id in OperationId]: AnswerOf<Id> extends { data: Data } ? Id : never }[OperationId]

export type Catalogue<Item extends { id: string }> = {
  /** As in the types of events: `label` of `label.created`. */
  noun: string
  /** With a small letter: `label`, `labels`. */
  one: string
  many: string
  /** Where a number does not go with these: `1 set of hours`. */
  counted?: { one: string; many: string }
  title: string
  /** Where the API reference has them (its tag), and a guide about them. */
  reference: string
  guide?: string
  /** What these are for, and where else one meets them. */
  lead: ReactNode
  operations: {
    list: Answering<readonly Item[]>
    get?: Answering<Item>
    create?: Answering<Item>
    update?: Answering<Item>
    remove?: Answering<Item>
  }
  nameOf: (item: Item) => string
  /** How the rows that are loaded stand, where that matters; otherwise as the service lists them. */
  inOrder?: (one: Item, other: Item) => number
  /** What the search looks at; without it there is no search. */
  searchIn?: (item: Item) => readonly (string | null)[]
  searchHint?: string
  /** What else has the words of a search, below the list. */
  Found?: ComponentType<{ q: string; onOpen: (id: string) => void }>
  /** For a list that has none yet: what the first one would be good for. */
  emptyHint?: string
  columns: readonly Column<Item>[]
  /** Shown instead of the rows while nothing is searched: for what has a shape of its own, such as a tree. */
  Whole?: ComponentType<{ onOpen: (item: Item) => void }>
  fields: readonly FieldSpec[]
  initial?: Values
  /** The item as the form shows it, where that is not how the API does. */
  toForm?: (item: Item) => object
  /** What the form refuses before anything is sent: the field, and the rest of a sentence that begins with its label. */
  check?: (values: Values) => { field: string; message: string } | null
  /** Of the form, for a body that is not its values. */
  toBody?: (body: Record<string, unknown>) => Record<string, unknown>
  removal?: {
    verb: string
    /** What happens to what refers to it. */
    words: (item: Item) => string
    isRemoved?: (item: Item) => boolean
  }
  /** Further parts of the panel of one that is there; they pass on what their own operations answer. */
  More?: ComponentType<MoreProps<Item>>
  /** What is shown once, after one was made: its secret, and what to do with it. The field is kept in no list. */
  once?: { field: string; Shown: ComponentType<{ created: Item; onClose: () => void }> }
  /** Shown below the fields, from their values. `change` sets values as typing does. */
  below?: (values: Values, item: Item | null, change: (values: Values) => void) => ReactNode
  wide?: true
}

export type MoreProps<Item> = {
  item: Item
  /** The version that is shown: what an operation changes of it, it changes for who has seen that. */
  etag: string | null
  /** Something was typed into the form, and is not saved. */
  isDirty: boolean
  onRead: (read: { data: Item; etag: string | null }) => void
  onClose: () => void
}

/** What pickers and lists of names need of a noun. */
export type Source<Item extends { id: string }> = Pick<Catalogue<Item>, 'noun' | 'one' | 'many' | 'operations' | 'nameOf'>

type Page<Item> = { data: Item[]; meta: { cursor: string; hasMore: boolean; total: number } }
type One<Item> = { data: Item; etag: string | null }
type Request = {
  path?: { id: string }
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  idempotencyKey?: string
  ifMatch?: string
  signal?: AbortSignal
}

export type CatalogueCalls<Item> = {
  list: (query: Record<string, unknown>, signal: AbortSignal) => Promise<Page<Item>>
  get: (id: string, signal?: AbortSignal) => Promise<One<Item>>
  create: (request: Request) => Promise<One<Item>>
  update: (request: Request) => Promise<One<Item>>
  remove: (request: Request) => Promise<One<Item>>
}

/** The operations of a noun as functions. */
export function callsOf<Item extends { id: string }>(
  skein: SkeinClient,
  { operations }: Pick<Catalogue<Item>, 'operations'>,
): CatalogueCalls<Item> {
  const call = <Answered>(id: OperationId | undefined, request: Request): Promise<Answered> => {
    if (id === undefined) throw new Error('This noun has no such operation.')
    // Safe because the type of `operations` allows only those that answer so; what is asked is checked by the service.
    return (skein[id] as (request: Request) => Promise<unknown>)(request) as Promise<Answered>
  }
  return {
    list: async (query, signal) => call<Page<Item>>(operations.list, { query, signal }),
    get: async (id, signal) => call<One<Item>>(operations.get, { path: { id }, ...(signal ? { signal } : {}) }),
    create: async (request) => call<One<Item>>(operations.create, request),
    update: async (request) => call<One<Item>>(operations.update, request),
    remove: async (request) => call<One<Item>>(operations.remove, request),
  }
}
