/** Declares events. An event is stored in the transaction of its change, and declared in the module that emits it. */
import { covers, type Scope, type KeyScope } from '../principal.ts'
import type { Shape, Static } from '../schema.ts'

/** An event's declaration. `Stored` is the record passed to `emit`, which the outbox stores and `present` converts. */
export type EventDeclaration<Stored extends object> = {
  readonly type: string
  /** An alias of the type, which filters and subscriptions accept. Events always show `type`. */
  readonly alias?: string
  /** Describes for integrators when the event is emitted. */
  readonly description: string
  /** Scope that a caller needs in addition to `events:read` to receive the event: the scope for reading its object. */
  readonly scope: KeyScope
  /** True if the event only goes to the webhook in its record's `webhookId`, regardless of that webhook's subscriptions. */
  readonly addressed?: true
  /** Public shape of `data.object`. */
  readonly object: Shape
  /** Old values of fields in the object's example, for the API document. Required for every event that describes a change. */
  readonly previous?: Readonly<Record<string, unknown>>
  /** Converts the stored record to the public shape. Must be pure. */
  readonly present: (record: Stored) => unknown
}

/** An event without its record's static type, as the outbox and the OpenAPI document handle it. */
export type AnyEvent = EventDeclaration<never>

const declared = new Map<string, AnyEvent>()
const aliases = new Map<string, string>()

/** Declares an event. `emit` and `present` take the same type of record, and `present` returns the shape of `object`. */
export function defineEvent<Stored extends object, Object extends Shape = Shape>(
  declaration: EventDeclaration<Stored> & {
    readonly object: Object
    readonly previous?: Readonly<Partial<Static<Object>>>
    readonly present: (record: Stored) => Static<Object>
  },
): EventDeclaration<Stored> {
  const { type, alias } = declaration
  for (const name of alias === undefined ? [type] : [type, alias]) {
    if (!/^[a-z_]+(\.[a-z_]+)+$/.test(name)) throw new Error(`Malformed event type ${name}`)
    if (declared.has(name) || aliases.has(name)) throw new Error(`Event ${name} is declared twice`)
  }
  declared.set(type, declaration)
  if (alias !== undefined) aliases.set(alias, type)
  return declaration
}

/** Returns all events declared by the modules loaded so far, sorted by type. */
export function declaredEvents(): readonly AnyEvent[] {
  return [...declared.values()].toSorted((a, b) => a.type.localeCompare(b.type))
}

/** Returns the type with this name or alias. Returns any other text unchanged. */
export function resolveEventType(name: string): string {
  return aliases.get(name) ?? name
}

/** Returns the event types whose objects a caller with these scopes may read. */
export function readableTypes(scopes: readonly Scope[]): ReadonlySet<string> {
  return new Set(declaredEvents().flatMap(({ type, scope }) => (covers(scopes, scope) ? [type] : [])))
}

/** Returns the declaration of an event type from the outbox. Throws if no module declares that type any longer. */
export function declaredEvent(type: string): AnyEvent {
  const declaration = declared.get(type)
  if (!declaration) throw new Error(`No module declares the event ${type}`)
  return declaration
}
