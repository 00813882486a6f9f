/** Events: stored in the transaction of the change that they describe. Declared in the room whose code emits them. */
import { covers, type Scope, type ScopeHeld } from '../principal.ts'
import type { Shape, Static } from '../schema.ts'

/** `Stored` is the record that the code which emits the event hands over; the outbox keeps it until it is presented. */
export type EventDeclaration<Stored extends object> = {
  readonly type: string
  /** A second name for the type. Filters and subscriptions accept it; events always carry `type`. */
  readonly alias?: string
  /** When it is emitted, for integrators. */
  readonly description: string
  /** What somebody needs besides `events:read` to be shown it: what reading its object needs. */
  readonly scope: ScopeHeld
  /** The public shape of `data.object`. */
  readonly object: Shape
  /** For the description: fields of the object's example as they may have been before. Given for every event that tells a change. */
  readonly previous?: Readonly<Record<string, unknown>>
  /** Pure: turns the stored record into the wire's shape. */
  readonly present: (record: Stored) => unknown
}

/** An event without its record's static type, as the outbox and the OpenAPI document handle it. */
export type AnyEvent = EventDeclaration<never>

const declared = new Map<string, AnyEvent>()
/** Types by their alias. */
const aliases = new Map<string, string>()

/** Declares an event. `emit` and `present` take the same record type, and `present` returns the shape described by `object`. */
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

/** All events declared by the rooms loaded so far, by type. */
export function declaredEvents(): readonly AnyEvent[] {
  return [...declared.values()].toSorted((a, b) => a.type.localeCompare(b.type))
}

/** Returns the type that a caller names, by the type itself or by its alias. Any other text is returned as it is. */
export function resolveEventType(name: string): string {
  return aliases.get(name) ?? name
}

/** The types whose objects the scopes let their holder read. */
export function readableTypes(scopes: readonly Scope[]): ReadonlySet<string> {
  return new Set(declaredEvents().flatMap(({ type, scope }) => (covers(scopes, scope) ? [type] : [])))
}

/** The declaration of an event type found in the outbox. Throws when no room declares that type any more. */
export function declaredEvent(type: string): AnyEvent {
  const declaration = declared.get(type)
  if (!declaration) throw new Error(`No room declares the event ${type}`)
  return declaration
}
