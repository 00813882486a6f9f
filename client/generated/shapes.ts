/** Every shape by its name. Made of openapi.json by `npm run generate`: changes are overwritten. */
import type { components } from './openapi.ts'

export type AcceptInvitationRequest = components['schemas']['AcceptInvitationRequest']
/** The kind of credential that was used. */
export type ActorType = components['schemas']['ActorType']
/** A source of a result. */
export type AiCitation = components['schemas']['AiCitation']
/** Where a thread belongs, judged by threads that look alike. */
export type AiClassification = components['schemas']['AiClassification']
/** A piece of a text that a language model is writing. */
export type AiDelta = components['schemas']['AiDelta']
/** What a person thinks of a run. */
export type AiFeedback = components['schemas']['AiFeedback']
export type AiFeedbackCreate = components['schemas']['AiFeedbackCreate']
/** A label that fits. */
export type AiLabel = components['schemas']['AiLabel']
/** What was asked for. */
export type AiOperation = components['schemas']['AiOperation']
/** The result. Which of the fields have a value depends on the operation. */
export type AiOutput = components['schemas']['AiOutput']
/** Who made the result. */
export type AiProvider = components['schemas']['AiProvider']
/** Whether it helped. */
export type AiRating = components['schemas']['AiRating']
/** The result of an AI operation. Nothing is sent or changed by it: that is done by the ordinary operations. */
export type AiRun = components['schemas']['AiRun']
/** The envelope of a page of AiRun. */
export type AiRunList = components['schemas']['AiRunList']
/** The envelope of one AiRun. */
export type AiRunResponse = components['schemas']['AiRunResponse']
/** Whether there is a result. */
export type AiRunStatus = components['schemas']['AiRunStatus']
/** How it should become. */
export type AiStyle = components['schemas']['AiStyle']
/** A proposed text. Nothing is sent until you send it. */
export type AiSuggestion = components['schemas']['AiSuggestion']
export type AiThreadRequest = components['schemas']['AiThreadRequest']
/** Usage by day and operation, the latest day first. */
export type AiUsage = components['schemas']['AiUsage']
/** The envelope of one AiUsage. */
export type AiUsageResponse = components['schemas']['AiUsageResponse']
export type AnswerRequest = components['schemas']['AnswerRequest']
/** Why a request failed. */
export type ApiError = components['schemas']['ApiError']
/** A credential for a machine. The key itself is shown once, when it is created. */
export type ApiKey = components['schemas']['ApiKey']
export type ApiKeyCreate = components['schemas']['ApiKeyCreate']
/** The envelope of a page of ApiKey. */
export type ApiKeyList = components['schemas']['ApiKeyList']
/** The envelope of one ApiKey. */
export type ApiKeyResponse = components['schemas']['ApiKeyResponse']
export type ApiKeyRotate = components['schemas']['ApiKeyRotate']
/** A new API key, with the key itself. */
export type ApiKeyWithSecret = components['schemas']['ApiKeyWithSecret']
/** The envelope of one ApiKeyWithSecret. */
export type ApiKeyWithSecretResponse = components['schemas']['ApiKeyWithSecretResponse']
/** How a member of the team is chosen. */
export type AssignmentStrategy = components['schemas']['AssignmentStrategy']
/** A file of a message. */
export type Attachment = components['schemas']['Attachment']
/** A file to attach. */
export type AttachmentInput = components['schemas']['AttachmentInput']
/** Whether the attendee came. */
export type AttendanceStatus = components['schemas']['AttendanceStatus']
/** One change, and who made it. Entries are never changed, and removed only when they are older than `retention.auditRows` of the tenant’s settings. */
export type AuditLog = components['schemas']['AuditLog']
/** The envelope of a page of AuditLog. */
export type AuditLogList = components['schemas']['AuditLogList']
/** Who wrote a message. */
export type AuthorType = components['schemas']['AuthorType']
/** Who wrote a message. */
export type AuthorTypeInput = components['schemas']['AuthorTypeInput']
/** What to change; the same for each thread. */
export type BatchChanges = components['schemas']['BatchChanges']
/** Why a thread was not changed. */
export type BatchError = components['schemas']['BatchError']
/** The result of a batch. */
export type BatchResult = components['schemas']['BatchResult']
/** The envelope of one BatchResult. */
export type BatchResultResponse = components['schemas']['BatchResultResponse']
/** The format of a message body. */
export type BodyFormat = components['schemas']['BodyFormat']
/** When people work. SLA clocks run within these hours. */
export type BusinessHours = components['schemas']['BusinessHours']
export type BusinessHoursCreate = components['schemas']['BusinessHoursCreate']
/** A set of business hours was created. */
export type BusinessHoursCreatedEvent = components['schemas']['BusinessHoursCreatedEvent']
/** A set of business hours was deleted. */
export type BusinessHoursDeletedEvent = components['schemas']['BusinessHoursDeletedEvent']
/** The envelope of a page of BusinessHours. */
export type BusinessHoursList = components['schemas']['BusinessHoursList']
/** The envelope of one BusinessHours. */
export type BusinessHoursResponse = components['schemas']['BusinessHoursResponse']
export type BusinessHoursUpdate = components['schemas']['BusinessHoursUpdate']
/** A set of business hours was changed. */
export type BusinessHoursUpdatedEvent = components['schemas']['BusinessHoursUpdatedEvent']
/** Your private calendar: the meetings that you hold, for calendar programs to subscribe to. */
export type CalendarFeed = components['schemas']['CalendarFeed']
/** The envelope of one CalendarFeed. */
export type CalendarFeedResponse = components['schemas']['CalendarFeedResponse']
/** Your private calendar with its new URL. */
export type CalendarFeedWithUrl = components['schemas']['CalendarFeedWithUrl']
/** The envelope of one CalendarFeedWithUrl. */
export type CalendarFeedWithUrlResponse = components['schemas']['CalendarFeedWithUrlResponse']
/** A reply with variables and actions that agents apply to threads. */
export type CannedResponse = components['schemas']['CannedResponse']
/** One change to the thread. `type` determines which other fields are required and allowed. */
export type CannedResponseAction = components['schemas']['CannedResponseAction']
/** What an action does to the thread. */
export type CannedResponseActionType = components['schemas']['CannedResponseActionType']
export type CannedResponseApply = components['schemas']['CannedResponseApply']
export type CannedResponseCreate = components['schemas']['CannedResponseCreate']
/** A canned response was created. */
export type CannedResponseCreatedEvent = components['schemas']['CannedResponseCreatedEvent']
/** A canned response was deleted. */
export type CannedResponseDeletedEvent = components['schemas']['CannedResponseDeletedEvent']
/** The envelope of a page of CannedResponse. */
export type CannedResponseList = components['schemas']['CannedResponseList']
/** The result that a canned response would have in a thread. */
export type CannedResponsePreview = components['schemas']['CannedResponsePreview']
export type CannedResponsePreviewRequest = components['schemas']['CannedResponsePreviewRequest']
/** The envelope of one CannedResponsePreview. */
export type CannedResponsePreviewResponse = components['schemas']['CannedResponsePreviewResponse']
/** The envelope of one CannedResponse. */
export type CannedResponseResponse = components['schemas']['CannedResponseResponse']
export type CannedResponseUpdate = components['schemas']['CannedResponseUpdate']
/** A canned response was changed. */
export type CannedResponseUpdatedEvent = components['schemas']['CannedResponseUpdatedEvent']
/** Who can see and use it. */
export type CannedResponseVisibility = components['schemas']['CannedResponseVisibility']
export type ChangePasswordRequest = components['schemas']['ChangePasswordRequest']
/** Where the thread started. */
export type ChannelInput = components['schemas']['ChannelInput']
export type ConfirmEmailRequest = components['schemas']['ConfirmEmailRequest']
/** A thread as the creation returns it. */
export type CreatedThread = components['schemas']['CreatedThread']
/** The envelope of one CreatedThread. */
export type CreatedThreadResponse = components['schemas']['CreatedThreadResponse']
/** A field that you define for threads or customers. Its values are in their `customFields`, under its `key`. */
export type CustomField = components['schemas']['CustomField']
export type CustomFieldCreate = components['schemas']['CustomFieldCreate']
/** A custom field was created. */
export type CustomFieldCreatedEvent = components['schemas']['CustomFieldCreatedEvent']
/** Values of custom fields by key; objects with all of them are found. A multiple selection is found by each of its options. In a query string: `customFields[plan]=pro`. */
export type CustomFieldFilter = components['schemas']['CustomFieldFilter']
/** The envelope of a page of CustomField. */
export type CustomFieldList = components['schemas']['CustomFieldList']
export type CustomFieldOption = components['schemas']['CustomFieldOption']
export type CustomFieldOptionInput = components['schemas']['CustomFieldOptionInput']
/** When the field must have a value. */
export type CustomFieldRequired = components['schemas']['CustomFieldRequired']
/** The envelope of one CustomField. */
export type CustomFieldResponse = components['schemas']['CustomFieldResponse']
/** What has the field. */
export type CustomFieldTarget = components['schemas']['CustomFieldTarget']
/** The type of the field’s values. It never changes. */
export type CustomFieldType = components['schemas']['CustomFieldType']
export type CustomFieldUpdate = components['schemas']['CustomFieldUpdate']
/** A custom field was changed. */
export type CustomFieldUpdatedEvent = components['schemas']['CustomFieldUpdatedEvent']
/** Values of custom fields by key. Keys are `a-z`, `0-9` and `_`. */
export type CustomFieldValues = components['schemas']['CustomFieldValues']
/** A person who writes to you. */
export type Customer = components['schemas']['Customer']
/** A customer was seen for the first time. */
export type CustomerCreatedEvent = components['schemas']['CustomerCreatedEvent']
/** Everything about a customer was erased at somebody’s request: in messages, threads and everywhere else. One event per customer, also for those that had been merged into it. Earlier events no longer show what was erased; consumers that keep a copy erase theirs. `thread.erased` tells which threads were concerned. */
export type CustomerErasedEvent = components['schemas']['CustomerErasedEvent']
/** That a customer was erased. */
export type CustomerErasure = components['schemas']['CustomerErasure']
export type CustomerErasureRequest = components['schemas']['CustomerErasureRequest']
export type CustomerExportRequest = components['schemas']['CustomerExportRequest']
/** The envelope of a page of Customer. */
export type CustomerList = components['schemas']['CustomerList']
export type CustomerMerge = components['schemas']['CustomerMerge']
/** A customer was merged into another, `mergedInto`, who now has its threads and those of all customers that were merged into it. One event per source, and none for the threads: consumers that keep a copy reassign them. Changes of the target are a `customer.updated`. */
export type CustomerMergedEvent = components['schemas']['CustomerMergedEvent']
/** The envelope of one Customer. */
export type CustomerResponse = components['schemas']['CustomerResponse']
export type CustomerUpdate = components['schemas']['CustomerUpdate']
/** A customer’s name, address or fields changed. */
export type CustomerUpdatedEvent = components['schemas']['CustomerUpdatedEvent']
export type CustomerUpsert = components['schemas']['CustomerUpsert']
/** The state of a delivery. */
export type DeliveryState = components['schemas']['DeliveryState']
/** Unsent text for a thread. Each person has two drafts per thread, which nobody else sees. */
export type Draft = components['schemas']['Draft']
/** What a draft becomes. */
export type DraftKind = components['schemas']['DraftKind']
/** Which of the two drafts. */
export type DraftKindInput = components['schemas']['DraftKindInput']
/** The envelope of one Draft. */
export type DraftResponse = components['schemas']['DraftResponse']
export type DraftSave = components['schemas']['DraftSave']
export type EnrollTotpRequest = components['schemas']['EnrollTotpRequest']
/** What an erasure leaves. */
export type ErasureMode = components['schemas']['ErasureMode']
/** One thing that is wrong with one place of the request. */
export type ErrorDetail = components['schemas']['ErrorDetail']
/** The envelope of every failure. */
export type ErrorResponse = components['schemas']['ErrorResponse']
/** Something that happened, as webhooks, the feed and the stream show it. `type` tells what `data.object` is. Types are added within a version: ignore those you do not know. */
export type Event = components['schemas']['Event']
/** The event; the same over all attempts to deliver it. */
export type EventId = components['schemas']['EventId']
/** The envelope of a page of Event. */
export type EventList = components['schemas']['EventList']
/** The tenant’s running number of events, in the order in which they happened, without gaps. */
export type EventSequence = components['schemas']['EventSequence']
/** True, and present only then, when texts were cut to keep the event within 20 KB; the API has the whole. */
export type EventTruncated = components['schemas']['EventTruncated']
/** An event type. */
export type EventType = components['schemas']['EventType']
/** The envelope of a page of EventType. */
export type EventTypeList = components['schemas']['EventTypeList']
export type ForgotRequest = components['schemas']['ForgotRequest']
/** The state of the part. */
export type HealthStatus = components['schemas']['HealthStatus']
/** A day on which nobody works. */
export type Holiday = components['schemas']['Holiday']
export type HolidayImport = components['schemas']['HolidayImport']
/** Where threads arrive. */
export type Inbox = components['schemas']['Inbox']
export type InboxCreate = components['schemas']['InboxCreate']
/** An inbox was created. */
export type InboxCreatedEvent = components['schemas']['InboxCreatedEvent']
/** An inbox was deleted. */
export type InboxDeletedEvent = components['schemas']['InboxDeletedEvent']
/** The envelope of a page of Inbox. */
export type InboxList = components['schemas']['InboxList']
/** The envelope of one Inbox. */
export type InboxResponse = components['schemas']['InboxResponse']
/** Where the inbox’s messages come from. It never changes. */
export type InboxType = components['schemas']['InboxType']
export type InboxUpdate = components['schemas']['InboxUpdate']
/** An inbox was changed. */
export type InboxUpdatedEvent = components['schemas']['InboxUpdatedEvent']
/** Work on many objects, done in the background. */
export type Job = components['schemas']['Job']
/** The envelope of one Job. */
export type JobResponse = components['schemas']['JobResponse']
/** The progress of a job. */
export type JobState = components['schemas']['JobState']
/** What a job does. */
export type JobType = components['schemas']['JobType']
/** An article of the knowledge base: a draft, and beside it the version that readers see. */
export type KbArticle = components['schemas']['KbArticle']
/** What made it. */
export type KbArticleChange = components['schemas']['KbArticleChange']
export type KbArticleCreate = components['schemas']['KbArticleCreate']
/** An article of the knowledge base was created. */
export type KbArticleCreatedEvent = components['schemas']['KbArticleCreatedEvent']
/** An article of the knowledge base was deleted. */
export type KbArticleDeletedEvent = components['schemas']['KbArticleDeletedEvent']
/** What differs between two versions of an article. */
export type KbArticleDifference = components['schemas']['KbArticleDifference']
/** The envelope of one KbArticleDifference. */
export type KbArticleDifferenceResponse = components['schemas']['KbArticleDifferenceResponse']
/** The envelope of a page of KbArticle. */
export type KbArticleList = components['schemas']['KbArticleList']
/** The draft of an article as readers would see it. */
export type KbArticlePreview = components['schemas']['KbArticlePreview']
/** The envelope of one KbArticlePreview. */
export type KbArticlePreviewResponse = components['schemas']['KbArticlePreviewResponse']
/** When the draft is published. */
export type KbArticlePublish = components['schemas']['KbArticlePublish']
/** A version of an article was published: readers of the help centre see it, unless it is internal. */
export type KbArticlePublishedEvent = components['schemas']['KbArticlePublishedEvent']
/** The envelope of one KbArticle. */
export type KbArticleResponse = components['schemas']['KbArticleResponse']
/** Which version. */
export type KbArticleRestore = components['schemas']['KbArticleRestore']
/** Whether readers see it. */
export type KbArticleStatus = components['schemas']['KbArticleStatus']
export type KbArticleUpdate = components['schemas']['KbArticleUpdate']
/** An article of the knowledge base was changed: its draft, its place, or what is published of it. */
export type KbArticleUpdatedEvent = components['schemas']['KbArticleUpdatedEvent']
/** An article as it was from a change on. */
export type KbArticleVersion = components['schemas']['KbArticleVersion']
/** The envelope of a page of KbArticleVersion. */
export type KbArticleVersionList = components['schemas']['KbArticleVersionList']
/** How a body is written. */
export type KbBodyFormat = components['schemas']['KbBodyFormat']
/** A shelf of the knowledge base: articles, and collections within it. */
export type KbCollection = components['schemas']['KbCollection']
export type KbCollectionCreate = components['schemas']['KbCollectionCreate']
/** A collection of the knowledge base was created. */
export type KbCollectionCreatedEvent = components['schemas']['KbCollectionCreatedEvent']
/** A collection of the knowledge base was deleted. */
export type KbCollectionDeletedEvent = components['schemas']['KbCollectionDeletedEvent']
/** The envelope of a page of KbCollection. */
export type KbCollectionList = components['schemas']['KbCollectionList']
/** The envelope of one KbCollection. */
export type KbCollectionResponse = components['schemas']['KbCollectionResponse']
export type KbCollectionUpdate = components['schemas']['KbCollectionUpdate']
/** A collection of the knowledge base was changed. */
export type KbCollectionUpdatedEvent = components['schemas']['KbCollectionUpdatedEvent']
/** Where lines stand. */
export type KbDifferenceKind = components['schemas']['KbDifferenceKind']
/** Neighbouring lines of the body that stand in both versions, or in one of them. */
export type KbDifferencePart = components['schemas']['KbDifferencePart']
/** What visitors of the help centre searched and did not find. */
export type KbMissedSearch = components['schemas']['KbMissedSearch']
/** The envelope of a page of KbMissedSearch. */
export type KbMissedSearchList = components['schemas']['KbMissedSearchList']
/** Where the words were found. */
export type KbSearchField = components['schemas']['KbSearchField']
/** A published article that was found. */
export type KbSearchHit = components['schemas']['KbSearchHit']
/** The envelope of a page of KbSearchHit. */
export type KbSearchHitList = components['schemas']['KbSearchHitList']
/** A text that matches. */
export type KbSearchMatch = components['schemas']['KbSearchMatch']
/** Words that match. Positions count UTF-16 code units, as strings of JavaScript and Java do. */
export type KbSearchRange = components['schemas']['KbSearchRange']
/** Who may read it. */
export type KbVisibility = components['schemas']['KbVisibility']
/** Which keys do what. */
export type KeyPreferences = components['schemas']['KeyPreferences']
/** What is not sent stays. `chosen` replaces all keys that were chosen before. */
export type KeyPreferencesUpdate = components['schemas']['KeyPreferencesUpdate']
/** `<resource>:<read|write|admin>`, or a bare level for all resources. admin includes write includes read. */
export type KeyScope = components['schemas']['KeyScope']
/** A keyword of threads. Tags of new threads become labels. */
export type Label = components['schemas']['Label']
export type LabelCreate = components['schemas']['LabelCreate']
/** A label was created. */
export type LabelCreatedEvent = components['schemas']['LabelCreatedEvent']
/** The envelope of a page of Label. */
export type LabelList = components['schemas']['LabelList']
/** The envelope of one Label. */
export type LabelResponse = components['schemas']['LabelResponse']
export type LabelUpdate = components['schemas']['LabelUpdate']
/** A label was changed. */
export type LabelUpdatedEvent = components['schemas']['LabelUpdatedEvent']
/** The same for every address. */
export type LinkRequested = components['schemas']['LinkRequested']
/** The envelope of one LinkRequested. */
export type LinkRequestedResponse = components['schemas']['LinkRequestedResponse']
export type LoginRequest = components['schemas']['LoginRequest']
/** Who is calling. */
export type Me = components['schemas']['Me']
/** The envelope of one Me. */
export type MeResponse = components['schemas']['MeResponse']
/** A meeting of an agent with a customer. */
export type Meeting = components['schemas']['Meeting']
export type MeetingAttendance = components['schemas']['MeetingAttendance']
/** Somebody who is invited. */
export type MeetingAttendee = components['schemas']['MeetingAttendee']
/** Somebody to invite. */
export type MeetingAttendeeInput = components['schemas']['MeetingAttendeeInput']
/** A meeting was cancelled. */
export type MeetingCancelledEvent = components['schemas']['MeetingCancelledEvent']
/** The envelope of a page of Meeting. */
export type MeetingList = components['schemas']['MeetingList']
/** Where it takes place. */
export type MeetingLocation = components['schemas']['MeetingLocation']
/** How people meet. */
export type MeetingLocationType = components['schemas']['MeetingLocationType']
/** A recording of a meeting. */
export type MeetingRecording = components['schemas']['MeetingRecording']
/** Exactly one of its fields. */
export type MeetingRecordingInput = components['schemas']['MeetingRecordingInput']
/** The envelope of one Meeting. */
export type MeetingResponse = components['schemas']['MeetingResponse']
/** What the attendee answered to the invitation. */
export type MeetingRsvp = components['schemas']['MeetingRsvp']
export type MeetingSchedule = components['schemas']['MeetingSchedule']
/** A meeting was scheduled in a thread. */
export type MeetingScheduledEvent = components['schemas']['MeetingScheduledEvent']
/** The sort order; `-` reverses it. */
export type MeetingSort = components['schemas']['MeetingSort']
/** What became of it. */
export type MeetingStatus = components['schemas']['MeetingStatus']
/** How it went. `DELETE` cancels it. */
export type MeetingStatusInput = components['schemas']['MeetingStatusInput']
export type MeetingUpdate = components['schemas']['MeetingUpdate']
/** A meeting was moved or changed otherwise, somebody recorded who came, or its recording was added or removed. */
export type MeetingUpdatedEvent = components['schemas']['MeetingUpdatedEvent']
/** One message of a thread. */
export type Message = components['schemas']['Message']
/** Who wrote a message. */
export type MessageAuthor = components['schemas']['MessageAuthor']
export type MessageCreate = components['schemas']['MessageCreate']
/** A message was added to a thread, including its first message and internal notes. */
export type MessageCreatedEvent = components['schemas']['MessageCreatedEvent']
/** A scheduled reply was cancelled and will not be sent. */
export type MessageDeletedEvent = components['schemas']['MessageDeletedEvent']
/** Delivery of a message on its thread’s channel. */
export type MessageDelivery = components['schemas']['MessageDelivery']
/** A scheduled reply could not be sent: `delivery.lastError` says why. */
export type MessageDeliveryChangedEvent = components['schemas']['MessageDeliveryChangedEvent']
/** The delivery state of a message. */
export type MessageDeliveryState = components['schemas']['MessageDeliveryState']
/** The envelope of a page of Message. */
export type MessageList = components['schemas']['MessageList']
/** The envelope of one Message. */
export type MessageResponse = components['schemas']['MessageResponse']
/** A reply was scheduled to be sent later. When it is sent, `message.created` follows with the same id. */
export type MessageScheduledEvent = components['schemas']['MessageScheduledEvent']
/** An OpenAPI 3.1 document. */
export type OpenapiDescription = components['schemas']['OpenapiDescription']
/** Where a page stands in its list. */
export type PageMeta = components['schemas']['PageMeta']
/** What a person chooses for themselves. */
export type Preferences = components['schemas']['Preferences']
/** The envelope of one Preferences. */
export type PreferencesResponse = components['schemas']['PreferencesResponse']
export type PreferencesUpdate = components['schemas']['PreferencesUpdate']
/** Who is present in a thread. */
export type Presence = components['schemas']['Presence']
export type PresenceReport = components['schemas']['PresenceReport']
/** The envelope of one Presence. */
export type PresenceResponse = components['schemas']['PresenceResponse']
/** What a person is doing in a thread. */
export type PresenceState = components['schemas']['PresenceState']
/** What the caller is doing; default `VIEWING`. */
export type PresenceStateInput = components['schemas']['PresenceStateInput']
/** A person who is present in a thread. */
export type PresenceUser = components['schemas']['PresenceUser']
/** A person who is present in a thread. */
export type PresentPerson = components['schemas']['PresentPerson']
/** An upload that waits for its file, and where to send that. */
export type PresignedUpload = components['schemas']['PresignedUpload']
/** The envelope of one PresignedUpload. */
export type PresignedUploadResponse = components['schemas']['PresignedUploadResponse']
/** The fields that changed, as they were before. */
export type PreviousFields = components['schemas']['PreviousFields']
/** How urgent the thread is. */
export type PriorityInput = components['schemas']['PriorityInput']
/** A request to export or erase what is held of a customer. */
export type PrivacyRequest = components['schemas']['PrivacyRequest']
/** An export or an erasure ended: `state` is `DONE` or `FAILED`. Dry runs and the retention of closed threads emit it, too. */
export type PrivacyRequestCompletedEvent = components['schemas']['PrivacyRequestCompletedEvent']
/** The envelope of a page of PrivacyRequest. */
export type PrivacyRequestList = components['schemas']['PrivacyRequestList']
/** The envelope of one PrivacyRequest. */
export type PrivacyRequestResponse = components['schemas']['PrivacyRequestResponse']
/** The progress of a privacy request. */
export type PrivacyRequestState = components['schemas']['PrivacyRequestState']
/** What was asked for. */
export type PrivacyRequestType = components['schemas']['PrivacyRequestType']
/** How far somebody has read a thread. */
export type ReadMark = components['schemas']['ReadMark']
/** The envelope of one ReadMark. */
export type ReadMarkResponse = components['schemas']['ReadMarkResponse']
export type ReadMarkUpdate = components['schemas']['ReadMarkUpdate']
/** Codes for whoever has lost the authenticator. */
export type RecoveryCodes = components['schemas']['RecoveryCodes']
/** The envelope of one RecoveryCodes. */
export type RecoveryCodesResponse = components['schemas']['RecoveryCodesResponse']
export type RefreshRequest = components['schemas']['RefreshRequest']
/** Changes of the thread that are made together with the reply: all of it happens, or nothing. */
export type ReplyChanges = components['schemas']['ReplyChanges']
export type ReplyCreate = components['schemas']['ReplyCreate']
/** The person who asks. The customer with this e-mail address is created or updated; `name` changes only when sent. */
export type Requester = components['schemas']['Requester']
export type ResetRequest = components['schemas']['ResetRequest']
export type RewriteRequest = components['schemas']['RewriteRequest']
/** Where the words were found. */
export type SearchField = components['schemas']['SearchField']
/** Why a thread was found. */
export type SearchHighlight = components['schemas']['SearchHighlight']
/** A text that matches. */
export type SearchMatch = components['schemas']['SearchMatch']
/** Words of a text that match. Positions count UTF-16 code units, as strings of JavaScript and Java do. */
export type SearchRange = components['schemas']['SearchRange']
/** A change of how a person signs in. It never holds a secret. */
export type SecurityChange = components['schemas']['SecurityChange']
/** What happened. */
export type SecurityChangeKind = components['schemas']['SecurityChangeKind']
/** A place where you are signed in. */
export type Session = components['schemas']['Session']
/** A person signed in. */
export type SessionCreatedEvent = components['schemas']['SessionCreatedEvent']
/** Why a session was ended. */
export type SessionEndReason = components['schemas']['SessionEndReason']
/** A session was ended: the person signed out, chose another password, was suspended or given another address, or one of its refresh tokens was used a second time (`endedReason` `TOKEN_REUSED`), which somebody who stole it would do. Sessions whose time is over end without an event. */
export type SessionEndedEvent = components['schemas']['SessionEndedEvent']
/** The envelope of a page of Session. */
export type SessionList = components['schemas']['SessionList']
/** The envelope of one Session. */
export type SessionResponse = components['schemas']['SessionResponse']
/** The tokens of a session. They are shown this once. */
export type SignIn = components['schemas']['SignIn']
/** The envelope of one SignIn. */
export type SignInResponse = components['schemas']['SignInResponse']
/** A target was not reached in time. Once for each clock, within two seconds, also after the service was down. */
export type SlaBreachedEvent = components['schemas']['SlaBreachedEvent']
/** The threads that it is for: all conditions that are given must hold, of each list one entry is enough. Without any, all threads. At most 32 KiB as JSON. */
export type SlaConditions = components['schemas']['SlaConditions']
/** The threads that it is for: all conditions that are given must hold, of each list one entry is enough. Without any, all threads. At most 32 KiB as JSON. */
export type SlaConditionsInput = components['schemas']['SlaConditionsInput']
/** A target was reached in time. Once for each clock, and again when a reopened thread is resolved again. */
export type SlaMetEvent = components['schemas']['SlaMetEvent']
/** What is measured. */
export type SlaMetric = components['schemas']['SlaMetric']
/** Minutes of working time for each priority. */
export type SlaMinutes = components['schemas']['SlaMinutes']
/** Within what time threads are answered and resolved. */
export type SlaPolicy = components['schemas']['SlaPolicy']
export type SlaPolicyCreate = components['schemas']['SlaPolicyCreate']
/** An SLA policy was created. */
export type SlaPolicyCreatedEvent = components['schemas']['SlaPolicyCreatedEvent']
/** An SLA policy was deleted. */
export type SlaPolicyDeletedEvent = components['schemas']['SlaPolicyDeletedEvent']
/** The envelope of a page of SlaPolicy. */
export type SlaPolicyList = components['schemas']['SlaPolicyList']
/** The envelope of one SlaPolicy. */
export type SlaPolicyResponse = components['schemas']['SlaPolicyResponse']
export type SlaPolicyUpdate = components['schemas']['SlaPolicyUpdate']
/** An SLA policy was changed. */
export type SlaPolicyUpdatedEvent = components['schemas']['SlaPolicyUpdatedEvent']
/** How a thread stands by the targets of its SLA policy. */
export type SlaStanding = components['schemas']['SlaStanding']
/** The state of the target. */
export type SlaState = components['schemas']['SlaState']
/** What is promised. What is left out, or null, is not promised. */
export type SlaTargets = components['schemas']['SlaTargets']
/** So much of the time for a target is left as its policy says (`warningPercent`). Once for each clock, and again only when another priority or policy has given it more time since. */
export type SlaWarningEvent = components['schemas']['SlaWarningEvent']
/** The thread’s status. */
export type StatusInput = components['schemas']['StatusInput']
export type SuggestReplyRequest = components['schemas']['SuggestReplyRequest']
/** A part of the service. */
export type SystemComponent = components['schemas']['SystemComponent']
/** The state of one part of the service. */
export type SystemHealth = components['schemas']['SystemHealth']
/** The envelope of a page of SystemHealth. */
export type SystemHealthList = components['schemas']['SystemHealthList']
/** People who work on threads together. */
export type Team = components['schemas']['Team']
/** Which member gets a thread that was assigned to the team only. */
export type TeamAssignment = components['schemas']['TeamAssignment']
export type TeamCreate = components['schemas']['TeamCreate']
/** A team was created. */
export type TeamCreatedEvent = components['schemas']['TeamCreatedEvent']
/** A team was deleted. */
export type TeamDeletedEvent = components['schemas']['TeamDeletedEvent']
/** The envelope of a page of Team. */
export type TeamList = components['schemas']['TeamList']
/** The envelope of one Team. */
export type TeamResponse = components['schemas']['TeamResponse']
export type TeamUpdate = components['schemas']['TeamUpdate']
/** A team was changed. */
export type TeamUpdatedEvent = components['schemas']['TeamUpdatedEvent']
/** What a tenant decides for itself. A change takes effect everywhere within two seconds. */
export type TenantSettings = components['schemas']['TenantSettings']
/** The envelope of one TenantSettings. */
export type TenantSettingsResponse = components['schemas']['TenantSettingsResponse']
export type TenantSettingsUpdate = components['schemas']['TenantSettingsUpdate']
/** A setting of the tenant changed. */
export type TenantUpdatedEvent = components['schemas']['TenantUpdatedEvent']
/** How clients look. */
export type Theme = components['schemas']['Theme']
/** One conversation with a customer, on any channel. */
export type Thread = components['schemas']['Thread']
/** A thread’s assignee or team changed. */
export type ThreadAssignedEvent = components['schemas']['ThreadAssignedEvent']
/** The agent who works on a thread. */
export type ThreadAssignee = components['schemas']['ThreadAssignee']
export type ThreadAssignment = components['schemas']['ThreadAssignment']
/** A change to many threads. */
export type ThreadBatch = components['schemas']['ThreadBatch']
/** All threads that currently match a filter, changed by a job. */
export type ThreadBatchByFilter = components['schemas']['ThreadBatchByFilter']
/** Threads by their ids, changed immediately. */
export type ThreadBatchByIds = components['schemas']['ThreadBatchByIds']
/** Which threads: the filters of `GET /threads`. */
export type ThreadBatchFilter = components['schemas']['ThreadBatchFilter']
/** Where the thread started. */
export type ThreadChannel = components['schemas']['ThreadChannel']
/** A target of a thread’s SLA policy. */
export type ThreadClock = components['schemas']['ThreadClock']
/** With a requester (recommended): the form that most helpdesks share. */
export type ThreadCreate = components['schemas']['ThreadCreate']
/** A new thread, in one of its forms. */
export type ThreadCreateBody = components['schemas']['ThreadCreateBody']
/** With ids: for callers that know an inbox id and a customer id. */
export type ThreadCreateStrict = components['schemas']['ThreadCreateStrict']
/** With a requester, and the title under its alias: the same form with `subject` instead of `title`. */
export type ThreadCreateWithSubject = components['schemas']['ThreadCreateWithSubject']
/** A thread was created. */
export type ThreadCreatedEvent = components['schemas']['ThreadCreatedEvent']
/** The customer who asked. */
export type ThreadCustomer = components['schemas']['ThreadCustomer']
/** The caller’s drafts for a thread. */
export type ThreadDrafts = components['schemas']['ThreadDrafts']
/** What a thread said was erased, because its customer was or because it had been closed for longer than `retention.closedThreads`. With `deleted` the thread no longer exists. Earlier events no longer show what was erased. */
export type ThreadErasedEvent = components['schemas']['ThreadErasedEvent']
/** That a thread was erased. */
export type ThreadErasure = components['schemas']['ThreadErasure']
/** A label of a thread. */
export type ThreadLabel = components['schemas']['ThreadLabel']
export type ThreadLabelsChange = components['schemas']['ThreadLabelsChange']
/** Labels were added to a thread or removed from it. */
export type ThreadLabelsChangedEvent = components['schemas']['ThreadLabelsChangedEvent']
/** The envelope of a page of Thread. */
export type ThreadList = components['schemas']['ThreadList']
export type ThreadMerge = components['schemas']['ThreadMerge']
/** A thread was merged into another, `mergedInto`, which now has its messages and those of all threads that were merged into it. One event per source; changes of the target are a `thread.updated`. */
export type ThreadMergedEvent = components['schemas']['ThreadMergedEvent']
/** How urgent the thread is. */
export type ThreadPriority = components['schemas']['ThreadPriority']
/** A thread’s priority changed. */
export type ThreadPriorityChangedEvent = components['schemas']['ThreadPriorityChangedEvent']
/** The envelope of one Thread. */
export type ThreadResponse = components['schemas']['ThreadResponse']
/** The envelope of a page of Thread. */
export type ThreadSearchList = components['schemas']['ThreadSearchList']
/** One target of the SLA policy that applies to a thread. */
export type ThreadSla = components['schemas']['ThreadSla']
/** Exactly one of its fields. */
export type ThreadSnooze = components['schemas']['ThreadSnooze']
/** A thread was snoozed, or its snooze time was changed. If its status changed too, `thread.status_changed` comes first, as for every change of status. */
export type ThreadSnoozedEvent = components['schemas']['ThreadSnoozedEvent']
/** The sort order; `-` reverses it. */
export type ThreadSort = components['schemas']['ThreadSort']
export type ThreadSplit = components['schemas']['ThreadSplit']
/** The thread’s status. */
export type ThreadStatus = components['schemas']['ThreadStatus']
/** A thread’s status changed: by an agent, because the customer wrote, or because a time was reached. */
export type ThreadStatusChangedEvent = components['schemas']['ThreadStatusChangedEvent']
/** A merge was undone: the thread has its messages again. Changes of the target are a `thread.updated`. */
export type ThreadUnmergedEvent = components['schemas']['ThreadUnmergedEvent']
/** A thread is no longer snoozed: its time was reached, the customer wrote, or somebody unsnoozed it or changed its status. `thread.status_changed` comes first. */
export type ThreadUnsnoozedEvent = components['schemas']['ThreadUnsnoozedEvent']
export type ThreadUpdate = components['schemas']['ThreadUpdate']
/** A thread’s subject, inbox or custom fields changed, or messages were moved to or from it by a merge or a split. */
export type ThreadUpdatedEvent = components['schemas']['ThreadUpdatedEvent']
/** A thread with everything that a screen shows of it. */
export type ThreadView = components['schemas']['ThreadView']
/** The newest changes of the thread, as in `GET /audit-logs?targetId={id}`. */
export type ThreadViewHistory = components['schemas']['ThreadViewHistory']
/** Its meetings, as in `GET /scheduled-meetings?threadId={id}`. */
export type ThreadViewMeetings = components['schemas']['ThreadViewMeetings']
/** The newest messages, as in `GET /threads/{id}/messages`. */
export type ThreadViewMessages = components['schemas']['ThreadViewMessages']
/** Where the page stands in its list. */
export type ThreadViewPartMeta = components['schemas']['ThreadViewPartMeta']
/** The envelope of one ThreadView. */
export type ThreadViewResponse = components['schemas']['ThreadViewResponse']
/** Replies that wait to be sent, as in `GET /threads/{id}/scheduled-messages`. */
export type ThreadViewScheduled = components['schemas']['ThreadViewScheduled']
/** The newest threads of the customer, as in `GET /customers/{id}/threads`. */
export type ThreadViewThreads = components['schemas']['ThreadViewThreads']
export type TotpCodeRequest = components['schemas']['TotpCodeRequest']
/** What an authenticator needs to know. */
export type TotpEnrolment = components['schemas']['TotpEnrolment']
/** The envelope of one TotpEnrolment. */
export type TotpEnrolmentResponse = components['schemas']['TotpEnrolmentResponse']
export type TranslateRequest = components['schemas']['TranslateRequest']
/** A file of the tenant. Unless it is attached to a message, to a meeting as its recording or to an article as a picture, within a day, it is deleted. */
export type Upload = components['schemas']['Upload']
/** The file that will be sent. */
export type UploadAnnouncement = components['schemas']['UploadAnnouncement']
/** A file was uploaded, or a URL for uploading one was made. */
export type UploadCreatedEvent = components['schemas']['UploadCreatedEvent']
/** A file was deleted: with its message or article, because nothing was done with it for a day, or because it is older than the tenant keeps files. */
export type UploadDeletedEvent = components['schemas']['UploadDeletedEvent']
/** A file. */
export type UploadForm = components['schemas']['UploadForm']
/** The envelope of one Upload. */
export type UploadResponse = components['schemas']['UploadResponse']
/** Whether the file is there. */
export type UploadState = components['schemas']['UploadState']
/** The file of an upload arrived, and is READY or REJECTED. */
export type UploadUpdatedEvent = components['schemas']['UploadUpdatedEvent']
/** A person in your tenant, who answers customers. */
export type User = components['schemas']['User']
/** Whether a person takes new threads. Strategies only assign threads to AVAILABLE people. */
export type UserAvailability = components['schemas']['UserAvailability']
export type UserCreate = components['schemas']['UserCreate']
/** A person was invited, or created for use over the API. */
export type UserCreatedEvent = components['schemas']['UserCreatedEvent']
/** A person was deleted. */
export type UserDeletedEvent = components['schemas']['UserDeletedEvent']
/** The envelope of a page of User. */
export type UserList = components['schemas']['UserList']
/** The envelope of one User. */
export type UserResponse = components['schemas']['UserResponse']
/** The role of a person within a tenant. */
export type UserRole = components['schemas']['UserRole']
/** How a person signs in changed, or a link to change it was asked for. */
export type UserSecurityNoticeEvent = components['schemas']['UserSecurityNoticeEvent']
/** A session of a person, as events show it. */
export type UserSession = components['schemas']['UserSession']
/** Whether a person is active. */
export type UserStatus = components['schemas']['UserStatus']
/** The new status of a person. */
export type UserStatusChange = components['schemas']['UserStatusChange']
export type UserUpdate = components['schemas']['UserUpdate']
/** A person’s name, address, role, teams, availability or status changed. */
export type UserUpdatedEvent = components['schemas']['UserUpdatedEvent']
/** A saved list of threads: filters, sort order and columns. */
export type View = components['schemas']['View']
/** How many threads a view shows. */
export type ViewCount = components['schemas']['ViewCount']
/** Why the threads of a view could not be counted. */
export type ViewCountError = components['schemas']['ViewCountError']
/** The views that you can see, newest first, at most a hundred. */
export type ViewCounts = components['schemas']['ViewCounts']
/** The envelope of one ViewCounts. */
export type ViewCountsResponse = components['schemas']['ViewCountsResponse']
export type ViewCreate = components['schemas']['ViewCreate']
/** A view was created. */
export type ViewCreatedEvent = components['schemas']['ViewCreatedEvent']
/** A view was deleted. */
export type ViewDeletedEvent = components['schemas']['ViewDeletedEvent']
/** Which threads are shown: the filters of `GET /threads`. `me` is the person who reads the view. */
export type ViewFilters = components['schemas']['ViewFilters']
/** The envelope of a page of View. */
export type ViewList = components['schemas']['ViewList']
/** The envelope of one View. */
export type ViewResponse = components['schemas']['ViewResponse']
export type ViewUpdate = components['schemas']['ViewUpdate']
/** A view was changed. */
export type ViewUpdatedEvent = components['schemas']['ViewUpdatedEvent']
/** Your endpoint that events are sent to. */
export type Webhook = components['schemas']['Webhook']
/** One attempt of a delivery. */
export type WebhookAttempt = components['schemas']['WebhookAttempt']
export type WebhookCreate = components['schemas']['WebhookCreate']
/** The delivery of one event to one webhook. */
export type WebhookDelivery = components['schemas']['WebhookDelivery']
/** The envelope of a page of WebhookDelivery. */
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList']
/** The envelope of one WebhookDelivery. */
export type WebhookDeliveryResponse = components['schemas']['WebhookDeliveryResponse']
/** A webhook was disabled: ten attempts in a row failed, or the endpoint answered 410. */
export type WebhookDisabledEvent = components['schemas']['WebhookDisabledEvent']
export type WebhookEnable = components['schemas']['WebhookEnable']
/** The envelope of a page of Webhook. */
export type WebhookList = components['schemas']['WebhookList']
/** The envelope of one Webhook. */
export type WebhookResponse = components['schemas']['WebhookResponse']
export type WebhookSecretRotate = components['schemas']['WebhookSecretRotate']
/** Whether events are sent. */
export type WebhookStatus = components['schemas']['WebhookStatus']
/** Whether events are sent. Use `enable` to reactivate a disabled webhook. */
export type WebhookStatusInput = components['schemas']['WebhookStatusInput']
/** A requested test; sent to the tested webhook only. */
export type WebhookTestEvent = components['schemas']['WebhookTestEvent']
export type WebhookUpdate = components['schemas']['WebhookUpdate']
/** A webhook with its secret, which is shown only once. */
export type WebhookWithSecret = components['schemas']['WebhookWithSecret']
/** The envelope of one WebhookWithSecret. */
export type WebhookWithSecretResponse = components['schemas']['WebhookWithSecretResponse']
/** The periods of a week, on the clock of the time zone. Periods do not overlap. */
export type WeeklyHours = components['schemas']['WeeklyHours']
