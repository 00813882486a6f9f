/**
 * Groups reads of single keys into statements, like a group commit: calls that come while a statement runs share the next one, which sees
 * everything that was committed before these calls. A call that finds no statement running starts one at once.
 */

type Group<Key, Found> = {
  keys: Set<Key>
  /** The time of performance.now() at which the statement started. */
  startedAt: number
  found: PromiseWithResolvers<ReadonlyMap<Key, Found>>
}

/** Maximum keys in a statement. Further callers wait for a later one. */
const maxKeys = 200
/**
 * Milliseconds after which calls no longer wait for a running statement. On a busy pool a statement may be queued behind a slow one of
 * another caller.
 */
const patienceMs = 20
const maxRunning = 4

/** Creates a reader. `read` gets up to 200 keys and returns what it finds for them; the caller of any other key gets null. */
export function createGroupedReader<Key, Found>(
  read: (keys: Key[]) => Promise<ReadonlyMap<Key, Found>>,
  now: () => number = () => performance.now(),
): (key: Key) => Promise<Found | null> {
  const waiting: Group<Key, Found>[] = []
  /** In the order of their start. */
  const running = new Set<Group<Key, Found>>()

  const startNext = (): void => {
    const group = waiting.shift()
    if (!group) return
    group.startedAt = now()
    running.add(group)
    const finish = (): void => {
      running.delete(group)
      startNext()
    }
    read([...group.keys])
      .then(group.found.resolve, group.found.reject)
      .finally(finish)
  }
  const mayStart = (): boolean => running.size < maxRunning && [...running].every(({ startedAt }) => now() - startedAt > patienceMs)
  const join = (key: Key): Group<Key, Found> => {
    let group = waiting.find(({ keys }) => keys.has(key) || keys.size < maxKeys)
    if (!group) {
      group = { keys: new Set(), startedAt: 0, found: Promise.withResolvers() }
      waiting.push(group)
    }
    group.keys.add(key)
    return group
  }

  return async (key) => {
    const { found } = join(key)
    if (mayStart()) startNext()
    return (await found.promise).get(key) ?? null
  }
}
