/** Every shape by its name. Made of openapi.json by `npm run generate`: changes are overwritten. */
import type { components } from './openapi.ts'

export type AcceptInvitationRequest = components['schemas']['AcceptInvitationRequest']
/** The user, who is active now, with a session. */
export type AcceptedInvitation = components['schemas']['AcceptedInvitation']
/** The envelope of one AcceptedInvitation. */
export type AcceptedInvitationResponse = components['schemas']['AcceptedInvitationResponse']
/** The tokens of a session, shown only once. */
export type AcceptedSession = components['schemas']['AcceptedSession']
/** The kind of credential that was used. */
export type ActorType = components['schemas']['ActorType']
/** An agent’s unresolved threads. */
export type AgentNow = components['schemas']['AgentNow']
/** A source of a result. */
export type AiCitation = components['schemas']['AiCitation']
/** The classification of a thread, learnt from similar threads. */
export type AiClassification = components['schemas']['AiClassification']
/** The inbox of similar threads. Null if your threads are not enough. */
export type AiClassificationInboxId = components['schemas']['AiClassificationInboxId']
/** The priority of similar threads. Null if your threads are not enough. */
export type AiClassificationPriority = components['schemas']['AiClassificationPriority']
/** The team of similar threads. Null if your threads are not enough. */
export type AiClassificationTeamId = components['schemas']['AiClassificationTeamId']
/** A piece of a text that a language model is writing. */
export type AiDelta = components['schemas']['AiDelta']
/** A user’s rating of a run. */
export type AiFeedback = components['schemas']['AiFeedback']
export type AiFeedbackCreate = components['schemas']['AiFeedbackCreate']
/** A suggested label. */
export type AiLabel = components['schemas']['AiLabel']
/** The operation. */
export type AiOperation = components['schemas']['AiOperation']
/** The operation. */
export type AnyAiOperation = components['schemas']['AnyAiOperation']
/** The result. The operation determines which fields have a value. */
export type AiOutput = components['schemas']['AiOutput']
/** The provider of the result. */
export type AiProvider = components['schemas']['AiProvider']
/** Whether it helped. */
export type AiRating = components['schemas']['AiRating']
/** Whether it helped. */
export type AnyAiRating = components['schemas']['AnyAiRating']
/** The result of an AI operation. It sends and changes nothing: use the ordinary operations for that. */
export type AiRun = components['schemas']['AiRun']
/** The envelope of a page of AiRun. */
export type AiRunList = components['schemas']['AiRunList']
/** The envelope of one AiRun. */
export type AiRunResponse = components['schemas']['AiRunResponse']
/** Whether there is a result. */
export type AiRunStatus = components['schemas']['AiRunStatus']
/** The style of the rewritten text. */
export type AiStyle = components['schemas']['AiStyle']
/** A proposed text, which is not sent. */
export type AiSuggestion = components['schemas']['AiSuggestion']
export type AiThreadRequest = components['schemas']['AiThreadRequest']
/** Usage by day and operation, the latest day first. */
export type AiUsage = components['schemas']['AiUsage']
/** The envelope of a page of AiUsage. */
export type AiUsageResponse = components['schemas']['AiUsageResponse']
export type AnswerRequest = components['schemas']['AnswerRequest']
/** Why a request failed. */
export type ApiError = components['schemas']['ApiError']
/** A credential for a program. The key itself is shown once, when it is created. */
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
/** A canned response that was applied. */
export type AppliedCannedResponse = components['schemas']['AppliedCannedResponse']
/** A rule that was applied. */
export type AppliedRule = components['schemas']['AppliedRule']
/** The strategy that chooses a member of the team. */
export type AssignmentStrategy = components['schemas']['AssignmentStrategy']
/** The strategy that chooses a member of the team. */
export type AnyAssignmentStrategy = components['schemas']['AnyAssignmentStrategy']
/** A file of a message. */
export type Attachment = components['schemas']['Attachment']
/** A file to attach. */
export type AttachmentInput = components['schemas']['AttachmentInput']
/** Whether the attendee came. */
export type AttendanceStatus = components['schemas']['AttendanceStatus']
/** Whether the attendee came. */
export type AnyAttendanceStatus = components['schemas']['AnyAttendanceStatus']
/** The door. */
export type AuditDoor = components['schemas']['AuditDoor']
/** A change and its actor. Entries never change, and are deleted only when they are older than `retention.auditRows`. */
export type AuditLog = components['schemas']['AuditLog']
/** The envelope of a page of AuditLog. */
export type AuditLogList = components['schemas']['AuditLogList']
/** The result of a check. */
export type AuthenticationResult = components['schemas']['AuthenticationResult']
/** The kind of author. */
export type AuthorType = components['schemas']['AuthorType']
/** The kind of author. */
export type AuthorTypeInput = components['schemas']['AuthorTypeInput']
/** The kind of author. */
export type AnyAuthorTypeInput = components['schemas']['AnyAuthorTypeInput']
/** The kind of an automatic mail. */
export type AutomaticMail = components['schemas']['AutomaticMail']
/** What became of the action. */
export type AutomationActionOutcome = components['schemas']['AutomationActionOutcome']
/** The threads to which the rule is applied. */
export type AutomationApply = components['schemas']['AutomationApply']
/** The filters of `GET /threads`, all of which must match. Without any: all threads. */
export type AutomationApplyFilter = components['schemas']['AutomationApplyFilter']
/** A condition and what it was compared with. */
export type AutomationCondition = components['schemas']['AutomationCondition']
/** What a rule would have done on the stored events of a period. Each event is judged by itself: what the rule, or another rule, would have changed before is not taken into account. Two things are not simulated: the limit of automatic mails a day (`MAILS_PER_DAY`), and SLA deadlines that were met, before which a rule with negative `afterMinutes` may have run. Kept for seven days. */
export type AutomationDryRun = components['schemas']['AutomationDryRun']
/** What an action would do. */
export type AutomationDryRunAction = components['schemas']['AutomationDryRunAction']
/** What it would do. */
export type AutomationDryRunActionOutcome = components['schemas']['AutomationDryRunActionOutcome']
/** The rule to try, and the period. */
export type AutomationDryRunCreate = components['schemas']['AutomationDryRunCreate']
/** An event or a time at which a rule would have run. */
export type AutomationDryRunMatch = components['schemas']['AutomationDryRunMatch']
/** The envelope of a page of AutomationDryRunMatch. */
export type AutomationDryRunMatchList = components['schemas']['AutomationDryRunMatchList']
/** The thread; null if it no longer exists, or if the caller may not read threads. */
export type AutomationDryRunMatchThread = components['schemas']['AutomationDryRunMatchThread']
/** What would have become of the match. */
export type AutomationDryRunOutcome = components['schemas']['AutomationDryRunOutcome']
/** The envelope of one AutomationDryRun. */
export type AutomationDryRunResponse = components['schemas']['AutomationDryRunResponse']
/** How far the dry run is. */
export type AutomationDryRunState = components['schemas']['AutomationDryRunState']
/** A rule, a thread, and perhaps an event. */
export type AutomationExplain = components['schemas']['AutomationExplain']
/** Why a rule does or does not run on a thread, and what its actions would do now. */
export type AutomationExplanation = components['schemas']['AutomationExplanation']
/** The envelope of one AutomationExplanation. */
export type AutomationExplanationResponse = components['schemas']['AutomationExplanationResponse']
/** One filter of a rule. */
export type AutomationJudgedFilter = components['schemas']['AutomationJudgedFilter']
/** The filter of a rule, compared with a thread. */
export type AutomationJudgedFilters = components['schemas']['AutomationJudgedFilters']
/** A rule: when it runs, on which threads, and what it does to them. */
export type AutomationRule = components['schemas']['AutomationRule']
/** A rule, at most 64 KiB as JSON. */
export type AutomationRuleCreate = components['schemas']['AutomationRuleCreate']
/** The envelope of a page of AutomationRule. */
export type AutomationRuleList = components['schemas']['AutomationRuleList']
/** All rules in their new order. */
export type AutomationRuleOrder = components['schemas']['AutomationRuleOrder']
/** The envelope of one AutomationRule. */
export type AutomationRuleResponse = components['schemas']['AutomationRuleResponse']
/** The version’s number. */
export type AutomationRuleRestore = components['schemas']['AutomationRuleRestore']
export type AutomationRuleUpdate = components['schemas']['AutomationRuleUpdate']
/** A rule as it was after a change. */
export type AutomationRuleVersion = components['schemas']['AutomationRuleVersion']
/** The envelope of a page of AutomationRuleVersion. */
export type AutomationRuleVersionList = components['schemas']['AutomationRuleVersionList']
/** All rules in their order. */
export type AutomationRules = components['schemas']['AutomationRules']
/** The envelope of one AutomationRules. */
export type AutomationRulesResponse = components['schemas']['AutomationRulesResponse']
/** One run of a rule. Runs are kept as long as `retention.automationRuns` says. */
export type AutomationRun = components['schemas']['AutomationRun']
/** What became of an action. */
export type AutomationRunAction = components['schemas']['AutomationRunAction']
/** The guard that acted. */
export type AutomationRunGuard = components['schemas']['AutomationRunGuard']
/** The envelope of a page of AutomationRun. */
export type AutomationRunList = components['schemas']['AutomationRunList']
/** What became of the run. */
export type AutomationRunOutcome = components['schemas']['AutomationRunOutcome']
/** What became of the run. */
export type AnyAutomationRunOutcome = components['schemas']['AnyAutomationRunOutcome']
/** The envelope of one AutomationRun. */
export type AutomationRunResponse = components['schemas']['AutomationRunResponse']
/** A condition that needs an event. */
export type AutomationUncheckedCondition = components['schemas']['AutomationUncheckedCondition']
/** An average. */
export type AverageFigure = components['schemas']['AverageFigure']
/** The changes, the same for each thread. */
export type BatchChanges = components['schemas']['BatchChanges']
/** The reason why a thread was not changed. */
export type BatchError = components['schemas']['BatchError']
/** The result of a batch. */
export type BatchResult = components['schemas']['BatchResult']
/** The envelope of one BatchResult. */
export type BatchResultResponse = components['schemas']['BatchResultResponse']
/** The format of a message body. */
export type BodyFormat = components['schemas']['BodyFormat']
/** The format of a message body. */
export type AnyBodyFormat = components['schemas']['AnyBodyFormat']
/** Working hours and holidays. SLA clocks run within them. */
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
/** Your private calendar: the meetings that you host, for calendar programs. */
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
/** The kind of action. */
export type CannedResponseActionType = components['schemas']['CannedResponseActionType']
/** A canned response with a SEND_WEBHOOK action that was applied to a thread. */
export type CannedResponseApplied = components['schemas']['CannedResponseApplied']
/** A canned response with the action SEND_WEBHOOK was applied. Sent to the webhook that the action names, whichever events it subscribes to, and to no other. */
export type CannedResponseAppliedEvent = components['schemas']['CannedResponseAppliedEvent']
export type CannedResponseApply = components['schemas']['CannedResponseApply']
/** A file of a canned response. */
export type CannedResponseAttachment = components['schemas']['CannedResponseAttachment']
export type CannedResponseCreate = components['schemas']['CannedResponseCreate']
/** A canned response was created. */
export type CannedResponseCreatedEvent = components['schemas']['CannedResponseCreatedEvent']
/** A canned response was deleted. */
export type CannedResponseDeletedEvent = components['schemas']['CannedResponseDeletedEvent']
/** The envelope of a page of CannedResponse. */
export type CannedResponseList = components['schemas']['CannedResponseList']
/** The result of a canned response for a thread. */
export type CannedResponsePreview = components['schemas']['CannedResponsePreview']
export type CannedResponsePreviewRequest = components['schemas']['CannedResponsePreviewRequest']
/** The envelope of one CannedResponsePreview. */
export type CannedResponsePreviewResponse = components['schemas']['CannedResponsePreviewResponse']
/** What prevents a canned response from being applied. */
export type CannedResponseProblem = components['schemas']['CannedResponseProblem']
/** The envelope of one CannedResponse. */
export type CannedResponseResponse = components['schemas']['CannedResponseResponse']
export type CannedResponseUpdate = components['schemas']['CannedResponseUpdate']
/** A canned response was changed. */
export type CannedResponseUpdatedEvent = components['schemas']['CannedResponseUpdatedEvent']
/** The audience. */
export type CannedResponseVisibility = components['schemas']['CannedResponseVisibility']
/** The audience. */
export type AnyCannedResponseVisibility = components['schemas']['AnyCannedResponseVisibility']
export type ChangePasswordRequest = components['schemas']['ChangePasswordRequest']
/** The state of an inbox’s connections. */
export type ChannelConnection = components['schemas']['ChannelConnection']
/** Up to where the mailbox has been read; null before the first connection. */
export type ChannelConnectionCheckpoint = components['schemas']['ChannelConnectionCheckpoint']
/** The latest failure; null while all connections work. */
export type ChannelConnectionLastError = components['schemas']['ChannelConnectionLastError']
/** The envelope of one ChannelConnection. */
export type ChannelConnectionResponse = components['schemas']['ChannelConnectionResponse']
/** The channel in which the thread started. */
export type ChannelInput = components['schemas']['ChannelInput']
/** The channel in which the thread started. */
export type AnyChannelInput = components['schemas']['AnyChannelInput']
/** The status of the thread. */
export type ComposedStatus = components['schemas']['ComposedStatus']
export type ConfirmEmailRequest = components['schemas']['ConfirmEmailRequest']
/** The state of a connection. */
export type ConnectionState = components['schemas']['ConnectionState']
/** A test of an inbox’s connections. */
export type ConnectionTest = components['schemas']['ConnectionTest']
/** The envelope of one ConnectionTest. */
export type ConnectionTestResponse = components['schemas']['ConnectionTestResponse']
/** What was tried. */
export type ConnectionTestStep = components['schemas']['ConnectionTestStep']
/** A number of facts or threads. */
export type CountFigure = components['schemas']['CountFigure']
/** A thread as `POST /threads` returns it. */
export type CreatedThread = components['schemas']['CreatedThread']
/** The envelope of one CreatedThread. */
export type CreatedThreadResponse = components['schemas']['CreatedThreadResponse']
/** A field that you define for threads or customers. Its values are in their `customFields`, under its `key`. */
export type CustomField = components['schemas']['CustomField']
export type CustomFieldCreate = components['schemas']['CustomFieldCreate']
/** A custom field was created. */
export type CustomFieldCreatedEvent = components['schemas']['CustomFieldCreatedEvent']
/** Values of custom fields by key; all must match. A multiple selection matches each of its options, and an empty value matches objects on which the field has no value; `*` matches those on which it has one. In a query string: `customFields[plan]=pro`. */
export type CustomFieldFilter = components['schemas']['CustomFieldFilter']
/** The envelope of a page of CustomField. */
export type CustomFieldList = components['schemas']['CustomFieldList']
export type CustomFieldOption = components['schemas']['CustomFieldOption']
export type CustomFieldOptionInput = components['schemas']['CustomFieldOptionInput']
/** When a value is required. */
export type CustomFieldRequired = components['schemas']['CustomFieldRequired']
/** When a value is required. */
export type AnyCustomFieldRequired = components['schemas']['AnyCustomFieldRequired']
/** The envelope of one CustomField. */
export type CustomFieldResponse = components['schemas']['CustomFieldResponse']
/** The objects that have the field. */
export type CustomFieldTarget = components['schemas']['CustomFieldTarget']
/** The objects that have the field. */
export type AnyCustomFieldTarget = components['schemas']['AnyCustomFieldTarget']
/** The type of the field’s values. It never changes. */
export type CustomFieldType = components['schemas']['CustomFieldType']
/** The type of the field’s values. It never changes. */
export type AnyCustomFieldType = components['schemas']['AnyCustomFieldType']
export type CustomFieldUpdate = components['schemas']['CustomFieldUpdate']
/** A custom field was changed. */
export type CustomFieldUpdatedEvent = components['schemas']['CustomFieldUpdatedEvent']
/** Values of custom fields by key. Keys are `a-z`, `0-9` and `_`. */
export type CustomFieldValues = components['schemas']['CustomFieldValues']
/** A person who writes to you. */
export type Customer = components['schemas']['Customer']
/** A customer was created. */
export type CustomerCreatedEvent = components['schemas']['CustomerCreatedEvent']
/** All data of a customer was erased on request. One event per customer, also for merged ones. Earlier events no longer show the data; consumers must erase their copies. `thread.erased` names the threads. */
export type CustomerErasedEvent = components['schemas']['CustomerErasedEvent']
/** The erasure of a customer. */
export type CustomerErasure = components['schemas']['CustomerErasure']
export type CustomerErasureRequest = components['schemas']['CustomerErasureRequest']
export type CustomerExportRequest = components['schemas']['CustomerExportRequest']
/** An address, a number or an id was added to a customer or removed from it; `identities` shows which. A merge gives the identities of the sources to the target without this event. */
export type CustomerIdentifiedEvent = components['schemas']['CustomerIdentifiedEvent']
/** One way to reach a customer. */
export type CustomerIdentity = components['schemas']['CustomerIdentity']
export type CustomerIdentityCreate = components['schemas']['CustomerIdentityCreate']
/** The envelope of one CustomerIdentity. */
export type CustomerIdentityResponse = components['schemas']['CustomerIdentityResponse']
/** The kind of identity. */
export type CustomerIdentityType = components['schemas']['CustomerIdentityType']
/** The kind of identity. */
export type CustomerIdentityTypeInput = components['schemas']['CustomerIdentityTypeInput']
/** The envelope of a page of Customer. */
export type CustomerList = components['schemas']['CustomerList']
export type CustomerMerge = components['schemas']['CustomerMerge']
/** A customer was merged into another, `mergedInto`, who now has its threads and those of all customers merged into it before. One event per source, and none for the threads: consumers with copies reassign them. Changes of the target emit `customer.updated`. */
export type CustomerMergedEvent = components['schemas']['CustomerMergedEvent']
/** The envelope of one Customer. */
export type CustomerResponse = components['schemas']['CustomerResponse']
/** The sort order; `-` reverses it. */
export type CustomerSort = components['schemas']['CustomerSort']
export type CustomerUpdate = components['schemas']['CustomerUpdate']
/** A customer’s name, address or fields changed. */
export type CustomerUpdatedEvent = components['schemas']['CustomerUpdatedEvent']
export type CustomerUpsert = components['schemas']['CustomerUpsert']
/** A language of the dashboard. */
export type DashboardLanguage = components['schemas']['DashboardLanguage']
/** A language of the dashboard. */
export type AnyDashboardLanguage = components['schemas']['AnyDashboardLanguage']
/** The state of a delivery. */
export type DeliveryState = components['schemas']['DeliveryState']
/** The state of a delivery. */
export type AnyDeliveryState = components['schemas']['AnyDeliveryState']
/** A key for signatures. */
export type DkimKeyCreate = components['schemas']['DkimKeyCreate']
/** The state of the DNS record. */
export type DkimState = components['schemas']['DkimState']
/** What the record is for. */
export type DnsPurpose = components['schemas']['DnsPurpose']
/** A DNS record that an EMAIL inbox needs. */
export type DnsRecord = components['schemas']['DnsRecord']
/** The envelope of a page of DnsRecord. */
export type DnsRecordList = components['schemas']['DnsRecordList']
/** The type of the record. */
export type DnsRecordType = components['schemas']['DnsRecordType']
/** Unsent text for a thread. Each user has two private drafts per thread. */
export type Draft = components['schemas']['Draft']
/** What each draft of the page has in addition. */
export type DraftInclude = components['schemas']['DraftInclude']
/** The kind of draft. */
export type DraftKind = components['schemas']['DraftKind']
/** The kind of draft. */
export type DraftKindInput = components['schemas']['DraftKindInput']
/** The envelope of one Draft. */
export type DraftResponse = components['schemas']['DraftResponse']
export type DraftSave = components['schemas']['DraftSave']
/** A figure of durations. */
export type DurationFigure = components['schemas']['DurationFigure']
/** E-mail settings of an inbox. */
export type EmailChannel = components['schemas']['EmailChannel']
/** The key that signs replies; null for none. */
export type EmailChannelDkim = components['schemas']['EmailChannelDkim']
/** E-mail settings to change. Omitted fields do not change. */
export type EmailChannelInput = components['schemas']['EmailChannelInput']
/** The mailbox. A new one needs `host` and `user`; of an existing one, send the fields that change. Without `password` the stored one is kept; it must be sent again when host, port, user or `auth` changes, or the encryption becomes weaker. */
export type EmailChannelInputReceiveImap = components['schemas']['EmailChannelInputReceiveImap']
/** The mail server. A new one needs `host`; of an existing one, send the fields that change. Without `password` the stored one is kept; it must be sent again when host, port, user or `auth` changes, or the encryption becomes weaker. */
export type EmailChannelInputSendSmtp = components['schemas']['EmailChannelInputSendSmtp']
export type EnrollTotpRequest = components['schemas']['EnrollTotpRequest']
/** The extent of an erasure. */
export type ErasureMode = components['schemas']['ErasureMode']
/** The extent of an erasure. */
export type AnyErasureMode = components['schemas']['AnyErasureMode']
/** One problem with one field of the request. */
export type ErrorDetail = components['schemas']['ErrorDetail']
/** The envelope of every failure. */
export type ErrorResponse = components['schemas']['ErrorResponse']
/** An event, as webhooks, the feed and the stream show it. `type` determines the form of `data.object`. Later versions add types: ignore unknown ones. */
export type Event = components['schemas']['Event']
/** Who made the change. */
export type EventActor = components['schemas']['EventActor']
/** Who made the change; null for an event from before actors were stored. */
export type EventActorOrNull = components['schemas']['EventActorOrNull']
/** The kind of actor. */
export type EventActorType = components['schemas']['EventActorType']
/** Why the change was made, if nobody made it directly. */
export type EventCause = components['schemas']['EventCause']
/** Why the change was made; null if the actor made it directly. */
export type EventCauseOrNull = components['schemas']['EventCauseOrNull']
/** The kind of cause. */
export type EventCauseType = components['schemas']['EventCauseType']
/** The event’s id, the same in all deliveries. */
export type EventId = components['schemas']['EventId']
/** The envelope of a page of Event. */
export type EventList = components['schemas']['EventList']
/** The tenant’s running number of events, in order, without gaps. */
export type EventSequence = components['schemas']['EventSequence']
/** The sort order. */
export type EventSort = components['schemas']['EventSort']
/** True if texts were cut to keep the event within 20 KB, otherwise absent; the API has the full texts. */
export type EventTruncated = components['schemas']['EventTruncated']
/** An event type. */
export type EventType = components['schemas']['EventType']
/** The envelope of a page of EventType. */
export type EventTypeList = components['schemas']['EventTypeList']
/** Something that happened to a thread. Facts do not change when the thread changes later. */
export type Fact = components['schemas']['Fact']
/** Why it happened. */
export type FactCause = components['schemas']['FactCause']
/** Why it happened. */
export type FactCauseFilter = components['schemas']['FactCauseFilter']
/** Why it happened. */
export type AnyFactCauseFilter = components['schemas']['AnyFactCauseFilter']
/** A kind of facts, also one that no metric counts. Without a kind and a metric: all kinds. */
export type FactKind = components['schemas']['FactKind']
/** A kind of facts, also one that no metric counts. Without a kind and a metric: all kinds. */
export type AnyFactKind = components['schemas']['AnyFactKind']
/** The envelope of a page of Fact. */
export type FactList = components['schemas']['FactList']
/** An object that a fact names. */
export type FactReference = components['schemas']['FactReference']
/** The thread of a fact. */
export type FactThread = components['schemas']['FactThread']
/** The kind of figure of a metric. */
export type FigureKind = components['schemas']['FigureKind']
/** A user who follows a thread. */
export type FollowingUser = components['schemas']['FollowingUser']
export type ForgotRequest = components['schemas']['ForgotRequest']
export type FormCreate = components['schemas']['FormCreate']
/** The form was received. */
export type FormReceived = components['schemas']['FormReceived']
/** The envelope of one FormReceived. */
export type FormReceivedResponse = components['schemas']['FormReceivedResponse']
/** The state of the part. */
export type HealthStatus = components['schemas']['HealthStatus']
/** A day without working time. */
export type Holiday = components['schemas']['Holiday']
export type HolidayImport = components['schemas']['HolidayImport']
/** Settings of an inbox that your own program or a messenger serves. */
export type HookChannel = components['schemas']['HookChannel']
/** Settings of an inbox that your own program or a messenger serves. Omitted fields do not change. */
export type HookChannelInput = components['schemas']['HookChannelInput']
/** What receives and sends the messages of an inbox. */
export type HookProvider = components['schemas']['HookProvider']
/** What receives and sends the messages of an inbox. */
export type AnyHookProvider = components['schemas']['AnyHookProvider']
/** The mailbox from which mail is fetched. */
export type ImapSettings = components['schemas']['ImapSettings']
/** One thing that came in: an event of your own program, or a mail. */
export type InboundItem = components['schemas']['InboundItem']
/** Why an item was suspended or ignored, in one word. */
export type InboundItemCause = components['schemas']['InboundItemCause']
/** Why an item was suspended or ignored, in one word. */
export type AnyInboundItemCause = components['schemas']['AnyInboundItemCause']
/** An item that came in, with its body. */
export type InboundItemDetails = components['schemas']['InboundItemDetails']
/** The envelope of one InboundItemDetails. */
export type InboundItemDetailsResponse = components['schemas']['InboundItemDetailsResponse']
/** The envelope of a page of InboundItem. */
export type InboundItemList = components['schemas']['InboundItemList']
/** What became of an item. */
export type InboundItemOutcome = components['schemas']['InboundItemOutcome']
/** What became of an item. */
export type AnyInboundItemOutcome = components['schemas']['AnyInboundItemOutcome']
/** The envelope of one InboundItem. */
export type InboundItemResponse = components['schemas']['InboundItemResponse']
/** A mail that came in. */
export type InboundMail = components['schemas']['InboundMail']
/** What happens to suspended mails. */
export type InboundMailAction = components['schemas']['InboundMailAction']
export type InboundMailBatch = components['schemas']['InboundMailBatch']
/** The result of a batch. */
export type InboundMailBatchResult = components['schemas']['InboundMailBatchResult']
/** The envelope of one InboundMailBatchResult. */
export type InboundMailBatchResultResponse = components['schemas']['InboundMailBatchResultResponse']
/** A mail that came in, with its content. */
export type InboundMailDetails = components['schemas']['InboundMailDetails']
/** The envelope of one InboundMailDetails. */
export type InboundMailDetailsResponse = components['schemas']['InboundMailDetailsResponse']
/** The envelope of a page of InboundMail. */
export type InboundMailList = components['schemas']['InboundMailList']
/** What became of a mail. */
export type InboundMailOutcome = components['schemas']['InboundMailOutcome']
/** What became of a mail. */
export type AnyInboundMailOutcome = components['schemas']['AnyInboundMailOutcome']
export type InboundMailRelease = components['schemas']['InboundMailRelease']
/** An agent released a suspended mail, and it was processed. */
export type InboundMailReleasedEvent = components['schemas']['InboundMailReleasedEvent']
/** The envelope of one InboundMail. */
export type InboundMailResponse = components['schemas']['InboundMailResponse']
/** A guard stopped a mail that came in. It waits to be released or discarded. */
export type InboundMailSuspendedEvent = components['schemas']['InboundMailSuspendedEvent']
/** The addresses that receive threads. */
export type Inbox = components['schemas']['Inbox']
/** A sign-in that a person must complete. */
export type InboxAuthorization = components['schemas']['InboxAuthorization']
/** The envelope of one InboxAuthorization. */
export type InboxAuthorizationResponse = components['schemas']['InboxAuthorizationResponse']
/** Where to sign in. */
export type InboxAuthorize = components['schemas']['InboxAuthorize']
/** A format of a reply. */
export type InboxBodyFormat = components['schemas']['InboxBodyFormat']
/** A format of a reply. */
export type AnyInboxBodyFormat = components['schemas']['AnyInboxBodyFormat']
/** What the replies of an inbox may contain, and what the channel reports about them. */
export type InboxCapabilities = components['schemas']['InboxCapabilities']
/** The files that a reply may have; null for none. */
export type InboxCapabilitiesFiles = components['schemas']['InboxCapabilitiesFiles']
/** The time after the customer’s latest message in which a reply is allowed; null for always. */
export type InboxCapabilitiesWindow = components['schemas']['InboxCapabilitiesWindow']
/** An inbox with the state of its connections. */
export type InboxConnectionChange = components['schemas']['InboxConnectionChange']
/** Up to where the mailbox has been read; null before the first connection. */
export type InboxConnectionChangeCheckpoint = components['schemas']['InboxConnectionChangeCheckpoint']
/** The latest failure; null while all connections work. */
export type InboxConnectionChangeLastError = components['schemas']['InboxConnectionChangeLastError']
/** The state of an inbox’s connections changed: it connected, fails, or needs to sign in again. */
export type InboxConnectionChangedEvent = components['schemas']['InboxConnectionChangedEvent']
/** Whether an agent can write first. */
export type InboxConversationStart = components['schemas']['InboxConversationStart']
export type InboxCreate = components['schemas']['InboxCreate']
/** Settings of satisfaction for the threads of this inbox, in place of all of the tenant’s; null for the tenant’s. Omitted fields get the service’s defaults, not the tenant’s values. */
export type InboxCreateSatisfaction = components['schemas']['InboxCreateSatisfaction']
/** An inbox was created. */
export type InboxCreatedEvent = components['schemas']['InboxCreatedEvent']
/** An inbox was deleted. */
export type InboxDeletedEvent = components['schemas']['InboxDeletedEvent']
/** Who delivers a reply to the customer. */
export type InboxDelivery = components['schemas']['InboxDelivery']
/** A field of a form. */
export type InboxFormField = components['schemas']['InboxFormField']
/** The kind of input. */
export type InboxFormFieldKind = components['schemas']['InboxFormFieldKind']
/** The envelope of a page of Inbox. */
export type InboxList = components['schemas']['InboxList']
/** What is reported about a reply. */
export type InboxReceipt = components['schemas']['InboxReceipt']
/** The number of recipients of a reply. */
export type InboxRecipients = components['schemas']['InboxRecipients']
/** The envelope of one Inbox. */
export type InboxResponse = components['schemas']['InboxResponse']
/** Settings of satisfaction for the threads of this inbox, in place of all of the tenant’s; null for the tenant’s. */
export type InboxSatisfaction = components['schemas']['InboxSatisfaction']
/** The secret that signs what an inbox receives and sends. */
export type InboxSecret = components['schemas']['InboxSecret']
/** The envelope of one InboxSecret. */
export type InboxSecretResponse = components['schemas']['InboxSecretResponse']
/** How to replace the secret. */
export type InboxSecretRotate = components['schemas']['InboxSecretRotate']
/** The field of `Inbox` with its settings. */
export type InboxSettingsName = components['schemas']['InboxSettingsName']
/** What to test. */
export type InboxTest = components['schemas']['InboxTest']
/** The source of the inbox’s messages. It never changes. */
export type InboxType = components['schemas']['InboxType']
/** The source of the inbox’s messages. It never changes. */
export type AnyInboxType = components['schemas']['AnyInboxType']
/** A type of inbox, with what a form for it needs. */
export type InboxTypeInfo = components['schemas']['InboxTypeInfo']
/** The envelope of a page of InboxTypeInfo. */
export type InboxTypeInfoList = components['schemas']['InboxTypeInfoList']
export type InboxUpdate = components['schemas']['InboxUpdate']
/** Settings of satisfaction for the threads of this inbox, in place of all of the tenant’s; null for the tenant’s. Omitted fields get the service’s defaults, not the tenant’s values. */
export type InboxUpdateSatisfaction = components['schemas']['InboxUpdateSatisfaction']
/** An inbox was changed. */
export type InboxUpdatedEvent = components['schemas']['InboxUpdatedEvent']
/** What may be sent after the window has closed. */
export type InboxWindowExit = components['schemas']['InboxWindowExit']
/** An invitation that has not been accepted. */
export type Invitation = components['schemas']['Invitation']
/** A link that accepts an invitation, once. */
export type InvitationLink = components['schemas']['InvitationLink']
/** The envelope of one InvitationLink. */
export type InvitationLinkResponse = components['schemas']['InvitationLinkResponse']
export type InvitationRead = components['schemas']['InvitationRead']
/** The envelope of one Invitation. */
export type InvitationResponse = components['schemas']['InvitationResponse']
/** Background work that takes longer than a request. */
export type Job = components['schemas']['Job']
/** A job ended: its `state` is DONE or FAILED. `actor` is who requested the job. */
export type JobEndedEvent = components['schemas']['JobEndedEvent']
/** The envelope of one Job. */
export type JobResponse = components['schemas']['JobResponse']
/** The progress of a job. */
export type JobState = components['schemas']['JobState']
/** The kind of job. */
export type JobType = components['schemas']['JobType']
/** An article of the knowledge base: a draft and the published version. */
export type KbArticle = components['schemas']['KbArticle']
/** The kind of change. */
export type KbArticleChange = components['schemas']['KbArticleChange']
export type KbArticleCreate = components['schemas']['KbArticleCreate']
/** An article of the knowledge base was created. */
export type KbArticleCreatedEvent = components['schemas']['KbArticleCreatedEvent']
/** An article of the knowledge base was deleted. */
export type KbArticleDeletedEvent = components['schemas']['KbArticleDeletedEvent']
/** The differences between two versions of an article. */
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
/** A version of an article was published. */
export type KbArticlePublishedEvent = components['schemas']['KbArticlePublishedEvent']
/** The envelope of one KbArticle. */
export type KbArticleResponse = components['schemas']['KbArticleResponse']
/** The version’s number. */
export type KbArticleRestore = components['schemas']['KbArticleRestore']
/** The status of the article. */
export type KbArticleStatus = components['schemas']['KbArticleStatus']
/** The status of the article. */
export type AnyKbArticleStatus = components['schemas']['AnyKbArticleStatus']
export type KbArticleUpdate = components['schemas']['KbArticleUpdate']
/** An article of the knowledge base was changed. */
export type KbArticleUpdatedEvent = components['schemas']['KbArticleUpdatedEvent']
/** An article after a change. */
export type KbArticleVersion = components['schemas']['KbArticleVersion']
/** The envelope of a page of KbArticleVersion. */
export type KbArticleVersionList = components['schemas']['KbArticleVersionList']
/** The format of a body. */
export type KbBodyFormat = components['schemas']['KbBodyFormat']
/** The format of a body. */
export type AnyKbBodyFormat = components['schemas']['AnyKbBodyFormat']
/** A collection of articles and other collections. */
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
/** The version that has the lines. */
export type KbDifferenceKind = components['schemas']['KbDifferenceKind']
/** Neighbouring lines of the body that are in both versions, or in one. */
export type KbDifferencePart = components['schemas']['KbDifferencePart']
/** A search of help-centre visitors without results. */
export type KbMissedSearch = components['schemas']['KbMissedSearch']
/** The envelope of a page of KbMissedSearch. */
export type KbMissedSearchList = components['schemas']['KbMissedSearchList']
/** The field that matches. */
export type KbSearchField = components['schemas']['KbSearchField']
/** A published article that matches. */
export type KbSearchHit = components['schemas']['KbSearchHit']
/** The envelope of a page of KbSearchHit. */
export type KbSearchHitList = components['schemas']['KbSearchHitList']
/** A matching text. */
export type KbSearchMatch = components['schemas']['KbSearchMatch']
/** A match. Positions count UTF-16 code units, as in JavaScript and Java. */
export type KbSearchRange = components['schemas']['KbSearchRange']
/** Its audience. */
export type KbVisibility = components['schemas']['KbVisibility']
/** Its audience. */
export type AnyKbVisibility = components['schemas']['AnyKbVisibility']
/** The keyboard shortcuts. */
export type KeyPreferences = components['schemas']['KeyPreferences']
/** Omitted fields do not change. `chosen` replaces all changed shortcuts. */
export type KeyPreferencesUpdate = components['schemas']['KeyPreferencesUpdate']
/** `<resource>:<read|write|admin>`, or a bare level for all resources. admin includes write includes read. */
export type KeyScope = components['schemas']['KeyScope']
/** `<resource>:<read|write|admin>`, or a bare level for all resources. admin includes write includes read. */
export type AnyKeyScope = components['schemas']['AnyKeyScope']
/** A keyword for threads. Tags of new threads become labels. */
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
/** One of your drafts, shortened. */
export type ListedDraft = components['schemas']['ListedDraft']
/** The envelope of a page of ListedDraft. */
export type ListedDraftList = components['schemas']['ListedDraftList']
export type LoginRequest = components['schemas']['LoginRequest']
/** A name and an e-mail address. */
export type MailAddress = components['schemas']['MailAddress']
/** What happens in the mailbox to a mail that was fetched. */
export type MailAfterFetch = components['schemas']['MailAfterFetch']
/** What happens in the mailbox to a mail that was fetched. */
export type AnyMailAfterFetch = components['schemas']['AnyMailAfterFetch']
/** How the service signs in. */
export type MailAuth = components['schemas']['MailAuth']
/** How the service signs in. */
export type AnyMailAuth = components['schemas']['AnyMailAuth']
/** Bulk mail that starts a thread. */
export type MailBulkRule = components['schemas']['MailBulkRule']
/** Bulk mail that starts a thread. */
export type AnyMailBulkRule = components['schemas']['AnyMailBulkRule']
/** The direction of a mail. */
export type MailDirection = components['schemas']['MailDirection']
/** Mail whose sender fails a DMARC policy of quarantine or reject. */
export type MailFailedAuthentication = components['schemas']['MailFailedAuthentication']
/** Mail whose sender fails a DMARC policy of quarantine or reject. */
export type AnyMailFailedAuthentication = components['schemas']['AnyMailFailedAuthentication']
/** Mail that an agent sends into a thread from a mail program. */
export type MailFromAgents = components['schemas']['MailFromAgents']
/** Mail that an agent sends into a thread from a mail program. */
export type AnyMailFromAgents = components['schemas']['AnyMailFromAgents']
/** A mail as its sender styled it. */
export type MailLook = components['schemas']['MailLook']
/** The envelope of one MailLook. */
export type MailLookResponse = components['schemas']['MailLookResponse']
/** A link to a raw mail. */
export type MailOriginal = components['schemas']['MailOriginal']
/** The envelope of one MailOriginal. */
export type MailOriginalResponse = components['schemas']['MailOriginalResponse']
/** Whether reply addresses carry a secret token of the thread. */
export type MailPlusAddressing = components['schemas']['MailPlusAddressing']
/** Whether reply addresses carry a secret token of the thread. */
export type AnyMailPlusAddressing = components['schemas']['AnyMailPlusAddressing']
/** A mail as its message would show it. */
export type MailPreview = components['schemas']['MailPreview']
/** The format of a mail’s body. */
export type MailPreviewFormat = components['schemas']['MailPreviewFormat']
/** What was tested. */
export type MailProtocol = components['schemas']['MailProtocol']
/** A mail provider. */
export type MailProvider = components['schemas']['MailProvider']
/** A mail provider. */
export type AnyMailProvider = components['schemas']['AnyMailProvider']
/** A mail provider with its servers. */
export type MailProviderInfo = components['schemas']['MailProviderInfo']
/** The envelope of a page of MailProviderInfo. */
export type MailProviderInfoList = components['schemas']['MailProviderInfoList']
/** How programs sign in to a mailbox. */
export type MailProviderSignIn = components['schemas']['MailProviderSignIn']
/** What replies quote. */
export type MailQuoteHistory = components['schemas']['MailQuoteHistory']
/** What replies quote. */
export type AnyMailQuoteHistory = components['schemas']['AnyMailQuoteHistory']
/** How mail comes in. */
export type MailReceiveMode = components['schemas']['MailReceiveMode']
/** How mail comes in. */
export type AnyMailReceiveMode = components['schemas']['AnyMailReceiveMode']
/** The encryption of a connection. */
export type MailSecurity = components['schemas']['MailSecurity']
/** The encryption of a connection. */
export type AnyMailSecurity = components['schemas']['AnyMailSecurity']
/** Signature and encryption. */
export type MailSecurityState = components['schemas']['MailSecurityState']
/** How replies are sent. */
export type MailSendMode = components['schemas']['MailSendMode']
/** How replies are sent. */
export type AnyMailSendMode = components['schemas']['AnyMailSendMode']
/** Who the sender is to the thread. */
export type MailSender = components['schemas']['MailSender']
/** A server of a mail provider. */
export type MailServer = components['schemas']['MailServer']
/** Settings to test. */
export type MailSettingsTest = components['schemas']['MailSettingsTest']
/** How a mail came in. */
export type MailTransport = components['schemas']['MailTransport']
/** The caller. */
export type Me = components['schemas']['Me']
/** The API key; null if the credential is a session. */
export type MeKey = components['schemas']['MeKey']
/** The envelope of one Me. */
export type MeResponse = components['schemas']['MeResponse']
/** A meeting of an agent with customers. */
export type Meeting = components['schemas']['Meeting']
export type MeetingAttendance = components['schemas']['MeetingAttendance']
/** An attendee. */
export type MeetingAttendee = components['schemas']['MeetingAttendee']
/** An attendee to invite. */
export type MeetingAttendeeInput = components['schemas']['MeetingAttendeeInput']
/** A meeting was cancelled. */
export type MeetingCancelledEvent = components['schemas']['MeetingCancelledEvent']
/** The envelope of a page of Meeting. */
export type MeetingList = components['schemas']['MeetingList']
/** The location. */
export type MeetingLocation = components['schemas']['MeetingLocation']
/** The kind of location. */
export type MeetingLocationType = components['schemas']['MeetingLocationType']
/** A recording of a meeting. */
export type MeetingRecording = components['schemas']['MeetingRecording']
/** Send exactly one field. */
export type MeetingRecordingInput = components['schemas']['MeetingRecordingInput']
/** The envelope of one Meeting. */
export type MeetingResponse = components['schemas']['MeetingResponse']
/** The attendee’s response to the invitation. */
export type MeetingRsvp = components['schemas']['MeetingRsvp']
/** The attendee’s response to the invitation. */
export type AnyMeetingRsvp = components['schemas']['AnyMeetingRsvp']
export type MeetingSchedule = components['schemas']['MeetingSchedule']
/** A meeting was scheduled in a thread. */
export type MeetingScheduledEvent = components['schemas']['MeetingScheduledEvent']
/** The sort order; `-` reverses it. */
export type MeetingSort = components['schemas']['MeetingSort']
/** The status of the meeting. */
export type MeetingStatus = components['schemas']['MeetingStatus']
/** The status of the meeting. */
export type AnyMeetingStatus = components['schemas']['AnyMeetingStatus']
/** The outcome. Use `DELETE` to cancel. */
export type MeetingStatusInput = components['schemas']['MeetingStatusInput']
export type MeetingUpdate = components['schemas']['MeetingUpdate']
/** A meeting was changed, its attendance was recorded, or its recording was added or removed. */
export type MeetingUpdatedEvent = components['schemas']['MeetingUpdatedEvent']
/** A team to mention. */
export type MentionedTeam = components['schemas']['MentionedTeam']
/** One message of a thread. */
export type Message = components['schemas']['Message']
/** The kind of author. */
export type MessageAuthor = components['schemas']['MessageAuthor']
export type MessageCreate = components['schemas']['MessageCreate']
/** A message was added to a thread, including its first message and internal notes. */
export type MessageCreatedEvent = components['schemas']['MessageCreatedEvent']
/** A scheduled reply was cancelled and will not be sent. */
export type MessageDeletedEvent = components['schemas']['MessageDeletedEvent']
/** Delivery of a message on its thread’s channel. */
export type MessageDelivery = components['schemas']['MessageDelivery']
/** The delivery of a message changed: it was sent, returned, or could not be sent; `delivery.lastError` has the reason. */
export type MessageDeliveryChangedEvent = components['schemas']['MessageDeliveryChangedEvent']
/** The delivery state of a message. */
export type MessageDeliveryState = components['schemas']['MessageDeliveryState']
/** The mail of a message. */
export type MessageEmail = components['schemas']['MessageEmail']
/** Whether the sender’s domain vouches for the mail; null for mails that go out. */
export type MessageEmailAuthentication = components['schemas']['MessageEmailAuthentication']
/** The envelope of a page of Message. */
export type MessageList = components['schemas']['MessageList']
/** Part of a message. */
export type MessagePart = components['schemas']['MessagePart']
/** Part of a message. */
export type MessagePartInput = components['schemas']['MessagePartInput']
/** The kind of a part. */
export type MessagePartKind = components['schemas']['MessagePartKind']
/** The kind of a part. */
export type AnyMessagePartKind = components['schemas']['AnyMessagePartKind']
/** The envelope of one Message. */
export type MessageResponse = components['schemas']['MessageResponse']
/** A reply was scheduled to be sent later, or its time was changed. When it is sent, `message.created` follows with the same id. */
export type MessageScheduledEvent = components['schemas']['MessageScheduledEvent']
/** The sort order. */
export type MessageSort = components['schemas']['MessageSort']
/** The customer changed or deleted a message in their own program, or a file of it was fetched. `data.previous` does not repeat the former text. */
export type MessageUpdatedEvent = components['schemas']['MessageUpdatedEvent']
/** Something that a user is told. A user has at most one unread notification of a type for each thread. */
export type Notification = components['schemas']['Notification']
/** Who caused the latest event. */
export type NotificationActor = components['schemas']['NotificationActor']
/** How notifications of a type reach you. */
export type NotificationChannels = components['schemas']['NotificationChannels']
/** Omitted channels do not change; in an override, they are those of the type. */
export type NotificationChannelsUpdate = components['schemas']['NotificationChannelsUpdate']
/** The numbers of your unread notifications. */
export type NotificationCounts = components['schemas']['NotificationCounts']
/** The same for each type. */
export type NotificationCountsByType = components['schemas']['NotificationCountsByType']
/** The envelope of one NotificationCounts. */
export type NotificationCountsResponse = components['schemas']['NotificationCountsResponse']
/** The inbox of a job. */
export type NotificationInbox = components['schemas']['NotificationInbox']
/** The job of a notification. */
export type NotificationJob = components['schemas']['NotificationJob']
/** The envelope of a page of Notification. */
export type NotificationList = components['schemas']['NotificationList']
/** How notifications are mailed. */
export type NotificationMail = components['schemas']['NotificationMail']
/** Other channels for threads of an inbox or a team. If several fit, the last one decides. */
export type NotificationOverride = components['schemas']['NotificationOverride']
/** Other channels for threads of an inbox or a team. If several fit, the last one decides. */
export type NotificationOverrideInput = components['schemas']['NotificationOverrideInput']
/** What you want to be told, and how. */
export type NotificationPreferences = components['schemas']['NotificationPreferences']
/** Omitted fields do not change. `overrides` replaces all overrides. */
export type NotificationPreferencesUpdate = components['schemas']['NotificationPreferencesUpdate']
/** The envelope of one Notification. */
export type NotificationResponse = components['schemas']['NotificationResponse']
/** The thread of a notification. */
export type NotificationThread = components['schemas']['NotificationThread']
/** Why you are notified. */
export type NotificationType = components['schemas']['NotificationType']
/** Why you are notified. */
export type AnyNotificationType = components['schemas']['AnyNotificationType']
/** The channels of each type. */
export type NotificationTypes = components['schemas']['NotificationTypes']
/** Channels by type. Omitted types do not change. */
export type NotificationTypesUpdate = components['schemas']['NotificationTypesUpdate']
export type NotificationUpdate = components['schemas']['NotificationUpdate']
export type NotificationsRead = components['schemas']['NotificationsRead']
/** Why a file is missing. */
export type OmittedReason = components['schemas']['OmittedReason']
/** An OpenAPI 3.1 document. */
export type OpenapiDescription = components['schemas']['OpenapiDescription']
/** An event of a type that this version of the description does not have. */
export type OtherEvent = components['schemas']['OtherEvent']
/** The position of a page in its list. */
export type PageMeta = components['schemas']['PageMeta']
/** Somebody who takes part in a thread by mail. */
export type Participant = components['schemas']['Participant']
export type ParticipantCreate = components['schemas']['ParticipantCreate']
/** The envelope of a page of Participant. */
export type ParticipantList = components['schemas']['ParticipantList']
/** The envelope of one Participant. */
export type ParticipantResponse = components['schemas']['ParticipantResponse']
/** The role in the thread. */
export type ParticipantRole = components['schemas']['ParticipantRole']
/** The role in the thread, by default CC. */
export type ParticipantRoleInput = components['schemas']['ParticipantRoleInput']
/** Who added them. */
export type ParticipantSource = components['schemas']['ParticipantSource']
/** A request for a link, which is the same for every address. */
export type PortalLink = components['schemas']['PortalLink']
export type PortalLinkCreate = components['schemas']['PortalLinkCreate']
/** The envelope of one PortalLink. */
export type PortalLinkResponse = components['schemas']['PortalLinkResponse']
export type PortalSessionCreate = components['schemas']['PortalSessionCreate']
/** The preferences of a user. */
export type Preferences = components['schemas']['Preferences']
/** The envelope of one Preferences. */
export type PreferencesResponse = components['schemas']['PreferencesResponse']
export type PreferencesUpdate = components['schemas']['PreferencesUpdate']
/** The users who are present in a thread. */
export type Presence = components['schemas']['Presence']
export type PresenceReport = components['schemas']['PresenceReport']
/** The envelope of one Presence. */
export type PresenceResponse = components['schemas']['PresenceResponse']
/** A user’s activity in a thread. */
export type PresenceState = components['schemas']['PresenceState']
/** The caller’s activity; default `VIEWING`. */
export type PresenceStateInput = components['schemas']['PresenceStateInput']
/** A user who is present in a thread. */
export type PresenceUser = components['schemas']['PresenceUser']
/** A user who is present in a thread. */
export type PresentPerson = components['schemas']['PresentPerson']
/** An upload that waits for its file, with the URL for it. */
export type PresignedUpload = components['schemas']['PresignedUpload']
/** The envelope of one PresignedUpload. */
export type PresignedUploadResponse = components['schemas']['PresignedUploadResponse']
/** The earlier values of the changed fields. */
export type PreviousFields = components['schemas']['PreviousFields']
/** The priority of the thread. */
export type PriorityInput = components['schemas']['PriorityInput']
/** A request to export or erase the data of a customer. */
export type PrivacyRequest = components['schemas']['PrivacyRequest']
/** An export or an erasure ended: `state` is `DONE` or `FAILED`. Dry runs and the retention of closed threads emit it too. */
export type PrivacyRequestCompletedEvent = components['schemas']['PrivacyRequestCompletedEvent']
/** For an export that is DONE: the file, for seven days. */
export type PrivacyRequestDownload = components['schemas']['PrivacyRequestDownload']
/** The envelope of a page of PrivacyRequest. */
export type PrivacyRequestList = components['schemas']['PrivacyRequestList']
/** For a dry run that is DONE: the rows that would be erased. */
export type PrivacyRequestPreview = components['schemas']['PrivacyRequestPreview']
/** For an erasure that is DONE: the erased rows. */
export type PrivacyRequestReceipt = components['schemas']['PrivacyRequestReceipt']
/** The envelope of one PrivacyRequest. */
export type PrivacyRequestResponse = components['schemas']['PrivacyRequestResponse']
/** The progress of a privacy request. */
export type PrivacyRequestState = components['schemas']['PrivacyRequestState']
/** The operation. */
export type PrivacyRequestType = components['schemas']['PrivacyRequestType']
/** A browser to which your notifications are pushed. */
export type PushSubscription = components['schemas']['PushSubscription']
/** The subscription that the browser’s `pushManager.subscribe` returned. */
export type PushSubscriptionCreate = components['schemas']['PushSubscriptionCreate']
/** The envelope of one PushSubscription. */
export type PushSubscriptionResponse = components['schemas']['PushSubscriptionResponse']
/** The envelope of a page of PushSubscription. */
export type PushSubscriptionSearchList = components['schemas']['PushSubscriptionSearchList']
/** Hours in which the browser does not alert you. Mails of AT_ONCE wait for their end. */
export type QuietHours = components['schemas']['QuietHours']
/** A share. */
export type RateFigure = components['schemas']['RateFigure']
/** The latest message that a user has read in a thread. */
export type ReadMark = components['schemas']['ReadMark']
/** The envelope of one ReadMark. */
export type ReadMarkResponse = components['schemas']['ReadMarkResponse']
export type ReadMarkUpdate = components['schemas']['ReadMarkUpdate']
/** What to make again. */
export type RebuiltMeasures = components['schemas']['RebuiltMeasures']
/** The kind of recipient. */
export type RecipientKind = components['schemas']['RecipientKind']
/** Recovery codes, for use without the authenticator. */
export type RecoveryCodes = components['schemas']['RecoveryCodes']
/** The envelope of one RecoveryCodes. */
export type RecoveryCodesResponse = components['schemas']['RecoveryCodesResponse']
export type RefreshRequest = components['schemas']['RefreshRequest']
/** Changes of the thread in the same transaction as the reply. */
export type ReplyChanges = components['schemas']['ReplyChanges']
export type ReplyCreate = components['schemas']['ReplyCreate']
/** Figures by time and group. Totals are computed from all facts, never from averages. */
export type Report = components['schemas']['Report']
/** The events that figures contain. */
export type ReportAsOf = components['schemas']['ReportAsOf']
/** A range of time. */
export type ReportBucket = components['schemas']['ReportBucket']
/** While the history of the tenant is counted for the first time, how far that is; null otherwise. Until then figures are too low. */
export type ReportBuilding = components['schemas']['ReportBuilding']
/** The range whose figures are in `previous`. */
export type ReportComparison = components['schemas']['ReportComparison']
/** The range whose figures are in `previous`. */
export type AnyReportComparison = components['schemas']['AnyReportComparison']
/** What facts can be grouped by. */
export type ReportDimension = components['schemas']['ReportDimension']
/** The figures of the metrics that were asked for. */
export type ReportFigures = components['schemas']['ReportFigures']
/** The length of the buckets. Default: `none`. */
export type ReportGrain = components['schemas']['ReportGrain']
/** The length of the buckets. Default: `none`. */
export type AnyReportGrain = components['schemas']['AnyReportGrain']
/** A value of a dimension. */
export type ReportGroup = components['schemas']['ReportGroup']
/** The definition of a metric. */
export type ReportMetric = components['schemas']['ReportMetric']
/** A metric of reports. */
export type ReportMetricId = components['schemas']['ReportMetricId']
/** All metrics. */
export type ReportMetrics = components['schemas']['ReportMetrics']
/** The envelope of a page of ReportMetrics. */
export type ReportMetricsResponse = components['schemas']['ReportMetricsResponse']
/** The unresolved threads of this moment. */
export type ReportNow = components['schemas']['ReportNow']
/** The envelope of one ReportNow. */
export type ReportNowResponse = components['schemas']['ReportNowResponse']
export type ReportRebuild = components['schemas']['ReportRebuild']
/** The envelope of one Report. */
export type ReportResponse = components['schemas']['ReportResponse']
/** A bucket and group of a report. */
export type ReportRow = components['schemas']['ReportRow']
/** The time that durations count. */
export type ReportTime = components['schemas']['ReportTime']
/** The time that durations count. */
export type AnyReportTime = components['schemas']['AnyReportTime']
/** Who sees figures of single agents, in reports and in the facts behind them. */
export type ReportedPeople = components['schemas']['ReportedPeople']
/** Who sees figures of single agents, in reports and in the facts behind them. */
export type AnyReportedPeople = components['schemas']['AnyReportedPeople']
/** The customer who asks. A customer with this e-mail address is created or updated; `name` changes only if sent. */
export type Requester = components['schemas']['Requester']
/** The new time of a scheduled reply. */
export type Rescheduling = components['schemas']['Rescheduling']
export type ResetRequest = components['schemas']['ResetRequest']
export type RewriteRequest = components['schemas']['RewriteRequest']
/** Something that a rule does. `type` determines which other fields are required and allowed. */
export type RuleAction = components['schemas']['RuleAction']
/** The kind of action. */
export type RuleActionType = components['schemas']['RuleActionType']
/** A thread that a rule sends to a webhook. */
export type RuleApplied = components['schemas']['RuleApplied']
/** An automation rule with the action SEND_WEBHOOK was applied. Sent to the webhook that the action names, whichever events it subscribes to, and to no other. */
export type RuleAppliedEvent = components['schemas']['RuleAppliedEvent']
/** A change of a field that the event must contain. Values that the field cannot have, and changes that no event of the trigger contains, are refused. */
export type RuleChange = components['schemas']['RuleChange']
/** An automation rule was created. */
export type RuleCreatedEvent = components['schemas']['RuleCreatedEvent']
/** An automation rule was deleted. */
export type RuleDeletedEvent = components['schemas']['RuleDeletedEvent']
/** A type of event about a thread. */
export type RuleEventType = components['schemas']['RuleEventType']
/** The threads to which a rule applies, as they are when it runs; all threads without a filter. */
export type RuleFilter = components['schemas']['RuleFilter']
/** The message that `message.created` must be about. */
export type RuleMessage = components['schemas']['RuleMessage']
/** Of TIME: the beginning. */
export type RuleMoment = components['schemas']['RuleMoment']
/** The service disabled an automation rule, because at least twenty of its runs in succession failed. */
export type RulePausedEvent = components['schemas']['RulePausedEvent']
/** Why the service disabled the rule. */
export type RulePausedReason = components['schemas']['RulePausedReason']
/** What makes a rule run: events, or a time. */
export type RuleTrigger = components['schemas']['RuleTrigger']
/** What makes the rule run. */
export type RuleTriggerType = components['schemas']['RuleTriggerType']
/** An automation rule was changed, also its place in the order. */
export type RuleUpdatedEvent = components['schemas']['RuleUpdatedEvent']
/** A company of bicycle lights with colleagues, customers, articles and thirty days of threads, for trying the product out. */
export type SampleCompany = components['schemas']['SampleCompany']
/** The numbers of objects that were made for the sample company. */
export type SampleCompanyCounts = components['schemas']['SampleCompanyCounts']
/** The envelope of one SampleCompany. */
export type SampleCompanyResponse = components['schemas']['SampleCompanyResponse']
/** The state of the sample company. */
export type SampleCompanyState = components['schemas']['SampleCompanyState']
/** A customer’s answer. */
export type SatisfactionAnswer = components['schemas']['SatisfactionAnswer']
export type SatisfactionAnswerCreate = components['schemas']['SatisfactionAnswerCreate']
/** Who sent the answer. */
export type SatisfactionAnswerSource = components['schemas']['SatisfactionAnswerSource']
/** A customer rated a thread for the first time. Changes of the answer emit `satisfaction.changed`. */
export type SatisfactionAnsweredEvent = components['schemas']['SatisfactionAnsweredEvent']
/** Why a request was cancelled. */
export type SatisfactionCancelReason = components['schemas']['SatisfactionCancelReason']
/** A request was cancelled before it was answered; `cancelReason` says why. */
export type SatisfactionCancelledEvent = components['schemas']['SatisfactionCancelledEvent']
/** A customer changed the answer. */
export type SatisfactionChangedEvent = components['schemas']['SatisfactionChangedEvent']
/** How the customer is asked. */
export type SatisfactionChannel = components['schemas']['SatisfactionChannel']
/** How the customer is asked. */
export type AnySatisfactionChannel = components['schemas']['AnySatisfactionChannel']
/** A customer did not answer in time. */
export type SatisfactionExpiredEvent = components['schemas']['SatisfactionExpiredEvent']
/** A satisfaction request as its customer sees it. */
export type SatisfactionForm = components['schemas']['SatisfactionForm']
/** The answer so far; null without one. */
export type SatisfactionFormAnswer = components['schemas']['SatisfactionFormAnswer']
/** The envelope of one SatisfactionForm. */
export type SatisfactionFormResponse = components['schemas']['SatisfactionFormResponse']
/** A request to a customer to rate how a thread was resolved, and the answer. */
export type SatisfactionRequest = components['schemas']['SatisfactionRequest']
export type SatisfactionRequestCreate = components['schemas']['SatisfactionRequestCreate']
/** The envelope of a page of SatisfactionRequest. */
export type SatisfactionRequestList = components['schemas']['SatisfactionRequestList']
/** The envelope of one SatisfactionRequest. */
export type SatisfactionRequestResponse = components['schemas']['SatisfactionRequestResponse']
/** A new satisfaction request with its URL. */
export type SatisfactionRequestWithUrl = components['schemas']['SatisfactionRequestWithUrl']
/** The envelope of one SatisfactionRequestWithUrl. */
export type SatisfactionRequestWithUrlResponse = components['schemas']['SatisfactionRequestWithUrlResponse']
/** A customer was asked to rate a thread: the mail was sent, the chat shows the question, or the link was made. */
export type SatisfactionRequestedEvent = components['schemas']['SatisfactionRequestedEvent']
/** What customers choose from. */
export type SatisfactionScale = components['schemas']['SatisfactionScale']
/** What customers choose from. */
export type AnySatisfactionScale = components['schemas']['AnySatisfactionScale']
/** The state of the request. */
export type SatisfactionState = components['schemas']['SatisfactionState']
/** The state of the request. */
export type AnySatisfactionState = components['schemas']['AnySatisfactionState']
/** A saved report: the parameters of `GET /reports` and a chart. */
export type SavedReport = components['schemas']['SavedReport']
/** How clients show it. The service only stores it. */
export type SavedReportChart = components['schemas']['SavedReportChart']
/** How clients show it. The service only stores it. */
export type AnySavedReportChart = components['schemas']['AnySavedReportChart']
export type SavedReportCreate = components['schemas']['SavedReportCreate']
/** A saved report was created. */
export type SavedReportCreatedEvent = components['schemas']['SavedReportCreatedEvent']
/** A saved report was deleted. */
export type SavedReportDeletedEvent = components['schemas']['SavedReportDeletedEvent']
/** The envelope of a page of SavedReport. */
export type SavedReportList = components['schemas']['SavedReportList']
/** The parameters of `GET /reports`. Dates relative to today keep a saved report current. */
export type SavedReportQuery = components['schemas']['SavedReportQuery']
/** The envelope of one SavedReport. */
export type SavedReportResponse = components['schemas']['SavedReportResponse']
export type SavedReportUpdate = components['schemas']['SavedReportUpdate']
/** A saved report was changed. */
export type SavedReportUpdatedEvent = components['schemas']['SavedReportUpdatedEvent']
/** A reply that is waiting to be sent or could not be sent, with its thread. */
export type ScheduledReply = components['schemas']['ScheduledReply']
/** The customer of a scheduled reply’s thread. */
export type ScheduledReplyCustomer = components['schemas']['ScheduledReplyCustomer']
/** The envelope of a page of ScheduledReply. */
export type ScheduledReplyList = components['schemas']['ScheduledReplyList']
/** The thread of a scheduled reply. */
export type ScheduledReplyThread = components['schemas']['ScheduledReplyThread']
/** The field that matches. */
export type SearchField = components['schemas']['SearchField']
/** The matches of a thread. */
export type SearchHighlight = components['schemas']['SearchHighlight']
/** A matching text. */
export type SearchMatch = components['schemas']['SearchMatch']
/** A match. Positions count UTF-16 code units, as in JavaScript and Java. */
export type SearchRange = components['schemas']['SearchRange']
/** A change of a user’s sign-in, without secrets. */
export type SecurityChange = components['schemas']['SecurityChange']
/** The event type. */
export type SecurityChangeKind = components['schemas']['SecurityChangeKind']
/** How the message is sent. By default on the thread’s own channel: `capabilities.delivers` of its inbox says by whom. */
export type SendBy = components['schemas']['SendBy']
/** A rule about the mail of an address or a domain. The most specific rule wins: an address before a domain, an inbox before all. */
export type SenderRule = components['schemas']['SenderRule']
/** What happens to the mail of a sender. */
export type SenderRuleAction = components['schemas']['SenderRuleAction']
/** What happens to the mail of a sender. */
export type AnySenderRuleAction = components['schemas']['AnySenderRuleAction']
export type SenderRuleCreate = components['schemas']['SenderRuleCreate']
/** A sender rule was created. */
export type SenderRuleCreatedEvent = components['schemas']['SenderRuleCreatedEvent']
/** A sender rule was deleted. */
export type SenderRuleDeletedEvent = components['schemas']['SenderRuleDeletedEvent']
/** The envelope of a page of SenderRule. */
export type SenderRuleList = components['schemas']['SenderRuleList']
/** The envelope of one SenderRule. */
export type SenderRuleResponse = components['schemas']['SenderRuleResponse']
/** What would happen now to a reply. */
export type SendingMode = components['schemas']['SendingMode']
/** One of your sessions. */
export type Session = components['schemas']['Session']
/** A user signed in. */
export type SessionCreatedEvent = components['schemas']['SessionCreatedEvent']
/** The reason why a session ended. */
export type SessionEndReason = components['schemas']['SessionEndReason']
/** A session ended: the user signed out, changed the password, was suspended or got another address, or a refresh token was used a second time (`endedReason` `TOKEN_REUSED`), which can mean that it was stolen. Sessions that expire emit no event. */
export type SessionEndedEvent = components['schemas']['SessionEndedEvent']
/** The envelope of a page of Session. */
export type SessionList = components['schemas']['SessionList']
/** The envelope of one Session. */
export type SessionResponse = components['schemas']['SessionResponse']
/** The tokens of a session, shown only once. */
export type SignIn = components['schemas']['SignIn']
/** The envelope of one SignIn. */
export type SignInResponse = components['schemas']['SignInResponse']
/** A target was missed. Emitted once per clock, within two seconds, even after downtime. */
export type SlaBreachedEvent = components['schemas']['SlaBreachedEvent']
/** The threads to which it applies: all conditions must match, each list by one entry. Without conditions, all threads. At most 32 KiB as JSON. */
export type SlaConditions = components['schemas']['SlaConditions']
/** The threads to which it applies: all conditions must match, each list by one entry. Without conditions, all threads. At most 32 KiB as JSON. */
export type SlaConditionsInput = components['schemas']['SlaConditionsInput']
/** A target was met. Emitted once per clock, and again when a reopened thread is resolved again. */
export type SlaMetEvent = components['schemas']['SlaMetEvent']
/** The measured time. */
export type SlaMetric = components['schemas']['SlaMetric']
/** Minutes of working time per priority. */
export type SlaMinutes = components['schemas']['SlaMinutes']
/** Response and resolution targets of threads. */
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
/** The state of the thread’s SLA targets. */
export type SlaStanding = components['schemas']['SlaStanding']
/** The state of the thread’s SLA targets. */
export type AnySlaStanding = components['schemas']['AnySlaStanding']
/** The state of the target. */
export type SlaState = components['schemas']['SlaState']
/** The targets. An omitted or null target does not apply. */
export type SlaTargets = components['schemas']['SlaTargets']
/** Only `warningPercent` of the time for a target is left. Emitted once per clock, and again only if another priority or policy gives it more time. */
export type SlaWarningEvent = components['schemas']['SlaWarningEvent']
/** The mail server that sends an inbox’s replies. */
export type SmtpSettings = components['schemas']['SmtpSettings']
/** When the snooze ends. */
export type SnoozeEnd = components['schemas']['SnoozeEnd']
/** What a new sender rule blocks. */
export type SpamBlock = components['schemas']['SpamBlock']
/** The thread’s status. */
export type StatusInput = components['schemas']['StatusInput']
/** A number at a time. */
export type StockFigure = components['schemas']['StockFigure']
export type SuggestReplyRequest = components['schemas']['SuggestReplyRequest']
/** What is wrong with the address. */
export type SuppressedReason = components['schemas']['SuppressedReason']
/** Why a mail was suspended. */
export type SuspensionCause = components['schemas']['SuspensionCause']
/** Why a mail was suspended. */
export type AnySuspensionCause = components['schemas']['AnySuspensionCause']
/** A part of the service. */
export type SystemComponent = components['schemas']['SystemComponent']
/** The state of one part of the service. */
export type SystemHealth = components['schemas']['SystemHealth']
/** The envelope of a page of SystemHealth. */
export type SystemHealthList = components['schemas']['SystemHealthList']
/** Groups of agents. */
export type Team = components['schemas']['Team']
/** How a thread that was assigned only to the team gets an assignee. */
export type TeamAssignment = components['schemas']['TeamAssignment']
/** How a thread that was assigned only to the team gets an assignee. */
export type AnyTeamAssignment = components['schemas']['AnyTeamAssignment']
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
/** How messages come in. */
export type TelegramReceiving = components['schemas']['TelegramReceiving']
/** How messages come in. */
export type AnyTelegramReceiving = components['schemas']['AnyTelegramReceiving']
/** Settings of a Telegram bot. */
export type TelegramSettings = components['schemas']['TelegramSettings']
/** The settings of a tenant. A change takes effect everywhere within two seconds. */
export type TenantSettings = components['schemas']['TenantSettings']
/** The envelope of one TenantSettings. */
export type TenantSettingsResponse = components['schemas']['TenantSettingsResponse']
export type TenantSettingsUpdate = components['schemas']['TenantSettingsUpdate']
/** A setting of the tenant changed. */
export type TenantUpdatedEvent = components['schemas']['TenantUpdatedEvent']
/** A text with its variables filled in. */
export type TextPreview = components['schemas']['TextPreview']
export type TextPreviewRequest = components['schemas']['TextPreviewRequest']
/** The envelope of one TextPreview. */
export type TextPreviewResponse = components['schemas']['TextPreviewResponse']
/** What the text is for. */
export type TextUse = components['schemas']['TextUse']
/** The theme of the dashboard. */
export type Theme = components['schemas']['Theme']
/** The theme of the dashboard. */
export type AnyTheme = components['schemas']['AnyTheme']
/** One conversation with a customer, on any channel. */
export type Thread = components['schemas']['Thread']
/** The number of unresolved threads of an age. */
export type ThreadAges = components['schemas']['ThreadAges']
/** A thread’s assignee or team changed. */
export type ThreadAssignedEvent = components['schemas']['ThreadAssignedEvent']
/** The agent who works on a thread. */
export type ThreadAssignee = components['schemas']['ThreadAssignee']
export type ThreadAssignment = components['schemas']['ThreadAssignment']
/** A change to many threads. */
export type ThreadBatch = components['schemas']['ThreadBatch']
/** The filters of `GET /threads`. */
export type ThreadBatchFilter = components['schemas']['ThreadBatchFilter']
/** The channel in which the thread started. */
export type ThreadChannel = components['schemas']['ThreadChannel']
/** A target of a thread’s SLA policy. */
export type ThreadClock = components['schemas']['ThreadClock']
export type ThreadCompose = components['schemas']['ThreadCompose']
/** A new thread with its first message. */
export type ThreadCreate = components['schemas']['ThreadCreate']
/** A thread was created. */
export type ThreadCreatedEvent = components['schemas']['ThreadCreatedEvent']
/** The customer who asked. */
export type ThreadCustomer = components['schemas']['ThreadCustomer']
/** The caller’s drafts for a thread. */
export type ThreadDrafts = components['schemas']['ThreadDrafts']
/** The content of a thread was erased, because its customer was erased or because the thread had been closed for longer than `retention.closedThreads`. With `deleted` the thread no longer exists. Earlier events no longer show the content. */
export type ThreadErasedEvent = components['schemas']['ThreadErasedEvent']
/** The erasure of a thread. */
export type ThreadErasure = components['schemas']['ThreadErasure']
/** The fields of the thread that change, before and after. Both are empty if none does. */
export type ThreadFieldChanges = components['schemas']['ThreadFieldChanges']
/** Fields of a thread that change; the others are absent. */
export type ThreadFieldsShown = components['schemas']['ThreadFieldsShown']
/** The filters of `GET /threads`, all of which must match, and conditions on the customer’s custom fields. */
export type ThreadFilter = components['schemas']['ThreadFilter']
/** A user who is notified of what happens in a thread without being its assignee. */
export type ThreadFollower = components['schemas']['ThreadFollower']
/** The envelope of a page of ThreadFollower. */
export type ThreadFollowerList = components['schemas']['ThreadFollowerList']
/** The envelope of one ThreadFollower. */
export type ThreadFollowerResponse = components['schemas']['ThreadFollowerResponse']
/** The users who follow a thread. */
export type ThreadFollowers = components['schemas']['ThreadFollowers']
/** Users began or ended to follow a thread: by a request, because they wrote in it or were mentioned, or by a merge. Shows who follows it now, and no former values. Deleting a user ends what they follow without this event. */
export type ThreadFollowersChangedEvent = components['schemas']['ThreadFollowersChangedEvent']
export type ThreadForward = components['schemas']['ThreadForward']
/** What each thread of the page has in addition. */
export type ThreadInclude = components['schemas']['ThreadInclude']
/** A label of a thread. */
export type ThreadLabel = components['schemas']['ThreadLabel']
export type ThreadLabelsChange = components['schemas']['ThreadLabelsChange']
/** Labels were added to a thread or removed from it. */
export type ThreadLabelsChangedEvent = components['schemas']['ThreadLabelsChangedEvent']
/** The envelope of a page of Thread. */
export type ThreadList = components['schemas']['ThreadList']
/** What reports remember of a thread. */
export type ThreadMeasureState = components['schemas']['ThreadMeasureState']
/** How a thread counts in reports. */
export type ThreadMeasures = components['schemas']['ThreadMeasures']
/** The envelope of one ThreadMeasures. */
export type ThreadMeasuresResponse = components['schemas']['ThreadMeasuresResponse']
export type ThreadMerge = components['schemas']['ThreadMerge']
/** A thread was merged into another, `mergedInto`, which now has its messages and those of all threads merged into it before. One event per source; changes of the target emit `thread.updated`. */
export type ThreadMergedEvent = components['schemas']['ThreadMergedEvent']
/** The people who take part in a thread by mail. */
export type ThreadParticipants = components['schemas']['ThreadParticipants']
/** Somebody joined a thread by mail or was added to it, was verified, or was removed. Shows everybody who takes part now, and no former values. */
export type ThreadParticipantsChangedEvent = components['schemas']['ThreadParticipantsChangedEvent']
/** The latest message of a thread, shortened. */
export type ThreadPreview = components['schemas']['ThreadPreview']
/** The priority of the thread. */
export type ThreadPriority = components['schemas']['ThreadPriority']
/** A thread’s priority changed. */
export type ThreadPriorityChangedEvent = components['schemas']['ThreadPriorityChangedEvent']
/** To whom a reply goes if it names no recipients. */
export type ThreadRecipients = components['schemas']['ThreadRecipients']
/** The envelope of one ThreadRecipients. */
export type ThreadRecipientsResponse = components['schemas']['ThreadRecipientsResponse']
/** The envelope of one Thread. */
export type ThreadResponse = components['schemas']['ThreadResponse']
/** The envelope of a page of Thread. */
export type ThreadSearchList = components['schemas']['ThreadSearchList']
/** One target of the SLA policy that applies to a thread. */
export type ThreadSla = components['schemas']['ThreadSla']
/** Send exactly one field. */
export type ThreadSnooze = components['schemas']['ThreadSnooze']
/** A thread was snoozed, or its snooze time was changed. If its status changed too, `thread.status_changed` comes first, as for every change of status. */
export type ThreadSnoozedEvent = components['schemas']['ThreadSnoozedEvent']
/** The sort order; `-` reverses it. */
export type ThreadSort = components['schemas']['ThreadSort']
/** The sort order; `-` reverses it. */
export type AnyThreadSort = components['schemas']['AnyThreadSort']
export type ThreadSpam = components['schemas']['ThreadSpam']
export type ThreadSplit = components['schemas']['ThreadSplit']
/** The thread’s status. */
export type ThreadStatus = components['schemas']['ThreadStatus']
/** A thread’s status changed: by an agent, because the customer wrote, or because a time was reached. */
export type ThreadStatusChangedEvent = components['schemas']['ThreadStatusChangedEvent']
/** A merge was undone: the thread has its messages again. Changes of the target emit `thread.updated`. */
export type ThreadUnmergedEvent = components['schemas']['ThreadUnmergedEvent']
/** A thread is no longer snoozed: its time was reached, the customer wrote, or an agent ended the snooze or changed the status. `thread.status_changed` comes first. */
export type ThreadUnsnoozedEvent = components['schemas']['ThreadUnsnoozedEvent']
export type ThreadUpdate = components['schemas']['ThreadUpdate']
/** A thread’s subject, inbox or custom fields changed, messages were moved to or from it by a merge or a split, or a reply turned out to have reached nobody. */
export type ThreadUpdatedEvent = components['schemas']['ThreadUpdatedEvent']
/** A thread with all parts of its view. */
export type ThreadView = components['schemas']['ThreadView']
/** The users who follow it, as in `GET /threads/{id}/followers`. */
export type ThreadViewFollowers = components['schemas']['ThreadViewFollowers']
/** The newest changes of the thread, as in `GET /audit-logs?targetId={id}`. */
export type ThreadViewHistory = components['schemas']['ThreadViewHistory']
/** Its meetings, as in `GET /scheduled-meetings?threadId={id}`. */
export type ThreadViewMeetings = components['schemas']['ThreadViewMeetings']
/** The newest messages, as in `GET /threads/{id}/messages`. */
export type ThreadViewMessages = components['schemas']['ThreadViewMessages']
/** The position of the page in its list. */
export type ThreadViewPartMeta = components['schemas']['ThreadViewPartMeta']
/** The envelope of one ThreadView. */
export type ThreadViewResponse = components['schemas']['ThreadViewResponse']
/** The newest requests to rate it, as in `GET /satisfaction-requests?threadId={id}`. */
export type ThreadViewSatisfaction = components['schemas']['ThreadViewSatisfaction']
/** Replies that wait to be sent, as in `GET /threads/{id}/scheduled-messages`. */
export type ThreadViewScheduled = components['schemas']['ThreadViewScheduled']
/** The newest threads of the customer, as in `GET /customers/{id}/threads`. */
export type ThreadViewThreads = components['schemas']['ThreadViewThreads']
/** The visitor of a website with whom a thread takes place. */
export type ThreadVisitor = components['schemas']['ThreadVisitor']
export type TotpCodeRequest = components['schemas']['TotpCodeRequest']
/** The secret of an authenticator. */
export type TotpEnrolment = components['schemas']['TotpEnrolment']
/** The envelope of one TotpEnrolment. */
export type TotpEnrolmentResponse = components['schemas']['TotpEnrolmentResponse']
export type TranslateRequest = components['schemas']['TranslateRequest']
/** A file of the tenant. It is deleted unless it is attached to a message, a meeting, an article or a canned response within a day. */
export type Upload = components['schemas']['Upload']
/** The file that will be sent. */
export type UploadAnnouncement = components['schemas']['UploadAnnouncement']
/** A file was uploaded, or a URL for an upload was created. */
export type UploadCreatedEvent = components['schemas']['UploadCreatedEvent']
/** A file was deleted: with its message or article, because it was not attached for a day, or because it is older than `retention.uploads`. */
export type UploadDeletedEvent = components['schemas']['UploadDeletedEvent']
/** A file. */
export type UploadForm = components['schemas']['UploadForm']
/** The envelope of one Upload. */
export type UploadResponse = components['schemas']['UploadResponse']
/** The state of the file. */
export type UploadState = components['schemas']['UploadState']
/** The file of an upload arrived, and is READY or REJECTED. */
export type UploadUpdatedEvent = components['schemas']['UploadUpdatedEvent']
/** A user of your tenant. */
export type User = components['schemas']['User']
/** Whether a user takes new threads. Strategies assign threads only to AVAILABLE users. */
export type UserAvailability = components['schemas']['UserAvailability']
/** Whether a user takes new threads. Strategies assign threads only to AVAILABLE users. */
export type AnyUserAvailability = components['schemas']['AnyUserAvailability']
export type UserCreate = components['schemas']['UserCreate']
/** A user was invited, or created for use over the API. */
export type UserCreatedEvent = components['schemas']['UserCreatedEvent']
/** A user was deleted. */
export type UserDeletedEvent = components['schemas']['UserDeletedEvent']
/** What a user is. */
export type UserKind = components['schemas']['UserKind']
/** What a user is. */
export type AnyUserKind = components['schemas']['AnyUserKind']
/** The envelope of a page of User. */
export type UserList = components['schemas']['UserList']
/** The envelope of one User. */
export type UserResponse = components['schemas']['UserResponse']
/** The role of a user within a tenant. */
export type UserRole = components['schemas']['UserRole']
/** The role of a user within a tenant. */
export type AnyUserRole = components['schemas']['AnyUserRole']
/** A user’s sign-in changed, or a link to change it was requested. */
export type UserSecurityNoticeEvent = components['schemas']['UserSecurityNoticeEvent']
/** A session of a user, as events show it. */
export type UserSession = components['schemas']['UserSession']
/** The status of a user. */
export type UserStatus = components['schemas']['UserStatus']
/** The new status of a user. */
export type UserStatusChange = components['schemas']['UserStatusChange']
export type UserUpdate = components['schemas']['UserUpdate']
/** A user’s name, address, role, teams, availability or status changed, or mail to the address began or ceased to fail. */
export type UserUpdatedEvent = components['schemas']['UserUpdatedEvent']
/** A saved list of threads: filters, sort order and columns. */
export type View = components['schemas']['View']
/** The number of threads in a view. */
export type ViewCount = components['schemas']['ViewCount']
/** The reason why a view could not be counted. */
export type ViewCountError = components['schemas']['ViewCountError']
/** The views that you can see, newest first, at most a hundred. */
export type ViewCounts = components['schemas']['ViewCounts']
/** The envelope of a page of ViewCounts. */
export type ViewCountsResponse = components['schemas']['ViewCountsResponse']
export type ViewCreate = components['schemas']['ViewCreate']
/** A view was created. */
export type ViewCreatedEvent = components['schemas']['ViewCreatedEvent']
/** A view was deleted. */
export type ViewDeletedEvent = components['schemas']['ViewDeletedEvent']
/** The filters of `GET /threads`. `me` is the user who reads the view. */
export type ViewFilters = components['schemas']['ViewFilters']
/** The envelope of a page of View. */
export type ViewList = components['schemas']['ViewList']
/** The envelope of one View. */
export type ViewResponse = components['schemas']['ViewResponse']
export type ViewUpdate = components['schemas']['ViewUpdate']
/** A view was changed. */
export type ViewUpdatedEvent = components['schemas']['ViewUpdatedEvent']
export type VisitorTyping = components['schemas']['VisitorTyping']
/** What was reported. */
export type VisitorTypingState = components['schemas']['VisitorTypingState']
/** The envelope of one VisitorTypingState. */
export type VisitorTypingStateResponse = components['schemas']['VisitorTypingStateResponse']
/** Your endpoint that receives events. */
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
/** A webhook was disabled: ten attempts in a row failed, or the endpoint returned 410. */
export type WebhookDisabledEvent = components['schemas']['WebhookDisabledEvent']
export type WebhookEnable = components['schemas']['WebhookEnable']
/** A header of every delivery. Its value is never shown. */
export type WebhookHeader = components['schemas']['WebhookHeader']
/** A header that every delivery gets. */
export type WebhookHeaderInput = components['schemas']['WebhookHeaderInput']
/** A header that every delivery gets. Without `value` the header keeps its stored value. */
export type WebhookHeaderUpdate = components['schemas']['WebhookHeaderUpdate']
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
export type WebhookTestRequest = components['schemas']['WebhookTestRequest']
export type WebhookUpdate = components['schemas']['WebhookUpdate']
/** A webhook with its secret, which is shown only once. */
export type WebhookWithSecret = components['schemas']['WebhookWithSecret']
/** The envelope of one WebhookWithSecret. */
export type WebhookWithSecretResponse = components['schemas']['WebhookWithSecretResponse']
/** A day of the week: the local day of facts, or the first day of weeks in reports. */
export type Weekday = components['schemas']['Weekday']
/** The periods of a week in the time zone, without overlap. */
export type WeeklyHours = components['schemas']['WeeklyHours']
/** How the chat looks. */
export type WidgetAppearance = components['schemas']['WidgetAppearance']
/** A public article of the help centre. */
export type WidgetArticle = components['schemas']['WidgetArticle']
/** The envelope of a page of WidgetArticle. */
export type WidgetArticleList = components['schemas']['WidgetArticleList']
/** A public article with its text. */
export type WidgetArticleText = components['schemas']['WidgetArticleText']
/** The envelope of one WidgetArticleText. */
export type WidgetArticleTextResponse = components['schemas']['WidgetArticleTextResponse']
/** A proof of work. Try nonces until one solves it. */
export type WidgetChallenge = components['schemas']['WidgetChallenge']
export type WidgetChallengeCreate = components['schemas']['WidgetChallengeCreate']
/** The envelope of one WidgetChallenge. */
export type WidgetChallengeResponse = components['schemas']['WidgetChallengeResponse']
/** Settings of a website chat. */
export type WidgetChannel = components['schemas']['WidgetChannel']
/** Settings of a website chat. Omitted fields do not change. */
export type WidgetChannelInput = components['schemas']['WidgetChannelInput']
/** Sends replies that a visitor has not seen by e-mail, if the visitor’s address is known, and adds the answers to the thread; null to not. */
export type WidgetChannelInputContinuity = components['schemas']['WidgetChannelInputContinuity']
/** What the chat needs before a visitor writes. */
export type WidgetConfig = components['schemas']['WidgetConfig']
/** The envelope of one WidgetConfig. */
export type WidgetConfigResponse = components['schemas']['WidgetConfigResponse']
/** How replies reach a visitor who has left. */
export type WidgetContinuity = components['schemas']['WidgetContinuity']
/** A file of a message in a chat. */
export type WidgetFile = components['schemas']['WidgetFile']
export type WidgetIdentify = components['schemas']['WidgetIdentify']
/** A secret with which your site identifies its users. */
export type WidgetIdentitySecret = components['schemas']['WidgetIdentitySecret']
/** The envelope of one WidgetIdentitySecret. */
export type WidgetIdentitySecretResponse = components['schemas']['WidgetIdentitySecretResponse']
/** A message of a chat, as its visitor sees it. */
export type WidgetMessage = components['schemas']['WidgetMessage']
export type WidgetMessageCreate = components['schemas']['WidgetMessageCreate']
/** The envelope of a page of WidgetMessage. */
export type WidgetMessageList = components['schemas']['WidgetMessageList']
/** The envelope of one WidgetMessage. */
export type WidgetMessageResponse = components['schemas']['WidgetMessageResponse']
/** What agents see of the page on which a visitor writes. */
export type WidgetPageUrl = components['schemas']['WidgetPageUrl']
/** What agents see of the page on which a visitor writes. */
export type AnyWidgetPageUrl = components['schemas']['AnyWidgetPageUrl']
/** Somebody who answers. */
export type WidgetPerson = components['schemas']['WidgetPerson']
/** The lower corner of the page with the launcher. */
export type WidgetPosition = components['schemas']['WidgetPosition']
/** The lower corner of the page with the launcher. */
export type AnyWidgetPosition = components['schemas']['AnyWidgetPosition']
/** Something that a visitor is asked. */
export type WidgetPreChatField = components['schemas']['WidgetPreChatField']
/** A solved challenge of `POST /widget/challenges`. */
export type WidgetProof = components['schemas']['WidgetProof']
/** Something that a visitor is asked. */
export type WidgetQuestion = components['schemas']['WidgetQuestion']
/** The kind of input. */
export type WidgetQuestionType = components['schemas']['WidgetQuestionType']
/** A visitor’s rating of a conversation. */
export type WidgetRating = components['schemas']['WidgetRating']
export type WidgetRatingCreate = components['schemas']['WidgetRatingCreate']
/** What became of the messages up to this one. */
export type WidgetReceipt = components['schemas']['WidgetReceipt']
/** A secret with which your site identifies its users. */
export type WidgetSecret = components['schemas']['WidgetSecret']
/** How to add a secret. */
export type WidgetSecretCreate = components['schemas']['WidgetSecretCreate']
/** The envelope of one WidgetSecret. */
export type WidgetSecretResponse = components['schemas']['WidgetSecretResponse']
/** Who wrote a message. */
export type WidgetSender = components['schemas']['WidgetSender']
/** A session of a website’s visitor. */
export type WidgetSession = components['schemas']['WidgetSession']
export type WidgetSessionCreate = components['schemas']['WidgetSessionCreate']
/** The end of a visitor’s session. */
export type WidgetSessionEnd = components['schemas']['WidgetSessionEnd']
/** The envelope of one WidgetSessionEnd. */
export type WidgetSessionEndResponse = components['schemas']['WidgetSessionEndResponse']
/** The envelope of one WidgetSession. */
export type WidgetSessionResponse = components['schemas']['WidgetSessionResponse']
/** A conversation of a website’s visitor. */
export type WidgetThread = components['schemas']['WidgetThread']
export type WidgetThreadCreate = components['schemas']['WidgetThreadCreate']
/** The envelope of a page of WidgetThread. */
export type WidgetThreadList = components['schemas']['WidgetThreadList']
export type WidgetThreadRead = components['schemas']['WidgetThreadRead']
/** The envelope of one WidgetThread. */
export type WidgetThreadResponse = components['schemas']['WidgetThreadResponse']
/** The state of a conversation. */
export type WidgetThreadState = components['schemas']['WidgetThreadState']
/** A mail with a conversation. */
export type WidgetTranscript = components['schemas']['WidgetTranscript']
/** The envelope of one WidgetTranscript. */
export type WidgetTranscriptResponse = components['schemas']['WidgetTranscriptResponse']
/** What a visitor has not seen. */
export type WidgetUnread = components['schemas']['WidgetUnread']
/** The envelope of one WidgetUnread. */
export type WidgetUnreadResponse = components['schemas']['WidgetUnreadResponse']
/** A file that a visitor has sent. */
export type WidgetUpload = components['schemas']['WidgetUpload']
/** A file. */
export type WidgetUploadForm = components['schemas']['WidgetUploadForm']
/** The envelope of one WidgetUpload. */
export type WidgetUploadResponse = components['schemas']['WidgetUploadResponse']
/** A visitor of a website. */
export type WidgetVisitor = components['schemas']['WidgetVisitor']
