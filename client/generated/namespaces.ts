/** The operations of each namespace. Made of openapi.json by `npm run generate`: changes are overwritten. */
export interface Namespaces {
  threads: {
    /** List threads, as `listThreads`: `GET /api/v1/threads` */
    list: 'listThreads'
    /** Create a thread, as `createThread`: `POST /api/v1/threads` */
    create: 'createThread'
    /** Get a thread, as `getThread`: `GET /api/v1/threads/{id}` */
    get: 'getThread'
    /** Change a thread, as `updateThread`: `PATCH /api/v1/threads/{id}` */
    update: 'updateThread'
    /** Assign a thread, as `assignThread`: `POST /api/v1/threads/{id}/assign` */
    assign: 'assignThread'
    /** Change the labels of a thread, as `changeThreadLabels`: `POST /api/v1/threads/{id}/labels` */
    changeLabels: 'changeThreadLabels'
    /** Reply to a thread, as `replyToThread`: `POST /api/v1/threads/{id}/reply` */
    reply: 'replyToThread'
    /** List the messages of a thread, as `listMessages`: `GET /api/v1/threads/{id}/messages` */
    listMessages: 'listMessages'
    /** Add a message to a thread, as `createMessage`: `POST /api/v1/threads/{id}/messages` */
    createMessage: 'createMessage'
    /** Snooze a thread, as `snoozeThread`: `POST /api/v1/threads/{id}/snooze` */
    snooze: 'snoozeThread'
    /** Wake a thread, as `unsnoozeThread`: `DELETE /api/v1/threads/{id}/snooze` */
    unsnooze: 'unsnoozeThread'
    /** List the scheduled replies of a thread, as `listScheduledMessages`: `GET /api/v1/threads/{id}/scheduled-messages` */
    listScheduledMessages: 'listScheduledMessages'
    /** Merge threads into this one, as `mergeThread`: `POST /api/v1/threads/{id}/merge` */
    merge: 'mergeThread'
    /** Undo the merge of this thread, as `unmergeThread`: `POST /api/v1/threads/{id}/unmerge` */
    unmerge: 'unmergeThread'
    /** Split messages off into a new thread, as `splitThread`: `POST /api/v1/threads/{id}/split` */
    split: 'splitThread'
    /** Change many threads, as `batchThreads`: `POST /api/v1/threads/batch` */
    batch: 'batchThreads'
    /** Apply a canned response, as `applyCannedResponse`: `POST /api/v1/threads/{id}/apply-canned-response` */
    applyCannedResponse: 'applyCannedResponse'
    /** Preview a text with variables, as `previewText`: `POST /api/v1/threads/{id}/preview-text` */
    previewText: 'previewText'
    /** Start a thread by mail, as `composeThread`: `POST /api/v1/threads/compose` */
    compose: 'composeThread'
    /** Forward messages to other people, as `forwardThread`: `POST /api/v1/threads/{id}/forward` */
    forward: 'forwardThread'
    /** Get the default recipients of a reply, as `getThreadRecipients`: `GET /api/v1/threads/{id}/recipients` */
    getRecipients: 'getThreadRecipients'
    /** List the participants of a thread, as `listThreadParticipants`: `GET /api/v1/threads/{id}/participants` */
    listParticipants: 'listThreadParticipants'
    /** Add a participant to a thread, as `addThreadParticipant`: `POST /api/v1/threads/{id}/participants` */
    addParticipant: 'addThreadParticipant'
    /** Remove a participant from a thread, as `removeThreadParticipant`: `DELETE /api/v1/threads/{id}/participants/{participantId}` */
    removeParticipant: 'removeThreadParticipant'
    /** List the followers of a thread, as `listThreadFollowers`: `GET /api/v1/threads/{id}/followers` */
    listFollowers: 'listThreadFollowers'
    /** Follow a thread, as `followThread`: `PUT /api/v1/threads/{id}/followers/{userId}` */
    follow: 'followThread'
    /** Stop following a thread, as `unfollowThread`: `DELETE /api/v1/threads/{id}/followers/{userId}` */
    unfollow: 'unfollowThread'
    /** Get your draft, as `getDraft`: `GET /api/v1/threads/{id}/draft` */
    getDraft: 'getDraft'
    /** Save your draft, as `saveDraft`: `PUT /api/v1/threads/{id}/draft` */
    saveDraft: 'saveDraft'
    /** Delete your draft, as `deleteDraft`: `DELETE /api/v1/threads/{id}/draft` */
    deleteDraft: 'deleteDraft'
    /** Mark a thread as read, as `markThreadRead`: `PUT /api/v1/threads/{id}/read` */
    markRead: 'markThreadRead'
    /** Report your presence in a thread, as `reportPresence`: `POST /api/v1/threads/{id}/presence` */
    reportPresence: 'reportPresence'
    /** Get a thread with all parts of its view, as `getThreadView`: `GET /api/v1/threads/{id}/view` */
    getView: 'getThreadView'
    /** Schedule a meeting, as `scheduleMeeting`: `POST /api/v1/threads/{id}/schedule-meeting` */
    scheduleMeeting: 'scheduleMeeting'
    /** Ask a customer for a rating, as `createSatisfactionRequest`: `POST /api/v1/threads/{id}/satisfaction-requests` */
    createSatisfactionRequest: 'createSatisfactionRequest'
    /** Mark a thread as spam, as `markThreadAsSpam`: `POST /api/v1/threads/{id}/spam` */
    markAsSpam: 'markThreadAsSpam'
    /** List the runs of automation rules on a thread, as `listThreadAutomationRuns`: `GET /api/v1/threads/{id}/automation-runs` */
    listAutomationRuns: 'listThreadAutomationRuns'
    /** Get the facts of a thread, as `getThreadMeasures`: `GET /api/v1/threads/{id}/measures` */
    getMeasures: 'getThreadMeasures'
  }
  messages: {
    /** Get a message, as `getMessage`: `GET /api/v1/messages/{id}` */
    get: 'getMessage'
    /** Cancel a scheduled reply, as `deleteMessage`: `DELETE /api/v1/messages/{id}` */
    delete: 'deleteMessage'
    /** Change the time of a scheduled reply, as `rescheduleMessage`: `POST /api/v1/messages/{id}/reschedule` */
    reschedule: 'rescheduleMessage'
    /** Send a reply now, or again, as `sendMessageNow`: `POST /api/v1/messages/{id}/send` */
    sendNow: 'sendMessageNow'
    /** Get a mail as its sender styled it, as `getMessageLook`: `GET /api/v1/messages/{id}/look` */
    getLook: 'getMessageLook'
    /** Get the raw mail of a message, as `getMessageOriginal`: `GET /api/v1/messages/{id}/original` */
    getOriginal: 'getMessageOriginal'
  }
  customers: {
    /** List the threads of a customer, as `listCustomerThreads`: `GET /api/v1/customers/{id}/threads` */
    listThreads: 'listCustomerThreads'
    /** List customers, as `listCustomers`: `GET /api/v1/customers` */
    list: 'listCustomers'
    /** Create or update a customer, as `upsertCustomer`: `POST /api/v1/customers` */
    upsert: 'upsertCustomer'
    /** Get a customer, as `getCustomer`: `GET /api/v1/customers/{id}` */
    get: 'getCustomer'
    /** Change a customer, as `updateCustomer`: `PATCH /api/v1/customers/{id}` */
    update: 'updateCustomer'
    /** Merge customers into this one, as `mergeCustomer`: `POST /api/v1/customers/{id}/merge` */
    merge: 'mergeCustomer'
    /** Add an identity to a customer, as `addCustomerIdentity`: `POST /api/v1/customers/{id}/identities` */
    addIdentity: 'addCustomerIdentity'
    /** Remove an identity of a customer, as `removeCustomerIdentity`: `DELETE /api/v1/customers/{id}/identities/{identityId}` */
    removeIdentity: 'removeCustomerIdentity'
  }
  scheduledMessages: {
    /** List all scheduled replies, as `listAllScheduledMessages`: `GET /api/v1/scheduled-messages` */
    listAll: 'listAllScheduledMessages'
  }
  cannedResponses: {
    /** Preview a canned response, as `previewCannedResponse`: `POST /api/v1/canned-responses/{id}/preview` */
    preview: 'previewCannedResponse'
    /** List canned responses, as `listCannedResponses`: `GET /api/v1/canned-responses` */
    list: 'listCannedResponses'
    /** Create a canned response, as `createCannedResponse`: `POST /api/v1/canned-responses` */
    create: 'createCannedResponse'
    /** Get a canned response, as `getCannedResponse`: `GET /api/v1/canned-responses/{id}` */
    get: 'getCannedResponse'
    /** Change a canned response, as `updateCannedResponse`: `PATCH /api/v1/canned-responses/{id}` */
    update: 'updateCannedResponse'
    /** Delete a canned response, as `deleteCannedResponse`: `DELETE /api/v1/canned-responses/{id}` */
    delete: 'deleteCannedResponse'
  }
  drafts: {
    /** List your drafts, as `listDrafts`: `GET /api/v1/drafts` */
    list: 'listDrafts'
  }
  notifications: {
    /** List your notifications, as `listNotifications`: `GET /api/v1/notifications` */
    list: 'listNotifications'
    /** Count your unread notifications, as `countNotifications`: `GET /api/v1/notifications/counts` */
    count: 'countNotifications'
    /** Mark notifications as read, as `readNotifications`: `POST /api/v1/notifications/read` */
    read: 'readNotifications'
    /** Read, archive or snooze a notification, as `updateNotification`: `PATCH /api/v1/notifications/{id}` */
    update: 'updateNotification'
  }
  me: {
    /** List your push subscriptions, as `listPushSubscriptions`: `GET /api/v1/me/push-subscriptions` */
    listPushSubscriptions: 'listPushSubscriptions'
    /** Subscribe a browser to your notifications, as `createPushSubscription`: `POST /api/v1/me/push-subscriptions` */
    createPushSubscription: 'createPushSubscription'
    /** Delete a push subscription, as `deletePushSubscription`: `DELETE /api/v1/me/push-subscriptions/{id}` */
    deletePushSubscription: 'deletePushSubscription'
    /** Get your preferences, as `getPreferences`: `GET /api/v1/me/preferences` */
    getPreferences: 'getPreferences'
    /** Change your preferences, as `updatePreferences`: `PATCH /api/v1/me/preferences` */
    updatePreferences: 'updatePreferences'
    /** Get the caller, as `getMe`: `GET /api/v1/me` */
    get: 'getMe'
    /** Create your calendar URL, as `createCalendarFeed`: `POST /api/v1/me/calendar` */
    createCalendarFeed: 'createCalendarFeed'
    /** Get your calendar, as `getCalendarFeed`: `GET /api/v1/me/calendar` */
    getCalendarFeed: 'getCalendarFeed'
    /** Delete your calendar URL, as `deleteCalendarFeed`: `DELETE /api/v1/me/calendar` */
    deleteCalendarFeed: 'deleteCalendarFeed'
  }
  uploads: {
    /** Upload a file, as `createUpload`: `POST /api/v1/uploads` */
    create: 'createUpload'
    /** Get a URL for uploading a file, as `createPresignedUpload`: `POST /api/v1/uploads/presigned` */
    createPresigned: 'createPresignedUpload'
    /** Get an upload, as `getUpload`: `GET /api/v1/uploads/{id}` */
    get: 'getUpload'
  }
  scheduledMeetings: {
    /** List meetings, as `listMeetings`: `GET /api/v1/scheduled-meetings` */
    list: 'listMeetings'
    /** Get a meeting, as `getMeeting`: `GET /api/v1/scheduled-meetings/{id}` */
    get: 'getMeeting'
    /** Change a meeting, as `updateMeeting`: `PATCH /api/v1/scheduled-meetings/{id}` */
    update: 'updateMeeting'
    /** Cancel a meeting, as `cancelMeeting`: `DELETE /api/v1/scheduled-meetings/{id}` */
    cancel: 'cancelMeeting'
    /** Record attendance, as `recordMeetingAttendance`: `POST /api/v1/scheduled-meetings/{id}/attendance` */
    recordAttendance: 'recordMeetingAttendance'
    /** Attach a recording, as `attachMeetingRecording`: `POST /api/v1/scheduled-meetings/{id}/recording` */
    attachRecording: 'attachMeetingRecording'
    /** Remove the recording, as `removeMeetingRecording`: `DELETE /api/v1/scheduled-meetings/{id}/recording` */
    removeRecording: 'removeMeetingRecording'
  }
  satisfactionRequests: {
    /** List satisfaction requests, as `listSatisfactionRequests`: `GET /api/v1/satisfaction-requests` */
    list: 'listSatisfactionRequests'
    /** Get a satisfaction request, as `getSatisfactionRequest`: `GET /api/v1/satisfaction-requests/{id}` */
    get: 'getSatisfactionRequest'
    /** Cancel a satisfaction request, as `cancelSatisfactionRequest`: `DELETE /api/v1/satisfaction-requests/{id}` */
    cancel: 'cancelSatisfactionRequest'
    /** Store a customer’s answer, as `answerSatisfactionRequest`: `POST /api/v1/satisfaction-requests/{id}/answer` */
    answer: 'answerSatisfactionRequest'
  }
  satisfaction: {
    /** Get the form of a link, as `getSatisfactionForm`: `GET /api/v1/satisfaction/{token}` */
    getForm: 'getSatisfactionForm'
    /** Send the form of a link, as `answerSatisfactionForm`: `POST /api/v1/satisfaction/{token}` */
    answerForm: 'answerSatisfactionForm'
  }
  jobs: {
    /** Get a job, as `getJob`: `GET /api/v1/jobs/{id}` */
    get: 'getJob'
  }
  sampleCompany: {
    /** Get the state of the sample company, as `getSampleCompany`: `GET /api/v1/sample-company` */
    get: 'getSampleCompany'
    /** Load a sample company, as `loadSampleCompany`: `POST /api/v1/sample-company` */
    load: 'loadSampleCompany'
    /** Remove the sample company, as `removeSampleCompany`: `DELETE /api/v1/sample-company` */
    remove: 'removeSampleCompany'
  }
  views: {
    /** List views, as `listViews`: `GET /api/v1/views` */
    list: 'listViews'
    /** Create a view, as `createView`: `POST /api/v1/views` */
    create: 'createView'
    /** Count the threads of your views, as `countViews`: `GET /api/v1/views/counts` */
    count: 'countViews'
    /** Get a view, as `getView`: `GET /api/v1/views/{id}` */
    get: 'getView'
    /** Change a view, as `updateView`: `PATCH /api/v1/views/{id}` */
    update: 'updateView'
    /** Delete a view, as `deleteView`: `DELETE /api/v1/views/{id}` */
    delete: 'deleteView'
    /** List the threads of a view, as `listViewThreads`: `GET /api/v1/views/{id}/threads` */
    listThreads: 'listViewThreads'
  }
  inboxes: {
    /** List inboxes, as `listInboxes`: `GET /api/v1/inboxes` */
    list: 'listInboxes'
    /** Create an inbox, as `createInbox`: `POST /api/v1/inboxes` */
    create: 'createInbox'
    /** Get an inbox, as `getInbox`: `GET /api/v1/inboxes/{id}` */
    get: 'getInbox'
    /** Change an inbox, as `updateInbox`: `PATCH /api/v1/inboxes/{id}` */
    update: 'updateInbox'
    /** Delete an inbox, as `deleteInbox`: `DELETE /api/v1/inboxes/{id}` */
    delete: 'deleteInbox'
    /** Check the DNS records of an inbox, as `listInboxDnsRecords`: `GET /api/v1/inboxes/{id}/dns` */
    listDnsRecords: 'listInboxDnsRecords'
    /** Create a DKIM key for an inbox, as `createInboxDkimKey`: `POST /api/v1/inboxes/{id}/dkim` */
    createDkimKey: 'createInboxDkimKey'
    /** Delete the DKIM key of an inbox, as `deleteInboxDkimKey`: `DELETE /api/v1/inboxes/{id}/dkim` */
    deleteDkimKey: 'deleteInboxDkimKey'
    /** Test an inbox, as `testInbox`: `POST /api/v1/inboxes/{id}/test` */
    test: 'testInbox'
    /** Get the state of an inbox’s connections, as `getInboxConnection`: `GET /api/v1/inboxes/{id}/connection` */
    getConnection: 'getInboxConnection'
    /** Connect an inbox now, as `reconnectInbox`: `POST /api/v1/inboxes/{id}/reconnect` */
    reconnect: 'reconnectInbox'
    /** Sign in to a mailbox at Google or Microsoft, as `authorizeInbox`: `POST /api/v1/inboxes/{id}/oauth` */
    authorize: 'authorizeInbox'
    /** Create or rotate an inbox’s secret, as `rotateInboxSecret`: `POST /api/v1/inboxes/{id}/rotate-secret` */
    rotateSecret: 'rotateInboxSecret'
    /** Create an identity secret of a website chat, as `createWidgetSecret`: `POST /api/v1/inboxes/{id}/widget-secrets` */
    createWidgetSecret: 'createWidgetSecret'
    /** Delete an identity secret of a website chat, as `deleteWidgetSecret`: `DELETE /api/v1/inboxes/{id}/widget-secrets/{secretId}` */
    deleteWidgetSecret: 'deleteWidgetSecret'
    /** Hand over a mail, as `createInboundMail`: `POST /api/v1/inboxes/{id}/mails` */
    createInboundMail: 'createInboundMail'
  }
  inboxTypes: {
    /** List the types of inboxes, as `listInboxTypes`: `GET /api/v1/inbox-types` */
    list: 'listInboxTypes'
  }
  mailProviders: {
    /** List mail providers, as `listMailProviders`: `GET /api/v1/mail-providers` */
    list: 'listMailProviders'
  }
  mailSettings: {
    /** Test settings of an EMAIL inbox before you save them, as `testMailSettings`: `POST /api/v1/mail-settings/test` */
    test: 'testMailSettings'
  }
  inboundMails: {
    /** List inbound mails, as `listInboundMails`: `GET /api/v1/inbound-mails` */
    list: 'listInboundMails'
    /** Get an inbound mail, as `getInboundMail`: `GET /api/v1/inbound-mails/{id}` */
    get: 'getInboundMail'
    /** Get the raw mail of an inbound mail, as `getInboundMailOriginal`: `GET /api/v1/inbound-mails/{id}/original` */
    getOriginal: 'getInboundMailOriginal'
    /** Release a suspended mail, as `releaseInboundMail`: `POST /api/v1/inbound-mails/{id}/release` */
    release: 'releaseInboundMail'
    /** Discard a suspended mail, as `discardInboundMail`: `POST /api/v1/inbound-mails/{id}/discard` */
    discard: 'discardInboundMail'
    /** Release or discard suspended mails, as `batchInboundMails`: `POST /api/v1/inbound-mails/batch` */
    batch: 'batchInboundMails'
  }
  senderRules: {
    /** List sender rules, as `listSenderRules`: `GET /api/v1/sender-rules` */
    list: 'listSenderRules'
    /** Create a sender rule, as `createSenderRule`: `POST /api/v1/sender-rules` */
    create: 'createSenderRule'
    /** Get a sender rule, as `getSenderRule`: `GET /api/v1/sender-rules/{id}` */
    get: 'getSenderRule'
    /** Delete a sender rule, as `deleteSenderRule`: `DELETE /api/v1/sender-rules/{id}` */
    delete: 'deleteSenderRule'
  }
  inboundItems: {
    /** List inbound items, as `listInboundItems`: `GET /api/v1/inbound-items` */
    list: 'listInboundItems'
    /** Get an inbound item, as `getInboundItem`: `GET /api/v1/inbound-items/{id}` */
    get: 'getInboundItem'
    /** Release a suspended item, as `releaseInboundItem`: `POST /api/v1/inbound-items/{id}/release` */
    release: 'releaseInboundItem'
  }
  labels: {
    /** List labels, as `listLabels`: `GET /api/v1/labels` */
    list: 'listLabels'
    /** Create a label, as `createLabel`: `POST /api/v1/labels` */
    create: 'createLabel'
    /** Get a label, as `getLabel`: `GET /api/v1/labels/{id}` */
    get: 'getLabel'
    /** Change a label, as `updateLabel`: `PATCH /api/v1/labels/{id}` */
    update: 'updateLabel'
    /** Archive a label, as `deleteLabel`: `DELETE /api/v1/labels/{id}` */
    delete: 'deleteLabel'
  }
  teams: {
    /** List teams, as `listTeams`: `GET /api/v1/teams` */
    list: 'listTeams'
    /** Create a team, as `createTeam`: `POST /api/v1/teams` */
    create: 'createTeam'
    /** Get a team, as `getTeam`: `GET /api/v1/teams/{id}` */
    get: 'getTeam'
    /** Change a team, as `updateTeam`: `PATCH /api/v1/teams/{id}` */
    update: 'updateTeam'
    /** Delete a team, as `deleteTeam`: `DELETE /api/v1/teams/{id}` */
    delete: 'deleteTeam'
    /** Add a member to a team, as `addTeamMember`: `PUT /api/v1/teams/{id}/members/{userId}` */
    addMember: 'addTeamMember'
    /** Remove a member from a team, as `removeTeamMember`: `DELETE /api/v1/teams/{id}/members/{userId}` */
    removeMember: 'removeTeamMember'
  }
  users: {
    /** List users, as `listUsers`: `GET /api/v1/users` */
    list: 'listUsers'
    /** Create a user, as `createUser`: `POST /api/v1/users` */
    create: 'createUser'
    /** Get a user, as `getUser`: `GET /api/v1/users/{id}` */
    get: 'getUser'
    /** Change a user, as `updateUser`: `PATCH /api/v1/users/{id}` */
    update: 'updateUser'
    /** Delete a user, as `deleteUser`: `DELETE /api/v1/users/{id}` */
    delete: 'deleteUser'
    /** Create a link that accepts an invitation, as `createInvitationLink`: `POST /api/v1/users/{id}/invitation-link` */
    createInvitationLink: 'createInvitationLink'
  }
  businessHours: {
    /** List business hours, as `listBusinessHours`: `GET /api/v1/business-hours` */
    list: 'listBusinessHours'
    /** Create business hours, as `createBusinessHours`: `POST /api/v1/business-hours` */
    create: 'createBusinessHours'
    /** Get business hours, as `getBusinessHours`: `GET /api/v1/business-hours/{id}` */
    get: 'getBusinessHours'
    /** Change business hours, as `updateBusinessHours`: `PATCH /api/v1/business-hours/{id}` */
    update: 'updateBusinessHours'
    /** Delete business hours, as `deleteBusinessHours`: `DELETE /api/v1/business-hours/{id}` */
    delete: 'deleteBusinessHours'
    /** Import holidays, as `importHolidays`: `POST /api/v1/business-hours/{id}/import-holidays` */
    importHolidays: 'importHolidays'
  }
  slaPolicies: {
    /** List SLA policies, as `listSlaPolicies`: `GET /api/v1/sla-policies` */
    list: 'listSlaPolicies'
    /** Create an SLA policy, as `createSlaPolicy`: `POST /api/v1/sla-policies` */
    create: 'createSlaPolicy'
    /** Get an SLA policy, as `getSlaPolicy`: `GET /api/v1/sla-policies/{id}` */
    get: 'getSlaPolicy'
    /** Change an SLA policy, as `updateSlaPolicy`: `PATCH /api/v1/sla-policies/{id}` */
    update: 'updateSlaPolicy'
    /** Delete an SLA policy, as `deleteSlaPolicy`: `DELETE /api/v1/sla-policies/{id}` */
    delete: 'deleteSlaPolicy'
  }
  customFields: {
    /** List custom fields, as `listCustomFields`: `GET /api/v1/custom-fields` */
    list: 'listCustomFields'
    /** Create a custom field, as `createCustomField`: `POST /api/v1/custom-fields` */
    create: 'createCustomField'
    /** Get a custom field, as `getCustomField`: `GET /api/v1/custom-fields/{id}` */
    get: 'getCustomField'
    /** Change a custom field, as `updateCustomField`: `PATCH /api/v1/custom-fields/{id}` */
    update: 'updateCustomField'
    /** Archive a custom field, as `deleteCustomField`: `DELETE /api/v1/custom-fields/{id}` */
    delete: 'deleteCustomField'
  }
  automationRules: {
    /** List automation rules, as `listAutomationRules`: `GET /api/v1/automation-rules` */
    list: 'listAutomationRules'
    /** Create an automation rule, as `createAutomationRule`: `POST /api/v1/automation-rules` */
    create: 'createAutomationRule'
    /** Order the automation rules, as `orderAutomationRules`: `PUT /api/v1/automation-rules/order` */
    order: 'orderAutomationRules'
    /** Get an automation rule, as `getAutomationRule`: `GET /api/v1/automation-rules/{id}` */
    get: 'getAutomationRule'
    /** Change an automation rule, as `updateAutomationRule`: `PATCH /api/v1/automation-rules/{id}` */
    update: 'updateAutomationRule'
    /** Delete an automation rule, as `deleteAutomationRule`: `DELETE /api/v1/automation-rules/{id}` */
    delete: 'deleteAutomationRule'
    /** List the versions of an automation rule, as `listAutomationRuleVersions`: `GET /api/v1/automation-rules/{id}/versions` */
    listVersions: 'listAutomationRuleVersions'
    /** Restore a version of an automation rule, as `restoreAutomationRule`: `POST /api/v1/automation-rules/{id}/restore` */
    restore: 'restoreAutomationRule'
    /** Apply an automation rule to existing threads, as `applyAutomationRule`: `POST /api/v1/automation-rules/{id}/apply` */
    apply: 'applyAutomationRule'
    /** Explain an automation rule on a thread, as `explainAutomationRule`: `POST /api/v1/automation-rules/explain` */
    explain: 'explainAutomationRule'
    /** Try an automation rule on stored events, as `startAutomationDryRun`: `POST /api/v1/automation-rules/dry-runs` */
    startDryRun: 'startAutomationDryRun'
    /** Get a dry run, as `getAutomationDryRun`: `GET /api/v1/automation-rules/dry-runs/{id}` */
    getDryRun: 'getAutomationDryRun'
    /** List the matches of a dry run, as `listAutomationDryRunMatches`: `GET /api/v1/automation-rules/dry-runs/{id}/matches` */
    listDryRunMatches: 'listAutomationDryRunMatches'
  }
  automationRuns: {
    /** List runs of automation rules, as `listAutomationRuns`: `GET /api/v1/automation-runs` */
    list: 'listAutomationRuns'
    /** Get a run of an automation rule, as `getAutomationRun`: `GET /api/v1/automation-runs/{id}` */
    get: 'getAutomationRun'
  }
  kb: {
    /** List collections, as `listKbCollections`: `GET /api/v1/kb/collections` */
    listCollections: 'listKbCollections'
    /** Create a collection, as `createKbCollection`: `POST /api/v1/kb/collections` */
    createCollection: 'createKbCollection'
    /** Get a collection, as `getKbCollection`: `GET /api/v1/kb/collections/{id}` */
    getCollection: 'getKbCollection'
    /** Change a collection, as `updateKbCollection`: `PATCH /api/v1/kb/collections/{id}` */
    updateCollection: 'updateKbCollection'
    /** Delete a collection, as `deleteKbCollection`: `DELETE /api/v1/kb/collections/{id}` */
    deleteCollection: 'deleteKbCollection'
    /** List articles, as `listKbArticles`: `GET /api/v1/kb/articles` */
    listArticles: 'listKbArticles'
    /** Create an article, as `createKbArticle`: `POST /api/v1/kb/articles` */
    createArticle: 'createKbArticle'
    /** Get an article, as `getKbArticle`: `GET /api/v1/kb/articles/{id}` */
    getArticle: 'getKbArticle'
    /** Change an article, as `updateKbArticle`: `PATCH /api/v1/kb/articles/{id}` */
    updateArticle: 'updateKbArticle'
    /** Delete an article, as `deleteKbArticle`: `DELETE /api/v1/kb/articles/{id}` */
    deleteArticle: 'deleteKbArticle'
    /** Publish an article, as `publishKbArticle`: `POST /api/v1/kb/articles/{id}/publish` */
    publishArticle: 'publishKbArticle'
    /** List the versions of an article, as `listKbArticleVersions`: `GET /api/v1/kb/articles/{id}/versions` */
    listArticleVersions: 'listKbArticleVersions'
    /** Compare two versions of an article, as `compareKbArticleVersions`: `GET /api/v1/kb/articles/{id}/difference` */
    compareArticleVersions: 'compareKbArticleVersions'
    /** Restore a version of an article, as `restoreKbArticle`: `POST /api/v1/kb/articles/{id}/restore` */
    restoreArticle: 'restoreKbArticle'
    /** Preview an article, as `previewKbArticle`: `GET /api/v1/kb/articles/{id}/preview` */
    previewArticle: 'previewKbArticle'
    /** Search the knowledge base, as `searchKb`: `GET /api/v1/kb/search` */
    search: 'searchKb'
    /** List searches without results, as `listMissedSearches`: `GET /api/v1/kb/missed-searches` */
    listMissedSearches: 'listMissedSearches'
  }
  ai: {
    /** Suggest a reply, as `suggestReply`: `POST /api/v1/ai/suggest-reply` */
    suggestReply: 'suggestReply'
    /** Summarize a thread, as `summarizeThread`: `POST /api/v1/ai/summarize` */
    summarizeThread: 'summarizeThread'
    /** Classify a thread, as `classifyThread`: `POST /api/v1/ai/classify` */
    classifyThread: 'classifyThread'
    /** Suggest labels, as `suggestLabels`: `POST /api/v1/ai/suggest-labels` */
    suggestLabels: 'suggestLabels'
    /** Rewrite a text, as `rewriteText`: `POST /api/v1/ai/rewrite` */
    rewriteText: 'rewriteText'
    /** Translate a text, as `translateText`: `POST /api/v1/ai/translate` */
    translateText: 'translateText'
    /** Answer a question, as `answerQuestion`: `POST /api/v1/ai/answer` */
    answerQuestion: 'answerQuestion'
    /** List runs, as `listAiRuns`: `GET /api/v1/ai/runs` */
    listRuns: 'listAiRuns'
    /** Get a run, as `getAiRun`: `GET /api/v1/ai/runs/{id}` */
    getRun: 'getAiRun'
    /** Rate a run, as `rateAiRun`: `POST /api/v1/ai/runs/{id}/feedback` */
    rateRun: 'rateAiRun'
    /** Get usage, as `getAiUsage`: `GET /api/v1/ai/usage` */
    getUsage: 'getAiUsage'
  }
  privacy: {
    /** Export a customer, as `exportCustomer`: `POST /api/v1/privacy/export` */
    exportCustomer: 'exportCustomer'
    /** Erase a customer, as `eraseCustomer`: `POST /api/v1/privacy/erase` */
    eraseCustomer: 'eraseCustomer'
    /** List privacy requests, as `listPrivacyRequests`: `GET /api/v1/privacy/requests` */
    listRequests: 'listPrivacyRequests'
    /** Get a privacy request, as `getPrivacyRequest`: `GET /api/v1/privacy/requests/{id}` */
    getRequest: 'getPrivacyRequest'
  }
  reports: {
    /** Export a report, as `exportReport`: `GET /api/v1/reports/export` */
    export: 'exportReport'
    /** Export facts, as `exportReportFacts`: `GET /api/v1/reports/facts/export` */
    exportFacts: 'exportReportFacts'
    /** Get a report, as `getReport`: `GET /api/v1/reports` */
    get: 'getReport'
    /** List facts, as `listReportFacts`: `GET /api/v1/reports/facts` */
    listFacts: 'listReportFacts'
    /** List metrics, as `listReportMetrics`: `GET /api/v1/reports/metrics` */
    listMetrics: 'listReportMetrics'
    /** List the threads of facts, as `listReportThreads`: `GET /api/v1/reports/threads` */
    listThreads: 'listReportThreads'
    /** Get the state of now, as `getReportNow`: `GET /api/v1/reports/now` */
    getNow: 'getReportNow'
    /** Rebuild the data of reports, as `rebuildReports`: `POST /api/v1/reports/rebuild` */
    rebuild: 'rebuildReports'
  }
  savedReports: {
    /** Save a report, as `createSavedReport`: `POST /api/v1/saved-reports` */
    create: 'createSavedReport'
    /** List saved reports, as `listSavedReports`: `GET /api/v1/saved-reports` */
    list: 'listSavedReports'
    /** Delete a saved report, as `deleteSavedReport`: `DELETE /api/v1/saved-reports/{id}` */
    delete: 'deleteSavedReport'
    /** Get a saved report, as `getSavedReport`: `GET /api/v1/saved-reports/{id}` */
    get: 'getSavedReport'
    /** Change a saved report, as `updateSavedReport`: `PATCH /api/v1/saved-reports/{id}` */
    update: 'updateSavedReport'
  }
  webhooks: {
    /** List webhooks, as `listWebhooks`: `GET /api/v1/webhooks` */
    list: 'listWebhooks'
    /** Register a webhook, as `createWebhook`: `POST /api/v1/webhooks` */
    create: 'createWebhook'
    /** Get a webhook, as `getWebhook`: `GET /api/v1/webhooks/{id}` */
    get: 'getWebhook'
    /** Change a webhook, as `updateWebhook`: `PATCH /api/v1/webhooks/{id}` */
    update: 'updateWebhook'
    /** Delete a webhook, as `deleteWebhook`: `DELETE /api/v1/webhooks/{id}` */
    delete: 'deleteWebhook'
    /** Test a webhook, as `testWebhook`: `POST /api/v1/webhooks/{id}/test` */
    test: 'testWebhook'
    /** Rotate a webhook’s secret, as `rotateWebhookSecret`: `POST /api/v1/webhooks/{id}/rotate-secret` */
    rotateSecret: 'rotateWebhookSecret'
    /** Enable a webhook, as `enableWebhook`: `POST /api/v1/webhooks/{id}/enable` */
    enable: 'enableWebhook'
    /** List the deliveries of a webhook, as `listWebhookDeliveries`: `GET /api/v1/webhooks/{id}/deliveries` */
    listDeliveries: 'listWebhookDeliveries'
  }
  webhookDeliveries: {
    /** List deliveries, as `listDeliveries`: `GET /api/v1/webhook-deliveries` */
    list: 'listDeliveries'
    /** Get a delivery, as `getDelivery`: `GET /api/v1/webhook-deliveries/{id}` */
    get: 'getDelivery'
    /** Replay a delivery, as `replayDelivery`: `POST /api/v1/webhook-deliveries/{id}/replay` */
    replay: 'replayDelivery'
  }
  events: {
    /** Read the event feed, as `listEvents`: `GET /api/v1/events` */
    list: 'listEvents'
    /** Stream events, as `streamEvents`: `GET /api/v1/events/stream` */
    stream: 'streamEvents'
  }
  eventTypes: {
    /** List the types of events, as `listEventTypes`: `GET /api/v1/event-types` */
    list: 'listEventTypes'
  }
  auth: {
    /** Sign in, as `login`: `POST /api/v1/auth/login` */
    login: 'login'
    /** Refresh a session, as `refresh`: `POST /api/v1/auth/refresh` */
    refresh: 'refresh'
    /** Sign out, as `logout`: `POST /api/v1/auth/logout` */
    logout: 'logout'
    /** Request a link to choose a password, as `forgotPassword`: `POST /api/v1/auth/forgot` */
    forgotPassword: 'forgotPassword'
    /** Choose a password with a link, as `resetPassword`: `POST /api/v1/auth/reset` */
    resetPassword: 'resetPassword'
    /** Change your password, as `changePassword`: `POST /api/v1/auth/change` */
    changePassword: 'changePassword'
    /** Read an invitation, as `readInvitation`: `POST /api/v1/auth/invitation` */
    readInvitation: 'readInvitation'
    /** Accept an invitation, as `acceptInvitation`: `POST /api/v1/auth/accept-invitation` */
    acceptInvitation: 'acceptInvitation'
    /** Confirm a new address, as `confirmEmail`: `POST /api/v1/auth/confirm-email` */
    confirmEmail: 'confirmEmail'
    /** List your sessions, as `listSessions`: `GET /api/v1/auth/sessions` */
    listSessions: 'listSessions'
    /** End one of your sessions, as `endSession`: `DELETE /api/v1/auth/sessions/{id}` */
    endSession: 'endSession'
    /** Enroll an authenticator, as `enrollTotp`: `POST /api/v1/auth/totp/enroll` */
    enrollTotp: 'enrollTotp'
    /** Confirm an authenticator, as `confirmTotp`: `POST /api/v1/auth/totp/confirm` */
    confirmTotp: 'confirmTotp'
    /** Remove the authenticator, as `disableTotp`: `POST /api/v1/auth/totp/disable` */
    disableTotp: 'disableTotp'
  }
  apiKeys: {
    /** List API keys, as `listApiKeys`: `GET /api/v1/api-keys` */
    list: 'listApiKeys'
    /** Create an API key, as `createApiKey`: `POST /api/v1/api-keys` */
    create: 'createApiKey'
    /** Get an API key, as `getApiKey`: `GET /api/v1/api-keys/{id}` */
    get: 'getApiKey'
    /** Revoke an API key, as `revokeApiKey`: `DELETE /api/v1/api-keys/{id}` */
    revoke: 'revokeApiKey'
    /** Rotate an API key, as `rotateApiKey`: `POST /api/v1/api-keys/{id}/rotate` */
    rotate: 'rotateApiKey'
  }
  tenant: {
    /** Get the settings of your tenant, as `getTenantSettings`: `GET /api/v1/tenant/settings` */
    getSettings: 'getTenantSettings'
    /** Change settings of your tenant, as `updateTenantSettings`: `PATCH /api/v1/tenant/settings` */
    updateSettings: 'updateTenantSettings'
  }
  auditLogs: {
    /** List audit logs, as `listAuditLogs`: `GET /api/v1/audit-logs` */
    list: 'listAuditLogs'
    /** Export audit logs, as `exportAuditLogs`: `GET /api/v1/audit-logs/export` */
    export: 'exportAuditLogs'
  }
  systemHealth: {
    /** Get the system’s health, as `getSystemHealth`: `GET /api/v1/system-health` */
    get: 'getSystemHealth'
  }
  openapi: {
    /** Get this description, as `getOpenapi`: `GET /api/v1/openapi` */
    get: 'getOpenapi'
  }
  widget: {
    /** Get the configuration of a chat, as `getWidgetConfig`: `GET /api/v1/widget/config` */
    getConfig: 'getWidgetConfig'
    /** Start a visitor’s session, as `createWidgetSession`: `POST /api/v1/widget/sessions` */
    createSession: 'createWidgetSession'
    /** End the visitor’s session, as `endWidgetSession`: `DELETE /api/v1/widget/sessions` */
    endSession: 'endWidgetSession'
    /** Identify the visitor, as `identifyVisitor`: `POST /api/v1/widget/identify` */
    identifyVisitor: 'identifyVisitor'
    /** Request a link to one’s requests, as `createPortalLink`: `POST /api/v1/widget/portal-links` */
    createPortalLink: 'createPortalLink'
    /** Sign in to the portal, as `createPortalSession`: `POST /api/v1/widget/portal-sessions` */
    createPortalSession: 'createPortalSession'
    /** Search articles in a chat, as `searchWidgetArticles`: `GET /api/v1/widget/articles` */
    searchArticles: 'searchWidgetArticles'
    /** Get an article in a chat, as `getWidgetArticle`: `GET /api/v1/widget/articles/{slug}` */
    getArticle: 'getWidgetArticle'
    /** Get a challenge, as `createWidgetChallenge`: `POST /api/v1/widget/challenges` */
    createChallenge: 'createWidgetChallenge'
    /** List the visitor’s conversations, as `listWidgetThreads`: `GET /api/v1/widget/threads` */
    listThreads: 'listWidgetThreads'
    /** Begin a conversation, as `createWidgetThread`: `POST /api/v1/widget/threads` */
    createThread: 'createWidgetThread'
    /** List the messages of a conversation, as `listWidgetMessages`: `GET /api/v1/widget/threads/{id}/messages` */
    listMessages: 'listWidgetMessages'
    /** Write a message, as `createWidgetMessage`: `POST /api/v1/widget/threads/{id}/messages` */
    createMessage: 'createWidgetMessage'
    /** Report that the visitor has seen messages, as `markWidgetThreadRead`: `PUT /api/v1/widget/threads/{id}/read` */
    markThreadRead: 'markWidgetThreadRead'
    /** Count what the visitor has not seen, as `getWidgetUnread`: `GET /api/v1/widget/unread` */
    getUnread: 'getWidgetUnread'
    /** End a conversation, as `endWidgetThread`: `POST /api/v1/widget/threads/{id}/end` */
    endThread: 'endWidgetThread'
    /** Mail a conversation to the visitor, as `sendWidgetTranscript`: `POST /api/v1/widget/threads/{id}/transcript` */
    sendTranscript: 'sendWidgetTranscript'
    /** Rate a conversation, as `rateWidgetThread`: `POST /api/v1/widget/threads/{id}/rating` */
    rateThread: 'rateWidgetThread'
    /** Send a file, as `createWidgetUpload`: `POST /api/v1/widget/uploads` */
    createUpload: 'createWidgetUpload'
    /** Report that the visitor types, as `reportVisitorTyping`: `POST /api/v1/widget/threads/{id}/typing` */
    reportVisitorTyping: 'reportVisitorTyping'
    /** Stream the visitor’s conversations, as `streamWidget`: `GET /api/v1/widget/stream` */
    stream: 'streamWidget'
  }
  forms: {
    /** Send a contact form, as `submitForm`: `POST /api/v1/forms/{key}` */
    submit: 'submitForm'
  }
}
