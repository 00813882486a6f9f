/**
 * Everything that resources import from the kit and the platform. Files in server/resources import no other file of either
 * (test/architecture.test.ts), so a folder here can change without changes in resources.
 */

// --- kit/privacy
export { type Copies, type Copy, createCopiesStep } from './privacy/copies.ts'
export {
  addressHash,
  type EraseContext,
  erasedEmail,
  erasedText,
  type EraseOutsideContext,
  type EraseStep,
  eraseSteps,
  type Erasure,
  type ExportContext,
  exportFiles,
  exportParts,
  type Personal,
  type EraseBatch,
} from './privacy/holding.ts'
export {
  afterTimeAndIdSql,
  findRequestCustomers,
  findRecentErasure,
  deleteSubjects,
  inheritSubjects,
  isSubjectSql,
  lowestIdSql,
  updateAddressHashes,
  insertSubjects,
  toRequestKey,
  createThreadsStep,
  subjectsInSql,
  findThreadsAfter,
} from './privacy/subjects.ts'

// --- kit/search
export { coverPhrase, GramReader, type IsCommon, maxGramWords, possibleGrams, shortenGram, toGramNeedle } from './search/grams.ts'
export { findExcerpt, findExcerptInWindows, type HighlightedText, highlightText } from './search/highlight.ts'
export { blockSize, countBlock, NumberSet, readBlock, updateBlock } from './search/number-set.ts'
export { substringParts } from './search/parts.ts'
export { allTerms, type Group, parseQuery, type Query, type Term, toNeedle, wantedTerms } from './search/query.ts'
export { joinWords, splitWords } from './search/tokenizer.ts'

// --- kit
export { findChanges } from './changes.ts'
export type { CredentialReader } from './credentials.ts'
export { csv, document, item, lines, list, stream } from './endpoint-declaration.ts'
export { endpoint } from './endpoint.ts'
export { readColour, type Theme } from './colours.ts'
export { escapeHtml } from './escape-html.ts'
export { cleanFilename } from './filename.ts'
export { findFirstName } from './first-name.ts'
export type { ReadContext, ProcedureContext, TransactionContext } from './handler.ts'
export { prefixOfField, prefixOfTarget } from './identifiers.ts'
export { checkIfMatch } from './if-match.ts'
export { lockFarRows, link, type Link, findLinkedIds, linkEnd, replaceLinks } from './link-tables.ts'
export { keysetList, pageOf } from './list.ts'
export type { ListDeclaration } from './list-declaration.ts'
export { readLocale } from './locale.ts'
export { foldName, nameKey } from './name-key.ts'
export { platformProcedures } from './platform-procedures.ts'
export { createPresenter, presentParameters } from './present.ts'
export { removeQuotations } from './quoted-history.ts'
export { recogniseFile } from './recognise-type.ts'
export {
  checkNamed,
  checkReferences,
  declareReferences,
  findUses,
  lockReference,
  type NamedReference,
  type ReferenceTarget,
  unavailableTarget,
} from './references.ts'
export { findSettingNeeds, type Need, requireNeeds, requireScopes, type SettingScopes, type SomeSettings } from './require-scopes.ts'
export { resource } from './resource.ts'
export { room, type Room } from './room.ts'
export { toPlainText, toSafeHtml, toTextWithQuoteMarks } from './safe-html.ts'
export { type SafeMailHtml, toSafeMailHtml } from './safe-mail-html.ts'
export { standard } from './standard.ts'
export { type RowOf, table } from './table.ts'
export { detectFormat } from './text-format.ts'
export { tokenKind, type TokenKind } from './tokens.ts'
export { toPlainWords } from './plain-words.ts'
export {
  findUnknownVariables,
  flattenVariables,
  listVariables,
  listVariablesWithoutDefault,
  render,
  type Variables,
} from './variables.ts'
export {
  updateResource,
  checkUnused,
  countRows,
  findResource,
  insertResource,
  toRowKey,
  lockResource,
  lockRow,
  fetchOne,
  deleteResource,
  type Sent,
  touchResource,
} from './write.ts'

// --- platform/backup
export { type RemovedRows, removeTenantRows } from '../platform/backup/remove-tenant.ts'

// --- platform/files
export { fileLinkInvalid, storageFull } from '../platform/files/errors.ts'
export { type FileStore, fileStoreOf } from '../platform/files/file-store.ts'
export { createFileLinks, type FileLinks, type PresentLinks } from '../platform/files/file-links.ts'
export type { FileKey } from '../platform/files/store-driver.ts'
export { FileTooLarge, type ReceivedFile } from '../platform/files/unfinished.ts'

// --- platform/http
export { onBodyCutOff } from '../platform/http/body-cut-off.ts'
export type { Cell } from '../platform/http/csv.ts'
export { canonicalJson } from '../platform/http/canonical-json.ts'
export { mapConflict } from '../platform/http/conflicts.ts'
export { cursorBinding, encodeCursor } from '../platform/http/cursor.ts'
export {
  type AlreadyAnswered,
  type Endpoint,
  type ItemReply,
  type ListReply,
  type Page,
  maxPageBytes,
  maxPageSize,
  type PathAlias,
  type PathId,
  type PathToken,
  type Position,
  type Progress,
} from '../platform/http/declared-endpoint.ts'
export type { StreamFrame } from '../platform/http/event-stream.ts'
export type { PageHandler } from '../platform/http/front-door.ts'
export { type FindTenantBySlug, reservedSlugs } from '../platform/http/hosts.ts'
export type { Limits } from '../platform/http/rate-limit.ts'
export { chooseBy } from '../platform/http/validation.ts'
export { stateOf } from '../platform/http/request-state.ts'

// --- platform/jobs
export { backoffSeconds } from '../platform/jobs/backoff.ts'
export {
  type AttemptOutcome,
  job,
  type JobContext,
  JobFailure,
  type OpenQueue,
  type OutsideContext,
  queue,
  type Queue,
  type RunContext,
  type TogetherContext,
  type WorkerServices,
} from '../platform/jobs/job.ts'
export { cancel, enqueue, enqueueEarliest, isJobRunning } from '../platform/jobs/enqueue.ts'
export type { JobName, NoInput } from '../platform/jobs/orders.ts'
export { enqueueCtes, enqueueStep, notSuspended } from '../platform/jobs/queries.ts'
export { seenWork } from '../platform/jobs/seen.ts'
export { networkOf } from '../platform/http/caller-address.ts'
export { Semaphore } from '../platform/jobs/semaphore.ts'

// --- platform/openapi and platform/outbound
export { exampleData } from '../platform/openapi/example-data.ts'
export { createRangeCheck } from '../platform/outbound/addresses.ts'
export { ForbiddenUrlError, isReset } from '../platform/outbound/fetch-errors.ts'
export { limitResponse } from '../platform/outbound/guarded-fetch.ts'
export { createMailHostRule, ForbiddenHostError, type ResolveMailHost } from '../platform/outbound/mail-hosts.ts'
export { toStorableText } from '../platform/outbound/response-text.ts'
export type { SafeFetch } from '../platform/outbound/safe-fetch.ts'
export { newWebhookSecret, signWebhook } from '../platform/outbound/sign-webhook.ts'

// --- platform/outbox
export { type Attribution, causedBy, type EventActor, type EventCause } from '../platform/outbox/attribution.ts'
export {
  type Audited,
  type Effects,
  type Outcome,
  toSavedOutcome,
  type Saved,
  toUnchangedOutcome,
  toOutcome,
} from '../platform/outbox/effects.ts'
export { type EventPayload, eventPayload, type EventRow } from '../platform/outbox/event-payload.ts'
export { Event } from '../platform/outbox/event-shape.ts'
export {
  type AnyEvent,
  declaredEvent,
  declaredEvents,
  defineEvent,
  type EventDeclaration,
  readableTypes,
  resolveEventType,
} from '../platform/outbox/events.ts'
export { follow } from '../platform/outbox/followers.ts'
export { CollectedEffects, type PriorAnswer, writeEffects, writeLedger } from '../platform/outbox/ledger.ts'
export { auditedProcedure, beginLedgerStep, emitStep, keepAnswerStep, returnPriorStep } from '../platform/outbox/ledger-steps.ts'
export { actorIdentity, actorOf, identityOf, systemIdentity, type WriteIdentity, writeIdentity } from '../platform/outbox/write-identity.ts'
export {
  type ApartContext,
  reader,
  type ReadContext as ReaderContext,
  type Reader,
  readerNames,
  startReading,
} from '../platform/outbox/readers.ts'
export { readThroughSql } from '../platform/outbox/reader-queries.ts'
export { addedLater } from '../platform/outbox/stored-records.ts'

// --- platform/postgres
export { listPendingMigrations } from '../platform/postgres/migrate.ts'
export { type AnyProcedure, callProcedure, procedure } from '../platform/postgres/procedure.ts'

// --- platform
export { didYouMean } from '../platform/closest.ts'
export { databaseNow, databaseNowIso } from '../platform/database-now.ts'
export {
  ConflictError,
  type Database,
  LockTimeoutError,
  OutdatedRead,
  type Queryable,
  statement,
  type Statement,
} from '../platform/db.ts'
export { absent, defineError } from '../platform/define-error.ts'
export { createDnsResolver, type DnsResolver } from '../platform/dns.ts'
export { readEmail, readAnswerableEmail, findEmailProblem } from '../platform/email.ts'
export {
  ApiError,
  catalogDuplicate,
  catalogInUse,
  catalogLimitReached,
  type ErrorDetail,
  invalidCredentials,
  invalidCursor,
  invalidId,
  isBusy,
  malformedHttp,
  preconditionFailed,
  scopeEscalation,
  systemUnavailable,
  tenantSuspended,
  unknownReference,
  validationFailed,
} from '../platform/errors.ts'
export { encodeSuffix, type IdPrefix, idPrefixes, newId, parseTypeId, timeOfId, toTypeId, type Uuid } from '../platform/ids.ts'
export { createSerialRunner } from '../platform/in-turn.ts'
export type { Log } from '../platform/log.ts'
export { metricCounter, metricGauges } from '../platform/measures.ts'
export {
  allScopes,
  covers,
  type Principal,
  type Role,
  roles,
  type Scope,
  type KeyScope,
  scopesOfRole,
  limitScopes,
  splitScope,
  type UserKind,
  userKinds,
} from '../platform/principal.ts'
export { defaultMailGuards, type MailGuards } from '../platform/mail-guards.ts'
export { cacheBriefly } from '../platform/remember.ts'
export {
  anyCaseChoice,
  choice,
  closed,
  component,
  componentName,
  emailInput,
  emailOutput,
  exampleId,
  formFile,
  idInput,
  idOrWord,
  idOutput,
  nullable,
  type Shape,
  type Static,
  severalOf,
  time,
  trimmedText,
  Type,
  withRules,
} from '../platform/schema.ts'
export { sameBytes, type Secrets } from '../platform/secrets.ts'
export type { RunningService, Service, ServiceContext } from '../platform/services.ts'
export { isoTime, isoTimeOrNull, readTimezone } from '../platform/time.ts'
export { createBackgroundPauser, createPauser, type Pauser } from '../platform/turns.ts'
export { createWorkerThread, ThreadFailure, type ThreadOptions } from '../platform/worker-thread.ts'
