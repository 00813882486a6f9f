/**
 * The vocabulary that rooms are written with. The folders below hold internals; rooms import from them only for hot paths, for outgoing
 * requests and for the core of the product (events, deliveries).
 */
export { changesOf } from './changes.ts'
export { ConflictError, LockTimeoutError, OutdatedRead, statement, type Database, type Queryable, type Statement } from '../platform/db.ts'
export { readEmail, whyNoEmail } from '../platform/email.ts'
export { saved, unchanged, written, type Effects, type Outcome, type Saved } from '../platform/outbox/effects.ts'
export {
  document,
  endpoint,
  item,
  lines,
  list,
  stream,
  type AlreadyAnswered,
  type Endpoint,
  type ItemReply,
  type PathId,
  type ReadContext,
  type StatementContext,
  type TransactionContext,
} from './endpoint.ts'
export {
  absent,
  ApiError,
  catalogDuplicate,
  catalogInUse,
  catalogLimitReached,
  defineError,
  invalidId,
  preconditionFailed,
  scopeEscalation,
  unknownReference,
  validationFailed,
  type ErrorDetail,
} from '../platform/errors.ts'
export {
  declaredEvent,
  declaredEvents,
  defineEvent,
  resolveEventType,
  type AnyEvent,
  type EventDeclaration,
} from '../platform/outbox/events.ts'
export { encodeSuffix, idPrefixes, newId, parseTypeId, timeOfId, toTypeId, type IdPrefix, type Uuid } from '../platform/ids.ts'
export { checkIfMatch } from './if-match.ts'
export type { PresentLinks } from '../platform/files/links.ts'
export { holdFar, link, linkEnd, linkedIds, relink, type Link } from './links.ts'
export { keysetList, type ListReply, type Page } from './list.ts'
export { nameKey } from './name-key.ts'
export { presenterOf } from './present.ts'
export {
  allScopes,
  covers,
  roles,
  scopesOfRole,
  splitScope,
  type Principal,
  type Role,
  type Scope,
  type ScopeHeld,
} from '../platform/principal.ts'
export { checkReferences, declareReferences, isHeld, nothingYet } from './references.ts'
export { requireScopes } from './require-scopes.ts'
export { resource } from './resource.ts'
export { room, type Room } from './room.ts'
export {
  anyCaseChoice,
  choice,
  closed,
  component,
  emailInput,
  emailOutput,
  exampleId,
  formFile,
  idInput,
  idOutput,
  nullable,
  time,
  trimmedText,
  Type,
  withRules,
  type Shape,
  type Static,
} from '../platform/schema.ts'
export { standard } from './standard.ts'
export { addedLater } from '../platform/outbox/stored-records.ts'
export { table, type RowOf } from './table.ts'
export { formatOf } from './text-format.ts'
export { isoTime, isoTimeOrNull } from '../platform/time.ts'
export { changed, checkUnused, countRows, found, inserted, keyOf, locked, lockedRow, one, removed, touched, type Sent } from './write.ts'
