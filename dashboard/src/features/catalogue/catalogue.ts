/**
 * Declares a noun of the API that has a list, a form and a way to remove items. One screen serves all of them; a declaration adds the
 * columns, fields and texts. A declaration is created by `lazily`, because its texts are translated; `features/settings/labels.tsx` is a
 * short example.
 */
import type { ComponentType, ReactNode } from 'react'
import type { AnswerOf, OperationId, SkeinClient } from '@skein/client'
import type { DocsPage } from '../../api/docs-url.ts'
import type { Column } from '../../ui/table.tsx'
import type { FieldSpec, Values } from '../../ui/form/fields.ts'
import type { Message } from '../../texts/texts.ts'
import type { FilterName } from './catalogue-search.ts'

/** Operations that return the list's items. */
type OperationReturning<Data> = { [Id in OperationId]: AnswerOf<Id> extends { data: Data } ? Id : never }[OperationId]

/** Effect of a removal: an archived item stays in the list and can be restored, a revoked item stays but cannot be restored. */
export type RemovalKind = 'delete' | 'archive' | 'revoke'

export type Catalogue<Item extends { id: string }> = {
  /** The prefix of the noun's event types: `label` of `label.created`. */
  noun: string
  title: string
  /** Complete sentences that contain the noun, because word order and gender differ between languages. */
  texts: {
    count: (count: number) => string
    /** Empty state of the list: explains what the items are for. */
    empty: string
    /** Accessible name of the search field. */
    search?: string
    /** Label of the button that opens the form for a new item, and title of that form: `New label`. */
    add?: string
    /** Label of the form's submit button: `Create label`. */
    create?: string
  }
  /** Tag of the noun in the API reference, and the name of a guide. */
  reference: string
  guide?: DocsPage
  /** Lead below the title: what the items are for, and where else agents see them. */
  lead: ReactNode
  operations: {
    list: OperationReturning<readonly Item[]>
    get?: OperationReturning<Item>
    create?: OperationReturning<Item>
    update?: OperationReturning<Item>
    remove?: OperationReturning<Item>
  }
  nameOf: (item: Item) => string
  /** Sorts the loaded rows. Default: the service's order. */
  compareRows?: (one: Item, other: Item) => number
  /** Returns the texts that the search matches. Without this function, the screen has no search field. */
  searchIn?: (item: Item) => readonly (string | null)[]
  searchHint?: string
  /** Filters next to the search field. */
  filters?: readonly { name: FilterName; Input: ComponentType<FilterProps> }[]
  columns: readonly Column<Item>[]
  /** Shown instead of the table while the search is empty, such as a tree. */
  Overview?: ComponentType<{ onOpen: (item: Item) => void }>
  fields: readonly FieldSpec[]
  initial?: Values
  /** Converts an item to the form's values. Default: the item itself. */
  toForm?: (item: Item) => object
  /** Validates the values before they are sent. Returns error sentences. */
  check?: (values: Values) => { field: string; message: string } | null
  /** Converts the form's values to the request body. Default: the values themselves. */
  toBody?: (body: Record<string, unknown>) => Record<string, unknown>
  removal?: {
    kind: RemovalKind
    /** Label of the confirming button: `Delete label`. */
    confirm: string
    /** Explains what happens to objects that refer to the item. */
    consequence: (item: Item) => string
    isRemoved?: (item: Item) => boolean
  }
  /** Returns the URL of an item's page, which replaces the panel; null for items without a page. */
  pageOf?: (item: Item) => string | null
  /** Additional sections of the panel of an existing item. */
  More?: ComponentType<MoreProps<Item>>
  /**
   * A secret that only the response of the create operation contains. The panel shows it once, and `field` is removed before the item is
   * cached.
   */
  shownOnce?: { field: string; Component: ComponentType<{ created: Item; onClose: () => void }> }
  wide?: true
  /** Custom panel for an item, instead of the standard one. */
  Sheet?: ComponentType<SheetProps<Item>>
}

/** Current values; an empty value does not filter. */
export type FilterProps = { value: string; onChange: (value: string) => void }

export type SheetProps<Item extends { id: string }> = {
  catalogue: Catalogue<Item>
  calls: CatalogueCalls<Item>
  /** Null for a new item. */
  id: string | null
  /** The item from the list, shown until the item is fetched. */
  known: Item | null
  onChanged: (item: Item, what: 'new' | 'changed' | 'gone') => void
  /** Called after an item was created, unless the panel still shows the item's secret. */
  onCreated: (item: Item) => void
  /** Opens the panel of another item. */
  onOpen: (id: string) => void
  onClose: () => void
}

export type MoreProps<Item> = {
  item: Item
  /**
   * The ETag of the displayed version. Operations send it as If-Match, so that they never overwrite a version that the user has not seen.
   */
  etag: string | null
  /** True when the form has unsaved changes. */
  isDirty: boolean
  onRead: (read: { data: Item; etag: string | null }) => void
  onClose: () => void
}

/** Texts and operations of a noun, for pickers and for resolving names. */
export type Source<Item extends { id: string }> = Pick<Catalogue<Item>, 'noun' | 'operations' | 'nameOf'> & {
  /** Accessible name of the picker. */
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
