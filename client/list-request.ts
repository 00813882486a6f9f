/** A list: `await` returns one page, `for await` yields every item of all pages. */

export type PageShape = { data: readonly unknown[]; meta: { cursor: string; hasMore: boolean } }
type ItemOf<Page extends PageShape> = Page['data'][number]
type Query = Readonly<Record<string, unknown>>

/** Result of `ifChanged` when the page has not changed. */
export type NotModified = { data: null; status: 304; headers: Headers; requestId: string; etag: string | null; replayed: false }

/** A loop uses the largest page size, unless the query sets another. */
const loopLimit = 100

export class ListRequest<Page extends PageShape> implements Promise<Page>, AsyncIterable<ItemOf<Page>> {
  readonly [Symbol.toStringTag] = 'ListRequest'
  readonly #ask: (query: Query, ifNoneMatch?: string) => Promise<Page>
  readonly #query: Query
  #page: Promise<Page> | undefined

  constructor(ask: (query: Query, ifNoneMatch?: string) => Promise<Page>, query: Query) {
    this.#ask = ask
    this.#query = query
  }

  /** Yields every item, page by page. Concurrent changes do not shift pages, so no item is repeated. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ItemOf<Page>, void, undefined> {
    for await (const page of this.pages()) yield* page.data as readonly Awaited<ItemOf<Page>>[]
  }

  /** Yields every page with its `meta`. */
  pages(): AsyncGenerator<Page, void, undefined> {
    return this.#pages(loopLimit)
  }

  async *#pages(limit: number): AsyncGenerator<Page, void, undefined> {
    let page = await this.#ask({ limit, ...this.#query })
    yield page
    while (page.meta.hasMore) {
      page = await this.#ask({ limit, ...this.#query, cursor: page.meta.cursor })
      yield page
    }
  }

  /**
   * Returns all items at once, or the first `max`. A loop needs less memory, because it holds one page at a time. Requests no unneeded
   * page.
   */
  async toArray({ max = Infinity }: { max?: number } = {}): Promise<ItemOf<Page>[]> {
    if (Number.isNaN(max) || max < 0) throw new TypeError('max is the number of items to return: 0 or more')
    const [items, count]: [ItemOf<Page>[], number] = [[], Math.floor(max)]
    if (count === 0) return items
    for await (const page of this.#pages(Math.min(loopLimit, count))) {
      items.push(...page.data)
      if (items.length >= count) break
    }
    return items.slice(0, count)
  }

  /**
   * Returns one page, unless its `etag` is still the given one: then status 304 and `data: null`. Pass null the first time. Lists without
   * an `etag` always return the page.
   */
  ifChanged(etag: string | null): Promise<Page | NotModified> {
    return etag === null ? this.#first() : this.#ask(this.#query, etag)
  }

  // oxlint-disable-next-line unicorn/no-thenable -- `await` requests one page.
  then<Fulfilled = Page, Rejected = never>(
    onFulfilled?: ((page: Page) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#first().then(onFulfilled, onRejected)
  }

  catch<Rejected = never>(onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null): Promise<Page | Rejected> {
    return this.#first().catch(onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<Page> {
    return this.#first().finally(onFinally)
  }

  #first(): Promise<Page> {
    return (this.#page ??= this.#ask(this.#query))
  }
}
