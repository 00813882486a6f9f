/**
 * Declares a noun of the API that has a list, a form and a way to remove items. One screen serves all of them; a declaration adds the
 * columns, fields and texts. A declaration is created by `lazily`, because its texts are translated; `features/settings/labels.tsx` is a
 * short example.
 */
import type { ComponentType, ReactNode } from 'react'
import type { AnswerOf, OperationId, SkeinClient } from '@skein/client'
import type { Column } from '../../ui/table.tsx'
import type { FieldSpec, Values } from '../../ui/form/fields.ts'
import type { Message } from '../../texts/texts.ts'
import type { FilterName } from './catalogue-search.ts'

/** The operations that return this data. */
type OperationReturning<Data> = { [Id in OperationId]: AnswerOf<Id> extends { data: Data } ? Id : never }[OperationId]

/** An archived item stays in the list and can be brought back; a revoked one stays, too. */
export type RemovalKind = 'delete' | 'archive' | 'revoke'

export type Catalogue<Item extends { id: string }> = {
  /** The prefix of the noun's event types: `label` of `label.created`. */
  noun: string
  title: string
  /** Whole sentences with the noun, because no language composes them in the same way. */
  texts: {
    count: (count: number) => string
    /** Shown when the list is empty: what the items are good for. */
    empty: string
    /** The name of the search field. */
    search?: string
    /** The button that opens the form of a new item, which is also the form's title: `New label`. */
    add?: string
    /** The button that sends this form: `Create label`. */
    create?: string
  }
  /** The noun's tag in the API reference, and the name of a guide about it. */
  reference: string
  guide?: string
  /** Explains below the title what the items are for and where else agents see them. */
  lead: ReactNode
  operations: {
    list: OperationReturning<readonly Item[]>
    get?: OperationReturning<Item>
    create?: OperationReturning<Item>
    update?: OperationReturning<Item>
    remove?: OperationReturning<Item>
  }
  nameOf: (item: Item) => string
  /** Order of the loaded rows. Default: the service's order. */
  compareRows?: (one: Item, other: Item) => number
  /** The texts that the search matches. Without this function the screen has no search. */
  searchIn?: (item: Item) => readonly (string | null)[]
  searchHint?: string
  /** Filters beside the search. */
  filters?: readonly { name: FilterName; Input: ComponentType<FilterProps> }[]
  /** Further search results, shown below the list. */
  MoreResults?: ComponentType<{ q: string; onOpen: (id: string) => void }>
  columns: readonly Column<Item>[]
  /** Shown instead of the table while the search is empty, such as a tree. */
  Overview?: ComponentType<{ onOpen: (item: Item) => void }>
  fields: readonly FieldSpec[]
  initial?: Values
  /** Converts an item to the form's values. Default: the item itself. */
  toForm?: (item: Item) => object
  /** Validates the values before they are sent. The message is a sentence. */
  check?: (values: Values) => { field: string; message: string } | null
  /** Converts the form's values to the request body. Default: the values themselves. */
  toBody?: (body: Record<string, unknown>) => Record<string, unknown>
  removal?: {
    kind: RemovalKind
    /** The button of the last step: `Delete label`. */
    confirm: string
    /** Says what happens to objects that refer to the item. */
    consequence: (item: Item) => string
    isRemoved?: (item: Item) => boolean
  }
  /** The address of an item's own page, which opens instead of the panel. Null for items without one. */
  pageOf?: (item: Item) => string | null
  /** Further sections of the panel of an existing item. */
  More?: ComponentType<MoreProps<Item>>
  /**
   * A secret that only the response of the create operation contains. The panel shows it once, and `field` is removed before the item is
   * cached.
   */
  shownOnce?: { field: string; Component: ComponentType<{ created: Item; onClose: () => void }> }
  wide?: true
  /** The panel of one item, in place of the usual one. */
  Sheet?: ComponentType<SheetProps<Item>>
}

/** An empty value does not filter. */
export type FilterProps = { value: string; onChange: (value: string) => void }

export type SheetProps<Item extends { id: string }> = {
  catalogue: Catalogue<Item>
  calls: CatalogueCalls<Item>
  /** Null for a new item. */
  id: string | null
  /** The item from the list, shown until the item is fetched. */
  known: Item | null
  onChanged: (item: Item, what: 'new' | 'changed' | 'gone') => void
  /** Called when a new item was created, unless the panel still shows its secret. */
  onCreated: (item: Item) => void
  /** Shows the panel of another item. */
  onOpen: (id: string) => void
  onClose: () => void
}

export type MoreProps<Item> = {
  item: Item
  /** The ETag of the version on screen. An operation sends it, so that it changes nothing that the user has not seen. */
  etag: string | null
  /** True when the form has unsaved changes. */
  isDirty: boolean
  onRead: (read: { data: Item; etag: string | null }) => void
  onClose: () => void
}

/** Texts and operations of a noun that pickers and lists of names use. */
export type Source<Item extends { id: string }> = Pick<Catalogue<Item>, 'noun' | 'operations' | 'nameOf'> & {
  /** The name of the picker. */
  choose: Message
}

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

/** Returns functions that call the operations of a noun. */
export function createCatalogueCalls<Item extends { id: string }>(
  skein: SkeinClient,
  { operations }: Pick<Catalogue<Item>, 'operations'>,
): CatalogueCalls<Item> {
  const call = <Returned>(id: OperationId | undefined, request: Request): Promise<Returned> => {
    if (id === undefined) throw new Error('This noun has no such operation.')
    // Safe because the type of `operations` allows only operations with this response. The service validates the request.
    return (skein[id] as (request: Request) => Promise<unknown>)(request) as Promise<Returned>
  }
  return {
    list: async (query, signal) => call<Page<Item>>(operations.list, { query, signal }),
    get: async (id, signal) => call<One<Item>>(operations.get, { path: { id }, ...(signal ? { signal } : {}) }),
    create: async (request) => call<One<Item>>(operations.create, request),
    update: async (request) => call<One<Item>>(operations.update, request),
    remove: async (request) => call<One<Item>>(operations.remove, request),
  }
}
