/** Events: what happened, written in the transaction in which it happened. Declared in the room whose code emits them. */
import type { Shape } from './schema.ts'

export type EventDeclaration = {
  readonly type: string
  /** When it is emitted, for integrators. */
  readonly description: string
  /** The public shape of `data.object`. */
  readonly object: Shape
  /** Pure: turns the stored record into the wire's shape. */
  readonly present: (record: unknown) => unknown
}

const declared = new Map<string, EventDeclaration>()

export function defineEvent(declaration: EventDeclaration): EventDeclaration {
  if (!/^[a-z]+(\.[a-z_]+)+$/.test(declaration.type)) throw new Error(`Malformed event type ${declaration.type}`)
  if (declared.has(declaration.type)) throw new Error(`Event ${declaration.type} is declared twice`)
  declared.set(declaration.type, declaration)
  return declaration
}

/** All events declared by the rooms loaded so far, by type. */
export function declaredEvents(): readonly EventDeclaration[] {
  return [...declared.values()].toSorted((a, b) => a.type.localeCompare(b.type))
}

/** The declaration of a type that is in the outbox. Throws for one that no room declares any more. */
export function declaredEvent(type: string): EventDeclaration {
  const declaration = declared.get(type)
  if (!declaration) throw new Error(`No room declares the event ${type}`)
  return declaration
}
