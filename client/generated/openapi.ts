/** Every operation and shape, by openapi-typescript. Made of openapi.json by `npm run generate`: changes are overwritten. */
export interface paths {
    "/api/v1/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listThreads"];
        put?: never;
        post: operations["createThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getThread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateThread"];
        trace?: never;
    };
    "/api/v1/threads/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["assignThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changeThreadLabels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replyToThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMessages"];
        put?: never;
        post: operations["createMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCustomerThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["snoozeThread"];
        delete: operations["unsnoozeThread"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/scheduled-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listScheduledMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteMessage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendMessageNow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/unmerge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["unmergeThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["splitThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["batchThreads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/apply-canned-response": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["applyCannedResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/canned-responses/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["previewCannedResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/compose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["composeThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/forward": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["forwardThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getThreadRecipients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/participants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listThreadParticipants"];
        put?: never;
        post: operations["addThreadParticipant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/participants/{participantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeThreadParticipant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/followers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listThreadFollowers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/followers/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["followThread"];
        post?: never;
        delete: operations["unfollowThread"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDraft"];
        put: operations["saveDraft"];
        post?: never;
        delete: operations["deleteDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["markThreadRead"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reportPresence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["readNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateNotification"];
        trace?: never;
    };
    "/api/v1/threads/{id}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getThreadView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/presigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPresignedUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUpload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/schedule-meeting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["scheduleMeeting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduled-meetings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMeetings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduled-meetings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMeeting"];
        put?: never;
        post?: never;
        delete: operations["cancelMeeting"];
        options?: never;
        head?: never;
        patch: operations["updateMeeting"];
        trace?: never;
    };
    "/api/v1/scheduled-meetings/{id}/attendance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["recordMeetingAttendance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scheduled-meetings/{id}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["attachMeetingRecording"];
        delete: operations["removeMeetingRecording"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listViews"];
        put?: never;
        post: operations["createView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/views/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countViews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getView"];
        put?: never;
        post?: never;
        delete: operations["deleteView"];
        options?: never;
        head?: never;
        patch: operations["updateView"];
        trace?: never;
    };
    "/api/v1/views/{id}/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listViewThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCustomers"];
        put?: never;
        post: operations["upsertCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateCustomer"];
        trace?: never;
    };
    "/api/v1/customers/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mergeCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addCustomerIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/customers/{id}/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["removeCustomerIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInboxes"];
        put?: never;
        post: operations["createInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inboxes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInbox"];
        put?: never;
        post?: never;
        delete: operations["deleteInbox"];
        options?: never;
        head?: never;
        patch: operations["updateInbox"];
        trace?: never;
    };
    "/api/v1/inboxes/{id}/dns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInboxDnsRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inboxes/{id}/dkim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createInboxDkimKey"];
        delete: operations["deleteInboxDkimKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inboxes/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inboxes/{id}/connection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInboxConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inboxes/{id}/reconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["reconnectInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inboxes/{id}/oauth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["authorizeInbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbound-mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInboundMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbound-mails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInboundMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbound-mails/{id}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInboundMailOriginal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMessageOriginal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inboxes/{id}/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createInboundMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbound-mails/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["releaseInboundMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbound-mails/{id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["discardInboundMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbound-mails/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["batchInboundMails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/spam": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["markThreadAsSpam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sender-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSenderRules"];
        put?: never;
        post: operations["createSenderRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sender-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSenderRule"];
        put?: never;
        post?: never;
        delete: operations["deleteSenderRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listLabels"];
        put?: never;
        post: operations["createLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/labels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLabel"];
        put?: never;
        post?: never;
        delete: operations["deleteLabel"];
        options?: never;
        head?: never;
        patch: operations["updateLabel"];
        trace?: never;
    };
    "/api/v1/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listTeams"];
        put?: never;
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTeam"];
        put?: never;
        post?: never;
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        patch: operations["updateTeam"];
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listUsers"];
        put?: never;
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/teams/{id}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["addTeamMember"];
        post?: never;
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updatePreferences"];
        trace?: never;
    };
    "/api/v1/business-hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBusinessHours"];
        put?: never;
        post: operations["createBusinessHours"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/business-hours/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBusinessHours"];
        put?: never;
        post?: never;
        delete: operations["deleteBusinessHours"];
        options?: never;
        head?: never;
        patch: operations["updateBusinessHours"];
        trace?: never;
    };
    "/api/v1/business-hours/{id}/import-holidays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importHolidays"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sla-policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSlaPolicies"];
        put?: never;
        post: operations["createSlaPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sla-policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSlaPolicy"];
        put?: never;
        post?: never;
        delete: operations["deleteSlaPolicy"];
        options?: never;
        head?: never;
        patch: operations["updateSlaPolicy"];
        trace?: never;
    };
    "/api/v1/custom-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCustomFields"];
        put?: never;
        post: operations["createCustomField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/custom-fields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCustomField"];
        put?: never;
        post?: never;
        delete: operations["deleteCustomField"];
        options?: never;
        head?: never;
        patch: operations["updateCustomField"];
        trace?: never;
    };
    "/api/v1/canned-responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCannedResponses"];
        put?: never;
        post: operations["createCannedResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/canned-responses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCannedResponse"];
        put?: never;
        post?: never;
        delete: operations["deleteCannedResponse"];
        options?: never;
        head?: never;
        patch: operations["updateCannedResponse"];
        trace?: never;
    };
    "/api/v1/kb/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKbCollections"];
        put?: never;
        post: operations["createKbCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kb/collections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbCollection"];
        put?: never;
        post?: never;
        delete: operations["deleteKbCollection"];
        options?: never;
        head?: never;
        patch: operations["updateKbCollection"];
        trace?: never;
    };
    "/api/v1/kb/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKbArticles"];
        put?: never;
        post: operations["createKbArticle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kb/articles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getKbArticle"];
        put?: never;
        post?: never;
        delete: operations["deleteKbArticle"];
        options?: never;
        head?: never;
        patch: operations["updateKbArticle"];
        trace?: never;
    };
    "/api/v1/kb/articles/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["publishKbArticle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kb/articles/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKbArticleVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kb/articles/{id}/difference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["compareKbArticleVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kb/articles/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["restoreKbArticle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kb/articles/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["previewKbArticle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kb/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["searchKb"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/kb/missed-searches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMissedSearches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai/suggest-reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["suggestReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai/summarize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["summarizeThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai/classify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["classifyThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai/suggest-labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["suggestLabels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai/rewrite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rewriteText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai/translate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["translateText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["answerQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAiRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAiRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai/runs/{id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rateAiRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ai/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAiUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/privacy/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["exportCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/privacy/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["eraseCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/privacy/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPrivacyRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/privacy/requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPrivacyRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/facts/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportReportFacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listReportFacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listReportMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listReportThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getReportNow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/saved-reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSavedReports"];
        put?: never;
        post: operations["createSavedReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/saved-reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSavedReport"];
        put?: never;
        post?: never;
        delete: operations["deleteSavedReport"];
        options?: never;
        head?: never;
        patch: operations["updateSavedReport"];
        trace?: never;
    };
    "/api/v1/reports/rebuild": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rebuildReports"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}/measures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getThreadMeasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhooks"];
        put?: never;
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/confirm-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/totp/enroll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["enrollTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/totp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["disableTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApiKeys"];
        put?: never;
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenant/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getTenantSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updateTenantSettings"];
        trace?: never;
    };
    "/api/v1/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-logs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/system-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSystemHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCalendarFeed"];
        put?: never;
        post: operations["createCalendarFeed"];
        delete: operations["deleteCalendarFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "token": "svlt_AZnC1z4bcQCL2rq9VlU8mQGZwtc-G3EEi9q6vVZVPJkAAAABmcLXPht3p0Yc5m2Jd8Qb1fN7uT4wXk6eRsL0aGhVzP9oIy",
         *       "password": "salty otters read maps"
         *     }
         */
        AcceptInvitationRequest: {
            /** @description The token of the link in the mail: the part after `#token=`. */
            token: string;
            /**
             * @description The new password: at least 12 characters of any kind, not a common one, without the name in the e-mail address.
             * @example salty otters read maps
             */
            password: string;
            /** @description The user’s name, to correct the one in the invitation. */
            name?: string;
        };
        /**
         * @description The kind of credential that was used.
         *
         *     - `API_KEY`: An API key.
         *     - `USER`: A signed-in user.
         *     - `SYSTEM`: The service itself or its operator.
         * @enum {string}
         */
        ActorType: "API_KEY" | "USER" | "SYSTEM";
        /** @description An agent’s unresolved threads. */
        AgentNow: {
            /** @description The agent. */
            user: {
                /**
                 * @description The agent.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
                /** @description The agent’s name. */
                name: string;
            };
            /**
             * Format: int64
             * @description Open and pending threads assigned to the agent.
             */
            open: number;
            /**
             * Format: int64
             * @description Those in which the customer waits for an answer.
             */
            waiting: number;
            availability: components["schemas"]["UserAvailability"];
        };
        /**
         * @description A source of a result.
         * @example {
         *       "articleId": null,
         *       "cannedResponseId": "can_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "threadId": null,
         *       "messageId": null,
         *       "title": "Refund is on its way",
         *       "quote": null
         *     }
         */
        AiCitation: {
            /**
             * @description The article of the knowledge base, if the source is an article.
             * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            articleId: string | null;
            /**
             * @description The canned response, if the source is one.
             * @example can_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            cannedResponseId: string | null;
            /**
             * @description The thread, if the source is a thread or a message.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string | null;
            /**
             * @description The message, if the source is one.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            messageId: string | null;
            /** @description The title of the article or the subject of the thread. */
            title: string;
            /** @description The quoted text. */
            quote: string | null;
        };
        /** @description The classification of a thread, learnt from similar threads. */
        AiClassification: {
            /** @description The best label. Null if your threads are not enough. */
            label: components["schemas"]["AiLabel"] | null;
            /** @description The priority of similar threads. Null if your threads are not enough. */
            priority: {
                value: components["schemas"]["ThreadPriority"];
                /**
                 * Format: double
                 * @description The frequency of correct predictions among your own threads.
                 */
                confidence: number;
            } | null;
            /** @description The inbox of similar threads. Null if your threads are not enough. */
            inboxId: {
                /**
                 * @description The inbox.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                value: string;
                /**
                 * Format: double
                 * @description The frequency of correct predictions among your own threads.
                 */
                confidence: number;
            } | null;
            /** @description The team of similar threads. Null if your threads are not enough. */
            teamId: {
                /**
                 * @description The team.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                value: string;
                /**
                 * Format: double
                 * @description The frequency of correct predictions among your own threads.
                 */
                confidence: number;
            } | null;
        };
        /**
         * @description A piece of a text that a language model is writing.
         * @example {
         *       "text": "Der Export"
         *     }
         */
        AiDelta: {
            /** @description The next part of the text. */
            text: string;
        };
        /** @description A user’s rating of a run. */
        AiFeedback: {
            rating: components["schemas"]["AiRating"];
            /** @description A comment on the rating. */
            comment: string | null;
            /**
             * @description The user who rated the run.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            userId: string;
            /**
             * Format: date-time
             * @description When.
             * @example 2026-03-04T09:30:00.000Z
             */
            at: string;
        };
        /**
         * @example {
         *       "rating": "HELPFUL",
         *       "comment": "Sent as it was."
         *     }
         */
        AiFeedbackCreate: {
            rating: components["schemas"]["AiRating"];
            /** @description A comment on the rating. */
            comment?: string | null;
        };
        /** @description A suggested label. */
        AiLabel: {
            /**
             * @description The label.
             * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description Its name. */
            name: string;
            /**
             * Format: double
             * @description The frequency of correct suggestions among your own labelled threads.
             */
            confidence: number;
        };
        /**
         * @description The operation.
         *
         *     - `SUGGEST_REPLY`: A reply to a thread.
         *     - `SUMMARIZE`: A summary of a thread.
         *     - `CLASSIFY`: The classification of a thread.
         *     - `SUGGEST_LABELS`: Labels of a thread.
         *     - `REWRITE`: A rewritten text.
         *     - `TRANSLATE`: A translated text.
         *     - `ANSWER`: An answer from the knowledge base.
         * @enum {string}
         */
        AiOperation: "SUGGEST_REPLY" | "SUMMARIZE" | "CLASSIFY" | "SUGGEST_LABELS" | "REWRITE" | "TRANSLATE" | "ANSWER";
        /**
         * @description The result. The operation determines which fields have a value.
         * @example {
         *       "text": "Customer: “The export is empty.”",
         *       "suggestions": [],
         *       "labels": [],
         *       "classification": null
         *     }
         */
        AiOutput: {
            /** @description The generated text. Untrusted: show it as text, never as HTML. */
            text: string | null;
            /** @description For replies: the proposals, best first. For an answer with status `NO_ANSWER`: passages of the nearest articles. */
            suggestions: components["schemas"]["AiSuggestion"][];
            /** @description For labels: the suggestions, best first. */
            labels: components["schemas"]["AiLabel"][];
            /** @description For a classification: the result. */
            classification: components["schemas"]["AiClassification"] | null;
        };
        /**
         * @description The provider of the result.
         *
         *     - `BUILT_IN`: The service itself, without a model: it quotes and counts, and writes no text of its own.
         *     - `MODEL`: A language model that you or the operator have configured.
         * @enum {string}
         */
        AiProvider: "BUILT_IN" | "MODEL";
        /**
         * @description Whether it helped.
         *
         *     - `HELPFUL`: It helped.
         *     - `NOT_HELPFUL`: It did not.
         * @enum {string}
         */
        AiRating: "HELPFUL" | "NOT_HELPFUL";
        /**
         * @description The result of an AI operation. It sends and changes nothing: use the ordinary operations for that.
         * @example {
         *       "id": "run_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "operation": "SUMMARIZE",
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "userId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "provider": "BUILT_IN",
         *       "model": null,
         *       "status": "SUCCEEDED",
         *       "failure": null,
         *       "output": {
         *         "text": "Customer: “The export is empty.”",
         *         "suggestions": [],
         *         "labels": [],
         *         "classification": null
         *       },
         *       "citations": [
         *         {
         *           "articleId": null,
         *           "cannedResponseId": null,
         *           "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "messageId": "msg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "title": "Export is empty",
         *           "quote": "The export is empty."
         *         }
         *       ],
         *       "confidence": null,
         *       "usage": {
         *         "inputTokens": 0,
         *         "outputTokens": 0
         *       },
         *       "latencyMs": 12,
         *       "feedback": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        AiRun: {
            /**
             * @description The run.
             * @example run_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            operation: components["schemas"]["AiOperation"];
            /**
             * @description The thread of the run.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string | null;
            /**
             * @description The user who requested it.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            userId: string;
            provider: components["schemas"]["AiProvider"];
            /** @description The provider’s name of the model; null for the built-in provider. */
            model: string | null;
            status: components["schemas"]["AiRunStatus"];
            /** @description The provider’s reason for the failure; null unless the run failed. */
            failure: string | null;
            output: components["schemas"]["AiOutput"];
            /** @description The sources of the result as a whole. */
            citations: components["schemas"]["AiCitation"][];
            /**
             * Format: double
             * @description The confidence of the result; null if unknown.
             */
            confidence: number | null;
            /** @description The cost of the run. */
            usage: {
                /**
                 * Format: int64
                 * @description Tokens that the model read; 0 for the built-in provider.
                 */
                inputTokens: number;
                /**
                 * Format: int64
                 * @description Tokens that the model wrote.
                 */
                outputTokens: number;
            };
            /**
             * Format: int64
             * @description The duration in milliseconds.
             */
            latencyMs: number;
            /** @description The rating of the run. */
            feedback: components["schemas"]["AiFeedback"] | null;
            /**
             * Format: date-time
             * @description When the run was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /** @description The envelope of a page of AiRun. */
        AiRunList: {
            data: components["schemas"]["AiRun"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one AiRun. */
        AiRunResponse: {
            data: components["schemas"]["AiRun"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description Whether there is a result.
         *
         *     - `SUCCEEDED`: There is a result.
         *     - `NO_ANSWER`: No source was found; `output` has no text, and for a question `suggestions` has the nearest articles.
         *     - `FAILED`: The language model returned no usable text; `failure` has the reason.
         *     - `ERASED`: The customer was erased, and the content of the run with them.
         * @enum {string}
         */
        AiRunStatus: "SUCCEEDED" | "NO_ANSWER" | "FAILED" | "ERASED";
        /**
         * @description The style of the rewritten text.
         *
         *     - `CLEARER`: Easier to understand; the default.
         *     - `FRIENDLIER`: Warmer.
         *     - `FORMAL`: More formal.
         *     - `SHORTER`: In fewer words.
         * @enum {string}
         */
        AiStyle: "CLEARER" | "FRIENDLIER" | "FORMAL" | "SHORTER";
        /** @description A proposed text, which is not sent. */
        AiSuggestion: {
            /** @description The proposed text. */
            text: string;
            bodyFormat: components["schemas"]["BodyFormat"];
            /**
             * Format: double
             * @description The similarity of its source to the question; null from a model.
             */
            confidence: number | null;
            /** @description Its source. */
            citations: components["schemas"]["AiCitation"][];
        };
        /**
         * @example {
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *     }
         */
        AiThreadRequest: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
        };
        /**
         * @description Usage by day and operation, the latest day first.
         * @example [
         *       {
         *         "day": "2026-03-04",
         *         "operation": "SUMMARIZE",
         *         "runs": 12,
         *         "failed": 0,
         *         "inputTokens": 9100,
         *         "outputTokens": 1204
         *       }
         *     ]
         */
        AiUsage: {
            /**
             * Format: date
             * @description The day, in UTC.
             */
            day: string;
            operation: components["schemas"]["AiOperation"];
            /**
             * Format: int64
             * @description Runs with a result.
             */
            runs: number;
            /**
             * Format: int64
             * @description Runs that failed because of the provider.
             */
            failed: number;
            /**
             * Format: int64
             * @description Tokens that models read.
             */
            inputTokens: number;
            /**
             * Format: int64
             * @description Tokens that models wrote.
             */
            outputTokens: number;
        }[];
        /** @description The envelope of one AiUsage. */
        AiUsageResponse: {
            data: components["schemas"]["AiUsage"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "question": "How do I export my data?"
         *     }
         */
        AnswerRequest: {
            /**
             * @description The question.
             * @example How do I export my data?
             */
            question: string;
            /**
             * @description The thread that the text belongs to: the run is erased with it.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId?: string | null;
        };
        /**
         * @description Why a request failed.
         * @example {
         *       "code": "SVC-REQUEST-MALFORMED_HTTP",
         *       "message": "The request is not valid HTTP.",
         *       "status": 400,
         *       "requestId": "019c0e3a-74b1-7c55-8f0e-6f1d2a9b4c3d",
         *       "docUrl": "https://support.example.com/docs/errors#svc-request-malformed_http"
         *     }
         */
        ApiError: {
            /**
             * @description The error code, for programs. Later versions add codes; treat an unknown code by its status. The codes of this version:
             *
             *     - `SVC-AI-BUDGET_SPENT`: Today’s token budget is used up.
             *     - `SVC-AI-PROVIDER_REQUIRED`: This operation needs a language model, and none is configured.
             *     - `SVC-AI-RUN_NOT_FOUND`: There is no such run.
             *     - `SVC-AI-TOO_MANY_AT_ONCE`: Too many concurrent runs of your tenant use the model.
             *     - `SVC-AI-UPSTREAM_FAILED`: The language model returned no usable text.
             *     - `SVC-AI-URL_FORBIDDEN`: This URL is not allowed for a language model: it must be http or https, without user info, and resolve to public addresses only.
             *     - `SVC-AUTH-CODE_REJECTED`: The code is wrong, or was used before.
             *     - `SVC-AUTH-CODE_REQUIRED`: The password is correct. Send a code of the authenticator too.
             *     - `SVC-AUTH-INSUFFICIENT_SCOPE`: This key lacks the scope that the operation needs.
             *     - `SVC-AUTH-INVALID_CREDENTIALS`: The API key is unknown, malformed, revoked or expired.
             *     - `SVC-AUTH-MISSING_CREDENTIALS`: Send an API key: Authorization: Bearer svck_…
             *     - `SVC-AUTH-PASSWORD_REJECTED`: The new password is not accepted; see details.
             *     - `SVC-AUTH-RESET_TOKEN_INVALID`: This link has expired or was used. Request a new one.
             *     - `SVC-AUTH-SCOPE_ESCALATION`: The caller cannot grant or read more than its own scopes allow.
             *     - `SVC-AUTH-SECOND_FACTOR_REQUIRED`: Set up an authenticator before you do anything else.
             *     - `SVC-AUTH-SESSION_REQUIRED`: This operation needs a signed-in user, not an API key.
             *     - `SVC-AUTH-TENANT_REQUIRED`: This password is valid in several tenants. Send one of those in details as tenant.
             *     - `SVC-BUSINESSHOURS-NOT_FOUND`: There are no such business hours.
             *     - `SVC-CANNEDRESPONSE-NOT_FOUND`: There is no such canned response.
             *     - `SVC-CATALOG-DUPLICATE`: An object with this name already exists.
             *     - `SVC-CATALOG-IN_USE`: Other objects refer to this one, so it cannot be deleted.
             *     - `SVC-CATALOG-LIMIT_REACHED`: The tenant has reached the limit for these objects.
             *     - `SVC-CHANNEL-HOST_FORBIDDEN`: The service does not connect to this mail server.
             *     - `SVC-CHANNEL-NOT_CONNECTED`: The inbox lacks the settings for this.
             *     - `SVC-CUSTOMER-ERASED`: This customer was erased and can no longer be changed.
             *     - `SVC-CUSTOMER-IDENTITY_NOT_FOUND`: The customer has no such identity.
             *     - `SVC-CUSTOMER-MERGE_CONFLICT`: These customers cannot be merged; see details.
             *     - `SVC-CUSTOMER-NOT_FOUND`: There is no such customer.
             *     - `SVC-CUSTOMER-NO_ADDRESS`: There is nobody to whom the mail could be sent.
             *     - `SVC-CUSTOMER-PRIMARY_ADDRESS`: The first e-mail address of a customer cannot be removed.
             *     - `SVC-CUSTOMFIELD-NOT_FOUND`: There is no such custom field.
             *     - `SVC-DELIVERY-NOT_FOUND`: There is no such delivery.
             *     - `SVC-DRAFT-NOT_FOUND`: There is no such draft.
             *     - `SVC-IDEMPOTENCY-INVALID_KEY`: Idempotency-Key must be 1 to 255 visible ASCII characters, sent once.
             *     - `SVC-IDEMPOTENCY-IN_PROGRESS`: A request with this Idempotency-Key is still being processed. Retry shortly.
             *     - `SVC-IDEMPOTENCY-KEY_REUSED`: This Idempotency-Key was used for another request: method, path or body differ.
             *     - `SVC-INBOUND_MAIL-NOT_FOUND`: There is no such inbound mail.
             *     - `SVC-INBOUND_MAIL-NOT_SUSPENDED`: The mail is not suspended.
             *     - `SVC-INBOUND_MAIL-UNREADABLE`: The mail could not be read.
             *     - `SVC-INBOX-ADDRESS_TAKEN`: Another active inbox has this address.
             *     - `SVC-INBOX-DOMAIN_UNPROVED`: Another tenant has proved that it owns this domain.
             *     - `SVC-INBOX-NONE_AVAILABLE`: This tenant has no active inbox for the thread.
             *     - `SVC-INBOX-NOT_FOUND`: There is no such inbox.
             *     - `SVC-INBOX-NOT_SENDING`: The inbox cannot send mail.
             *     - `SVC-INTERNAL-ERROR`: An internal error occurred. Give the request id to the operator.
             *     - `SVC-JOB-NOT_FOUND`: There is no such job.
             *     - `SVC-KBARTICLE-NOT_FOUND`: There is no such article.
             *     - `SVC-KBARTICLE-TRANSLATION_REFUSED`: The article cannot be a translation of this original.
             *     - `SVC-KBARTICLE-VERSION_NOT_FOUND`: The article has no such version.
             *     - `SVC-KBCOLLECTION-CIRCLE`: A collection cannot contain itself.
             *     - `SVC-KBCOLLECTION-NOT_FOUND`: There is no such collection.
             *     - `SVC-KBCOLLECTION-TOO_DEEP`: Collections are nested too deeply.
             *     - `SVC-KEY-NOT_FOUND`: There is no such API key.
             *     - `SVC-LABEL-NOT_FOUND`: There is no such label.
             *     - `SVC-MAIL-MALFORMED`: The body is not a mail: it has no header line.
             *     - `SVC-MAIL-TOO_LARGE`: The mail is too large.
             *     - `SVC-MEETING-CONFLICT`: The host has another meeting at that time; details name it.
             *     - `SVC-MEETING-NOT_FOUND`: There is no such meeting.
             *     - `SVC-MEETING-NOT_SCHEDULED`: The meeting is cancelled or over.
             *     - `SVC-MESSAGE-NOT_FAILED`: The mail of this message has not failed.
             *     - `SVC-MESSAGE-NOT_FOUND`: There is no such scheduled message.
             *     - `SVC-MESSAGE-ORIGINAL_GONE`: The raw mail has been deleted.
             *     - `SVC-MESSAGE-SENT`: The reply has already been sent.
             *     - `SVC-NOTIFICATION-NOT_FOUND`: There is no such notification.
             *     - `SVC-NOTIFICATION-SUPERSEDED`: A newer notification of this type is unread for the same thread.
             *     - `SVC-PAGINATION-INVALID_CURSOR`: The cursor does not belong to this list with these filters and this sort.
             *     - `SVC-PAGINATION-INVALID_LIMIT`: limit must be a whole number of at least 1; numbers above 100 count as 100.
             *     - `SVC-PARTICIPANT-NOT_FOUND`: The thread has no such participant.
             *     - `SVC-PRIVACY-NOT_FOUND`: There is no such privacy request.
             *     - `SVC-RATE-AUTH_EXCEEDED`: Too many attempts from this address or for this account. Wait for the time in Retry-After.
             *     - `SVC-RATE-IP_EXCEEDED`: Too many requests from this address. Wait for the time in Retry-After.
             *     - `SVC-RATE-TENANT_EXCEEDED`: Too many requests of this tenant. Wait for the time in Retry-After.
             *     - `SVC-REPORT-BEHIND`: The reports have not counted the event `atLeast` yet.
             *     - `SVC-REPORT-INVALID_RANGE`: The time range is not one that reports can show; see details.
             *     - `SVC-REPORT-PEOPLE_HIDDEN`: Reports do not show you figures of single agents.
             *     - `SVC-REPORT-TOO_LARGE`: The report would be too large; see the message.
             *     - `SVC-REQUEST-BAD_URL`: The URL cannot be decoded.
             *     - `SVC-REQUEST-BODY_TOO_LARGE`: The request body is larger than this operation accepts.
             *     - `SVC-REQUEST-HEADERS_TOO_LARGE`: The request headers are larger than 16 KiB.
             *     - `SVC-REQUEST-MALFORMED_FORM`: The request body is not a complete form (multipart/form-data).
             *     - `SVC-REQUEST-MALFORMED_HTTP`: The request is not valid HTTP.
             *     - `SVC-REQUEST-MALFORMED_JSON`: The request body is not valid JSON.
             *     - `SVC-REQUEST-METHOD_NOT_ALLOWED`: This path does not support this method; see the Allow header.
             *     - `SVC-REQUEST-NOT_ACCEPTABLE`: The operation returns application/json, which the Accept header excludes.
             *     - `SVC-REQUEST-PRECONDITION_FAILED`: The resource has changed since the version named in If-Match.
             *     - `SVC-REQUEST-ROUTE_NOT_FOUND`: There is no operation at this path.
             *     - `SVC-REQUEST-TIMEOUT`: The request did not arrive in time.
             *     - `SVC-REQUEST-UNSUPPORTED_MEDIA_TYPE`: Send the body as Content-Type: application/json, uncompressed.
             *     - `SVC-REQUEST-URI_TOO_LONG`: The URL is longer than 8192 characters.
             *     - `SVC-SAVEDREPORT-NOT_FOUND`: There is no such saved report.
             *     - `SVC-SENDER_RULE-NOT_FOUND`: There is no such sender rule.
             *     - `SVC-SESSION-NOT_FOUND`: There is no such session of yours.
             *     - `SVC-SLAPOLICY-NOT_FOUND`: There is no such SLA policy.
             *     - `SVC-SYSTEM-TIMEOUT`: The request took longer than the service allows.
             *     - `SVC-SYSTEM-UNAVAILABLE`: The service is temporarily unavailable. Retry after the time in Retry-After.
             *     - `SVC-TEAM-NOT_FOUND`: There is no such team.
             *     - `SVC-TENANT-NOT_FOUND`: This host is interpreted as a tenant slug, and there is no such tenant. Use the API host.
             *     - `SVC-TENANT-SETTINGS_LOCK_OUT`: With these domains you, or all owners, could not sign in.
             *     - `SVC-TENANT-SUSPENDED`: This tenant is suspended.
             *     - `SVC-THREAD-ASSIGNEE_CHANGED`: The thread is not assigned to ifAssigneeId; details name the assignee.
             *     - `SVC-THREAD-BATCH_TOO_LARGE`: More than 100,000 threads match the filter.
             *     - `SVC-THREAD-CLOSED`: The thread is closed. Reopen it before replying.
             *     - `SVC-THREAD-INVALID_TRANSITION`: A thread cannot change from its current status to this one.
             *     - `SVC-THREAD-MERGE_CONFLICT`: These threads cannot be merged or unmerged; see details.
             *     - `SVC-THREAD-NOT_FOUND`: There is no such thread.
             *     - `SVC-THREAD-STALE_REPLY`: The thread has newer messages than expectedLastMessageId; details name them.
             *     - `SVC-THREAD-TOTAL_CHANGED`: The number of threads that match the filter has changed; see details.
             *     - `SVC-UPLOAD-ALREADY_ATTACHED`: A file is already attached to a message, a meeting or an article; see details.
             *     - `SVC-UPLOAD-NOT_FOUND`: There is no such upload.
             *     - `SVC-UPLOAD-NOT_READY`: A file to attach is not READY; see details.
             *     - `SVC-UPLOAD-STORAGE_FULL`: There is not enough space for this file.
             *     - `SVC-UPLOAD-TOO_LARGE`: The files of a message may have at most 25 MiB together.
             *     - `SVC-UPLOAD-TYPE_REJECTED`: The content of the file does not match its media type.
             *     - `SVC-USER-LAST_OWNER`: This is the last active owner of the tenant.
             *     - `SVC-USER-NOT_FOUND`: There is no such user.
             *     - `SVC-VALIDATION-AMBIGUOUS_SHAPE`: The body mixes the two forms of a new thread: send either requester, or customerId with inboxId.
             *     - `SVC-VALIDATION-FAILED`: The request does not match what this operation accepts; see details.
             *     - `SVC-VALIDATION-INVALID_ID`: A field has a value that is not an id of the expected kind; see details.
             *     - `SVC-VALIDATION-TIME_OUT_OF_RANGE`: A time is in the past, or too far in the future; see details.
             *     - `SVC-VALIDATION-UNKNOWN_FIELD`: The request has a field that this operation does not know; see details.
             *     - `SVC-VALIDATION-UNKNOWN_REFERENCE`: The request refers to an object that does not exist; see details.
             *     - `SVC-VIEW-NOT_FOUND`: There is no such view.
             *     - `SVC-WEBHOOK-LIMIT_REACHED`: A tenant has at most 25 webhooks.
             *     - `SVC-WEBHOOK-NOT_FOUND`: There is no such webhook.
             *     - `SVC-WEBHOOK-URL_FORBIDDEN`: This URL is not allowed for a webhook: it must be http or https, without user info, and resolve to public addresses only.
             */
            code: string;
            /** @description The message, for people. */
            message: string;
            /** @description The HTTP status. */
            status: number;
            /** @description The request’s id, as in `X-Request-Id`. Quote it when you ask for help. */
            requestId: string;
            /** @description The problems, one per field. */
            details?: components["schemas"]["ErrorDetail"][];
            /**
             * Format: uri
             * @description The error’s documentation.
             */
            docUrl: string;
        };
        /**
         * @description A credential for a program. The key itself is shown once, when it is created.
         * @example {
         *       "id": "key_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "name": "Nightly import",
         *       "scopes": [
         *         "threads:write"
         *       ],
         *       "lastFour": "x7Qe",
         *       "userId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "expiresAt": "2027-03-04T09:30:00.000Z",
         *       "revokedAt": null,
         *       "rotatedTo": null,
         *       "lastUsedAt": "2026-03-05T02:00:00.000Z",
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        ApiKey: {
            /**
             * @description The key’s id, not the key itself.
             * @example key_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The purpose of the key. */
            name: string;
            /** @description The scopes of the key. */
            scopes: components["schemas"]["KeyScope"][];
            /** @description The key’s last four characters, to tell keys apart. */
            lastFour: string;
            /**
             * @description The key’s user.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            userId: string;
            /**
             * Format: date-time
             * @description When the key expires.
             * @example 2026-03-04T09:30:00.000Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             * @example 2026-03-04T09:30:00.000Z
             */
            revokedAt: string | null;
            /**
             * @description The key that replaces it; set by rotation.
             * @example key_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            rotatedTo: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to within five minutes; null before the first request.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @example {
         *       "name": "Nightly import",
         *       "scopes": [
         *         "threads:write"
         *       ]
         *     }
         */
        ApiKeyCreate: {
            /**
             * @description The purpose of the key.
             * @example Nightly import
             */
            name: string;
            /**
             * @description The scopes of the key, at most those of the caller.
             * @example [
             *       "threads:write"
             *     ]
             */
            scopes: components["schemas"]["KeyScope"][];
            /**
             * Format: int64
             * @description Days until the key expires.
             * @default 365
             */
            expiresInDays?: number;
        };
        /** @description The envelope of a page of ApiKey. */
        ApiKeyList: {
            data: components["schemas"]["ApiKey"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one ApiKey. */
        ApiKeyResponse: {
            data: components["schemas"]["ApiKey"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "overlapSeconds": 3600
         *     }
         */
        ApiKeyRotate: {
            /**
             * Format: int64
             * @description Seconds for which the old key keeps working, at most until it expires.
             * @default 86400
             */
            overlapSeconds?: number;
        };
        /**
         * @description A new API key, with the key itself.
         * @example {
         *       "id": "key_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "name": "Nightly import",
         *       "scopes": [
         *         "threads:write"
         *       ],
         *       "lastFour": "x7Qe",
         *       "userId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "expiresAt": "2027-03-04T09:30:00.000Z",
         *       "revokedAt": null,
         *       "rotatedTo": null,
         *       "lastUsedAt": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "key": "svck_9aB3dE5gH7jK9mN1pQ3rS5tU7vW9xYOMx7Qe"
         *     }
         */
        ApiKeyWithSecret: {
            /**
             * @description The key’s id, not the key itself.
             * @example key_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The purpose of the key. */
            name: string;
            /** @description The scopes of the key. */
            scopes: components["schemas"]["KeyScope"][];
            /** @description The key’s last four characters, to tell keys apart. */
            lastFour: string;
            /**
             * @description The key’s user.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            userId: string;
            /**
             * Format: date-time
             * @description When the key expires.
             * @example 2026-03-04T09:30:00.000Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             * @example 2026-03-04T09:30:00.000Z
             */
            revokedAt: string | null;
            /**
             * @description The key that replaces it; set by rotation.
             * @example key_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            rotatedTo: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to within five minutes; null before the first request.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /** @description The key, for `Authorization: Bearer`. Shown only in this response. */
            key: string;
        };
        /** @description The envelope of one ApiKeyWithSecret. */
        ApiKeyWithSecretResponse: {
            data: components["schemas"]["ApiKeyWithSecret"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The strategy that chooses a member of the team.
         *
         *     - `ROUND_ROBIN`: The members who can take threads, in turn.
         *     - `LEAST_LOADED`: The member with the fewest open threads.
         * @enum {string}
         */
        AssignmentStrategy: "ROUND_ROBIN" | "LEAST_LOADED";
        /** @description A file of a message. */
        Attachment: {
            /**
             * @description The attachment.
             * @example att_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The name to show. */
            filename: string;
            /** @description The media type. */
            contentType: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /** @description Whether the body shows it. */
            inline: boolean;
            /** @description Its Content-ID in the mail. */
            contentId: string | null;
            /** @description A signed download URL, valid for five minutes. Read the message again to get a new one. A browser shows pictures and PDF, and saves other files; with `&download` at the end of the URL it saves every file. Null in events, and if the file was deleted. */
            url: string | null;
        };
        /** @description A file to attach. */
        AttachmentInput: {
            /**
             * @description A finished upload.
             * @example upl_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            uploadId: string;
            /** @description The name to show; by default the upload’s name. */
            filename?: string;
        };
        /**
         * @description Whether the attendee came.
         *
         *     - `EXPECTED`: Not recorded yet.
         *     - `ATTENDED`: Came.
         *     - `NO_SHOW`: Did not come.
         * @enum {string}
         */
        AttendanceStatus: "EXPECTED" | "ATTENDED" | "NO_SHOW";
        /**
         * @description The door.
         *
         *     - `API`: The REST API, with a key or without credentials.
         *     - `DASHBOARD`: The REST API, in a session: the dashboard, for example.
         *     - `MCP`: An assistant.
         *     - `SCIM`: An identity provider.
         *     - `RULE`: An automation rule.
         *     - `IMPORT`: An import.
         *     - `CLI`: A command of the operator.
         * @enum {string}
         */
        AuditDoor: "API" | "DASHBOARD" | "MCP" | "SCIM" | "RULE" | "IMPORT" | "CLI";
        /**
         * @description A change and its actor. Entries never change, and are deleted only when they are older than `retention.auditRows`.
         * @example {
         *       "id": "aud_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "actor": {
         *         "type": "API_KEY",
         *         "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "keyId": "key_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "ip": "192.0.2.7"
         *       },
         *       "via": "API",
         *       "action": "label.updated",
         *       "target": {
         *         "type": "label",
         *         "id": "lbl_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *       },
         *       "before": {
         *         "name": "Billing"
         *       },
         *       "after": {
         *         "name": "Invoices"
         *       },
         *       "requestId": "01995f3a-7c1e-7d8a-b2c4-5e6f70819203",
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        AuditLog: {
            /**
             * @description The entry.
             * @example aud_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The actor. */
            actor: {
                type: components["schemas"]["ActorType"];
                /**
                 * @description The caller’s user.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string | null;
                /**
                 * @description The API key, when one was used.
                 * @example key_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                keyId: string | null;
                /** @description The caller’s network address. */
                ip: string | null;
            };
            /** @description The door that the change came through; null for the service’s own work and for entries from before it was stored. */
            via: components["schemas"]["AuditDoor"] | null;
            /** @description The action, such as `thread.created`. */
            action: string;
            /** @description The changed object. */
            target: {
                /** @description The kind of object that was changed, such as `thread`. */
                type: string;
                /** @description The id of the object, with its prefix. */
                id: string;
            };
            /** @description The changed fields before the change; null if there was no value. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The changed fields after the change, or the request. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description The `X-Request-Id` of the request. */
            requestId: string;
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /** @description The envelope of a page of AuditLog. */
        AuditLogList: {
            data: components["schemas"]["AuditLog"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The result of a check.
         *
         *     - `PASS`: It passed.
         *     - `FAIL`: It failed.
         *     - `NONE`: The sender’s domain does not use it.
         *     - `UNKNOWN`: It could not be checked.
         * @enum {string}
         */
        AuthenticationResult: "PASS" | "FAIL" | "NONE" | "UNKNOWN";
        /**
         * @description The kind of author.
         *
         *     - `AGENT`: A user of the tenant.
         *     - `CUSTOMER`: The customer.
         *     - `BOT`: A program that answers customers.
         *     - `SYSTEM`: The service itself.
         * @enum {string}
         */
        AuthorType: "AGENT" | "CUSTOMER" | "BOT" | "SYSTEM";
        /**
         * @description The kind of author.
         *
         *     Accepted in any letter case; responses use the spelling of this list.
         *
         *     - `AGENT`: A user of the tenant.
         *     - `CUSTOMER`: The customer.
         *     - `BOT`: A program that answers customers.
         *     - `SYSTEM`: The service itself.
         * @enum {string}
         */
        AuthorTypeInput: "AGENT" | "CUSTOMER" | "BOT" | "SYSTEM" | "agent" | "customer" | "bot" | "system";
        /**
         * @description The kind of an automatic mail.
         *
         *     - `AUTO_REPLY`: An automatic reply, such as an absence notice.
         *     - `BULK`: A newsletter, a list or a notification.
         *     - `BOUNCE`: A report that a mail could not be delivered.
         * @enum {string}
         */
        AutomaticMail: "AUTO_REPLY" | "BULK" | "BOUNCE";
        /** @description An average. */
        AverageFigure: {
            /**
             * Format: int64
             * @description The number of facts.
             */
            count: number;
            /**
             * Format: int64
             * @description The sum.
             */
            sum: number;
            /**
             * Format: double
             * @description The sum divided by the count; null without facts.
             */
            average: number | null;
            /** @description The path of the facts behind the figure: a call of `GET /reports/facts` with `asOf`. */
            factsUrl: string;
        };
        /**
         * @description The changes, the same for each thread.
         * @example {
         *       "status": "resolved"
         *     }
         */
        BatchChanges: {
            status?: components["schemas"]["StatusInput"];
            priority?: components["schemas"]["PriorityInput"];
            /**
             * @description The agent, or null to unassign.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            assigneeId?: string | null;
            /**
             * @description The team, or null to remove it.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId?: string | null;
            /**
             * @description Labels to add to the threads, by id or by name.
             * @example [
             *       "Billing"
             *     ]
             */
            addLabels?: string[];
            /**
             * @description Labels to remove from the threads, by id or by name.
             * @example [
             *       "Billing"
             *     ]
             */
            removeLabels?: string[];
            /**
             * Format: date-time
             * @description Snoozes the threads until a time, or with null wakes snoozed ones. Cannot be combined with a `status` other than pending.
             * @example 2026-03-04T09:30:00.000Z
             */
            snoozedUntil?: string | null;
            /** @description Snoozes the threads until the customer writes. Cannot be combined with `snoozedUntil`, or with a `status` other than pending. Always `true` if present. */
            snoozedUntilReply?: boolean;
        };
        /** @description The reason why a thread was not changed. */
        BatchError: {
            /** @description The error code that changing only this thread would give. */
            code: string;
            /** @description The error message. */
            message: string;
            /**
             * Format: int64
             * @description The HTTP status of that error.
             */
            status: number;
            /** @description The problems, one per field. */
            details: {
                /** @description The invalid field of the change. */
                field: string;
                /** @description The problem. */
                code: string;
                /** @description The error message. */
                message: string;
            }[];
        };
        /**
         * @description The result of a batch.
         * @example {
         *       "results": [
         *         {
         *           "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "ok": true,
         *           "error": null
         *         }
         *       ],
         *       "succeeded": 1,
         *       "failed": 0
         *     }
         */
        BatchResult: {
            /** @description One per thread, in the order sent. */
            results: {
                /**
                 * @description The thread.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                threadId: string;
                /** @description Whether the thread has the requested values now. */
                ok: boolean;
                /** @description The reason why it was not changed; null if it was. */
                error: components["schemas"]["BatchError"] | null;
            }[];
            /**
             * Format: int64
             * @description Threads that have the requested values.
             */
            succeeded: number;
            /**
             * Format: int64
             * @description Threads that were not changed.
             */
            failed: number;
        };
        /** @description The envelope of one BatchResult. */
        BatchResultResponse: {
            data: components["schemas"]["BatchResult"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The format of a message body.
         *
         *     - `text`: Plain text, kept verbatim.
         *     - `html`: Sanitised HTML.
         * @enum {string}
         */
        BodyFormat: "text" | "html";
        /**
         * @description Working hours and holidays. SLA clocks run within them.
         * @example {
         *       "id": "bhr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "name": "Office Berlin",
         *       "timezone": "Europe/Berlin",
         *       "weekly": {
         *         "mon": [
         *           [
         *             "09:00",
         *             "12:00"
         *           ],
         *           [
         *             "13:30",
         *             "18:00"
         *           ]
         *         ],
         *         "fri": [
         *           [
         *             "09:00",
         *             "15:00"
         *           ]
         *         ]
         *       },
         *       "holidays": [
         *         {
         *           "date": "2026-12-25",
         *           "name": "Christmas Day"
         *         }
         *       ],
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "updatedAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        BusinessHours: {
            /**
             * @description The business hours.
             * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The name. */
            name: string;
            /** @description Time zone, a name of the IANA database. */
            timezone: string;
            weekly: components["schemas"]["WeeklyHours"];
            /**
             * @description Days without working time, by date.
             * @example [
             *       {
             *         "date": "2026-01-01",
             *         "name": "New Year"
             *       }
             *     ]
             */
            holidays: components["schemas"]["Holiday"][];
            /**
             * Format: date-time
             * @description When they were created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When they were last changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @example {
         *       "name": "Office Berlin",
         *       "timezone": "Europe/Berlin",
         *       "weekly": {
         *         "mon": [
         *           [
         *             "09:00",
         *             "12:00"
         *           ],
         *           [
         *             "13:30",
         *             "18:00"
         *           ]
         *         ],
         *         "fri": [
         *           [
         *             "09:00",
         *             "15:00"
         *           ]
         *         ]
         *       },
         *       "holidays": [
         *         {
         *           "date": "2026-12-25",
         *           "name": "Christmas Day"
         *         }
         *       ]
         *     }
         */
        BusinessHoursCreate: {
            /**
             * @description The name.
             * @example Office Berlin
             */
            name?: string;
            /**
             * @description Time zone, a name of the IANA database.
             * @example Europe/Berlin
             * @example Asia/Kolkata
             */
            timezone: string;
            weekly: components["schemas"]["WeeklyHours"];
            /**
             * @description Days without working time, by date.
             * @example [
             *       {
             *         "date": "2026-01-01",
             *         "name": "New Year"
             *       }
             *     ]
             */
            holidays?: components["schemas"]["Holiday"][];
        };
        /** @description A set of business hours was created. */
        BusinessHoursCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "business_hours.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["BusinessHours"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A set of business hours was deleted. */
        BusinessHoursDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "business_hours.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["BusinessHours"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of BusinessHours. */
        BusinessHoursList: {
            data: components["schemas"]["BusinessHours"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one BusinessHours. */
        BusinessHoursResponse: {
            data: components["schemas"]["BusinessHours"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "weekly": {
         *         "mon": [
         *           [
         *             "08:00",
         *             "16:00"
         *           ]
         *         ]
         *       }
         *     }
         */
        BusinessHoursUpdate: {
            /**
             * @description The name.
             * @example Office Berlin
             */
            name?: string;
            /**
             * @description Time zone, a name of the IANA database.
             * @example Europe/Berlin
             * @example Asia/Kolkata
             */
            timezone?: string;
            weekly?: components["schemas"]["WeeklyHours"];
            /**
             * @description Days without working time, by date.
             * @example [
             *       {
             *         "date": "2026-01-01",
             *         "name": "New Year"
             *       }
             *     ]
             */
            holidays?: components["schemas"]["Holiday"][];
        };
        /** @description A set of business hours was changed. */
        BusinessHoursUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "business_hours.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["BusinessHours"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description Your private calendar: the meetings that you host, for calendar programs.
         * @example {
         *       "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        CalendarFeed: {
            /**
             * @description The caller’s user, whose meetings it shows.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * Format: date-time
             * @description When its URL was created; null if there is none.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string | null;
        };
        /** @description The envelope of one CalendarFeed. */
        CalendarFeedResponse: {
            data: components["schemas"]["CalendarFeed"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description Your private calendar with its new URL.
         * @example {
         *       "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "url": "http://localhost:3000/calendar/svcf_example.ics"
         *     }
         */
        CalendarFeedWithUrl: {
            /**
             * @description The caller’s user, whose meetings it shows.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * Format: date-time
             * @description When its URL was created; null if there is none.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string | null;
            /** @description The URL for calendar programs. It needs no other credentials, so keep it secret. Shown only once. */
            url: string;
        };
        /** @description The envelope of one CalendarFeedWithUrl. */
        CalendarFeedWithUrlResponse: {
            data: components["schemas"]["CalendarFeedWithUrl"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description A reply with variables and actions that agents apply to threads.
         * @example {
         *       "id": "can_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "shortcut": "refund",
         *       "title": "Refund is on its way",
         *       "body": "Hello {{customer.firstName|there}}, your refund is on its way.",
         *       "bodyFormat": "text",
         *       "visibility": "SHARED",
         *       "ownerId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "inboxIds": [],
         *       "teamIds": [],
         *       "actions": [
         *         {
         *           "type": "SET_STATUS",
         *           "status": "resolved"
         *         }
         *       ],
         *       "usageCount": 12,
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "updatedAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        CannedResponse: {
            /**
             * @description The canned response.
             * @example can_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The text that agents type to use it. */
            shortcut: string;
            /** @description The title in the list. */
            title: string;
            /** @description The reply, with variables such as `{{customer.name}}`: `customer.name`, `customer.firstName`, `customer.email`, `customer.externalId`, `customer.customFields.KEY`, `thread.subject`, `thread.ticketNumber`, `thread.status`, `thread.priority`, `thread.customFields.KEY`, `inbox.name`, `team.name`, `assignee.name`, `agent.name`, `agent.email`, `tenant.name`. A default for a missing value follows a bar: `{{customer.firstName|there}}`. Null if it has no reply. */
            body: string | null;
            bodyFormat: components["schemas"]["BodyFormat"];
            visibility: components["schemas"]["CannedResponseVisibility"];
            /**
             * @description The user who created it.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            ownerId: string;
            /** @description The inboxes in whose threads it is offered; empty for all. */
            inboxIds: string[];
            /** @description The teams for which it is intended; empty for all. */
            teamIds: string[];
            /**
             * @description Changes to the thread in addition to the reply, all or none.
             * @example [
             *       {
             *         "type": "SET_PRIORITY",
             *         "priority": "high"
             *       }
             *     ]
             */
            actions: components["schemas"]["CannedResponseAction"][];
            /**
             * Format: int64
             * @description The number of times it was applied.
             */
            usageCount: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description One change to the thread. `type` determines which other fields are required and allowed.
         * @example {
         *       "type": "SET_PRIORITY",
         *       "priority": "high"
         *     }
         */
        CannedResponseAction: {
            type: components["schemas"]["CannedResponseActionType"];
            status?: components["schemas"]["StatusInput"];
            priority?: components["schemas"]["PriorityInput"];
            /**
             * @description The agent, or null to unassign.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            assigneeId?: string | null;
            /**
             * @description The team, or null to remove it.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId?: string | null;
            /** @description Labels. */
            labelIds?: string[];
            customFields?: components["schemas"]["CustomFieldValues"];
            /**
             * Format: int64
             * @description How long the thread is snoozed.
             */
            durationSeconds?: number;
            /** @description The text of a note. */
            body?: string;
            bodyFormat?: components["schemas"]["BodyFormat"];
        };
        /**
         * @description The kind of action.
         *
         *     - `SET_STATUS`: Changes the thread’s status to `status`.
         *     - `SET_PRIORITY`: Sets `priority`.
         *     - `ASSIGN`: Assigns the thread to `assigneeId`; null unassigns it.
         *     - `SET_TEAM`: Assigns the thread to the team `teamId`; null removes the team.
         *     - `ADD_LABELS`: Adds the labels `labelIds`.
         *     - `REMOVE_LABELS`: Removes the labels `labelIds`.
         *     - `SET_CUSTOM_FIELDS`: Sets values of the thread’s `customFields`; null removes a value.
         *     - `SNOOZE`: Snoozes the thread for `durationSeconds`, or until the customer writes.
         *     - `ADD_NOTE`: Adds `body` as an internal note; variables are filled in.
         * @enum {string}
         */
        CannedResponseActionType: "SET_STATUS" | "SET_PRIORITY" | "ASSIGN" | "SET_TEAM" | "ADD_LABELS" | "REMOVE_LABELS" | "SET_CUSTOM_FIELDS" | "SNOOZE" | "ADD_NOTE";
        /**
         * @example {
         *       "cannedResponseId": "can_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *     }
         */
        CannedResponseApply: {
            /**
             * @description The canned response.
             * @example can_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            cannedResponseId: string;
        };
        /**
         * @example {
         *       "shortcut": "refund",
         *       "title": "Refund is on its way",
         *       "body": "Hello {{customer.firstName|there}}, your refund is on its way."
         *     }
         */
        CannedResponseCreate: {
            /**
             * @description The text that agents type to use it; unique among shared ones and within one owner’s, ignoring letter case.
             * @example refund
             */
            shortcut: string;
            /**
             * @description The title in the list.
             * @example Refund is on its way
             */
            title: string;
            /** @description The reply, with variables such as `{{customer.name}}`: `customer.name`, `customer.firstName`, `customer.email`, `customer.externalId`, `customer.customFields.KEY`, `thread.subject`, `thread.ticketNumber`, `thread.status`, `thread.priority`, `thread.customFields.KEY`, `inbox.name`, `team.name`, `assignee.name`, `agent.name`, `agent.email`, `tenant.name`. A default for a missing value follows a bar: `{{customer.firstName|there}}`. Null if it has no reply. */
            body?: string | null;
            bodyFormat?: components["schemas"]["BodyFormat"];
            visibility?: components["schemas"]["CannedResponseVisibility"];
            /** @description The inboxes in whose threads it is offered; empty for all. */
            inboxIds?: string[];
            /** @description The teams for which it is intended; empty for all. */
            teamIds?: string[];
            /**
             * @description Changes to the thread in addition to the reply, all or none.
             * @example [
             *       {
             *         "type": "SET_PRIORITY",
             *         "priority": "high"
             *       }
             *     ]
             */
            actions?: components["schemas"]["CannedResponseAction"][];
        };
        /** @description A canned response was created. */
        CannedResponseCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "canned_response.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["CannedResponse"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A canned response was deleted. */
        CannedResponseDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "canned_response.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["CannedResponse"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of CannedResponse. */
        CannedResponseList: {
            data: components["schemas"]["CannedResponse"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The result of a canned response for a thread.
         * @example {
         *       "body": "Hello Ada, your refund is on its way.",
         *       "bodyFormat": "text",
         *       "missing": [],
         *       "actions": []
         *     }
         */
        CannedResponsePreview: {
            /** @description The reply as it would be sent; null if there is none. */
            body: string | null;
            bodyFormat: components["schemas"]["BodyFormat"];
            /** @description Variables without a value, which are left in `body` and in notes. Empty when the response can be applied. */
            missing: string[];
            /** @description The changes of the thread, with the variables of notes filled in. */
            actions: components["schemas"]["CannedResponseAction"][];
        };
        /**
         * @example {
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *     }
         */
        CannedResponsePreviewRequest: {
            /**
             * @description The thread for which it is rendered.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
        };
        /** @description The envelope of one CannedResponsePreview. */
        CannedResponsePreviewResponse: {
            data: components["schemas"]["CannedResponsePreview"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description The envelope of one CannedResponse. */
        CannedResponseResponse: {
            data: components["schemas"]["CannedResponse"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "title": "Refund was sent"
         *     }
         */
        CannedResponseUpdate: {
            /**
             * @description The text that agents type to use it; unique among shared ones and within one owner’s, ignoring letter case.
             * @example refund
             */
            shortcut?: string;
            /**
             * @description The title in the list.
             * @example Refund is on its way
             */
            title?: string;
            /**
             * @description The reply, with variables such as `{{customer.name}}`: `customer.name`, `customer.firstName`, `customer.email`, `customer.externalId`, `customer.customFields.KEY`, `thread.subject`, `thread.ticketNumber`, `thread.status`, `thread.priority`, `thread.customFields.KEY`, `inbox.name`, `team.name`, `assignee.name`, `agent.name`, `agent.email`, `tenant.name`. A default for a missing value follows a bar: `{{customer.firstName|there}}`. Null if it has no reply.
             * @example Your refund is on its way.
             */
            body?: string | null;
            bodyFormat?: components["schemas"]["BodyFormat"];
            visibility?: components["schemas"]["CannedResponseVisibility"];
            /** @description The inboxes in whose threads it is offered; empty for all. */
            inboxIds?: string[];
            /** @description The teams for which it is intended; empty for all. */
            teamIds?: string[];
            /**
             * @description Changes to the thread in addition to the reply, all or none.
             * @example [
             *       {
             *         "type": "SET_PRIORITY",
             *         "priority": "high"
             *       }
             *     ]
             */
            actions?: components["schemas"]["CannedResponseAction"][];
        };
        /** @description A canned response was changed. */
        CannedResponseUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "canned_response.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["CannedResponse"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The audience.
         *
         *     - `SHARED`: Everybody.
         *     - `PERSONAL`: Only its owner.
         * @enum {string}
         */
        CannedResponseVisibility: "SHARED" | "PERSONAL";
        /**
         * @example {
         *       "currentPassword": "salty otters read maps",
         *       "newPassword": "nine quiet lamps at sea"
         *     }
         */
        ChangePasswordRequest: {
            /**
             * @description The current password.
             * @example salty otters read maps
             */
            currentPassword: string;
            /**
             * @description The new password: at least 12 characters of any kind, not a common one, without the name in the e-mail address.
             * @example salty otters read maps
             */
            newPassword: string;
        };
        /**
         * @description The state of an inbox’s connections.
         * @example {
         *       "receive": {
         *         "state": "FAILING"
         *       },
         *       "send": {
         *         "state": "NOT_USED"
         *       },
         *       "since": "2026-03-04T09:30:00.000Z",
         *       "lastMailAt": "2026-03-04T09:12:00.000Z",
         *       "lagSeconds": 0.8,
         *       "waiting": 0,
         *       "checkpoint": {
         *         "folder": "INBOX",
         *         "uidValidity": 1700000000,
         *         "uid": 4211
         *       },
         *       "lastError": {
         *         "code": "ECONNREFUSED",
         *         "message": "The server refused the connection.",
         *         "at": "2026-03-04T09:30:00.000Z",
         *         "attempts": 2
         *       },
         *       "nextAttemptAt": "2026-03-04T09:30:30.000Z"
         *     }
         */
        ChannelConnection: {
            /** @description The mailbox from which mail is fetched. */
            receive: {
                state: components["schemas"]["ConnectionState"];
            };
            /** @description The mail server that sends replies. */
            send: {
                state: components["schemas"]["ConnectionState"];
            };
            /**
             * Format: date-time
             * @description When the latest of these states began; null if there is no connection.
             * @example 2026-03-04T09:30:00.000Z
             */
            since: string | null;
            /**
             * Format: date-time
             * @description When the latest mail was fetched.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastMailAt: string | null;
            /**
             * Format: double
             * @description Seconds that the latest fetched mail had waited in the mailbox.
             */
            lagSeconds: number | null;
            /**
             * Format: int64
             * @description Mails that wait: received ones to be processed, and replies to be sent.
             */
            waiting: number;
            /** @description Up to where the mailbox has been read; null before the first connection. */
            checkpoint: {
                /** @description The folder. */
                folder: string;
                /**
                 * Format: int64
                 * @description The folder’s UIDVALIDITY.
                 */
                uidValidity: number;
                /**
                 * Format: int64
                 * @description The UID up to which all mails have been fetched.
                 */
                uid: number;
            } | null;
            /** @description The latest failure; null while all connections work. */
            lastError: {
                /** @description A short name of the failure. */
                code: string;
                /** @description What went wrong, with the server’s words. */
                message: string;
                /**
                 * Format: date-time
                 * @description When it happened.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                at: string;
                /**
                 * Format: int64
                 * @description Failed attempts in a row.
                 */
                attempts: number;
            } | null;
            /**
             * Format: date-time
             * @description When the service tries again; null if it is not waiting.
             * @example 2026-03-04T09:30:00.000Z
             */
            nextAttemptAt: string | null;
        };
        /** @description The envelope of one ChannelConnection. */
        ChannelConnectionResponse: {
            data: components["schemas"]["ChannelConnection"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The channel in which the thread started.
         *
         *     Accepted in any letter case; responses use the spelling of this list.
         *
         *     - `email`: An e-mail message.
         *     - `api`: This API; the default.
         *     - `widget`: The widget on a website.
         *     - `slack`: A Slack channel.
         *     - `whatsapp`: WhatsApp.
         *     - `sms`: A text message.
         *     - `voice`: A telephone call.
         * @enum {string}
         */
        ChannelInput: "email" | "api" | "widget" | "slack" | "whatsapp" | "sms" | "voice" | "EMAIL" | "API" | "WIDGET" | "SLACK" | "WHATSAPP" | "SMS" | "VOICE";
        /**
         * @description The status of the thread.
         *
         *     Accepted in any letter case; responses use the spelling of this list.
         *
         *     - `open`: Work to do; the default.
         *     - `pending`: Waiting for the answer.
         * @enum {string}
         */
        ComposedStatus: "open" | "pending" | "OPEN" | "PENDING";
        /**
         * @example {
         *       "token": "svlt_AZnC1z4bcQCL2rq9VlU8mQGZwtc-G3EEi9q6vVZVPJkAAAABmcLXPht3p0Yc5m2Jd8Qb1fN7uT4wXk6eRsL0aGhVzP9oIy"
         *     }
         */
        ConfirmEmailRequest: {
            /** @description The token of the link in the mail: the part after `#token=`. */
            token: string;
        };
        /**
         * @description The state of a connection.
         *
         *     - `NOT_USED`: The inbox needs no connection for it.
         *     - `CONNECTING`: The first attempt is under way.
         *     - `CONNECTED`: It works.
         *     - `FAILING`: The latest attempts failed. The service keeps trying, less and less often.
         *     - `NEEDS_AUTH`: The server refused the sign-in. Enter the password again, or sign in again.
         *     - `PAUSED`: The server asked the service to wait.
         * @enum {string}
         */
        ConnectionState: "NOT_USED" | "CONNECTING" | "CONNECTED" | "FAILING" | "NEEDS_AUTH" | "PAUSED";
        /**
         * @description A test of an inbox’s connections.
         * @example {
         *       "ok": false,
         *       "steps": [
         *         {
         *           "protocol": "IMAP",
         *           "step": "resolve",
         *           "ok": true,
         *           "detail": null,
         *           "durationMs": 12
         *         },
         *         {
         *           "protocol": "IMAP",
         *           "step": "connect",
         *           "ok": false,
         *           "detail": "The server refused the connection. Check the port.",
         *           "durationMs": 31
         *         }
         *       ]
         *     }
         */
        ConnectionTest: {
            /** @description Whether all steps succeeded. */
            ok: boolean;
            /** @description The steps in their order. The first failure is the last step. */
            steps: {
                protocol: components["schemas"]["MailProtocol"];
                step: components["schemas"]["ConnectionTestStep"];
                /** @description Whether it succeeded. */
                ok: boolean;
                /** @description What the step found out, or why it failed, with the server’s words. */
                detail: string | null;
                /**
                 * Format: int64
                 * @description Milliseconds that it took.
                 */
                durationMs: number;
            }[];
        };
        /** @description The envelope of one ConnectionTest. */
        ConnectionTestResponse: {
            data: components["schemas"]["ConnectionTest"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description What was tried.
         *
         *     - `resolve`: Finds the addresses of the host.
         *     - `connect`: Connects to one of them.
         *     - `tls`: Encrypts the connection and checks the certificate.
         *     - `greeting`: Reads the server’s greeting.
         *     - `sign_in`: Signs in.
         *     - `select`: Opens the folder, without changing it (IMAP).
         *     - `list`: Lists the folders (IMAP).
         *     - `sender`: Names the inbox’s address as the sender (SMTP).
         * @enum {string}
         */
        ConnectionTestStep: "resolve" | "connect" | "tls" | "greeting" | "sign_in" | "select" | "list" | "sender";
        /** @description A number of facts or threads. */
        CountFigure: {
            /**
             * Format: int64
             * @description The number.
             */
            count: number;
            /** @description The path of the facts behind the figure: a call of `GET /reports/facts` with `asOf`. */
            factsUrl: string;
        };
        /**
         * @description A thread as `POST /threads` returns it.
         * @example {
         *       "id": "01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "subject": "The export is empty",
         *       "status": "open",
         *       "priority": "normal",
         *       "channel": "api",
         *       "assignee": null,
         *       "customer": {
         *         "id": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "email": "ada@example.com",
         *         "name": "Ada Lovelace"
         *       },
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "updatedAt": "2026-03-04T09:30:00.000Z",
         *       "publicNumber": 42,
         *       "ticketNumber": "ACME-2026-000042",
         *       "externalRef": "order-1842",
         *       "inboxId": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "teamId": null,
         *       "labels": [
         *         {
         *           "id": "lbl_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "name": "Billing"
         *         }
         *       ],
         *       "customFields": {},
         *       "snoozed": false,
         *       "snoozedUntil": null,
         *       "followUpOf": null,
         *       "relatedTo": [],
         *       "mergedInto": null,
         *       "lastMessageId": "msg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "lastMessageAt": "2026-03-04T09:30:00.000Z",
         *       "lastMessageAuthorType": "CUSTOMER",
         *       "waitingSince": "2026-03-04T09:30:00.000Z",
         *       "messageCount": 1,
         *       "sla": [],
         *       "resolvedAt": null,
         *       "closedAt": null,
         *       "version": 1,
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *     }
         */
        CreatedThread: {
            /** @description The thread’s id without its prefix; every input accepts either form. */
            id: string;
            /** @description The thread’s title. */
            subject: string;
            status: components["schemas"]["ThreadStatus"];
            priority: components["schemas"]["ThreadPriority"];
            channel: components["schemas"]["ThreadChannel"];
            /** @description The agent who works on it; null if it is unassigned. */
            assignee: components["schemas"]["ThreadAssignee"] | null;
            customer: components["schemas"]["ThreadCustomer"];
            /**
             * Format: date-time
             * @description When the thread was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the thread last changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * Format: int64
             * @description The thread’s sequential number within the tenant, without gaps.
             */
            publicNumber: number;
            /** @description The number as it is shown to people. */
            ticketNumber: string;
            /** @description Your own id for the thread (`external_reference_id`). */
            externalRef: string | null;
            /**
             * @description The inbox that received it.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId: string;
            /**
             * @description The team to which it belongs.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId: string | null;
            /** @description Its labels, by name. */
            labels: components["schemas"]["ThreadLabel"][];
            customFields: components["schemas"]["CustomFieldValues"];
            /** @description Whether it is snoozed, until `snoozedUntil` or until the customer writes. */
            snoozed: boolean;
            /**
             * Format: date-time
             * @description When the snooze ends; null if only the customer’s message ends it.
             * @example 2026-03-04T09:30:00.000Z
             */
            snoozedUntil: string | null;
            /**
             * @description The closed thread that this one follows.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            followUpOf: string | null;
            /** @description At most five threads to which its first mail referred without belonging to them, newest first. */
            relatedTo: string[];
            /**
             * @description The thread that has the messages of this merged thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            mergedInto: string | null;
            /**
             * @description Its latest message.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            lastMessageId: string;
            /**
             * Format: date-time
             * @description When its latest message was written.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastMessageAt: string;
            lastMessageAuthorType: components["schemas"]["AuthorType"];
            /**
             * Format: date-time
             * @description The time of the customer’s first message after the latest reply. Null if there is none, and while the thread is resolved or closed.
             * @example 2026-03-04T09:30:00.000Z
             */
            waitingSince: string | null;
            /**
             * Format: int64
             * @description The number of messages, including internal notes.
             */
            messageCount: number;
            /** @description Targets of the thread’s SLA policy; empty while no policy applies. */
            sla: components["schemas"]["ThreadSla"][];
            /**
             * Format: date-time
             * @description When it was resolved; null unless it is resolved.
             * @example 2026-03-04T09:30:00.000Z
             */
            resolvedAt: string | null;
            /**
             * Format: date-time
             * @description When it was closed; null unless it is closed.
             * @example 2026-03-04T09:30:00.000Z
             */
            closedAt: string | null;
            /**
             * Format: int64
             * @description Increases with every change; the `ETag`.
             */
            version: number;
            /**
             * @description The thread’s id with its prefix, as all other operations show it.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
        };
        /** @description The envelope of one CreatedThread. */
        CreatedThreadResponse: {
            data: components["schemas"]["CreatedThread"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description A field that you define for threads or customers. Its values are in their `customFields`, under its `key`.
         * @example {
         *       "id": "fld_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "key": "plan",
         *       "name": "Plan",
         *       "appliesTo": "CUSTOMER",
         *       "type": "SELECT",
         *       "options": [
         *         {
         *           "value": "pro",
         *           "label": "Professional",
         *           "archived": false
         *         }
         *       ],
         *       "required": "NEVER",
         *       "order": 0,
         *       "archivedAt": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        CustomField: {
            /**
             * @description The field.
             * @example fld_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The name of the value in `customFields`, unique for threads and for customers. It never changes. */
            key: string;
            /** @description The display name of the field. */
            name: string;
            appliesTo: components["schemas"]["CustomFieldTarget"];
            type: components["schemas"]["CustomFieldType"];
            /** @description The options, archived ones last. */
            options: components["schemas"]["CustomFieldOption"][];
            required: components["schemas"]["CustomFieldRequired"];
            /**
             * Format: int64
             * @description The position of the field in forms, ascending.
             */
            order: number;
            /**
             * Format: date-time
             * @description When it was archived; existing values stay and are shown, but can only be removed.
             * @example 2026-03-04T09:30:00.000Z
             */
            archivedAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @example {
         *       "key": "plan",
         *       "name": "Plan",
         *       "appliesTo": "CUSTOMER",
         *       "type": "SELECT",
         *       "options": [
         *         {
         *           "value": "pro",
         *           "label": "Professional"
         *         }
         *       ]
         *     }
         */
        CustomFieldCreate: {
            /**
             * @description The name of the value in `customFields`: `a-z`, `0-9` and `_`, starting with a letter. It never changes.
             * @example plan
             */
            key: string;
            /**
             * @description The display name of the field. Surrounding spaces are removed.
             * @example Plan
             */
            name: string;
            appliesTo: components["schemas"]["CustomFieldTarget"];
            type: components["schemas"]["CustomFieldType"];
            /**
             * @description The options of a SELECT or MULTISELECT field, in their order; other types have none. An omitted option is archived: existing values stay, but it can no longer be chosen. Sending it again restores it.
             * @example [
             *       {
             *         "value": "pro",
             *         "label": "Pro",
             *         "archived": false
             *       }
             *     ]
             */
            options?: components["schemas"]["CustomFieldOptionInput"][];
            required?: components["schemas"]["CustomFieldRequired"];
            /**
             * Format: int64
             * @description The position of the field in forms, ascending. Last by default.
             */
            order?: number;
        };
        /** @description A custom field was created. */
        CustomFieldCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "custom_field.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["CustomField"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description Values of custom fields by key; all must match. A multiple selection matches each of its options. In a query string: `customFields[plan]=pro`.
         * @example {
         *       "plan": "pro"
         *     }
         */
        CustomFieldFilter: {
            [key: string]: string | number | boolean;
        };
        /** @description The envelope of a page of CustomField. */
        CustomFieldList: {
            data: components["schemas"]["CustomField"][];
            meta: components["schemas"]["PageMeta"];
        };
        CustomFieldOption: {
            /** @description The value stored in threads and customers. */
            value: string;
            /** @description The display name. */
            label: string;
            /** @description Existing values stay, but it can no longer be chosen. */
            archived: boolean;
        };
        /**
         * @example {
         *       "value": "pro",
         *       "label": "Professional",
         *       "archived": false
         *     }
         */
        CustomFieldOptionInput: {
            /**
             * @description The value stored in threads and customers. It never changes; change `label` to rename the option.
             * @example pro
             */
            value: string;
            /**
             * @description The display name; defaults to `value`.
             * @example Professional
             */
            label?: string;
            /**
             * @description `true` keeps the option for existing values, but it can no longer be chosen.
             * @default false
             */
            archived?: boolean;
        };
        /**
         * @description When a value is required.
         *
         *     - `NEVER`: The value is optional.
         *     - `ON_CREATE`: Objects created over the API must have a value.
         *     - `ON_RESOLVE`: A thread must have a value before it is resolved. No effect for customers.
         * @enum {string}
         */
        CustomFieldRequired: "NEVER" | "ON_CREATE" | "ON_RESOLVE";
        /** @description The envelope of one CustomField. */
        CustomFieldResponse: {
            data: components["schemas"]["CustomField"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The objects that have the field.
         *
         *     - `THREAD`: Threads.
         *     - `CUSTOMER`: Customers.
         * @enum {string}
         */
        CustomFieldTarget: "THREAD" | "CUSTOMER";
        /**
         * @description The type of the field’s values. It never changes.
         *
         *     - `TEXT`: Text of at most 4,096 characters.
         *     - `NUMBER`: A number.
         *     - `BOOLEAN`: `true` or `false`.
         *     - `DATE`: A day, `2026-03-04`.
         *     - `SELECT`: One of the options: its `value`.
         *     - `MULTISELECT`: Several of the options: a list of their `value`s.
         *     - `URL`: An `http` or `https` address.
         * @enum {string}
         */
        CustomFieldType: "TEXT" | "NUMBER" | "BOOLEAN" | "DATE" | "SELECT" | "MULTISELECT" | "URL";
        /**
         * @example {
         *       "name": "Tariff"
         *     }
         */
        CustomFieldUpdate: {
            /**
             * @description The display name of the field. Surrounding spaces are removed.
             * @example Plan
             */
            name?: string;
            /**
             * @description The options of a SELECT or MULTISELECT field, in their order; other types have none. An omitted option is archived: existing values stay, but it can no longer be chosen. Sending it again restores it.
             * @example [
             *       {
             *         "value": "pro",
             *         "label": "Pro",
             *         "archived": false
             *       }
             *     ]
             */
            options?: components["schemas"]["CustomFieldOptionInput"][];
            required?: components["schemas"]["CustomFieldRequired"];
            /**
             * Format: int64
             * @description The position of the field in forms, ascending.
             */
            order?: number;
            /** @description `true` archives the field, `false` restores it. */
            archived?: boolean;
        };
        /** @description A custom field was changed. */
        CustomFieldUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "custom_field.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["CustomField"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description Values of custom fields by key. Keys are `a-z`, `0-9` and `_`.
         * @example {
         *       "plan": "pro"
         *     }
         */
        CustomFieldValues: {
            [key: string]: string | number | boolean | unknown | string[];
        };
        /**
         * @description A person who writes to you.
         * @example {
         *       "id": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "email": "ada@example.com",
         *       "hasEmail": true,
         *       "emailFailedAt": null,
         *       "identities": [
         *         {
         *           "id": "idn_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "type": "EMAIL",
         *           "value": "ada@example.com",
         *           "verified": true,
         *           "inboxId": null,
         *           "lastSeenAt": null
         *         }
         *       ],
         *       "optedOut": [],
         *       "name": "Ada Lovelace",
         *       "externalId": null,
         *       "customFields": {},
         *       "mergedInto": null,
         *       "erasedAt": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "updatedAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        Customer: {
            /**
             * @description The customer.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * Format: idn-email
             * @description E-mail address, in lower case. A customer without one (`hasEmail`) has an invalid one, `<id>@unknown.invalid`.
             * @example ada@example.com
             */
            email: string;
            /** @description Whether `email` is an address to which mail can be sent. */
            hasEmail: boolean;
            /**
             * Format: date-time
             * @description Since when mail to `email` is returned for good; null if it is not. Automatic mail to the address stops until mail comes from it.
             * @example 2026-03-04T09:30:00.000Z
             */
            emailFailedAt: string | null;
            /** @description All addresses, numbers and ids by which the customer is known; `email` first. */
            identities: components["schemas"]["CustomerIdentity"][];
            /** @description Channels on which the customer has asked for no more messages. */
            optedOut: string[];
            /** @description The customer’s name. */
            name: string | null;
            /** @description Your own id for the customer. */
            externalId: string | null;
            customFields: components["schemas"]["CustomFieldValues"];
            /**
             * @description The customer into whom this one was merged, who has the threads and gets the address’s new threads. Always null in lists.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            mergedInto: string | null;
            /**
             * Format: date-time
             * @description When the customer’s data was erased, `null` before. The rest has no name and an invalid address, and cannot be changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            erasedAt: string | null;
            /**
             * Format: date-time
             * @description When the customer was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the customer was last changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @description A customer was created. */
        CustomerCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "customer.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Customer"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description All data of a customer was erased on request. One event per customer, also for merged ones. Earlier events no longer show the data; consumers must erase their copies. `thread.erased` names the threads. */
        CustomerErasedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "customer.erased";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["CustomerErasure"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The erasure of a customer.
         * @example {
         *       "id": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "mode": "ANONYMIZE",
         *       "requestId": "prv_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *     }
         */
        CustomerErasure: {
            /**
             * @description The customer.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            mode: components["schemas"]["ErasureMode"];
            /**
             * @description The privacy request: `GET /privacy/requests/{id}` has the receipt.
             * @example prv_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            requestId: string;
        };
        /**
         * @example {
         *       "customerId": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "mode": "ANONYMIZE"
         *     }
         */
        CustomerErasureRequest: {
            /**
             * @description The customer. A merged customer means its target, with all customers merged into it.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            customerId?: string;
            /**
             * Format: idn-email
             * @description The customer’s e-mail address, or the address of a merged customer.
             * @example ada@example.com
             */
            email?: string;
            mode: components["schemas"]["ErasureMode"];
            /**
             * @description Only count the rows, without erasing them.
             * @default false
             */
            dryRun?: boolean;
            /**
             * @description With ANONYMIZE: keep the subjects of threads, which often repeat the customer’s words.
             * @default false
             */
            keepSubjects?: boolean;
        };
        /**
         * @example {
         *       "customerId": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *     }
         */
        CustomerExportRequest: {
            /**
             * @description The customer. A merged customer means its target, with all customers merged into it.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            customerId?: string;
            /**
             * Format: idn-email
             * @description The customer’s e-mail address, or the address of a merged customer.
             * @example ada@example.com
             */
            email?: string;
        };
        /** @description An address, a number or an id was added to a customer or removed from it; `identities` shows which. A merge gives the identities of the sources to the target without this event. */
        CustomerIdentifiedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "customer.identified";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Customer"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description One way to reach a customer.
         * @example {
         *       "id": "idn_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "type": "EMAIL",
         *       "value": "ada@example.com",
         *       "verified": true,
         *       "inboxId": null,
         *       "lastSeenAt": null
         *     }
         */
        CustomerIdentity: {
            /**
             * @description The identity.
             * @example idn_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            type: components["schemas"]["CustomerIdentityType"];
            /** @description The address, number or id. */
            value: string;
            /** @description Whether it is known to belong to the customer. An unverified address does not lead to the customer. */
            verified: boolean;
            /**
             * @description The inbox through which it became known; null for any.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId: string | null;
            /**
             * Format: date-time
             * @description When the customer last wrote from it; null if unknown.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastSeenAt: string | null;
        };
        /**
         * @example {
         *       "type": "EXTERNAL",
         *       "value": "crm-4711"
         *     }
         */
        CustomerIdentityCreate: {
            type: components["schemas"]["CustomerIdentityTypeInput"];
            /** @description The address, number or id. Telephone numbers in international form, `+44 20 7946 0018`. */
            value: string;
            /** @description Whether it is known to belong to the customer. An unverified address does not lead to the customer. By default true. */
            verified?: boolean;
        };
        /** @description The envelope of one CustomerIdentity. */
        CustomerIdentityResponse: {
            data: components["schemas"]["CustomerIdentity"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The kind of identity.
         *
         *     - `EMAIL`: An e-mail address.
         *     - `PHONE`: A telephone number.
         *     - `WHATSAPP`: A telephone number on WhatsApp.
         *     - `SLACK`: A member of a Slack workspace.
         *     - `WIDGET`: A visitor of a web site.
         *     - `EXTERNAL`: An id in another system.
         * @enum {string}
         */
        CustomerIdentityType: "EMAIL" | "PHONE" | "WHATSAPP" | "SLACK" | "WIDGET" | "EXTERNAL";
        /**
         * @description The kind of identity.
         *
         *     Accepted in any letter case; responses use the spelling of this list.
         *
         *     - `EMAIL`: An e-mail address.
         *     - `PHONE`: A telephone number.
         *     - `WHATSAPP`: A telephone number on WhatsApp.
         *     - `SLACK`: A member of a Slack workspace.
         *     - `WIDGET`: A visitor of a web site.
         *     - `EXTERNAL`: An id in another system.
         * @enum {string}
         */
        CustomerIdentityTypeInput: "EMAIL" | "PHONE" | "WHATSAPP" | "SLACK" | "WIDGET" | "EXTERNAL" | "email" | "phone" | "whatsapp" | "slack" | "widget" | "external";
        /** @description The envelope of a page of Customer. */
        CustomerList: {
            data: components["schemas"]["Customer"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @example {
         *       "sourceIds": [
         *         "cst_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *       ]
         *     }
         */
        CustomerMerge: {
            /** @description The customers to merge into the one in the path. */
            sourceIds: string[];
        };
        /** @description A customer was merged into another, `mergedInto`, who now has its threads and those of all customers merged into it before. One event per source, and none for the threads: consumers with copies reassign them. Changes of the target emit `customer.updated`. */
        CustomerMergedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "customer.merged";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Customer"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of one Customer. */
        CustomerResponse: {
            data: components["schemas"]["Customer"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "name": "Ada King"
         *     }
         */
        CustomerUpdate: {
            /**
             * Format: idn-email
             * @description E-mail address, including internationalised ones (RFC 6531); compared and stored in lower case, with its domain in Unicode.
             * @example ada@example.com
             */
            email?: string;
            /**
             * @description The customer’s name.
             * @example Ada Lovelace
             */
            name?: string | null;
            /**
             * @description Your own id for the customer, unique within the tenant.
             * @example crm-4711
             */
            externalId?: string | null;
            customFields?: components["schemas"]["CustomFieldValues"];
        };
        /** @description A customer’s name, address or fields changed. */
        CustomerUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "customer.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Customer"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace"
         *     }
         */
        CustomerUpsert: {
            /**
             * Format: idn-email
             * @description E-mail address, including internationalised ones (RFC 6531); compared and stored in lower case, with its domain in Unicode.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The customer’s name.
             * @example Ada Lovelace
             */
            name?: string;
            /**
             * @description Your own id for the customer, unique within the tenant.
             * @example crm-4711
             */
            externalId?: string;
            customFields?: components["schemas"]["CustomFieldValues"];
        };
        /**
         * @description A language of the dashboard.
         *
         *     - `en`: English.
         *     - `de`: German.
         * @enum {string}
         */
        DashboardLanguage: "en" | "de";
        /**
         * @description The state of a delivery.
         *
         *     - `PENDING`: Not tried yet.
         *     - `SUCCEEDED`: The receiver returned a 2xx status.
         *     - `FAILED`: Failed, and will be retried.
         *     - `DEAD`: Failed permanently.
         * @enum {string}
         */
        DeliveryState: "PENDING" | "SUCCEEDED" | "FAILED" | "DEAD";
        /**
         * @description A key for signatures.
         * @example {}
         */
        DkimKeyCreate: {
            /**
             * @description The signing domain: that of the inbox’s address, which is the default, or one above it.
             * @example example.com
             */
            domain?: string;
        };
        /**
         * @description The state of the DNS record.
         *
         *     - `UNCHECKED`: The DNS record has not been looked up.
         *     - `OK`: The DNS record is right.
         *     - `WRONG`: The record is missing or differs.
         * @enum {string}
         */
        DkimState: "UNCHECKED" | "OK" | "WRONG";
        /**
         * @description What the record is for.
         *
         *     - `MX`: Where mail to the domain goes.
         *     - `SPF`: Which servers send mail of the domain.
         *     - `DKIM`: The public key for the signatures of replies.
         *     - `DMARC`: What receivers do with mail that only pretends to come from the domain.
         *     - `OWNERSHIP`: The proof that the domain is yours. Without it, the SMTP port accepts no mail to the domain.
         * @enum {string}
         */
        DnsPurpose: "MX" | "SPF" | "DKIM" | "DMARC" | "OWNERSHIP";
        /**
         * @description A DNS record that an EMAIL inbox needs.
         * @example {
         *       "purpose": "OWNERSHIP",
         *       "type": "TXT",
         *       "name": "_skein.example.com",
         *       "value": "tenant=ten_01kd2qv7bqexas9zz3v5m8k0nr",
         *       "found": [
         *         "tenant=ten_01kd2qv7bqexas9zz3v5m8k0nr"
         *       ],
         *       "ok": true
         *     }
         */
        DnsRecord: {
            purpose: components["schemas"]["DnsPurpose"];
            type: components["schemas"]["DnsRecordType"];
            /** @description The name of the record, in ASCII. */
            name: string;
            /** @description The value that the record should have, or one of several that are right. */
            value: string;
            /** @description The values that name servers returned just now. */
            found: string[];
            /** @description Whether one of them is right. */
            ok: boolean;
        };
        /** @description The envelope of a page of DnsRecord. */
        DnsRecordList: {
            data: components["schemas"]["DnsRecord"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The type of the record.
         *
         *     - `MX`: Mail exchange.
         *     - `TXT`: Text.
         * @enum {string}
         */
        DnsRecordType: "MX" | "TXT";
        /**
         * @description Unsent text for a thread. Each user has two private drafts per thread.
         * @example {
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "kind": "reply",
         *       "body": "Thank you, we are loo",
         *       "bodyFormat": "text",
         *       "attachments": [],
         *       "updatedAt": "2026-03-04T09:30:40.000Z"
         *     }
         */
        Draft: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
            kind: components["schemas"]["DraftKind"];
            /** @description The text, unchanged; it is sanitised when it is sent. */
            body: string;
            bodyFormat: components["schemas"]["BodyFormat"];
            /** @description Finished uploads to attach, each once: at most ten, of 25 MiB together. May be empty. */
            attachments: components["schemas"]["AttachmentInput"][];
            /**
             * Format: date-time
             * @description When it was last saved.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description The kind of draft.
         *
         *     - `reply`: A reply to the customer; the default.
         *     - `note`: An internal note.
         * @enum {string}
         */
        DraftKind: "reply" | "note";
        /**
         * @description The kind of draft.
         *
         *     Accepted in any letter case; responses use the spelling of this list.
         *
         *     - `reply`: A reply to the customer; the default.
         *     - `note`: An internal note.
         * @enum {string}
         */
        DraftKindInput: "reply" | "note" | "REPLY" | "NOTE";
        /** @description The envelope of one Draft. */
        DraftResponse: {
            data: components["schemas"]["Draft"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "body": "Thank you, we are loo"
         *     }
         */
        DraftSave: {
            /** @description The text, unchanged; it is sanitised when it is sent. */
            body: string;
            bodyFormat?: components["schemas"]["BodyFormat"];
            /** @description Finished uploads to attach, each once: at most ten, of 25 MiB together. May be empty. */
            attachments?: components["schemas"]["AttachmentInput"][];
        };
        /** @description A figure of durations. */
        DurationFigure: {
            /**
             * Format: int64
             * @description The number of durations.
             */
            count: number;
            /**
             * Format: int64
             * @description Their sum in milliseconds.
             */
            sumMs: number;
            /**
             * Format: int64
             * @description The sum divided by the count, rounded; null without durations.
             */
            averageMs: number | null;
            /**
             * Format: int64
             * @description The median: the shortest duration that at least half of all durations do not exceed. One of the durations.
             */
            medianMs: number | null;
            /**
             * Format: int64
             * @description The 90th percentile, by the same rule. One of the durations.
             */
            p90Ms: number | null;
            /**
             * Format: int64
             * @description The longest duration.
             */
            maxMs: number | null;
            /** @description The path of the facts behind the figure: a call of `GET /reports/facts` with `asOf`. */
            factsUrl: string;
        };
        /** @description E-mail settings of an inbox. */
        EmailChannel: {
            /** @description How mail comes in. */
            receive: {
                mode: components["schemas"]["MailReceiveMode"];
                /** @description Other addresses of the inbox. */
                aliases: string[];
                /** @description An address that always leads to this inbox: set up forwarding to it at your mail provider. */
                forwardTo: string | null;
                /** @description The mailbox, for IMAP. */
                imap: components["schemas"]["ImapSettings"] | null;
            };
            /** @description How replies are sent. The From address is always the inbox’s own. */
            send: {
                mode: components["schemas"]["MailSendMode"];
                /** @description The mail server, for SMTP. */
                smtp: components["schemas"]["SmtpSettings"] | null;
                /** @description The sender’s name; `{{agent.name}}` and `{{inbox.name}}` are replaced. */
                fromName: string;
                plusAddressing: components["schemas"]["MailPlusAddressing"];
                quoteHistory: components["schemas"]["MailQuoteHistory"];
                /** @description Whether a copy of each reply is stored in the mailbox’s folder for sent mail. */
                copyToSent: boolean;
                /**
                 * Format: idn-email
                 * @description An address that gets a blind copy of each reply.
                 * @example ada@example.com
                 */
                bccTo: string | null;
            };
            /** @description What happens to special mail. */
            rules: {
                bulk: components["schemas"]["MailBulkRule"];
                failedAuthentication: components["schemas"]["MailFailedAuthentication"];
                /** @description Servers whose Authentication-Results headers count. */
                trustedAuthserv: string[];
                /** @description Domains of form mailers, whose Reply-To header names the person. */
                replyToOf: string[];
                agentMail: components["schemas"]["MailFromAgents"];
            };
            /** @description The key that signs replies; null for none. */
            dkim: {
                /** @description The signing domain. */
                domain: string;
                /** @description The selector: the record’s name is `<selector>._domainkey.<domain>`. */
                selector: string;
                /** @description The public key, for the TXT record. */
                publicKey: string;
                state: components["schemas"]["DkimState"];
            } | null;
        };
        /**
         * @description E-mail settings to change. Omitted fields do not change.
         * @example {
         *       "send": {
         *         "quoteHistory": "NONE"
         *       }
         *     }
         * @example {
         *       "send": {
         *         "quoteHistory": "LAST"
         *       }
         *     }
         */
        EmailChannelInput: {
            /** @description How mail comes in. */
            receive?: {
                mode?: components["schemas"]["MailReceiveMode"];
                /** @description Other addresses of the inbox. */
                aliases?: string[];
                /** @description The mailbox. Without `password` the stored one is kept, unless host or user changes. */
                imap?: {
                    /**
                     * @description The server’s host name.
                     * @example imap.example.com
                     */
                    host: string;
                    /**
                     * Format: int64
                     * @description 25, 465, 587, 143, 993 or above 1024.
                     * @example 993
                     */
                    port?: number;
                    security?: components["schemas"]["MailSecurity"];
                    auth?: components["schemas"]["MailAuth"];
                    /**
                     * @description The account’s name.
                     * @example support@example.com
                     */
                    user: string;
                    /**
                     * @description The password; never returned.
                     * @example app-password
                     */
                    password?: string;
                    /**
                     * @description The folder from which mail is fetched.
                     * @example INBOX
                     */
                    folder?: string;
                    /**
                     * Format: date-time
                     * @description Fetches mail from this time on, at most 90 days back; null: what comes from now on.
                     * @example 2026-03-04T09:30:00.000Z
                     */
                    importSince?: string | null;
                    afterFetch?: components["schemas"]["MailAfterFetch"];
                    /**
                     * @description The folder for MOVE.
                     * @example Done
                     */
                    moveTo?: string | null;
                } | null;
            };
            /** @description How replies are sent. */
            send?: {
                mode?: components["schemas"]["MailSendMode"];
                /** @description The mail server. Without `password` the stored one is kept, unless host or user changes. */
                smtp?: {
                    /**
                     * @description The server’s host name.
                     * @example smtp.example.com
                     */
                    host: string;
                    /**
                     * Format: int64
                     * @description 25, 465, 587, 143, 993 or above 1024.
                     * @example 587
                     */
                    port?: number;
                    security?: components["schemas"]["MailSecurity"];
                    auth?: components["schemas"]["MailAuth"];
                    /**
                     * @description The account’s name.
                     * @example support@example.com
                     */
                    user?: string | null;
                    /**
                     * @description The password; never returned.
                     * @example app-password
                     */
                    password?: string;
                } | null;
                /**
                 * @description The sender’s name; `{{agent.name}}` and `{{inbox.name}}` are replaced.
                 * @example {{agent.name}} ({{inbox.name}})
                 */
                fromName?: string;
                plusAddressing?: components["schemas"]["MailPlusAddressing"];
                quoteHistory?: components["schemas"]["MailQuoteHistory"];
                /** @description Whether a copy of each reply is stored in the mailbox. */
                copyToSent?: boolean;
                /**
                 * Format: idn-email
                 * @description An address that gets a blind copy of each reply.
                 * @example ada@example.com
                 */
                bccTo?: string | null;
            };
            /** @description What happens to special mail. */
            rules?: {
                bulk?: components["schemas"]["MailBulkRule"];
                failedAuthentication?: components["schemas"]["MailFailedAuthentication"];
                /** @description Servers whose Authentication-Results headers count. */
                trustedAuthserv?: string[];
                /** @description Domains of form mailers. */
                replyToOf?: string[];
                agentMail?: components["schemas"]["MailFromAgents"];
            };
        };
        /**
         * @example {
         *       "password": "salty otters read maps",
         *       "code": "492039"
         *     }
         */
        EnrollTotpRequest: {
            /**
             * @description The caller’s password.
             * @example salty otters read maps
             */
            password: string;
            /** @description For users with an authenticator: its six digits, or a recovery code. Each works once. */
            code?: string;
        };
        /**
         * @description The extent of an erasure.
         *
         *     - `ANONYMIZE`: The customer and its threads stay as rows without personal data, so numbers, times and totals do not change.
         *     - `DELETE`: The customer, its threads and their messages are deleted, and totals decrease.
         * @enum {string}
         */
        ErasureMode: "ANONYMIZE" | "DELETE";
        /** @description One problem with one field of the request. */
        ErrorDetail: {
            /** @description The path of the field: `requester.email`, `tags[2]`. Empty for the whole body. */
            field: string;
            /** @description The problem, for programs. */
            code: string;
            /** @description The problem, for people. */
            message: string;
        };
        /** @description The envelope of every failure. */
        ErrorResponse: {
            /**
             * @description Always null on failure.
             * @constant
             */
            data: unknown;
            error: components["schemas"]["ApiError"];
        };
        /** @description An event, as webhooks, the feed and the stream show it. `type` determines the form of `data.object`. Later versions add types: ignore unknown ones. */
        Event: components["schemas"]["BusinessHoursCreatedEvent"] | components["schemas"]["BusinessHoursDeletedEvent"] | components["schemas"]["BusinessHoursUpdatedEvent"] | components["schemas"]["CannedResponseCreatedEvent"] | components["schemas"]["CannedResponseDeletedEvent"] | components["schemas"]["CannedResponseUpdatedEvent"] | components["schemas"]["CustomFieldCreatedEvent"] | components["schemas"]["CustomFieldUpdatedEvent"] | components["schemas"]["CustomerCreatedEvent"] | components["schemas"]["CustomerErasedEvent"] | components["schemas"]["CustomerIdentifiedEvent"] | components["schemas"]["CustomerMergedEvent"] | components["schemas"]["CustomerUpdatedEvent"] | components["schemas"]["InboundMailReleasedEvent"] | components["schemas"]["InboundMailSuspendedEvent"] | components["schemas"]["InboxConnectionChangedEvent"] | components["schemas"]["InboxCreatedEvent"] | components["schemas"]["InboxDeletedEvent"] | components["schemas"]["InboxUpdatedEvent"] | components["schemas"]["KbArticleCreatedEvent"] | components["schemas"]["KbArticleDeletedEvent"] | components["schemas"]["KbArticleUpdatedEvent"] | components["schemas"]["KbCollectionCreatedEvent"] | components["schemas"]["KbCollectionDeletedEvent"] | components["schemas"]["KbCollectionUpdatedEvent"] | components["schemas"]["KbArticlePublishedEvent"] | components["schemas"]["LabelCreatedEvent"] | components["schemas"]["LabelUpdatedEvent"] | components["schemas"]["MeetingCancelledEvent"] | components["schemas"]["MeetingScheduledEvent"] | components["schemas"]["MeetingUpdatedEvent"] | components["schemas"]["MessageCreatedEvent"] | components["schemas"]["MessageDeletedEvent"] | components["schemas"]["MessageDeliveryChangedEvent"] | components["schemas"]["MessageScheduledEvent"] | components["schemas"]["PrivacyRequestCompletedEvent"] | components["schemas"]["SavedReportCreatedEvent"] | components["schemas"]["SavedReportDeletedEvent"] | components["schemas"]["SavedReportUpdatedEvent"] | components["schemas"]["SenderRuleCreatedEvent"] | components["schemas"]["SenderRuleDeletedEvent"] | components["schemas"]["SessionCreatedEvent"] | components["schemas"]["SessionEndedEvent"] | components["schemas"]["SlaPolicyCreatedEvent"] | components["schemas"]["SlaPolicyDeletedEvent"] | components["schemas"]["SlaPolicyUpdatedEvent"] | components["schemas"]["SlaBreachedEvent"] | components["schemas"]["SlaMetEvent"] | components["schemas"]["SlaWarningEvent"] | components["schemas"]["TeamCreatedEvent"] | components["schemas"]["TeamDeletedEvent"] | components["schemas"]["TeamUpdatedEvent"] | components["schemas"]["TenantUpdatedEvent"] | components["schemas"]["ThreadAssignedEvent"] | components["schemas"]["ThreadCreatedEvent"] | components["schemas"]["ThreadErasedEvent"] | components["schemas"]["ThreadLabelsChangedEvent"] | components["schemas"]["ThreadMergedEvent"] | components["schemas"]["ThreadParticipantsChangedEvent"] | components["schemas"]["ThreadPriorityChangedEvent"] | components["schemas"]["ThreadSnoozedEvent"] | components["schemas"]["ThreadStatusChangedEvent"] | components["schemas"]["ThreadUnmergedEvent"] | components["schemas"]["ThreadUnsnoozedEvent"] | components["schemas"]["ThreadUpdatedEvent"] | components["schemas"]["UploadCreatedEvent"] | components["schemas"]["UploadDeletedEvent"] | components["schemas"]["UploadUpdatedEvent"] | components["schemas"]["UserCreatedEvent"] | components["schemas"]["UserDeletedEvent"] | components["schemas"]["UserSecurityNoticeEvent"] | components["schemas"]["UserUpdatedEvent"] | components["schemas"]["ViewCreatedEvent"] | components["schemas"]["ViewDeletedEvent"] | components["schemas"]["ViewUpdatedEvent"] | components["schemas"]["WebhookDisabledEvent"] | components["schemas"]["WebhookTestEvent"];
        /** @description Who made the change. */
        EventActor: {
            type: components["schemas"]["EventActorType"];
            /** @description The user (for a key, its user), customer, rule or import; null for the service itself. */
            id: string | null;
            /** @description The actor’s name at that time; null for customers and the service itself. */
            name: string | null;
        };
        /**
         * @description The kind of actor.
         *
         *     - `USER`: A signed-in user.
         *     - `API_KEY`: An API key; `id` is its user.
         *     - `CUSTOMER`: A customer, who wrote a mail for example.
         *     - `RULE`: An automation rule.
         *     - `IMPORT`: An import.
         *     - `SCIM`: An identity provider.
         *     - `SYSTEM`: The service itself or its operator.
         * @enum {string}
         */
        EventActorType: "USER" | "API_KEY" | "CUSTOMER" | "RULE" | "IMPORT" | "SCIM" | "SYSTEM";
        /** @description Why the change was made, if nobody made it directly. */
        EventCause: {
            type: components["schemas"]["EventCauseType"];
            /** @description The object that caused the change; null if there is none. */
            id: string | null;
            /**
             * Format: int64
             * @description How many automatic changes led to this one.
             */
            depth: number;
            /** @description The event with which the chain began; null if it began with this one. */
            rootEventId: string | null;
            /** @description The rules of the chain. */
            ruleIds: string[];
        };
        /**
         * @description The kind of cause.
         *
         *     - `RULE`: An automation rule did it.
         *     - `BATCH`: It was one of many changes that a background job made; `id` is the job.
         *     - `MERGE`: Threads were merged, or a merge was undone; `id` is the thread with the messages.
         *     - `SPLIT`: Messages were split off; `id` is the new thread.
         *     - `SNOOZE`: The time of a snooze was reached.
         *     - `AUTO_CLOSE`: The thread had been resolved for `autoCloseDays`.
         *     - `IMPORT`: An import wrote it; `id` is the import.
         *     - `MCP`: An assistant did it over MCP.
         * @enum {string}
         */
        EventCauseType: "RULE" | "BATCH" | "MERGE" | "SPLIT" | "SNOOZE" | "AUTO_CLOSE" | "IMPORT" | "MCP";
        /**
         * @description The event’s id, the same in all deliveries.
         * @example evt_01k2w3t5q7e0r9vbx4m6n8h2dz
         */
        EventId: string;
        /** @description The envelope of a page of Event. */
        EventList: {
            data: components["schemas"]["Event"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * Format: int64
         * @description The tenant’s running number of events, in order, without gaps.
         */
        EventSequence: number;
        /** @description True if texts were cut to keep the event within 20 KB, otherwise absent; the API has the full texts. */
        EventTruncated: boolean;
        /**
         * @description An event type.
         * @example {
         *       "type": "thread.created",
         *       "alias": null,
         *       "description": "A thread was created.",
         *       "object": "Thread"
         *     }
         */
        EventType: {
            /** @description The type. */
            type: string;
            /** @description Another name of the type, which filters and subscriptions accept. Events carry `type`. */
            alias: string | null;
            /** @description The cause of the event. */
            description: string;
            /** @description The name of the schema of `data.object` in the API’s description. */
            object: string;
        };
        /** @description The envelope of a page of EventType. */
        EventTypeList: {
            data: components["schemas"]["EventType"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description Something that happened to a thread. Facts do not change when the thread changes later.
         * @example {
         *       "id": "4200.0",
         *       "kind": "ANSWERED",
         *       "at": "2026-03-04T09:30:00.000Z",
         *       "startedAt": "2026-03-04T08:30:00.000Z",
         *       "valueMs": 3600000,
         *       "businessMs": 1800000,
         *       "thread": {
         *         "id": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "ticketNumber": "ACME-2026-000042",
         *         "subject": "Where is my order?"
         *       },
         *       "messageId": "msg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "person": {
         *         "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "name": "Ada Lovelace"
         *       },
         *       "assignee": {
         *         "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "name": "Ada Lovelace"
         *       },
         *       "team": null,
         *       "inbox": {
         *         "id": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "name": "Support"
         *       },
         *       "priority": "normal",
         *       "channel": "email",
         *       "policy": null,
         *       "cause": null,
         *       "first": true,
         *       "field": null,
         *       "from": null,
         *       "to": null,
         *       "eventId": "evt_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *     }
         */
        Fact: {
            /** @description The fact: the sequence of its event, and its number among the facts of this event. */
            id: string;
            kind: components["schemas"]["FactKind"];
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            at: string;
            /**
             * Format: date-time
             * @description The beginning of the duration; null if it has none.
             * @example 2026-03-04T09:30:00.000Z
             */
            startedAt: string | null;
            /**
             * Format: int64
             * @description The duration in milliseconds; null if it has none. With a metric of durations, the duration that this metric counts.
             */
            valueMs: number | null;
            /**
             * Format: int64
             * @description The same in working time.
             */
            businessMs: number | null;
            /** @description The thread; null if it was deleted. */
            thread: components["schemas"]["FactThread"] | null;
            /**
             * @description The message, for facts about one.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            messageId: string | null;
            /** @description The agent who is credited; null if there is none, or if reports hide agents. */
            person: components["schemas"]["FactReference"] | null;
            /** @description The thread’s assignee at that moment; null if there was none, or if reports hide agents. */
            assignee: components["schemas"]["FactReference"] | null;
            /** @description The thread’s team at that moment. */
            team: components["schemas"]["FactReference"] | null;
            /** @description The thread’s inbox at that moment. */
            inbox: components["schemas"]["FactReference"] | null;
            priority: components["schemas"]["ThreadPriority"];
            channel: components["schemas"]["ThreadChannel"];
            /** @description The SLA policy that applied at that moment. */
            policy: components["schemas"]["FactReference"] | null;
            /** @description Why it happened, if known. */
            cause: components["schemas"]["FactCause"] | null;
            /** @description Whether it is the thread’s first answer or first resolution. */
            first: boolean;
            /** @description For changes of a field, which one; for SLA facts, which clock; otherwise null. */
            field: string | null;
            /** @description The former value of the field; null if there was none. */
            from: string | null;
            /** @description The new value of the field; null if there is none. */
            to: string | null;
            /**
             * @description The event.
             * @example evt_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            eventId: string;
        };
        /**
         * @description Why it happened.
         *
         *     - `CUSTOMER`: The customer did it.
         *     - `AGENT`: An agent did it.
         *     - `RULE`: A rule did it.
         *     - `MERGE`: It follows from a merge.
         *     - `SPLIT`: It follows from a split.
         *     - `FOLLOW_UP`: The customer wrote to a closed thread.
         *     - `IMPORT`: It was imported.
         *     - `SYSTEM`: The service did it.
         * @enum {string}
         */
        FactCause: "CUSTOMER" | "AGENT" | "RULE" | "MERGE" | "SPLIT" | "FOLLOW_UP" | "IMPORT" | "SYSTEM";
        /**
         * @description Why it happened.
         *
         *     - `CUSTOMER`: The customer did it.
         *     - `AGENT`: An agent did it.
         *     - `RULE`: A rule did it.
         *     - `MERGE`: It follows from a merge.
         *     - `SPLIT`: It follows from a split.
         *     - `FOLLOW_UP`: The customer wrote to a closed thread.
         *     - `IMPORT`: It was imported.
         *     - `SYSTEM`: The service did it.
         *     - `none`: It has no cause.
         * @enum {string}
         */
        FactCauseFilter: "CUSTOMER" | "AGENT" | "RULE" | "MERGE" | "SPLIT" | "FOLLOW_UP" | "IMPORT" | "SYSTEM" | "none";
        /**
         * @description A kind of facts, also one that no metric counts. Without a kind and a metric: all kinds.
         *
         *     - `CREATED`: A thread was created.
         *     - `RECEIVED`: The customer wrote a public message.
         *     - `ANSWERED`: An agent wrote a public message. `first` marks the first one of the thread.
         *     - `AUTOMATIC`: A program wrote a public message.
         *     - `NOTED`: An internal note was written.
         *     - `WAIT_DROPPED`: The customer’s wait ended without an answer: the thread was resolved, merged or erased, or the messages were moved away.
         *     - `RESOLVED`: An unresolved thread became resolved or closed, other than by being merged. `first` marks the first time.
         *     - `REOPENED`: A resolved or closed thread became open or pending, other than by undoing its merge.
         *     - `CLOSED`: A thread became closed, other than by being merged.
         *     - `MERGED`: A thread was merged into another one.
         *     - `UNMERGED`: The merge of a thread was undone.
         *     - `ERASED`: A thread was deleted, or its content was erased.
         *     - `MOVED`: The assignee, team, inbox or priority of an unresolved thread changed.
         *     - `CHANGED`: The assignee, team, inbox or priority of a resolved thread changed, or the SLA policy of any thread.
         *     - `STATUS`: Any other change of status, or a snooze began or ended.
         *     - `MESSAGES_MOVED`: Messages were moved to or from the thread, by a merge, its undoing, or a split.
         *     - `SLA_MET`: An SLA clock was stopped in time. A clock is decided once.
         *     - `SLA_BREACHED`: An SLA clock became late. A clock is decided once.
         *     - `ASKED`: The customer was asked for a rating.
         *     - `RATED`: The customer gave a rating.
         * @enum {string}
         */
        FactKind: "CREATED" | "RECEIVED" | "ANSWERED" | "AUTOMATIC" | "NOTED" | "WAIT_DROPPED" | "RESOLVED" | "REOPENED" | "CLOSED" | "MERGED" | "UNMERGED" | "ERASED" | "MOVED" | "CHANGED" | "STATUS" | "MESSAGES_MOVED" | "SLA_MET" | "SLA_BREACHED" | "ASKED" | "RATED";
        /** @description The envelope of a page of Fact. */
        FactList: {
            data: components["schemas"]["Fact"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description An object that a fact names. */
        FactReference: {
            /** @description Its id. */
            id: string;
            /** @description Its name; null if it was deleted. */
            name: string | null;
        };
        /** @description The thread of a fact. */
        FactThread: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description Its ticket number. */
            ticketNumber: string;
            /** @description Its subject; null without the scope `threads:read`. */
            subject: string | null;
        };
        /**
         * @description The kind of figure of a metric.
         *
         *     - `COUNT`: A number of facts, or of threads.
         *     - `DURATION`: The number of durations, their sum, average, median, 90th percentile and maximum.
         *     - `RATE`: A part of a whole.
         *     - `AVERAGE`: A sum, divided by a count.
         *     - `STOCK`: A number at the end of the bucket.
         * @enum {string}
         */
        FigureKind: "COUNT" | "DURATION" | "RATE" | "AVERAGE" | "STOCK";
        /** @description A user who follows a thread. */
        FollowingUser: {
            /**
             * @description The user.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The user’s name. */
            name: string;
        };
        /**
         * @example {
         *       "tenant": "acme",
         *       "email": "grace@example.com"
         *     }
         */
        ForgotRequest: {
            /** @description The tenant’s slug. Needed if the address belongs to users of several tenants; defaults to the tenant of the host. */
            tenant?: string;
            /**
             * Format: idn-email
             * @description The user’s e-mail address.
             * @example ada@example.com
             */
            email: string;
        };
        /**
         * @description The state of the part.
         *
         *     - `OK`: It works.
         *     - `DEGRADED`: It works, but slowly or not correctly.
         *     - `DOWN`: It does not work.
         * @enum {string}
         */
        HealthStatus: "OK" | "DEGRADED" | "DOWN";
        /**
         * @description A day without working time.
         * @example {
         *       "date": "2026-12-25",
         *       "name": "Christmas Day"
         *     }
         */
        Holiday: {
            /**
             * Format: date
             * @description The day, from midnight to midnight in the time zone. A period that begins on it does not count at all.
             * @example 2026-12-25
             */
            date: string;
            /**
             * @description The name of the day.
             * @example Christmas Day
             */
            name?: string;
        };
        /**
         * @example {
         *       "calendar": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VEVENT\r\nUID:1@example.com\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:20261226\r\nSUMMARY:Boxing Day\r\nEND:VEVENT\r\nEND:VCALENDAR"
         *     }
         */
        HolidayImport: {
            /**
             * @description The text of an iCalendar file (`BEGIN:VCALENDAR` …). Each day of its events is a holiday; recurring events are followed for five years.
             * @example BEGIN:VCALENDAR
             *     VERSION:2.0
             *     PRODID:-//Example//EN
             *     BEGIN:VEVENT
             *     UID:1@example.com
             *     DTSTAMP:20260101T000000Z
             *     DTSTART;VALUE=DATE:20261226
             *     SUMMARY:Boxing Day
             *     END:VEVENT
             *     END:VCALENDAR
             */
            calendar: string;
            /** @description `true` replaces the existing holidays; otherwise the calendar’s days are added. */
            replace?: boolean;
        };
        /** @description The mailbox from which mail is fetched. */
        ImapSettings: {
            /** @description The server’s host name. */
            host: string;
            /**
             * Format: int64
             * @description The port.
             */
            port: number;
            security: components["schemas"]["MailSecurity"];
            auth: components["schemas"]["MailAuth"];
            /** @description The account’s name. */
            user: string;
            /** @description Whether a password is stored. */
            passwordSet: boolean;
            /** @description The folder from which mail is fetched. */
            folder: string;
            /**
             * Format: date-time
             * @description Mail before this time is not fetched; null: from the connection on.
             * @example 2026-03-04T09:30:00.000Z
             */
            importSince: string | null;
            afterFetch: components["schemas"]["MailAfterFetch"];
            /** @description The folder for MOVE. */
            moveTo: string | null;
        };
        /**
         * @description A mail that came in.
         * @example {
         *       "id": "eml_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "inboxId": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "transport": "SMTP",
         *       "outcome": "SUSPENDED",
         *       "cause": "AUTOMATIC",
         *       "from": "ada@example.com",
         *       "to": [
         *         "support@example.com"
         *       ],
         *       "subject": "Out of office",
         *       "messageId": "b1a2@example.com",
         *       "size": 2048,
         *       "threadId": null,
         *       "resultId": null,
         *       "duplicateOf": null,
         *       "differs": false,
         *       "attempts": 1,
         *       "lastError": null,
         *       "receivedAt": "2026-03-04T09:30:00.000Z",
         *       "processedAt": "2026-03-04T09:30:00.200Z",
         *       "expiresAt": "2026-04-03T09:30:00.000Z"
         *     }
         */
        InboundMail: {
            /**
             * @description The inbound mail.
             * @example eml_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * @description The inbox; null until the mail is processed, if its transport does not name one.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId: string | null;
            transport: components["schemas"]["MailTransport"];
            outcome: components["schemas"]["InboundMailOutcome"];
            /** @description Why it was suspended; null otherwise. */
            cause: components["schemas"]["SuspensionCause"] | null;
            /** @description The sender’s address; null if it has none. */
            from: string | null;
            /** @description The addresses in To and Cc. */
            to: string[];
            /** @description The subject. */
            subject: string;
            /** @description The Message-ID without angle brackets. */
            messageId: string | null;
            /**
             * Format: int64
             * @description Bytes of the raw mail.
             */
            size: number;
            /**
             * @description The thread that it belongs to; null for none.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string | null;
            /**
             * @description The message that it became, or whose delivery it reports; null for none.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            resultId: string | null;
            /**
             * @description The mail of which this is a duplicate.
             * @example eml_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            duplicateOf: string | null;
            /** @description Whether a duplicate has another body than the first mail. */
            differs: boolean;
            /**
             * Format: int64
             * @description The number of attempts to process it.
             */
            attempts: number;
            /** @description Why the last attempt failed. */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When it was accepted.
             * @example 2026-03-04T09:30:00.000Z
             */
            receivedAt: string;
            /**
             * Format: date-time
             * @description When it was processed; null while it waits.
             * @example 2026-03-04T09:30:00.000Z
             */
            processedAt: string | null;
            /**
             * Format: date-time
             * @description When a suspended mail, or the raw mail of a duplicate that differs, is deleted. In the past for a discarded mail.
             * @example 2026-03-04T09:30:00.000Z
             */
            expiresAt: string | null;
        };
        /**
         * @description What happens to suspended mails.
         *
         *     - `RELEASE`: They pass the guards.
         *     - `DISCARD`: They expire now.
         * @enum {string}
         */
        InboundMailAction: "RELEASE" | "DISCARD";
        /**
         * @example {
         *       "ids": [
         *         "eml_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *       ],
         *       "action": "DISCARD"
         *     }
         */
        InboundMailBatch: {
            /** @description The mails. */
            ids: string[];
            action: components["schemas"]["InboundMailAction"];
        };
        /**
         * @description The result of a batch.
         * @example {
         *       "mails": [
         *         {
         *           "id": "eml_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "inboxId": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "transport": "SMTP",
         *           "outcome": "SUSPENDED",
         *           "cause": "AUTOMATIC",
         *           "from": "ada@example.com",
         *           "to": [
         *             "support@example.com"
         *           ],
         *           "subject": "Out of office",
         *           "messageId": "b1a2@example.com",
         *           "size": 2048,
         *           "threadId": null,
         *           "resultId": null,
         *           "duplicateOf": null,
         *           "differs": false,
         *           "attempts": 1,
         *           "lastError": null,
         *           "receivedAt": "2026-03-04T09:30:00.000Z",
         *           "processedAt": "2026-03-04T09:30:00.200Z",
         *           "expiresAt": "2026-04-03T09:30:00.000Z"
         *         }
         *       ],
         *       "skipped": []
         *     }
         */
        InboundMailBatchResult: {
            /** @description The mails as they are now. */
            mails: components["schemas"]["InboundMail"][];
            /** @description Mails that are not suspended. */
            skipped: string[];
        };
        /** @description The envelope of one InboundMailBatchResult. */
        InboundMailBatchResultResponse: {
            data: components["schemas"]["InboundMailBatchResult"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description A mail that came in, with its content.
         * @example {
         *       "id": "eml_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "inboxId": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "transport": "SMTP",
         *       "outcome": "SUSPENDED",
         *       "cause": "AUTOMATIC",
         *       "from": "ada@example.com",
         *       "to": [
         *         "support@example.com"
         *       ],
         *       "subject": "Out of office",
         *       "messageId": "b1a2@example.com",
         *       "size": 2048,
         *       "threadId": null,
         *       "resultId": null,
         *       "duplicateOf": null,
         *       "differs": false,
         *       "attempts": 1,
         *       "lastError": null,
         *       "receivedAt": "2026-03-04T09:30:00.000Z",
         *       "processedAt": "2026-03-04T09:30:00.200Z",
         *       "expiresAt": "2026-04-03T09:30:00.000Z",
         *       "preview": null
         *     }
         */
        InboundMailDetails: {
            /**
             * @description The inbound mail.
             * @example eml_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * @description The inbox; null until the mail is processed, if its transport does not name one.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId: string | null;
            transport: components["schemas"]["MailTransport"];
            outcome: components["schemas"]["InboundMailOutcome"];
            /** @description Why it was suspended; null otherwise. */
            cause: components["schemas"]["SuspensionCause"] | null;
            /** @description The sender’s address; null if it has none. */
            from: string | null;
            /** @description The addresses in To and Cc. */
            to: string[];
            /** @description The subject. */
            subject: string;
            /** @description The Message-ID without angle brackets. */
            messageId: string | null;
            /**
             * Format: int64
             * @description Bytes of the raw mail.
             */
            size: number;
            /**
             * @description The thread that it belongs to; null for none.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string | null;
            /**
             * @description The message that it became, or whose delivery it reports; null for none.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            resultId: string | null;
            /**
             * @description The mail of which this is a duplicate.
             * @example eml_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            duplicateOf: string | null;
            /** @description Whether a duplicate has another body than the first mail. */
            differs: boolean;
            /**
             * Format: int64
             * @description The number of attempts to process it.
             */
            attempts: number;
            /** @description Why the last attempt failed. */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When it was accepted.
             * @example 2026-03-04T09:30:00.000Z
             */
            receivedAt: string;
            /**
             * Format: date-time
             * @description When it was processed; null while it waits.
             * @example 2026-03-04T09:30:00.000Z
             */
            processedAt: string | null;
            /**
             * Format: date-time
             * @description When a suspended mail, or the raw mail of a duplicate that differs, is deleted. In the past for a discarded mail.
             * @example 2026-03-04T09:30:00.000Z
             */
            expiresAt: string | null;
            /** @description The mail as its message would show it; null while it waits to be processed, and if the raw mail is gone or cannot be read in a few seconds. */
            preview: components["schemas"]["MailPreview"] | null;
        };
        /** @description The envelope of one InboundMailDetails. */
        InboundMailDetailsResponse: {
            data: components["schemas"]["InboundMailDetails"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description The envelope of a page of InboundMail. */
        InboundMailList: {
            data: components["schemas"]["InboundMail"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description What became of a mail.
         *
         *     - `RECEIVED`: It is stored and waits to be processed.
         *     - `MESSAGE`: It became a message.
         *     - `BOUNCE`: It reported that a mail could not be delivered.
         *     - `SUSPENDED`: A guard stopped it. It waits to be released or discarded, and expires.
         *     - `DUPLICATE`: The same mail had arrived before.
         *     - `OWN`: The service itself had sent it.
         * @enum {string}
         */
        InboundMailOutcome: "RECEIVED" | "MESSAGE" | "BOUNCE" | "SUSPENDED" | "DUPLICATE" | "OWN";
        /**
         * @example {
         *       "allowSender": true
         *     }
         */
        InboundMailRelease: {
            /**
             * @description The inbox of a new thread. Default: the one that was addressed.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId?: string | null;
            /**
             * @description The thread to which the message is added. Default: where it belongs.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId?: string | null;
            /**
             * @description The customer who wrote the mail. Default: its sender.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            customerId?: string | null;
            /** @description Whether to create a sender rule that allows the address. */
            allowSender?: boolean;
        };
        /** @description An agent released a suspended mail, and it was processed. */
        InboundMailReleasedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "inbound_mail.released";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["InboundMail"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of one InboundMail. */
        InboundMailResponse: {
            data: components["schemas"]["InboundMail"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description A guard stopped a mail that came in. It waits to be released or discarded. */
        InboundMailSuspendedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "inbound_mail.suspended";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["InboundMail"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The addresses that receive threads.
         * @example {
         *       "id": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "name": "Support",
         *       "type": "EMAIL",
         *       "address": "support@example.com",
         *       "isDefault": true,
         *       "active": true,
         *       "teamId": null,
         *       "slaPolicyId": null,
         *       "autoReply": null,
         *       "signature": "Kind regards, the support team",
         *       "email": {
         *         "receive": {
         *           "mode": "SMTP",
         *           "aliases": [],
         *           "forwardTo": null,
         *           "imap": null
         *         },
         *         "send": {
         *           "mode": "DEFAULT",
         *           "smtp": null,
         *           "fromName": "{{agent.name}} ({{inbox.name}})",
         *           "plusAddressing": "AUTO",
         *           "quoteHistory": "LAST",
         *           "copyToSent": false,
         *           "bccTo": null
         *         },
         *         "rules": {
         *           "bulk": "ACCEPT",
         *           "failedAuthentication": "SUSPEND",
         *           "trustedAuthserv": [],
         *           "replyToOf": [],
         *           "agentMail": "NOTE"
         *         },
         *         "dkim": null
         *       },
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        Inbox: {
            /**
             * @description The inbox.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The name that agents see. */
            name: string;
            type: components["schemas"]["InboxType"];
            /** @description The address to which customers write. */
            address: string | null;
            /** @description Whether threads without an inbox go here. A tenant has at most one default inbox. */
            isDefault: boolean;
            /** @description Whether the inbox receives new threads. An inactive default inbox is skipped. */
            active: boolean;
            /**
             * @description The team of new threads.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId: string | null;
            /**
             * @description The SLA policy of its threads.
             * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            slaPolicyId: string | null;
            /** @description Text sent back to the first message of a new thread. */
            autoReply: string | null;
            /** @description Text appended to every reply from this inbox. */
            signature: string | null;
            /** @description Settings of an EMAIL inbox; null for other types. */
            email: components["schemas"]["EmailChannel"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description A sign-in that a person must complete.
         * @example {
         *       "authorizeUrl": "https://accounts.google.com/o/oauth2/v2/auth?state=…",
         *       "expiresAt": "2026-03-04T09:40:00.000Z"
         *     }
         */
        InboxAuthorization: {
            /** @description The provider’s page, which a person opens in a browser. */
            authorizeUrl: string;
            /**
             * Format: date-time
             * @description Until when the person must have signed in.
             * @example 2026-03-04T09:30:00.000Z
             */
            expiresAt: string;
        };
        /** @description The envelope of one InboxAuthorization. */
        InboxAuthorizationResponse: {
            data: components["schemas"]["InboxAuthorization"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description Where to sign in.
         * @example {
         *       "provider": "GOOGLE"
         *     }
         */
        InboxAuthorize: {
            provider: components["schemas"]["MailProvider"];
        };
        /**
         * @description An inbox with the state of its connections.
         * @example {
         *       "inboxId": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "receive": {
         *         "state": "FAILING"
         *       },
         *       "send": {
         *         "state": "NOT_USED"
         *       },
         *       "since": "2026-03-04T09:30:00.000Z",
         *       "lastMailAt": "2026-03-04T09:12:00.000Z",
         *       "lagSeconds": 0.8,
         *       "waiting": 0,
         *       "checkpoint": {
         *         "folder": "INBOX",
         *         "uidValidity": 1700000000,
         *         "uid": 4211
         *       },
         *       "lastError": {
         *         "code": "ECONNREFUSED",
         *         "message": "The server refused the connection.",
         *         "at": "2026-03-04T09:30:00.000Z",
         *         "attempts": 2
         *       },
         *       "nextAttemptAt": "2026-03-04T09:30:30.000Z"
         *     }
         */
        InboxConnectionChange: {
            /**
             * @description The inbox.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId: string;
            /** @description The mailbox from which mail is fetched. */
            receive: {
                state: components["schemas"]["ConnectionState"];
            };
            /** @description The mail server that sends replies. */
            send: {
                state: components["schemas"]["ConnectionState"];
            };
            /**
             * Format: date-time
             * @description When the latest of these states began; null if there is no connection.
             * @example 2026-03-04T09:30:00.000Z
             */
            since: string | null;
            /**
             * Format: date-time
             * @description When the latest mail was fetched.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastMailAt: string | null;
            /**
             * Format: double
             * @description Seconds that the latest fetched mail had waited in the mailbox.
             */
            lagSeconds: number | null;
            /**
             * Format: int64
             * @description Mails that wait: received ones to be processed, and replies to be sent.
             */
            waiting: number;
            /** @description Up to where the mailbox has been read; null before the first connection. */
            checkpoint: {
                /** @description The folder. */
                folder: string;
                /**
                 * Format: int64
                 * @description The folder’s UIDVALIDITY.
                 */
                uidValidity: number;
                /**
                 * Format: int64
                 * @description The UID up to which all mails have been fetched.
                 */
                uid: number;
            } | null;
            /** @description The latest failure; null while all connections work. */
            lastError: {
                /** @description A short name of the failure. */
                code: string;
                /** @description What went wrong, with the server’s words. */
                message: string;
                /**
                 * Format: date-time
                 * @description When it happened.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                at: string;
                /**
                 * Format: int64
                 * @description Failed attempts in a row.
                 */
                attempts: number;
            } | null;
            /**
             * Format: date-time
             * @description When the service tries again; null if it is not waiting.
             * @example 2026-03-04T09:30:00.000Z
             */
            nextAttemptAt: string | null;
        };
        /** @description The state of an inbox’s connections changed: it connected, fails, or needs to sign in again. */
        InboxConnectionChangedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "inbox.connection_changed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["InboxConnectionChange"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @example {
         *       "name": "Support",
         *       "type": "EMAIL",
         *       "address": "support@example.com"
         *     }
         */
        InboxCreate: {
            /**
             * @description The name that agents see.
             * @example Support
             */
            name: string;
            type: components["schemas"]["InboxType"];
            /**
             * @description The address to which customers write. The allowed form depends on the type: an e-mail address for `EMAIL`, a telephone number in E.164 (`+4930901820`) for `SMS`, `VOICE` and `WHATSAPP`, a channel (`#support`) or its id for `SLACK`, the website for `WIDGET`, any name for `API`.
             * @example support@example.com
             * @example help@example.com
             */
            address?: string | null;
            /** @description `true` makes this the tenant’s default inbox instead of the current one. Without a default, new threads go to the oldest active EMAIL or API inbox. */
            isDefault?: boolean;
            /** @description Whether the inbox receives new threads. An inactive default inbox is skipped. */
            active?: boolean;
            /**
             * @description The team of new threads, or null.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId?: string | null;
            /**
             * @description The SLA policy of its threads, or null.
             * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            slaPolicyId?: string | null;
            /** @description Text sent back to the first message of a new thread. */
            autoReply?: string | null;
            /** @description Text appended to every reply from this inbox. */
            signature?: string | null;
            email?: components["schemas"]["EmailChannelInput"];
        };
        /** @description An inbox was created. */
        InboxCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "inbox.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Inbox"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description An inbox was deleted. */
        InboxDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "inbox.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Inbox"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of Inbox. */
        InboxList: {
            data: components["schemas"]["Inbox"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one Inbox. */
        InboxResponse: {
            data: components["schemas"]["Inbox"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description What to test.
         * @example {
         *       "roundTrip": true
         *     }
         */
        InboxTest: {
            /**
             * @description Whether the inbox sends mails to itself, which must come back.
             * @default false
             * @example true
             */
            roundTrip?: boolean;
        };
        /**
         * @description The source of the inbox’s messages. It never changes.
         *
         *     - `EMAIL`: E-mail to its address.
         *     - `API`: Your own systems.
         *     - `WIDGET`: The widget on a website.
         *     - `SLACK`: A Slack channel.
         *     - `WHATSAPP`: WhatsApp.
         *     - `SMS`: Text messages.
         *     - `VOICE`: Telephone calls.
         * @enum {string}
         */
        InboxType: "EMAIL" | "API" | "WIDGET" | "SLACK" | "WHATSAPP" | "SMS" | "VOICE";
        /**
         * @example {
         *       "signature": "Kind regards, the support team"
         *     }
         */
        InboxUpdate: {
            /**
             * @description The name that agents see.
             * @example Support
             */
            name?: string;
            /**
             * @description The address to which customers write. The allowed form depends on the type: an e-mail address for `EMAIL`, a telephone number in E.164 (`+4930901820`) for `SMS`, `VOICE` and `WHATSAPP`, a channel (`#support`) or its id for `SLACK`, the website for `WIDGET`, any name for `API`.
             * @example support@example.com
             * @example help@example.com
             */
            address?: string | null;
            /** @description `true` makes this the tenant’s default inbox instead of the current one. Without a default, new threads go to the oldest active EMAIL or API inbox. */
            isDefault?: boolean;
            /** @description Whether the inbox receives new threads. An inactive default inbox is skipped. */
            active?: boolean;
            /**
             * @description The team of new threads, or null.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId?: string | null;
            /**
             * @description The SLA policy of its threads, or null.
             * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            slaPolicyId?: string | null;
            /** @description Text sent back to the first message of a new thread. */
            autoReply?: string | null;
            /** @description Text appended to every reply from this inbox. */
            signature?: string | null;
            email?: components["schemas"]["EmailChannelInput"];
        };
        /** @description An inbox was changed. */
        InboxUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "inbox.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Inbox"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description Background work that takes longer than a request.
         * @example {
         *       "id": "job_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "type": "THREAD_BATCH",
         *       "state": "RUNNING",
         *       "total": 1284,
         *       "done": 400,
         *       "failed": 0,
         *       "result": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        Job: {
            /**
             * @description The job.
             * @example job_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            type: components["schemas"]["JobType"];
            state: components["schemas"]["JobState"];
            /**
             * Format: int64
             * @description Number of objects to process. A round trip has three steps; a rebuild of facts processes events.
             */
            total: number;
            /**
             * Format: int64
             * @description Objects processed so far, including those that failed.
             */
            done: number;
            /**
             * Format: int64
             * @description Objects that could not be changed, or steps that failed.
             */
            failed: number;
            /** @description The result, once there is one. For a batch: `failures`, the first hundred with `threadId` and `error`. For a round trip: `steps` so far, each with `step` (`send`, `receive`, `plus`), `ok`, `detail` and `durationMs`, and `ok`, which is null until it ends. For a rebuild of reports: `compared`, `different` and `kept`. */
            result: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When it was requested.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /** @description The envelope of one Job. */
        JobResponse: {
            data: components["schemas"]["Job"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The progress of a job.
         *
         *     - `QUEUED`: It has not started.
         *     - `RUNNING`: It is in progress.
         *     - `DONE`: Every object was processed; `failed` counts those that could not be changed. The mail of a round trip came back.
         *     - `FAILED`: It was aborted; changes already made stay. The mail of a round trip could not be sent, or did not come back.
         * @enum {string}
         */
        JobState: "QUEUED" | "RUNNING" | "DONE" | "FAILED";
        /**
         * @description The kind of job.
         *
         *     - `THREAD_BATCH`: A change to many threads.
         *     - `MAIL_ROUND_TRIP`: A test of an inbox by mails to itself.
         *     - `REPORT_REBUILD`: A rebuild of the data of reports.
         * @enum {string}
         */
        JobType: "THREAD_BATCH" | "MAIL_ROUND_TRIP" | "REPORT_REBUILD";
        /**
         * @description An article of the knowledge base: a draft and the published version.
         * @example {
         *       "id": "art_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "collectionId": "col_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "title": "How to get a refund",
         *       "slug": "how-to-get-a-refund",
         *       "body": "Open **Orders** and choose *Refund*.",
         *       "bodyFormat": "markdown",
         *       "status": "PUBLISHED",
         *       "visibility": "PUBLIC",
         *       "locale": "en",
         *       "translationOf": null,
         *       "order": 0,
         *       "version": 2,
         *       "authorId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "publishedVersion": 2,
         *       "publishedTitle": "How to get a refund",
         *       "publishedBody": "Open **Orders** and choose *Refund*.",
         *       "publishedBodyFormat": "markdown",
         *       "hasUnpublishedChanges": false,
         *       "publishedAt": "2026-03-04T09:30:00.000Z",
         *       "publishAt": null,
         *       "views": 120,
         *       "helpful": 14,
         *       "notHelpful": 2,
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "updatedAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        KbArticle: {
            /**
             * @description The article.
             * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * @description The collection of the article; null for none.
             * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            collectionId: string | null;
            /** @description The title of the draft. */
            title: string;
            /** @description The last part of its URL in the help centre. Former slugs redirect to it until another object takes them. */
            slug: string;
            /** @description The draft. */
            body: string;
            bodyFormat: components["schemas"]["KbBodyFormat"];
            status: components["schemas"]["KbArticleStatus"];
            visibility: components["schemas"]["KbVisibility"];
            /** @description Its language (BCP 47). */
            locale: string;
            /**
             * @description The original of this translation. The help centre links them to each other.
             * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            translationOf: string | null;
            /**
             * Format: int64
             * @description Its position among its siblings, ascending; then by name.
             */
            order: number;
            /**
             * Format: int64
             * @description Rises with each change.
             */
            version: number;
            /**
             * @description The user who created it.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            authorId: string;
            /**
             * Format: int64
             * @description The version that readers see; null if none is published.
             */
            publishedVersion: number | null;
            /** @description The title that readers see. */
            publishedTitle: string | null;
            /** @description The text that readers see. */
            publishedBody: string | null;
            /** @description The format of the published text. */
            publishedBodyFormat: components["schemas"]["KbBodyFormat"] | null;
            /** @description Whether the draft’s title or text differs from the published version. */
            hasUnpublishedChanges: boolean;
            /**
             * Format: date-time
             * @description When the version that readers see was published.
             * @example 2026-03-04T09:30:00.000Z
             */
            publishedAt: string | null;
            /**
             * Format: date-time
             * @description When the draft of that moment will be published; null if not planned.
             * @example 2026-03-04T09:30:00.000Z
             */
            publishAt: string | null;
            /**
             * Format: int64
             * @description The number of views in the help centre, updated within seconds.
             */
            views: number;
            /**
             * Format: int64
             * @description Votes of readers whom it helped.
             */
            helpful: number;
            /**
             * Format: int64
             * @description Votes of readers whom it did not help.
             */
            notHelpful: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description The kind of change.
         *
         *     - `CREATED`: It was created.
         *     - `EDITED`: Its draft or another field was changed.
         *     - `PUBLISHED`: It was published.
         *     - `UNPUBLISHED`: It was unpublished.
         *     - `ARCHIVED`: It was archived.
         *     - `RESTORED`: An earlier version became the draft again.
         * @enum {string}
         */
        KbArticleChange: "CREATED" | "EDITED" | "PUBLISHED" | "UNPUBLISHED" | "ARCHIVED" | "RESTORED";
        /**
         * @example {
         *       "title": "How to get a refund",
         *       "body": "Open **Orders** and choose *Refund*."
         *     }
         */
        KbArticleCreate: {
            /**
             * @description The title of the draft.
             * @example How to get a refund
             */
            title: string;
            /**
             * @description The draft.
             * @example Open **Orders** and choose *Refund*.
             */
            body?: string;
            /**
             * @description The collection of the article; null for none.
             * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            collectionId?: string | null;
            /**
             * @description The last part of its URL in the help centre. Former slugs redirect to it until another object takes them. Letters and digits of any language, with single hyphens between them. By default derived from the title or name.
             * @example how-to-get-a-refund
             */
            slug?: string;
            bodyFormat?: components["schemas"]["KbBodyFormat"];
            status?: components["schemas"]["KbArticleStatus"];
            visibility?: components["schemas"]["KbVisibility"];
            /**
             * @description Its language (BCP 47). The tenant’s, unless given.
             * @example de
             */
            locale?: string;
            /**
             * @description The original of this translation. The help centre links them to each other.
             * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            translationOf?: string | null;
            /**
             * Format: int64
             * @description Its position among its siblings, ascending; then by name.
             */
            order?: number;
        };
        /** @description An article of the knowledge base was created. */
        KbArticleCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "kb_article.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["KbArticle"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description An article of the knowledge base was deleted. */
        KbArticleDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "kb_article.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["KbArticle"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The differences between two versions of an article.
         * @example {
         *       "articleId": "art_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "from": 1,
         *       "to": 2,
         *       "title": {
         *         "from": "Refunds",
         *         "to": "How to get a refund"
         *       },
         *       "lines": [
         *         {
         *           "kind": "REMOVED",
         *           "text": "Write to us.\n"
         *         },
         *         {
         *           "kind": "ADDED",
         *           "text": "Open **Orders** and choose *Refund*.\n"
         *         }
         *       ]
         *     }
         */
        KbArticleDifference: {
            /**
             * @description The article.
             * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            articleId: string;
            /**
             * Format: int64
             * @description The earlier version.
             */
            from: number;
            /**
             * Format: int64
             * @description The later version.
             */
            to: number;
            /** @description The titles. */
            title: {
                /** @description Before. */
                from: string;
                /** @description After. */
                to: string;
            };
            /** @description The lines of both bodies: without added lines it is the earlier body, without removed lines the later one. */
            lines: components["schemas"]["KbDifferencePart"][];
        };
        /** @description The envelope of one KbArticleDifference. */
        KbArticleDifferenceResponse: {
            data: components["schemas"]["KbArticleDifference"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description The envelope of a page of KbArticle. */
        KbArticleList: {
            data: components["schemas"]["KbArticle"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The draft of an article as readers would see it.
         * @example {
         *       "articleId": "art_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "version": 2,
         *       "title": "Refunds",
         *       "html": "<p>Open <strong>Orders</strong> and choose <em>Refund</em>.</p>\n"
         *     }
         */
        KbArticlePreview: {
            /**
             * @description The article.
             * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            articleId: string;
            /**
             * Format: int64
             * @description The version of the article that was rendered.
             */
            version: number;
            /** @description The title of the draft. */
            title: string;
            /** @description The draft as HTML, as readers would see it. Safe to show. */
            html: string;
        };
        /** @description The envelope of one KbArticlePreview. */
        KbArticlePreviewResponse: {
            data: components["schemas"]["KbArticlePreview"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description When the draft is published.
         * @example {}
         */
        KbArticlePublish: {
            /**
             * Format: date-time
             * @description When to publish. Omit it to publish now; null cancels the planned time.
             * @example 2026-03-04T09:30:00.000Z
             */
            publishAt?: string | null;
        };
        /** @description A version of an article was published. */
        KbArticlePublishedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "kb.article.published";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["KbArticle"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of one KbArticle. */
        KbArticleResponse: {
            data: components["schemas"]["KbArticle"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The version’s number.
         * @example {
         *       "version": 1
         *     }
         */
        KbArticleRestore: {
            /**
             * Format: int64
             * @description The number of the version.
             * @example 1
             */
            version: number;
        };
        /**
         * @description The status of the article.
         *
         *     - `DRAFT`: Not published.
         *     - `PUBLISHED`: Readers see the published version, which may differ from the draft.
         *     - `ARCHIVED`: No longer published.
         * @enum {string}
         */
        KbArticleStatus: "DRAFT" | "PUBLISHED" | "ARCHIVED";
        /**
         * @example {
         *       "title": "Refunds"
         *     }
         */
        KbArticleUpdate: {
            /**
             * @description The title of the draft.
             * @example How to get a refund
             */
            title?: string;
            /**
             * @description The draft.
             * @example Open **Orders** and choose *Refund*.
             */
            body?: string;
            /**
             * @description The collection of the article; null for none.
             * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            collectionId?: string | null;
            /**
             * @description The last part of its URL in the help centre. Former slugs redirect to it until another object takes them. Letters and digits of any language, with single hyphens between them. By default derived from the title or name.
             * @example how-to-get-a-refund
             */
            slug?: string;
            bodyFormat?: components["schemas"]["KbBodyFormat"];
            status?: components["schemas"]["KbArticleStatus"];
            visibility?: components["schemas"]["KbVisibility"];
            /**
             * @description Its language (BCP 47). The tenant’s, unless given.
             * @example de
             */
            locale?: string;
            /**
             * @description The original of this translation. The help centre links them to each other.
             * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            translationOf?: string | null;
            /**
             * Format: int64
             * @description Its position among its siblings, ascending; then by name.
             */
            order?: number;
        };
        /** @description An article of the knowledge base was changed. */
        KbArticleUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "kb_article.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["KbArticle"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description An article after a change.
         * @example {
         *       "articleId": "art_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "version": 2,
         *       "change": "PUBLISHED",
         *       "title": "How to get a refund",
         *       "body": "Open **Orders** and choose *Refund*.",
         *       "bodyFormat": "markdown",
         *       "authorId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        KbArticleVersion: {
            /**
             * @description The article.
             * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            articleId: string;
            /**
             * Format: int64
             * @description The `version` of the article then.
             */
            version: number;
            change: components["schemas"]["KbArticleChange"];
            /** @description The title of the draft then. */
            title: string;
            /** @description The draft then. */
            body: string;
            bodyFormat: components["schemas"]["KbBodyFormat"];
            /**
             * @description The author of the change.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            authorId: string | null;
            /**
             * Format: date-time
             * @description When the run was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /** @description The envelope of a page of KbArticleVersion. */
        KbArticleVersionList: {
            data: components["schemas"]["KbArticleVersion"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The format of a body.
         *
         *     - `markdown`: Markdown. HTML in it is shown as text.
         *     - `html`: HTML, without elements that could run code.
         *     - `text`: Plain text.
         * @enum {string}
         */
        KbBodyFormat: "markdown" | "html" | "text";
        /**
         * @description A collection of articles and other collections.
         * @example {
         *       "id": "col_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "name": "Payments",
         *       "slug": "payments",
         *       "description": "Invoices, cards and refunds.",
         *       "parentId": null,
         *       "order": 0,
         *       "visibility": "PUBLIC",
         *       "articleCount": 7,
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "updatedAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        KbCollection: {
            /**
             * @description The collection.
             * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The name. */
            name: string;
            /** @description The last part of its URL in the help centre. Former slugs redirect to it until another object takes them. */
            slug: string;
            /** @description The description for readers. */
            description: string | null;
            /**
             * @description The parent collection; null at the top.
             * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            parentId: string | null;
            /**
             * Format: int64
             * @description Its position among its siblings, ascending; then by name.
             */
            order: number;
            visibility: components["schemas"]["KbVisibility"];
            /**
             * Format: int64
             * @description The number of articles directly in it, drafts included.
             */
            articleCount: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @example {
         *       "name": "Payments",
         *       "description": "Invoices, cards and refunds."
         *     }
         */
        KbCollectionCreate: {
            /**
             * @description The name.
             * @example Payments
             */
            name: string;
            /**
             * @description The last part of its URL in the help centre. Former slugs redirect to it until another object takes them. Letters and digits of any language, with single hyphens between them. By default derived from the title or name.
             * @example how-to-get-a-refund
             */
            slug?: string;
            /** @description The description for readers. */
            description?: string | null;
            /**
             * @description The parent collection; null at the top.
             * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            parentId?: string | null;
            /**
             * Format: int64
             * @description Its position among its siblings, ascending; then by name.
             */
            order?: number;
            visibility?: components["schemas"]["KbVisibility"];
        };
        /** @description A collection of the knowledge base was created. */
        KbCollectionCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "kb_collection.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["KbCollection"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A collection of the knowledge base was deleted. */
        KbCollectionDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "kb_collection.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["KbCollection"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of KbCollection. */
        KbCollectionList: {
            data: components["schemas"]["KbCollection"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one KbCollection. */
        KbCollectionResponse: {
            data: components["schemas"]["KbCollection"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "name": "Billing",
         *       "order": 2
         *     }
         */
        KbCollectionUpdate: {
            /**
             * @description The name.
             * @example Payments
             */
            name?: string;
            /**
             * @description The last part of its URL in the help centre. Former slugs redirect to it until another object takes them. Letters and digits of any language, with single hyphens between them. By default derived from the title or name.
             * @example how-to-get-a-refund
             */
            slug?: string;
            /** @description The description for readers. */
            description?: string | null;
            /**
             * @description The parent collection; null at the top.
             * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            parentId?: string | null;
            /**
             * Format: int64
             * @description Its position among its siblings, ascending; then by name.
             */
            order?: number;
            visibility?: components["schemas"]["KbVisibility"];
        };
        /** @description A collection of the knowledge base was changed. */
        KbCollectionUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "kb_collection.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["KbCollection"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The version that has the lines.
         *
         *     - `SAME`: In both.
         *     - `ADDED`: Only in the later one.
         *     - `REMOVED`: Only in the earlier one.
         * @enum {string}
         */
        KbDifferenceKind: "SAME" | "ADDED" | "REMOVED";
        /** @description Neighbouring lines of the body that are in both versions, or in one. */
        KbDifferencePart: {
            kind: components["schemas"]["KbDifferenceKind"];
            /** @description Complete lines, with their line breaks. */
            text: string;
        };
        /**
         * @description A search of help-centre visitors without results.
         * @example {
         *       "query": "invoice by post",
         *       "locale": "en",
         *       "count": 9,
         *       "lastAt": "2026-03-06T08:00:00.000Z",
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        KbMissedSearch: {
            /** @description The query, as the first visitor wrote it. */
            query: string;
            /** @description The language of the help centre then (BCP 47). */
            locale: string;
            /**
             * Format: int64
             * @description The number of searches.
             */
            count: number;
            /**
             * Format: date-time
             * @description The time of the last search.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastAt: string;
            /**
             * Format: date-time
             * @description The time of the first search.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /** @description The envelope of a page of KbMissedSearch. */
        KbMissedSearchList: {
            data: components["schemas"]["KbMissedSearch"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The field that matches.
         *
         *     - `title`: The title.
         *     - `body`: The text.
         * @enum {string}
         */
        KbSearchField: "title" | "body";
        /**
         * @description A published article that matches.
         * @example {
         *       "articleId": "art_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "collectionId": "col_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "title": "How to get a refund",
         *       "slug": "how-to-get-a-refund",
         *       "locale": "en",
         *       "visibility": "PUBLIC",
         *       "url": "http://acme.localhost:3000/help/en/articles/how-to-get-a-refund",
         *       "publishedAt": "2026-03-04T09:30:00.000Z",
         *       "matches": [
         *         {
         *           "field": "title",
         *           "text": "How to get a refund",
         *           "ranges": [
         *             {
         *               "start": 13,
         *               "end": 19
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        KbSearchHit: {
            /**
             * @description The article.
             * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            articleId: string;
            /**
             * @description The collection of the article.
             * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            collectionId: string | null;
            /** @description The title that readers see. */
            title: string;
            /** @description The last part of its URL in the help centre. Former slugs redirect to it until another object takes them. */
            slug: string;
            /** @description Its language (BCP 47). */
            locale: string;
            visibility: components["schemas"]["KbVisibility"];
            /** @description Its page in the help centre; null for internal articles. */
            url: string | null;
            /**
             * Format: date-time
             * @description When the version that readers see was published.
             * @example 2026-03-04T09:30:00.000Z
             */
            publishedAt: string;
            /** @description The matching texts. */
            matches: components["schemas"]["KbSearchMatch"][];
        };
        /** @description The envelope of a page of KbSearchHit. */
        KbSearchHitList: {
            data: components["schemas"]["KbSearchHit"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A matching text. */
        KbSearchMatch: {
            field: components["schemas"]["KbSearchField"];
            /** @description The title, or the text around the first match. Never HTML. */
            text: string;
            /** @description The positions of the words, in order, without overlap. */
            ranges: components["schemas"]["KbSearchRange"][];
        };
        /** @description A match. Positions count UTF-16 code units, as in JavaScript and Java. */
        KbSearchRange: {
            /**
             * Format: int64
             * @description The first position in `text`.
             */
            start: number;
            /**
             * Format: int64
             * @description The position after the last character.
             */
            end: number;
        };
        /**
         * @description Its audience.
         *
         *     - `PUBLIC`: Public: it is in the help centre.
         *     - `INTERNAL`: Users of the tenant, over the API.
         * @enum {string}
         */
        KbVisibility: "PUBLIC" | "INTERNAL";
        /** @description The keyboard shortcuts. */
        KeyPreferences: {
            /** @description Whether single letters are shortcuts. `false` leaves shortcuts with Ctrl, Alt or Cmd. */
            singleKeys: boolean;
            /**
             * @description Changed shortcuts, by the client’s name of the action. Unknown names are kept.
             * @example {
             *       "next": "Alt+n"
             *     }
             */
            chosen: {
                [key: string]: string;
            };
        };
        /** @description Omitted fields do not change. `chosen` replaces all changed shortcuts. */
        KeyPreferencesUpdate: {
            /** @description Whether single letters are shortcuts. `false` leaves shortcuts with Ctrl, Alt or Cmd. */
            singleKeys?: boolean;
            /**
             * @description Changed shortcuts, by the client’s name of the action. Unknown names are kept.
             * @example {
             *       "next": "Alt+n"
             *     }
             */
            chosen?: {
                [key: string]: string;
            };
        };
        /**
         * @description `<resource>:<read|write|admin>`, or a bare level for all resources. admin includes write includes read.
         *
         *     - `read`: Reads everything.
         *     - `write`: Reads and changes everything.
         *     - `admin`: Reads, changes and administers everything.
         *     - `threads:read`: Reads threads.
         *     - `threads:write`: Reads and changes threads.
         *     - `threads:admin`: Reads, changes and administers threads.
         *     - `customers:read`: Reads customers.
         *     - `customers:write`: Reads and changes customers.
         *     - `customers:admin`: Reads, changes and administers customers.
         *     - `meetings:read`: Reads meetings.
         *     - `meetings:write`: Reads and changes meetings.
         *     - `meetings:admin`: Reads, changes and administers meetings.
         *     - `events:read`: Reads events.
         *     - `events:write`: Reads and changes events.
         *     - `events:admin`: Reads, changes and administers events.
         *     - `webhooks:read`: Reads webhooks.
         *     - `webhooks:write`: Reads and changes webhooks.
         *     - `webhooks:admin`: Reads, changes and administers webhooks.
         *     - `catalog:read`: Reads catalog.
         *     - `catalog:write`: Reads and changes catalog.
         *     - `catalog:admin`: Reads, changes and administers catalog.
         *     - `kb:read`: Reads kb.
         *     - `kb:write`: Reads and changes kb.
         *     - `kb:admin`: Reads, changes and administers kb.
         *     - `privacy:read`: Reads privacy.
         *     - `privacy:write`: Reads and changes privacy.
         *     - `privacy:admin`: Reads, changes and administers privacy.
         *     - `uploads:read`: Reads uploads.
         *     - `uploads:write`: Reads and changes uploads.
         *     - `uploads:admin`: Reads, changes and administers uploads.
         *     - `ai:read`: Reads ai.
         *     - `ai:write`: Reads and changes ai.
         *     - `ai:admin`: Reads, changes and administers ai.
         *     - `audit:read`: Reads audit.
         *     - `audit:write`: Reads and changes audit.
         *     - `audit:admin`: Reads, changes and administers audit.
         *     - `system:read`: Reads system.
         *     - `system:write`: Reads and changes system.
         *     - `system:admin`: Reads, changes and administers system.
         *     - `settings:read`: Reads settings.
         *     - `settings:write`: Reads and changes settings.
         *     - `settings:admin`: Reads, changes and administers settings.
         *     - `keys:read`: Reads keys.
         *     - `keys:write`: Reads and changes keys.
         *     - `keys:admin`: Reads, changes and administers keys.
         *     - `reports:read`: Reads reports.
         *     - `reports:write`: Reads and changes reports.
         *     - `reports:admin`: Reads, changes and administers reports.
         * @enum {string}
         */
        KeyScope: "read" | "write" | "admin" | "threads:read" | "threads:write" | "threads:admin" | "customers:read" | "customers:write" | "customers:admin" | "meetings:read" | "meetings:write" | "meetings:admin" | "events:read" | "events:write" | "events:admin" | "webhooks:read" | "webhooks:write" | "webhooks:admin" | "catalog:read" | "catalog:write" | "catalog:admin" | "kb:read" | "kb:write" | "kb:admin" | "privacy:read" | "privacy:write" | "privacy:admin" | "uploads:read" | "uploads:write" | "uploads:admin" | "ai:read" | "ai:write" | "ai:admin" | "audit:read" | "audit:write" | "audit:admin" | "system:read" | "system:write" | "system:admin" | "settings:read" | "settings:write" | "settings:admin" | "keys:read" | "keys:write" | "keys:admin" | "reports:read" | "reports:write" | "reports:admin";
        /**
         * @description A keyword for threads. Tags of new threads become labels.
         * @example {
         *       "id": "lbl_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "name": "Billing",
         *       "color": "#0f766e",
         *       "description": null,
         *       "archivedAt": null,
         *       "threadCount": 12,
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        Label: {
            /**
             * @description The label.
             * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description Unique within the tenant, ignoring letter case. */
            name: string;
            /** @description Colour as `#rrggbb`. */
            color: string | null;
            /** @description The purpose of the label. */
            description: string | null;
            /**
             * Format: date-time
             * @description When it was archived. Threads keep archived labels, but they can no longer be added.
             * @example 2026-03-04T09:30:00.000Z
             */
            archivedAt: string | null;
            /**
             * Format: int64
             * @description The number of threads with the label.
             */
            threadCount: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @example {
         *       "name": "Billing",
         *       "color": "#0f766e"
         *     }
         */
        LabelCreate: {
            /**
             * @description Unique within the tenant, ignoring letter case. Surrounding spaces are removed.
             * @example Billing
             */
            name: string;
            /**
             * @description Colour as `#rrggbb`.
             * @example #0f766e
             */
            color?: string | null;
            /** @description The purpose of the label. */
            description?: string | null;
        };
        /** @description A label was created. */
        LabelCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "label.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Label"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of Label. */
        LabelList: {
            data: components["schemas"]["Label"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one Label. */
        LabelResponse: {
            data: components["schemas"]["Label"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "name": "Invoices"
         *     }
         */
        LabelUpdate: {
            /**
             * @description Unique within the tenant, ignoring letter case. Surrounding spaces are removed.
             * @example Billing
             */
            name?: string;
            /**
             * @description Colour as `#rrggbb`.
             * @example #0f766e
             */
            color?: string | null;
            /** @description The purpose of the label. */
            description?: string | null;
            /** @description `true` archives the label, `false` restores it. */
            archived?: boolean;
        };
        /** @description A label was changed. */
        LabelUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "label.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Label"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The same for every address.
         * @example {
         *       "message": "If somebody of this address may sign in, a mail with a link is on its way to them."
         *     }
         */
        LinkRequested: {
            /** @description A message for people. */
            message: string;
        };
        /** @description The envelope of one LinkRequested. */
        LinkRequestedResponse: {
            data: components["schemas"]["LinkRequested"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "tenant": "acme",
         *       "email": "grace@example.com",
         *       "password": "salty otters read maps"
         *     }
         */
        LoginRequest: {
            /** @description The tenant’s slug. Needed if the address belongs to users of several tenants; defaults to the tenant of the host. */
            tenant?: string;
            /**
             * Format: idn-email
             * @description The user’s e-mail address.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The password.
             * @example salty otters read maps
             */
            password: string;
            /** @description For users with an authenticator: its six digits, or a recovery code. */
            code?: string;
        };
        /** @description A name and an e-mail address. */
        MailAddress: {
            /** @description The display name. */
            name: string | null;
            /** @description The e-mail address. */
            address: string;
        };
        /**
         * @description What happens in the mailbox to a mail that was fetched.
         *
         *     - `NOTHING`: It stays as it is.
         *     - `MARK_SEEN`: It is marked as read.
         *     - `MOVE`: It moves to `moveTo`.
         *     - `DELETE`: It is deleted.
         * @enum {string}
         */
        MailAfterFetch: "NOTHING" | "MARK_SEEN" | "MOVE" | "DELETE";
        /**
         * @description How the service signs in.
         *
         *     - `PASSWORD`: User and password.
         *     - `OAUTH2`: Tokens of Google or Microsoft.
         * @enum {string}
         */
        MailAuth: "PASSWORD" | "OAUTH2";
        /**
         * @description Bulk mail that starts a thread.
         *
         *     - `ACCEPT`: It becomes a message.
         *     - `SUSPEND`: It waits among the suspended mails.
         * @enum {string}
         */
        MailBulkRule: "ACCEPT" | "SUSPEND";
        /**
         * @description The direction of a mail.
         *
         *     - `IN`: It came in.
         *     - `OUT`: It goes out.
         * @enum {string}
         */
        MailDirection: "IN" | "OUT";
        /**
         * @description Mail whose sender fails a DMARC policy of quarantine or reject.
         *
         *     - `MARK`: It becomes a message that shows the failure.
         *     - `SUSPEND`: It waits among the suspended mails.
         * @enum {string}
         */
        MailFailedAuthentication: "MARK" | "SUSPEND";
        /**
         * @description Mail that an agent sends into a thread from a mail program.
         *
         *     - `NOTE`: It becomes an internal note.
         *     - `REPLY`: It becomes a reply that is sent on, if the service itself has checked the sender’s signature; otherwise a note.
         *     - `OFF`: It waits among the suspended mails.
         * @enum {string}
         */
        MailFromAgents: "NOTE" | "REPLY" | "OFF";
        /**
         * @description A link to a raw mail.
         * @example {
         *       "url": "https://skein.example.com/files/v1.eyJrIjoiZW1sIn0",
         *       "size": 2048,
         *       "expiresAt": "2026-03-04T09:35:00.000Z"
         *     }
         */
        MailOriginal: {
            /**
             * Format: uri
             * @description A link to the raw mail, as `message/rfc822`. It needs no credentials.
             */
            url: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /**
             * Format: date-time
             * @description When the link expires, after five minutes.
             * @example 2026-03-04T09:30:00.000Z
             */
            expiresAt: string;
        };
        /** @description The envelope of one MailOriginal. */
        MailOriginalResponse: {
            data: components["schemas"]["MailOriginal"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description Whether reply addresses carry a secret token of the thread.
         *
         *     - `AUTO`: On where mail comes in by the service’s own SMTP port, and elsewhere once a round trip has shown that it works.
         *     - `ON`: Replies go to an address with the thread’s token.
         *     - `OFF`: Replies go to the inbox’s plain address.
         * @enum {string}
         */
        MailPlusAddressing: "AUTO" | "ON" | "OFF";
        /** @description A mail as its message would show it. */
        MailPreview: {
            /** @description The body, sanitised. */
            body: string;
            bodyFormat: components["schemas"]["MailPreviewFormat"];
            /** @description The body as plain text. */
            bodyText: string;
        };
        /**
         * @description The format of a mail’s body.
         *
         *     - `text`: Plain text.
         *     - `html`: HTML.
         * @enum {string}
         */
        MailPreviewFormat: "text" | "html";
        /**
         * @description What was tested.
         *
         *     - `IMAP`: The mailbox.
         *     - `SMTP`: The mail server for sending.
         * @enum {string}
         */
        MailProtocol: "IMAP" | "SMTP";
        /**
         * @description A mail provider.
         *
         *     - `GOOGLE`: Gmail and Google Workspace.
         *     - `MICROSOFT`: Microsoft 365 and Outlook.com.
         * @enum {string}
         */
        MailProvider: "GOOGLE" | "MICROSOFT";
        /**
         * @description What replies quote.
         *
         *     - `NONE`: Nothing is quoted.
         *     - `LAST`: The message that is answered is quoted below the reply.
         * @enum {string}
         */
        MailQuoteHistory: "NONE" | "LAST";
        /**
         * @description How mail comes in.
         *
         *     - `SMTP`: Mail comes to the service’s own SMTP port, directly or forwarded.
         *     - `IMAP`: The service fetches mail from a mailbox.
         *     - `API`: Your own program posts mail with `POST /inboxes/{id}/mails`.
         * @enum {string}
         */
        MailReceiveMode: "SMTP" | "IMAP" | "API";
        /**
         * @description The encryption of a connection.
         *
         *     - `TLS`: TLS from the start.
         *     - `STARTTLS`: TLS after a command; required.
         *     - `NONE`: No encryption.
         * @enum {string}
         */
        MailSecurity: "TLS" | "STARTTLS" | "NONE";
        /**
         * @description Signature and encryption.
         *
         *     - `NONE`: Neither.
         *     - `SIGNED`: It is signed.
         *     - `ENCRYPTED`: It is encrypted.
         * @enum {string}
         */
        MailSecurityState: "NONE" | "SIGNED" | "ENCRYPTED";
        /**
         * @description How replies are sent.
         *
         *     - `DEFAULT`: By the operator’s mail server.
         *     - `SMTP`: By the inbox’s own mail server.
         *     - `NONE`: Nothing is sent.
         * @enum {string}
         */
        MailSendMode: "DEFAULT" | "SMTP" | "NONE";
        /**
         * @description Who the sender is to the thread.
         *
         *     - `PARTICIPANT`: Takes part in the thread.
         *     - `NEW`: Wrote into the thread for the first time.
         *     - `AGENT`: An agent.
         * @enum {string}
         */
        MailSender: "PARTICIPANT" | "NEW" | "AGENT";
        /**
         * @description How a mail came in.
         *
         *     - `SMTP`: The service’s SMTP port.
         *     - `IMAP`: A mailbox.
         *     - `API`: `POST /inboxes/{id}/mails`.
         *     - `PROVIDER`: The request of a mail provider.
         * @enum {string}
         */
        MailTransport: "SMTP" | "IMAP" | "API" | "PROVIDER";
        /**
         * @description The caller.
         * @example {
         *       "tenant": {
         *         "id": "ten_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "slug": "acme",
         *         "name": "Acme"
         *       },
         *       "user": {
         *         "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "name": "Grace Hopper",
         *         "email": "grace@example.com",
         *         "role": "OWNER"
         *       },
         *       "secondFactor": null,
         *       "key": {
         *         "id": "key_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "name": "Nightly import",
         *         "scopes": [
         *           "threads:write"
         *         ],
         *         "expiresAt": "2027-03-04T09:30:00.000Z"
         *       }
         *     }
         */
        Me: {
            /** @description The tenant of the credential. */
            tenant: {
                /**
                 * @description The tenant.
                 * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
                /** @description The tenant’s host label. */
                slug: string;
                /** @description The tenant’s name. */
                name: string;
            };
            /** @description The caller’s user. */
            user: {
                /**
                 * @description The user.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
                /** @description The user’s name. */
                name: string;
                /**
                 * Format: idn-email
                 * @description The user’s e-mail address.
                 * @example ada@example.com
                 */
                email: string;
                role: components["schemas"]["UserRole"];
            };
            /** @description Whether this user signs in with an authenticator; null if the credential is an API key. */
            secondFactor: boolean | null;
            /** @description The API key; null if the credential is a session. */
            key: {
                /**
                 * @description The API key.
                 * @example key_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
                /** @description The key’s name. */
                name: string;
                /** @description The scopes of the key. */
                scopes: components["schemas"]["KeyScope"][];
                /**
                 * Format: date-time
                 * @description When the key expires.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                expiresAt: string;
            } | null;
        };
        /** @description The envelope of one Me. */
        MeResponse: {
            data: components["schemas"]["Me"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description A meeting of an agent with customers.
         * @example {
         *       "id": "mtg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "title": "Walk through the export",
         *       "startsAt": "2031-03-04T09:30:00.000Z",
         *       "endsAt": "2031-03-04T10:00:00.000Z",
         *       "timezone": "Europe/Berlin",
         *       "location": {
         *         "type": "VIDEO",
         *         "url": "https://meet.example.com/skein",
         *         "address": null
         *       },
         *       "hostId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "attendees": [
         *         {
         *           "email": "ada@example.com",
         *           "name": "Ada Lovelace",
         *           "timezone": "America/New_York",
         *           "rsvp": "NEEDS_ACTION",
         *           "status": "EXPECTED"
         *         }
         *       ],
         *       "status": "SCHEDULED",
         *       "icsUid": "mtg_01k2w3t5q7e0r9vbx4m6n8h2dz@localhost",
         *       "icsSequence": 0,
         *       "recording": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "updatedAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        Meeting: {
            /**
             * @description The meeting.
             * @example mtg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * @description The thread, or the target if it was merged.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
            /** @description The title. By default the subject of the thread. */
            title: string;
            /**
             * Format: date-time
             * @description When it begins.
             * @example 2026-03-04T09:30:00.000Z
             */
            startsAt: string;
            /**
             * Format: date-time
             * @description When it ends.
             * @example 2026-03-04T09:30:00.000Z
             */
            endsAt: string;
            /** @description The host’s time zone. A name of the IANA database. */
            timezone: string;
            /**
             * @description The host, who can have one meeting at a time.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            hostId: string;
            /** @description The attendees. */
            attendees: components["schemas"]["MeetingAttendee"][];
            /** @description The location; null if it is not decided. */
            location: components["schemas"]["MeetingLocation"] | null;
            status: components["schemas"]["MeetingStatus"];
            /**
             * @description The `UID` of the meeting in calendars.
             * @example mtg_01k2w3t5q7e0r9vbx4m6n8h2dz@localhost
             */
            icsUid: string;
            /**
             * Format: int64
             * @description The `SEQUENCE` of the meeting in calendars. It rises when the invitation changes or the meeting is cancelled.
             */
            icsSequence: number;
            /** @description The recording; null if there is none. */
            recording: components["schemas"]["MeetingRecording"] | null;
            /**
             * Format: date-time
             * @description When it was scheduled.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @example {
         *       "attendees": [
         *         {
         *           "email": "ada@example.com",
         *           "status": "ATTENDED"
         *         }
         *       ]
         *     }
         */
        MeetingAttendance: {
            /**
             * @description The attendance. Omitted attendees do not change.
             * @example [
             *       {
             *         "email": "ada@example.com",
             *         "status": "ATTENDED"
             *       }
             *     ]
             */
            attendees: {
                /**
                 * Format: idn-email
                 * @description The address of an attendee.
                 * @example ada@example.com
                 */
                email: string;
                status: components["schemas"]["AttendanceStatus"];
            }[];
        };
        /**
         * @description An attendee.
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace",
         *       "timezone": "America/New_York",
         *       "rsvp": "NEEDS_ACTION",
         *       "status": "EXPECTED"
         *     }
         */
        MeetingAttendee: {
            /**
             * Format: idn-email
             * @description The e-mail address for invitations.
             * @example ada@example.com
             */
            email: string;
            /** @description The name. */
            name: string | null;
            /** @description The attendee’s time zone: invitations show times in it too. A name of the IANA database. */
            timezone: string | null;
            rsvp: components["schemas"]["MeetingRsvp"];
            status: components["schemas"]["AttendanceStatus"];
        };
        /**
         * @description An attendee to invite.
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace",
         *       "timezone": "America/New_York"
         *     }
         */
        MeetingAttendeeInput: {
            /**
             * Format: idn-email
             * @description The e-mail address for invitations.
             * @example ada@example.com
             */
            email: string;
            /** @description The name. */
            name?: string | null;
            /**
             * @description The attendee’s time zone: invitations show times in it too. A name of the IANA database.
             * @example America/New_York
             */
            timezone?: string | null;
            rsvp?: components["schemas"]["MeetingRsvp"];
        };
        /** @description A meeting was cancelled. */
        MeetingCancelledEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "meeting.cancelled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Meeting"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of Meeting. */
        MeetingList: {
            data: components["schemas"]["Meeting"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The location.
         * @example {
         *       "type": "VIDEO",
         *       "url": "https://meet.example.com/skein"
         *     }
         */
        MeetingLocation: {
            type: components["schemas"]["MeetingLocationType"];
            /**
             * @description The URL to join: http, https or tel.
             * @example https://meet.example.com/skein
             */
            url?: string | null;
            /** @description The place or the number to dial, in words. */
            address?: string | null;
        };
        /**
         * @description The kind of location.
         *
         *     - `VIDEO`: A video call.
         *     - `PHONE`: A telephone call.
         *     - `IN_PERSON`: At a place.
         *     - `OTHER`: Something else.
         * @enum {string}
         */
        MeetingLocationType: "VIDEO" | "PHONE" | "IN_PERSON" | "OTHER";
        /**
         * @description A recording of a meeting.
         * @example {
         *       "uploadId": null,
         *       "url": "https://media.example.com/r/17",
         *       "filename": null,
         *       "contentType": null,
         *       "size": null
         *     }
         */
        MeetingRecording: {
            /**
             * @description The file; null for a recording that is stored elsewhere.
             * @example upl_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            uploadId: string | null;
            /** @description The URL; for a file a signed URL that is valid for five minutes. Null in events, and if the file was deleted. */
            url: string | null;
            /** @description The name of the file. */
            filename: string | null;
            /** @description The media type of the file. */
            contentType: string | null;
            /**
             * Format: int64
             * @description Bytes of the file.
             */
            size: number | null;
        };
        /**
         * @description Send exactly one field.
         * @example {
         *       "uploadId": "upl_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *     }
         */
        MeetingRecordingInput: {
            /**
             * @description A READY upload, which then belongs to the meeting.
             * @example upl_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            uploadId?: string;
            /**
             * @description The URL of a recording that is stored elsewhere. The service does not request it.
             * @example https://media.example.com/r/17
             */
            url?: string;
        };
        /** @description The envelope of one Meeting. */
        MeetingResponse: {
            data: components["schemas"]["Meeting"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The attendee’s response to the invitation.
         *
         *     - `NEEDS_ACTION`: No response yet.
         *     - `ACCEPTED`: Will come.
         *     - `TENTATIVE`: May come.
         *     - `DECLINED`: Will not come.
         * @enum {string}
         */
        MeetingRsvp: "NEEDS_ACTION" | "ACCEPTED" | "TENTATIVE" | "DECLINED";
        /**
         * @example {
         *       "title": "Walk through the export",
         *       "startsAt": "2031-03-04T09:30:00.000Z",
         *       "endsAt": "2031-03-04T10:00:00.000Z",
         *       "timezone": "Europe/Berlin",
         *       "location": {
         *         "type": "VIDEO",
         *         "url": "https://meet.example.com/skein"
         *       },
         *       "hostId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "attendees": [
         *         {
         *           "email": "ada@example.com",
         *           "name": "Ada Lovelace",
         *           "timezone": "America/New_York"
         *         }
         *       ]
         *     }
         */
        MeetingSchedule: {
            /**
             * Format: date-time
             * @description When it begins. A new time must be in the future.
             * @example 2031-03-04T09:30:00.000Z
             * @example 2031-03-04T09:45:00.000Z
             */
            startsAt: string;
            /**
             * Format: date-time
             * @description When it ends: after it begins, and at most a day later.
             * @example 2031-03-04T10:00:00.000Z
             * @example 2031-03-04T10:15:00.000Z
             */
            endsAt: string;
            /**
             * @description The host’s time zone. A name of the IANA database.
             * @example Europe/Berlin
             * @example Asia/Kolkata
             */
            timezone: string;
            /**
             * @description The title. By default the subject of the thread.
             * @example Walk through the export
             */
            title?: string;
            /**
             * @description The host, who can have one meeting at a time. Without it the assignee of the thread, else the caller.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            hostId?: string;
            /**
             * @description The attendees. By default the thread’s customer.
             * @example [
             *       {
             *         "email": "ada@example.com",
             *         "name": "Ada Lovelace",
             *         "timezone": "America/New_York"
             *       }
             *     ]
             */
            attendees?: components["schemas"]["MeetingAttendeeInput"][];
            /** @description The location. */
            location?: components["schemas"]["MeetingLocation"] | null;
        };
        /** @description A meeting was scheduled in a thread. */
        MeetingScheduledEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "meeting.scheduled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Meeting"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The sort order; `-` reverses it.
         *
         *     - `createdAt`: First scheduled first.
         *     - `-createdAt`: Last scheduled first; the default.
         *     - `startsAt`: Earliest first.
         *     - `-startsAt`: Latest first.
         * @enum {string}
         */
        MeetingSort: "createdAt" | "-createdAt" | "startsAt" | "-startsAt";
        /**
         * @description The status of the meeting.
         *
         *     - `SCHEDULED`: It will take place, or no attendance is recorded yet.
         *     - `CANCELLED`: It does not take place.
         *     - `COMPLETED`: It took place.
         *     - `NO_SHOW`: None of the attendees came.
         * @enum {string}
         */
        MeetingStatus: "SCHEDULED" | "CANCELLED" | "COMPLETED" | "NO_SHOW";
        /**
         * @description The outcome. Use `DELETE` to cancel.
         *
         *     - `SCHEDULED`: It will take place, or no attendance is recorded yet.
         *     - `COMPLETED`: It took place.
         *     - `NO_SHOW`: None of the attendees came.
         * @enum {string}
         */
        MeetingStatusInput: "SCHEDULED" | "COMPLETED" | "NO_SHOW";
        /**
         * @example {
         *       "title": "Walk through the import"
         *     }
         */
        MeetingUpdate: {
            /**
             * Format: date-time
             * @description When it begins. A new time must be in the future.
             * @example 2031-03-04T09:30:00.000Z
             * @example 2031-03-04T09:45:00.000Z
             */
            startsAt?: string;
            /**
             * Format: date-time
             * @description When it ends: after it begins, and at most a day later.
             * @example 2031-03-04T10:00:00.000Z
             * @example 2031-03-04T10:15:00.000Z
             */
            endsAt?: string;
            /**
             * @description The host’s time zone. A name of the IANA database.
             * @example Europe/Berlin
             * @example Asia/Kolkata
             */
            timezone?: string;
            /**
             * @description The title. By default the subject of the thread.
             * @example Walk through the export
             */
            title?: string;
            /**
             * @description The host, who can have one meeting at a time.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            hostId?: string;
            /**
             * @description The attendees. By default the thread’s customer.
             * @example [
             *       {
             *         "email": "ada@example.com",
             *         "name": "Ada Lovelace",
             *         "timezone": "America/New_York"
             *       }
             *     ]
             */
            attendees?: components["schemas"]["MeetingAttendeeInput"][];
            /**
             * @description The location.
             * @example {
             *       "type": "VIDEO",
             *       "url": "https://meet.example.com/skein"
             *     }
             */
            location?: components["schemas"]["MeetingLocation"] | null;
            status?: components["schemas"]["MeetingStatusInput"];
        };
        /** @description A meeting was changed, its attendance was recorded, or its recording was added or removed. */
        MeetingUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "meeting.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Meeting"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A team to mention. */
        MentionedTeam: {
            /**
             * @description The team, whose members are mentioned.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId: string;
        };
        /**
         * @description One message of a thread.
         * @example {
         *       "id": "msg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "authorType": "AGENT",
         *       "author": {
         *         "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "name": "Grace Hopper"
         *       },
         *       "body": "Thank you, we are looking into it.",
         *       "bodyFormat": "text",
         *       "bodyText": "Thank you, we are looking into it.",
         *       "internal": false,
         *       "automatic": false,
         *       "mentions": [],
         *       "mentionedTeamIds": [],
         *       "attachments": [],
         *       "channel": null,
         *       "email": null,
         *       "inReplyToId": null,
         *       "clientId": null,
         *       "delivery": {
         *         "state": "NOT_APPLICABLE",
         *         "channel": null,
         *         "attempts": 0,
         *         "lastError": null,
         *         "nextAttemptAt": null,
         *         "uncertain": false,
         *         "providerId": null,
         *         "recipients": []
         *       },
         *       "sendAt": null,
         *       "externalId": null,
         *       "createdAt": "2026-03-04T09:31:00.000Z"
         *     }
         */
        Message: {
            /**
             * @description The message.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
            authorType: components["schemas"]["AuthorType"];
            /** @description The author; null for programs. */
            author: components["schemas"]["MessageAuthor"] | null;
            /** @description Text as it was sent, or sanitised HTML. The URL of a picture is in `data-remote` instead of `src`, so that showing the body loads nothing. In mails, a picture of the mail itself has the id of its attachment in `data-attachment`, and an empty `<span data-quoted>` marks where the quoted history starts. */
            body: string;
            bodyFormat: components["schemas"]["BodyFormat"];
            /** @description The body as plain text. */
            bodyText: string;
            /** @description A note that only agents see. */
            internal: boolean;
            /** @description Written by a program: a bot, the service, a SERVICE user or somebody’s mail program. It answers nobody, and starts no wait. */
            automatic: boolean;
            /** @description The users whom an internal note mentions. */
            mentions: string[];
            /** @description The teams that an internal note mentions. */
            mentionedTeamIds: string[];
            /** @description Files of the message. */
            attachments: components["schemas"]["Attachment"][];
            /** @description The channel from which it came or to which it goes; null if unknown or internal. */
            channel: components["schemas"]["ThreadChannel"] | null;
            /** @description The mail; null if the message is none. */
            email: components["schemas"]["MessageEmail"] | null;
            /**
             * @description The message of the thread that it answers.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inReplyToId: string | null;
            /** @description The id that the visitor’s program gave it. */
            clientId: string | null;
            delivery: components["schemas"]["MessageDelivery"];
            /**
             * Format: date-time
             * @description When a scheduled reply will be sent; null after it has been sent.
             * @example 2026-03-04T09:30:00.000Z
             */
            sendAt: string | null;
            /** @description The message’s id in its source. */
            externalId: string | null;
            /**
             * Format: date-time
             * @description When it was written.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /** @description The kind of author. */
        MessageAuthor: {
            /** @description A user (`usr_…`) or a customer (`cst_…`). */
            id: string;
            /** @description The author’s name. */
            name: string | null;
        };
        /**
         * @example {
         *       "body": "It works again, thank you!"
         *     }
         */
        MessageCreate: {
            /**
             * @description Plain text or HTML. Text is kept verbatim; HTML is sanitised, and must contain words. Without `bodyFormat`, a body with a known HTML element is HTML.
             * @example The CSV export has been empty since Monday.
             */
            body: string;
            bodyFormat?: components["schemas"]["BodyFormat"];
            authorType?: components["schemas"]["AuthorTypeInput"];
            /** @description A note that only agents see. Notes are written by agents. */
            internal?: boolean;
            /**
             * @description The users and teams to mention, who are notified; `message.created` names them. Only for internal notes.
             * @example []
             */
            mentions?: (string | components["schemas"]["MentionedTeam"])[];
            /** @description Finished uploads to attach, each once: at most ten, of 25 MiB together. May be empty. */
            attachments?: components["schemas"]["AttachmentInput"][];
            /** @description The message’s id in its source, such as an e-mail Message-ID. */
            externalId?: string;
            /**
             * Format: date-time
             * @description When it was written, for imported history; becomes `createdAt`. Not in the future.
             * @example 2026-03-04T09:30:00.000Z
             */
            sentAt?: string;
        };
        /** @description A message was added to a thread, including its first message and internal notes. */
        MessageCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "message.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Message"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A scheduled reply was cancelled and will not be sent. */
        MessageDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "message.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Message"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description Delivery of a message on its thread’s channel. */
        MessageDelivery: {
            state: components["schemas"]["MessageDeliveryState"];
            /** @description The channel by which it is sent; null if nothing is sent. */
            channel: string | null;
            /**
             * Format: int64
             * @description The number of attempts.
             */
            attempts: number;
            /** @description The reason why the last attempt failed. */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is made; null if none is planned.
             * @example 2026-03-04T09:30:00.000Z
             */
            nextAttemptAt: string | null;
            /** @description Whether an attempt ended without the mail server’s response, so that it may have been sent twice. */
            uncertain: boolean;
            /** @description The id that the mail server gave it. */
            providerId: string | null;
            /** @description The state of each recipient. The state of the message is the worst of them. */
            recipients: {
                /** @description The e-mail address. */
                address: string;
                kind: components["schemas"]["RecipientKind"];
                state: components["schemas"]["MessageDeliveryState"];
                /** @description The mail server’s code, such as `5.1.1`. */
                code: string | null;
                /** @description The mail server’s reason. */
                reason: string | null;
                /**
                 * Format: date-time
                 * @description When the state last changed.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                at: string;
            }[];
        };
        /** @description The delivery of a message changed: it was sent, returned, or could not be sent; `delivery.lastError` has the reason. */
        MessageDeliveryChangedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "message.delivery_changed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Message"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The delivery state of a message.
         *
         *     - `NOT_APPLICABLE`: Nothing is sent: a message of the customer, a note, or a channel without delivery.
         *     - `QUEUED`: It is waiting to be sent.
         *     - `SENT`: The channel has accepted it.
         *     - `DELIVERED`: It has arrived.
         *     - `BOUNCED`: It was returned.
         *     - `FAILED`: It could not be sent, and will not be retried.
         *     - `KEPT`: It was written to a file, because there is no mail server; it reached nobody.
         * @enum {string}
         */
        MessageDeliveryState: "NOT_APPLICABLE" | "QUEUED" | "SENT" | "DELIVERED" | "BOUNCED" | "FAILED" | "KEPT";
        /** @description The mail of a message. */
        MessageEmail: {
            direction: components["schemas"]["MailDirection"];
            /** @description The subject. */
            subject: string;
            /** @description The sender. */
            from: components["schemas"]["MailAddress"] | null;
            /** @description Where its sender wants replies. */
            replyTo: components["schemas"]["MailAddress"][];
            /** @description The recipients in To. */
            to: components["schemas"]["MailAddress"][];
            /** @description The recipients in Cc. */
            cc: components["schemas"]["MailAddress"][];
            /** @description The recipients of a blind copy; only of mails that go out. */
            bcc: components["schemas"]["MailAddress"][];
            /** @description The Message-ID without angle brackets. */
            messageId: string | null;
            /** @description The Message-ID of the mail that it answers. */
            inReplyTo: string | null;
            /** @description Message-IDs of earlier mails, at most fifty. */
            references: string[];
            /**
             * Format: date-time
             * @description The time that the sender’s program wrote; it decides nothing.
             * @example 2026-03-04T09:30:00.000Z
             */
            date: string | null;
            /** @description Null for a mail that a person wrote. */
            automatic: components["schemas"]["AutomaticMail"] | null;
            /** @description Whether the sender’s domain vouches for the mail; null for mails that go out. */
            authentication: {
                spf: components["schemas"]["AuthenticationResult"];
                dkim: components["schemas"]["AuthenticationResult"];
                dmarc: components["schemas"]["AuthenticationResult"];
                /** @description The server that checked. */
                by: string | null;
            } | null;
            /** @description Who the sender is to the thread; null for mails that go out. */
            sender: components["schemas"]["MailSender"] | null;
            /** @description What the sender wrote, without the quoted history. */
            replyText: string;
            /**
             * Format: int64
             * @description The offset in `bodyText` at which the quoted history starts; null for none.
             */
            quotedFrom: number | null;
            security: components["schemas"]["MailSecurityState"];
            /** @description Files of the mail that were not kept. */
            omitted: {
                /** @description The name of the file. */
                filename: string | null;
                /** @description The media type. */
                contentType: string;
                /**
                 * Format: int64
                 * @description Bytes.
                 */
                size: number;
                reason: components["schemas"]["OmittedReason"];
            }[];
            /** @description Whether the body was longer than a message can be. */
            bodyTruncated: boolean;
            /** @description Whether an agent wrote it in a mail program. */
            sentOutside: boolean;
        };
        /** @description The envelope of a page of Message. */
        MessageList: {
            data: components["schemas"]["Message"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one Message. */
        MessageResponse: {
            data: components["schemas"]["Message"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description A reply was scheduled to be sent later. When it is sent, `message.created` follows with the same id. */
        MessageScheduledEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "message.scheduled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Message"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description Something that a user is told. A user has at most one unread notification of a type for each thread.
         * @example {
         *       "id": "ntf_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "type": "CUSTOMER_REPLIED",
         *       "thread": {
         *         "id": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "ticketNumber": "ACME-2026-000042",
         *         "subject": "The export is empty"
         *       },
         *       "actor": {
         *         "type": "CUSTOMER",
         *         "id": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "name": "Ada Lovelace"
         *       },
         *       "excerpt": "It works again, thank you!",
         *       "count": 3,
         *       "eventIds": [
         *         "evt_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *       ],
         *       "firstAt": "2026-03-04T09:30:00.000Z",
         *       "lastAt": "2026-03-04T09:35:00.000Z",
         *       "readAt": null,
         *       "archivedAt": null,
         *       "snoozedUntil": null,
         *       "desktop": true
         *     }
         */
        Notification: {
            /**
             * @description The notification.
             * @example ntf_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            type: components["schemas"]["NotificationType"];
            /** @description The thread; null if it is about none. */
            thread: components["schemas"]["NotificationThread"] | null;
            /** @description Who caused the latest event. */
            actor: components["schemas"]["NotificationActor"] | null;
            /** @description The first 200 characters of the latest message; null if it is about none. */
            excerpt: string | null;
            /**
             * Format: int64
             * @description The number of events that it stands for.
             */
            count: number;
            /** @description The latest 20 of these events, oldest first. */
            eventIds: string[];
            /**
             * Format: date-time
             * @description The time of the first event.
             * @example 2026-03-04T09:30:00.000Z
             */
            firstAt: string;
            /**
             * Format: date-time
             * @description The time of the latest event.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastAt: string;
            /**
             * Format: date-time
             * @description When you read it; null while it is unread.
             * @example 2026-03-04T09:30:00.000Z
             */
            readAt: string | null;
            /**
             * Format: date-time
             * @description When you archived it.
             * @example 2026-03-04T09:30:00.000Z
             */
            archivedAt: string | null;
            /**
             * Format: date-time
             * @description Until when it does not count as unread.
             * @example 2026-03-04T09:30:00.000Z
             */
            snoozedUntil: string | null;
            /** @description Whether your preferences ask the browser to alert you. */
            desktop: boolean;
        };
        /** @description Who caused the latest event. */
        NotificationActor: {
            /** @description The kind of actor, as `actor.type` of events. */
            type: string;
            /** @description The user or customer; null for the service itself. */
            id: string | null;
            /** @description The actor’s name. */
            name: string | null;
        };
        /** @description How notifications of a type reach you. */
        NotificationChannels: {
            /** @description Whether they are in the list of notifications. */
            inApp: boolean;
            /** @description Whether the browser alerts you. */
            desktop: boolean;
            mail: components["schemas"]["NotificationMail"];
        };
        /** @description Omitted channels do not change; in an override, they are those of the type. */
        NotificationChannelsUpdate: {
            /** @description Whether they are in the list of notifications. */
            inApp?: boolean;
            /** @description Whether the browser alerts you. */
            desktop?: boolean;
            mail?: components["schemas"]["NotificationMail"];
        };
        /**
         * @description The numbers of your unread notifications.
         * @example {
         *       "unread": 1,
         *       "byType": {
         *         "ASSIGNED": 0,
         *         "MENTIONED": 1,
         *         "CUSTOMER_REPLIED": 0,
         *         "NOTE_ADDED": 0,
         *         "REOPENED": 0,
         *         "TEAM_THREAD": 0,
         *         "SLA_WARNING": 0,
         *         "SLA_BREACHED": 0,
         *         "DELIVERY_FAILED": 0
         *       }
         *     }
         */
        NotificationCounts: {
            /**
             * Format: int64
             * @description The number of unread notifications that are not snoozed.
             */
            unread: number;
            byType: components["schemas"]["NotificationCountsByType"];
        };
        /** @description The same for each type. */
        NotificationCountsByType: {
            /**
             * Format: int64
             * @description The number of unread notifications that are not snoozed.
             */
            ASSIGNED: number;
            /**
             * Format: int64
             * @description The number of unread notifications that are not snoozed.
             */
            MENTIONED: number;
            /**
             * Format: int64
             * @description The number of unread notifications that are not snoozed.
             */
            CUSTOMER_REPLIED: number;
            /**
             * Format: int64
             * @description The number of unread notifications that are not snoozed.
             */
            NOTE_ADDED: number;
            /**
             * Format: int64
             * @description The number of unread notifications that are not snoozed.
             */
            REOPENED: number;
            /**
             * Format: int64
             * @description The number of unread notifications that are not snoozed.
             */
            TEAM_THREAD: number;
            /**
             * Format: int64
             * @description The number of unread notifications that are not snoozed.
             */
            SLA_WARNING: number;
            /**
             * Format: int64
             * @description The number of unread notifications that are not snoozed.
             */
            SLA_BREACHED: number;
            /**
             * Format: int64
             * @description The number of unread notifications that are not snoozed.
             */
            DELIVERY_FAILED: number;
        };
        /** @description The envelope of one NotificationCounts. */
        NotificationCountsResponse: {
            data: components["schemas"]["NotificationCounts"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description The envelope of a page of Notification. */
        NotificationList: {
            data: components["schemas"]["Notification"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description How notifications are mailed.
         *
         *     - `AT_ONCE`: Two minutes later, unless you have read it by then.
         *     - `DIGEST`: Once a day, at `digestAt`, with everything that is unread.
         *     - `NEVER`: Not at all.
         * @enum {string}
         */
        NotificationMail: "AT_ONCE" | "DIGEST" | "NEVER";
        /** @description Other channels for threads of an inbox or a team. If several fit, the last one decides. */
        NotificationOverride: {
            /**
             * @description Threads of this inbox; null for any.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId?: string | null;
            /**
             * @description Threads of this team; null for any.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId?: string | null;
            types: components["schemas"]["NotificationTypesUpdate"];
        };
        /** @description Other channels for threads of an inbox or a team. If several fit, the last one decides. */
        NotificationOverrideInput: {
            /**
             * @description Threads of this inbox; null for any.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId?: string | null;
            /**
             * @description Threads of this team; null for any.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId?: string | null;
            types: components["schemas"]["NotificationTypesUpdate"];
        };
        /** @description What you want to be told, and how. */
        NotificationPreferences: {
            types: components["schemas"]["NotificationTypes"];
            /**
             * @description Other channels for threads of some inboxes and teams.
             * @example []
             */
            overrides: components["schemas"]["NotificationOverride"][];
            /** @description Your quiet hours; null for none. */
            quiet: components["schemas"]["QuietHours"] | null;
            /**
             * @description When the daily digest is sent, in the time zone of `quiet`, or else of your workspace.
             * @example 18:30
             */
            digestAt: string;
            /** @description Whether you follow every thread that you answer. */
            followWhenIAnswer: boolean;
            /** @description Whether you follow every thread whose notes mention you. */
            followWhenMentioned: boolean;
        };
        /** @description Omitted fields do not change. `overrides` replaces all overrides. */
        NotificationPreferencesUpdate: {
            types?: components["schemas"]["NotificationTypesUpdate"];
            /**
             * @description Other channels for threads of some inboxes and teams.
             * @example []
             */
            overrides?: components["schemas"]["NotificationOverrideInput"][];
            /** @description Your quiet hours; null for none. */
            quiet?: components["schemas"]["QuietHours"] | null;
            /**
             * @description When the daily digest is sent, in the time zone of `quiet`, or else of your workspace.
             * @example 18:30
             */
            digestAt?: string;
            /** @description Whether you follow every thread that you answer. */
            followWhenIAnswer?: boolean;
            /** @description Whether you follow every thread whose notes mention you. */
            followWhenMentioned?: boolean;
        };
        /** @description The envelope of one Notification. */
        NotificationResponse: {
            data: components["schemas"]["Notification"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description The thread of a notification. */
        NotificationThread: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description Its ticket number. */
            ticketNumber: string;
            /** @description Its title. */
            subject: string;
        };
        /**
         * @description Why you are notified.
         *
         *     - `ASSIGNED`: A thread was assigned to you.
         *     - `MENTIONED`: An internal note mentions you or a team of yours.
         *     - `CUSTOMER_REPLIED`: The customer wrote in a thread that you have or follow.
         *     - `NOTE_ADDED`: An internal note was added to a thread that you have or follow.
         *     - `REOPENED`: A resolved or closed thread that you have or follow was opened again.
         *     - `TEAM_THREAD`: A thread of a team of yours without an assignee is new, or has a new message of the customer.
         *     - `SLA_WARNING`: Little time is left for a target of a thread that you have or follow, or that waits in a team of yours.
         *     - `SLA_BREACHED`: A target of such a thread was missed.
         *     - `DELIVERY_FAILED`: A message of yours, or in a thread that you have, could not be delivered.
         * @enum {string}
         */
        NotificationType: "ASSIGNED" | "MENTIONED" | "CUSTOMER_REPLIED" | "NOTE_ADDED" | "REOPENED" | "TEAM_THREAD" | "SLA_WARNING" | "SLA_BREACHED" | "DELIVERY_FAILED";
        /** @description The channels of each type. */
        NotificationTypes: {
            ASSIGNED: components["schemas"]["NotificationChannels"];
            MENTIONED: components["schemas"]["NotificationChannels"];
            CUSTOMER_REPLIED: components["schemas"]["NotificationChannels"];
            NOTE_ADDED: components["schemas"]["NotificationChannels"];
            REOPENED: components["schemas"]["NotificationChannels"];
            TEAM_THREAD: components["schemas"]["NotificationChannels"];
            SLA_WARNING: components["schemas"]["NotificationChannels"];
            SLA_BREACHED: components["schemas"]["NotificationChannels"];
            DELIVERY_FAILED: components["schemas"]["NotificationChannels"];
        };
        /**
         * @description Channels by type. Omitted types do not change.
         * @example {
         *       "MENTIONED": {
         *         "mail": "AT_ONCE"
         *       }
         *     }
         * @example {
         *       "NOTE_ADDED": {
         *         "inApp": false,
         *         "desktop": false,
         *         "mail": "NEVER"
         *       }
         *     }
         */
        NotificationTypesUpdate: {
            ASSIGNED?: components["schemas"]["NotificationChannelsUpdate"];
            MENTIONED?: components["schemas"]["NotificationChannelsUpdate"];
            CUSTOMER_REPLIED?: components["schemas"]["NotificationChannelsUpdate"];
            NOTE_ADDED?: components["schemas"]["NotificationChannelsUpdate"];
            REOPENED?: components["schemas"]["NotificationChannelsUpdate"];
            TEAM_THREAD?: components["schemas"]["NotificationChannelsUpdate"];
            SLA_WARNING?: components["schemas"]["NotificationChannelsUpdate"];
            SLA_BREACHED?: components["schemas"]["NotificationChannelsUpdate"];
            DELIVERY_FAILED?: components["schemas"]["NotificationChannelsUpdate"];
        };
        /**
         * @example {
         *       "read": true
         *     }
         */
        NotificationUpdate: {
            /** @description Whether you have read it. */
            read?: boolean;
            /** @description Whether it is archived. Archiving it also reads it. */
            archived?: boolean;
            /**
             * Format: date-time
             * @description When it comes back as unread, at most a year from now; null ends the snooze.
             * @example 2026-03-04T09:30:00.000Z
             */
            snoozedUntil?: string | null;
        };
        /**
         * @example {
         *       "before": "2026-03-04T10:00:00.000Z",
         *       "type": "CUSTOMER_REPLIED"
         *     }
         */
        NotificationsRead: {
            /** @description The notifications to read. Those that do not exist are skipped. */
            ids?: string[];
            /**
             * Format: date-time
             * @description Reads all notifications whose latest event is not later than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            before?: string;
            type?: components["schemas"]["NotificationType"];
        };
        /**
         * @description Why a file is missing.
         *
         *     - `TOO_LARGE`: The mail’s files are too large together.
         *     - `TOO_MANY`: The mail has too many files.
         *     - `ENCRYPTED`: It is encrypted.
         *     - `UNREADABLE`: It could not be read.
         * @enum {string}
         */
        OmittedReason: "TOO_LARGE" | "TOO_MANY" | "ENCRYPTED" | "UNREADABLE";
        /**
         * @description An OpenAPI 3.1 document.
         * @example {
         *       "openapi": "3.1.0",
         *       "info": {
         *         "title": "Skein API",
         *         "version": "1.14.0",
         *         "x-platform-version": "0.1.0"
         *       },
         *       "paths": {}
         *     }
         */
        OpenapiDescription: {
            /** @description The version of OpenAPI. */
            openapi: string;
            /** @description The name and version of the API. */
            info: {
                /** @description The name of the API. */
                title: string;
                /** @description The version of the API contract. */
                version: string;
                /** @description The version of the installation. */
                "x-platform-version": string;
            } & {
                [key: string]: unknown;
            };
            /** @description The operations, by path and method. */
            paths: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description The position of a page in its list. */
        PageMeta: {
            /** @description Pass it as `cursor` for the next page; empty on the last one. */
            cursor: string;
            /** @description Whether more results follow. */
            hasMore: boolean;
            /** @description The exact number of all matching results, the same on every page. */
            total: number;
        };
        /**
         * @description Somebody who takes part in a thread by mail.
         * @example {
         *       "id": "par_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "address": "grace@example.com",
         *       "name": "Grace Hopper",
         *       "customerId": null,
         *       "userId": null,
         *       "role": "CC",
         *       "verified": true,
         *       "addedAt": "2026-03-04T09:30:00.000Z",
         *       "addedBy": "MAIL"
         *     }
         */
        Participant: {
            /**
             * @description The participant.
             * @example par_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The e-mail address. */
            address: string;
            /** @description The name in mails. */
            name: string | null;
            /**
             * @description The customer who has the address.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            customerId: string | null;
            /**
             * @description The user who has the address.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            userId: string | null;
            role: components["schemas"]["ParticipantRole"];
            /** @description False for a stranger who wrote with the thread’s secret address. Replies go to them only after an agent adds them. */
            verified: boolean;
            /**
             * Format: date-time
             * @description When the participant was added.
             * @example 2026-03-04T09:30:00.000Z
             */
            addedAt: string;
            addedBy: components["schemas"]["ParticipantSource"];
        };
        /**
         * @example {
         *       "address": "grace@example.com",
         *       "name": "Grace Hopper"
         *     }
         */
        ParticipantCreate: {
            /**
             * Format: idn-email
             * @description The e-mail address.
             * @example ada@example.com
             */
            address: string;
            /**
             * @description The name in mails.
             * @example Grace Hopper
             */
            name?: string;
            role?: components["schemas"]["ParticipantRoleInput"];
        };
        /** @description The envelope of a page of Participant. */
        ParticipantList: {
            data: components["schemas"]["Participant"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one Participant. */
        ParticipantResponse: {
            data: components["schemas"]["Participant"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The role in the thread.
         *
         *     - `CUSTOMER`: The customer who asked.
         *     - `CC`: Somebody who gets copies of the conversation.
         *     - `AGENT`: A user of the tenant.
         *     - `SIDE`: A person whom an agent has asked aside. Their mail becomes an internal message.
         * @enum {string}
         */
        ParticipantRole: "CUSTOMER" | "CC" | "AGENT" | "SIDE";
        /**
         * @description The role in the thread, by default CC.
         *
         *     Accepted in any letter case; responses use the spelling of this list.
         *
         *     - `CUSTOMER`: The customer who asked.
         *     - `CC`: Somebody who gets copies of the conversation.
         *     - `AGENT`: A user of the tenant.
         *     - `SIDE`: A person whom an agent has asked aside. Their mail becomes an internal message.
         * @enum {string}
         */
        ParticipantRoleInput: "CUSTOMER" | "CC" | "AGENT" | "SIDE" | "customer" | "cc" | "agent" | "side";
        /**
         * @description Who added them.
         *
         *     - `MAIL`: A mail named them.
         *     - `AGENT`: An agent added them.
         *     - `API`: A program added them.
         * @enum {string}
         */
        ParticipantSource: "MAIL" | "AGENT" | "API";
        /**
         * @description The preferences of a user.
         * @example {
         *       "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "availability": "AVAILABLE",
         *       "theme": "SYSTEM",
         *       "language": null,
         *       "keys": {
         *         "singleKeys": true,
         *         "chosen": {
         *           "next": "Alt+n"
         *         }
         *       },
         *       "notifications": {
         *         "types": {
         *           "ASSIGNED": {
         *             "inApp": true,
         *             "desktop": true,
         *             "mail": "NEVER"
         *           },
         *           "MENTIONED": {
         *             "inApp": true,
         *             "desktop": true,
         *             "mail": "NEVER"
         *           },
         *           "CUSTOMER_REPLIED": {
         *             "inApp": true,
         *             "desktop": true,
         *             "mail": "NEVER"
         *           },
         *           "NOTE_ADDED": {
         *             "inApp": true,
         *             "desktop": true,
         *             "mail": "NEVER"
         *           },
         *           "REOPENED": {
         *             "inApp": true,
         *             "desktop": true,
         *             "mail": "NEVER"
         *           },
         *           "TEAM_THREAD": {
         *             "inApp": true,
         *             "desktop": true,
         *             "mail": "NEVER"
         *           },
         *           "SLA_WARNING": {
         *             "inApp": true,
         *             "desktop": true,
         *             "mail": "NEVER"
         *           },
         *           "SLA_BREACHED": {
         *             "inApp": true,
         *             "desktop": true,
         *             "mail": "NEVER"
         *           },
         *           "DELIVERY_FAILED": {
         *             "inApp": true,
         *             "desktop": true,
         *             "mail": "NEVER"
         *           }
         *         },
         *         "overrides": [
         *           {
         *             "inboxId": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "teamId": null,
         *             "types": {
         *               "CUSTOMER_REPLIED": {
         *                 "mail": "AT_ONCE"
         *               }
         *             }
         *           }
         *         ],
         *         "quiet": {
         *           "from": "18:30",
         *           "to": "08:00",
         *           "timezone": "Europe/Berlin"
         *         },
         *         "digestAt": "08:00",
         *         "followWhenIAnswer": false,
         *         "followWhenMentioned": true
         *       }
         *     }
         */
        Preferences: {
            /**
             * @description The caller’s user.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            availability: components["schemas"]["UserAvailability"];
            theme: components["schemas"]["Theme"];
            /** @description The language of the dashboard; null for the browser’s. */
            language: components["schemas"]["DashboardLanguage"] | null;
            keys: components["schemas"]["KeyPreferences"];
            notifications: components["schemas"]["NotificationPreferences"];
        };
        /** @description The envelope of one Preferences. */
        PreferencesResponse: {
            data: components["schemas"]["Preferences"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "availability": "AWAY",
         *       "theme": "DARK",
         *       "language": "de",
         *       "keys": {
         *         "singleKeys": false
         *       }
         *     }
         */
        PreferencesUpdate: {
            availability?: components["schemas"]["UserAvailability"];
            theme?: components["schemas"]["Theme"];
            /** @description The language of the dashboard; null for the browser’s. */
            language?: components["schemas"]["DashboardLanguage"] | null;
            keys?: components["schemas"]["KeyPreferencesUpdate"];
            notifications?: components["schemas"]["NotificationPreferencesUpdate"];
        };
        /**
         * @description The users who are present in a thread.
         * @example {
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "present": [
         *         {
         *           "user": {
         *             "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "name": "Grace Hopper"
         *           },
         *           "state": "TYPING",
         *           "seenAt": "2026-03-04T09:30:40.000Z"
         *         }
         *       ]
         *     }
         */
        Presence: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
            /** @description All users present within the last 45 seconds, including the caller. */
            present: components["schemas"]["PresentPerson"][];
        };
        /**
         * @example {
         *       "state": "TYPING"
         *     }
         */
        PresenceReport: {
            state?: components["schemas"]["PresenceStateInput"];
            /**
             * @description Another thread, which the caller leaves.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            leftThreadId?: string;
        };
        /** @description The envelope of one Presence. */
        PresenceResponse: {
            data: components["schemas"]["Presence"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description A user’s activity in a thread.
         *
         *     - `VIEWING`: Viewing the thread.
         *     - `TYPING`: Typing a reply or a note.
         * @enum {string}
         */
        PresenceState: "VIEWING" | "TYPING";
        /**
         * @description The caller’s activity; default `VIEWING`.
         *
         *     Accepted in any letter case; responses use the spelling of this list.
         *
         *     - `VIEWING`: Viewing the thread.
         *     - `TYPING`: Typing a reply or a note.
         *     - `LEFT`: Has left.
         * @enum {string}
         */
        PresenceStateInput: "VIEWING" | "TYPING" | "LEFT" | "viewing" | "typing" | "left";
        /** @description A user who is present in a thread. */
        PresenceUser: {
            /**
             * @description The user.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The user’s name. */
            name: string;
        };
        /** @description A user who is present in a thread. */
        PresentPerson: {
            user: components["schemas"]["PresenceUser"];
            state: components["schemas"]["PresenceState"];
            /**
             * Format: date-time
             * @description The time of the last report.
             * @example 2026-03-04T09:30:00.000Z
             */
            seenAt: string;
        };
        /**
         * @description An upload that waits for its file, with the URL for it.
         * @example {
         *       "id": "upl_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "filename": "export.csv",
         *       "contentType": "text/csv",
         *       "size": 5120,
         *       "sha256": null,
         *       "messageId": null,
         *       "meetingId": null,
         *       "articleId": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "state": "PENDING",
         *       "url": null,
         *       "uploadUrl": "http://localhost:3000/files/ten_01k2w3t5q7e0r9vbx4m6n8h2dz/upl_01k2w3t5q7e0r9vbx4m6n8h2dz?expires=1772617500&signature=Yb0mHD2Ry1TzXyNqTz8Qv3Jg9n0hXW3iQw0yqk4m2E0",
         *       "headers": {
         *         "Content-Type": "text/csv",
         *         "Content-Length": "5120"
         *       },
         *       "expiresAt": "2026-03-04T09:45:00.000Z"
         *     }
         */
        PresignedUpload: {
            /**
             * @description The upload.
             * @example upl_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The name to show. */
            filename: string;
            /** @description The media type. When the upload is READY, it is detected from the content. */
            contentType: string;
            /**
             * Format: int64
             * @description Bytes; 0 only for empty files of mails.
             */
            size: number;
            /** @description The SHA-256 of the file, in hexadecimal; null until it arrives, unless it was announced. */
            sha256: string | null;
            state: components["schemas"]["UploadState"];
            /**
             * @description The message with this attachment; null for none.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            messageId: string | null;
            /**
             * @description The meeting with this recording; null for none.
             * @example mtg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            meetingId: string | null;
            /**
             * @description The article with this picture; null for none.
             * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            articleId: string | null;
            /** @description A signed download URL, valid for five minutes. Null until it is READY, and in events. */
            url: string | null;
            /**
             * Format: date-time
             * @description When the run was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /** @description The URL for one `PUT` of the file, without credentials. */
            uploadUrl: string;
            /** @description The headers to send with the file. */
            headers: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When `uploadUrl` expires.
             * @example 2026-03-04T09:30:00.000Z
             */
            expiresAt: string;
        };
        /** @description The envelope of one PresignedUpload. */
        PresignedUploadResponse: {
            data: components["schemas"]["PresignedUpload"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description The earlier values of the changed fields. */
        PreviousFields: {
            [key: string]: unknown;
        };
        /**
         * @description The priority of the thread.
         *
         *     Accepted in any letter case; responses use the spelling of this list.
         *
         *     - `low`: Can wait.
         *     - `normal`: The default.
         *     - `high`: Before others.
         *     - `urgent`: Immediately.
         * @enum {string}
         */
        PriorityInput: "low" | "normal" | "high" | "urgent" | "LOW" | "NORMAL" | "HIGH" | "URGENT";
        /**
         * @description A request to export or erase the data of a customer.
         * @example {
         *       "id": "prv_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "type": "ERASURE",
         *       "mode": "ANONYMIZE",
         *       "dryRun": false,
         *       "keepSubjects": false,
         *       "customerId": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "requestedBy": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "state": "DONE",
         *       "preview": null,
         *       "receipt": {
         *         "places": [
         *           {
         *             "place": "customers",
         *             "count": 1
         *           },
         *           {
         *             "place": "messages",
         *             "count": 2
         *           },
         *           {
         *             "place": "threads",
         *             "count": 1
         *           }
         *         ],
         *         "total": 4,
         *         "startedAt": "2026-03-04T09:30:00.000Z",
         *         "completedAt": "2026-03-04T09:30:00.250Z",
         *         "proof": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         *       },
         *       "download": null,
         *       "error": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "finishedAt": "2026-03-04T09:30:00.250Z"
         *     }
         */
        PrivacyRequest: {
            /**
             * @description The request.
             * @example prv_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            type: components["schemas"]["PrivacyRequestType"];
            /** @description The extent of an erasure. Null for exports. */
            mode: components["schemas"]["ErasureMode"] | null;
            /** @description For an erasure: whether it only counts. */
            dryRun: boolean;
            /** @description For an erasure: whether subjects of threads stay. */
            keepSubjects: boolean;
            /**
             * @description The customer. Null for RETENTION.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            customerId: string | null;
            /**
             * @description The user who made the request. Null for RETENTION.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            requestedBy: string | null;
            state: components["schemas"]["PrivacyRequestState"];
            /** @description For a dry run that is DONE: the rows that would be erased. */
            preview: {
                /** @description The kinds of rows with data of the customer. Kinds without rows are omitted. */
                places: {
                    /**
                     * @description The kind of rows: `customers` (with those merged into the customer), `threads`, `messages`, `scheduledReplies`, `participants`, `drafts`, `events`, `deliveryAnswers` (responses of webhook receivers), `auditRows`, `storedAnswers` (of Idempotency-Keys), `mails`, `keptMails`, `exports`.
                     * @example messages
                     */
                    place: string;
                    /**
                     * Format: int64
                     * @description The number of rows with data of the customer.
                     */
                    count: number;
                }[];
                /**
                 * Format: int64
                 * @description The sum of all kinds.
                 */
                total: number;
            } | null;
            /** @description For an erasure that is DONE: the erased rows. */
            receipt: {
                /** @description The kinds of rows with data of the customer. Kinds without rows are omitted. */
                places: {
                    /**
                     * @description The kind of rows: `customers` (with those merged into the customer), `threads`, `messages`, `scheduledReplies`, `participants`, `drafts`, `events`, `deliveryAnswers` (responses of webhook receivers), `auditRows`, `storedAnswers` (of Idempotency-Keys), `mails`, `keptMails`, `exports`.
                     * @example messages
                     */
                    place: string;
                    /**
                     * Format: int64
                     * @description The number of rows with data of the customer.
                     */
                    count: number;
                }[];
                /**
                 * Format: int64
                 * @description The sum of all kinds.
                 */
                total: number;
                /**
                 * Format: date-time
                 * @description When the erasure began.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                startedAt: string;
                /**
                 * Format: date-time
                 * @description When the erasure was complete.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                completedAt: string;
                /** @description HMAC-SHA-256 over the request’s id, its mode and the other fields, with a key of this service: a changed receipt does not match it. */
                proof: string;
            } | null;
            /** @description For an export that is DONE: the file, for seven days. */
            download: {
                /**
                 * Format: uri
                 * @description The signed URL of the ZIP file, which needs no credentials.
                 */
                url: string;
                /**
                 * Format: date-time
                 * @description When the URL and the file expire: seven days after the export.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                expiresAt: string;
                /**
                 * Format: int64
                 * @description The size of the file in bytes.
                 */
                size: number;
                /** @description The SHA-256 of the file. */
                sha256: string;
            } | null;
            /** @description The reason why it FAILED. */
            error: string | null;
            /**
             * Format: date-time
             * @description When it was requested.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was DONE or FAILED.
             * @example 2026-03-04T09:30:00.000Z
             */
            finishedAt: string | null;
        };
        /** @description An export or an erasure ended: `state` is `DONE` or `FAILED`. Dry runs and the retention of closed threads emit it too. */
        PrivacyRequestCompletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "privacy.request.completed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["PrivacyRequest"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of PrivacyRequest. */
        PrivacyRequestList: {
            data: components["schemas"]["PrivacyRequest"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one PrivacyRequest. */
        PrivacyRequestResponse: {
            data: components["schemas"]["PrivacyRequest"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The progress of a privacy request.
         *
         *     - `QUEUED`: It has not started.
         *     - `RUNNING`: It is in progress.
         *     - `DONE`: It is complete.
         *     - `FAILED`: It failed; `error` has the reason. A new erasure continues where this one stopped.
         * @enum {string}
         */
        PrivacyRequestState: "QUEUED" | "RUNNING" | "DONE" | "FAILED";
        /**
         * @description The operation.
         *
         *     - `EXPORT`: All data of a customer, as a file.
         *     - `ERASURE`: The erasure of a customer.
         *     - `RETENTION`: The erasure of threads that were closed for longer than `retention.closedThreads`, by the service itself.
         * @enum {string}
         */
        PrivacyRequestType: "EXPORT" | "ERASURE" | "RETENTION";
        /**
         * @description Hours in which the browser does not alert you. Mails of AT_ONCE wait for their end.
         * @example {
         *       "from": "18:30",
         *       "to": "08:00",
         *       "timezone": "Europe/Berlin"
         *     }
         */
        QuietHours: {
            /**
             * @description When the quiet hours begin.
             * @example 18:30
             */
            from: string;
            /**
             * @description When they end; earlier than `from` for hours over midnight.
             * @example 18:30
             */
            to: string;
            /**
             * @description An IANA time zone.
             * @example Europe/Berlin
             */
            timezone: string;
        };
        /** @description A share. */
        RateFigure: {
            /**
             * Format: int64
             * @description The number of facts that count.
             */
            part: number;
            /**
             * Format: int64
             * @description The number of all facts.
             */
            whole: number;
            /**
             * Format: double
             * @description The part divided by the whole, 0 to 1; null when the whole is 0.
             */
            rate: number | null;
            /** @description False while the figure can still change, because the time for it has not passed. */
            settled: boolean;
            /** @description The path of the facts behind the figure: a call of `GET /reports/facts` with `asOf`. */
            factsUrl: string;
        };
        /**
         * @description The latest message that a user has read in a thread.
         * @example {
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "readThrough": "2026-03-04T09:30:00.000Z",
         *       "unreadCount": 0
         *     }
         */
        ReadMark: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
            /**
             * Format: date-time
             * @description The time of the latest read message; null if none was read.
             * @example 2026-03-04T09:30:00.000Z
             */
            readThrough: string | null;
            /**
             * Format: int64
             * @description The number of later messages of others, including notes, up to 100.
             */
            unreadCount: number;
        };
        /** @description The envelope of one ReadMark. */
        ReadMarkResponse: {
            data: components["schemas"]["ReadMark"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @example {} */
        ReadMarkUpdate: {
            /**
             * @description The latest read message; by default the thread’s latest message.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            messageId?: string;
            /** @description `true` marks the whole thread as unread. */
            unread?: boolean;
        };
        /**
         * @description What to make again.
         *
         *     - `SUMS`: The sums by day, from the facts.
         *     - `FACTS`: The facts, from the events, and then the sums.
         * @enum {string}
         */
        RebuiltMeasures: "SUMS" | "FACTS";
        /**
         * @description The kind of recipient.
         *
         *     - `TO`: In To.
         *     - `CC`: In Cc.
         *     - `BCC`: A blind copy.
         * @enum {string}
         */
        RecipientKind: "TO" | "CC" | "BCC";
        /**
         * @description Recovery codes, for use without the authenticator.
         * @example {
         *       "recoveryCodes": [
         *         "mzxw6-ytboi",
         *         "nbswy-3dpfq"
         *       ]
         *     }
         */
        RecoveryCodes: {
            /** @description The codes. Store them separately from the authenticator. */
            recoveryCodes: string[];
        };
        /** @description The envelope of one RecoveryCodes. */
        RecoveryCodesResponse: {
            data: components["schemas"]["RecoveryCodes"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "refreshToken": "svrt_AZnC1z4bcQCL2rq9VlU8mQGZwtc-G3EEi9q6vVZVPJkAAAABmcLXPht3p0Yc5m2Jd8Qb1fN7uT4wXk6eRsL0aGhVzP9oIy"
         *     }
         */
        RefreshRequest: {
            /** @description The session’s latest refresh token. */
            refreshToken: string;
        };
        /**
         * @description Changes of the thread in the same transaction as the reply.
         * @example {
         *       "status": "resolved",
         *       "addLabels": []
         *     }
         */
        ReplyChanges: {
            status?: components["schemas"]["StatusInput"];
            priority?: components["schemas"]["PriorityInput"];
            /**
             * @description The agent, or null to unassign.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            assigneeId?: string | null;
            /**
             * @description The team, or null to remove it.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId?: string | null;
            /**
             * @description Labels to add to the threads, by id or by name.
             * @example [
             *       "Billing"
             *     ]
             */
            addLabels?: string[];
            /**
             * @description Labels to remove from the threads, by id or by name.
             * @example [
             *       "Billing"
             *     ]
             */
            removeLabels?: string[];
            /**
             * Format: date-time
             * @description Snoozes the threads until a time, or with null wakes snoozed ones. Cannot be combined with a `status` other than pending.
             * @example 2026-03-04T09:30:00.000Z
             */
            snoozedUntil?: string | null;
            /** @description Snoozes the threads until the customer writes. Cannot be combined with `snoozedUntil`, or with a `status` other than pending. Always `true` if present. */
            snoozedUntilReply?: boolean;
            customFields?: components["schemas"]["CustomFieldValues"];
            /**
             * @description An internal note to add after the reply, in `noteFormat`.
             * @example The CSV export has been empty since Monday.
             */
            note?: string;
            noteFormat?: components["schemas"]["BodyFormat"];
        };
        /**
         * @example {
         *       "body": "Thank you, we are looking into it.",
         *       "attachments": []
         *     }
         */
        ReplyCreate: {
            /**
             * @description Plain text or HTML. Text is kept verbatim; HTML is sanitised, and must contain words. Without `bodyFormat`, a body with a known HTML element is HTML.
             * @example The CSV export has been empty since Monday.
             */
            body: string;
            bodyFormat?: components["schemas"]["BodyFormat"];
            /** @description Finished uploads to attach, each once: at most ten, of 25 MiB together. May be empty. */
            attachments?: components["schemas"]["AttachmentInput"][];
            /**
             * @description The latest message that you have seen. If the thread has newer messages, the reply is refused with their ids.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            expectedLastMessageId?: string;
            /**
             * Format: date-time
             * @description When to send it, at most 30 days ahead. Until then it can be cancelled.
             * @example 2026-03-04T09:30:00.000Z
             */
            sendAt?: string;
            /**
             * Format: int64
             * @description Seconds until the reply is sent; until then `DELETE /messages/{id}` cancels it. 0 sends it immediately.
             * @example 10
             */
            undoSeconds?: number;
            changes?: components["schemas"]["ReplyChanges"];
            /** @description The recipients, at most 50 with `cc` and `bcc`. By default those that `GET /threads/{id}/recipients` shows. */
            to?: string[];
            /** @description Who gets copies. By default, without `to`, those that `GET /threads/{id}/recipients` shows. */
            cc?: string[];
            /** @description Who gets blind copies. */
            bcc?: string[];
            sendBy?: components["schemas"]["SendBy"];
            /**
             * @description The message that it answers, by default the latest mail of the customer or a participant.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inReplyToId?: string;
            /**
             * @description The EMAIL inbox that sends it, by default the thread’s, or the oldest active one for threads of other inboxes.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            fromInboxId?: string;
        };
        /**
         * @description Figures by time and group. Totals are computed from all facts, never from averages.
         * @example {
         *       "timezone": "Europe/Berlin",
         *       "time": "CALENDAR",
         *       "asOf": {
         *         "sequence": 4200,
         *         "at": "2026-03-04T09:30:00.000Z",
         *         "lagMs": 0
         *       },
         *       "building": null,
         *       "asItIsNow": [],
         *       "rows": [],
         *       "totals": {},
         *       "previousTotals": null
         *     }
         */
        Report: {
            /** @description The time zone of the buckets. */
            timezone: string;
            time: components["schemas"]["ReportTime"];
            asOf: components["schemas"]["ReportAsOf"];
            /** @description While the history of the tenant is counted for the first time, how far that is; null otherwise. Until then figures are too low. */
            building: {
                /**
                 * Format: int64
                 * @description Events that are counted.
                 */
                done: number;
                /**
                 * Format: int64
                 * @description Events in all.
                 */
                total: number;
            } | null;
            /** @description The dimensions used, in groups or filters, that threads have now. All others are as they were at the time of the facts. */
            asItIsNow: components["schemas"]["ReportDimension"][];
            /** @description By time, then by group. Buckets without facts have figures of 0. */
            rows: components["schemas"]["ReportRow"][];
            totals: components["schemas"]["ReportFigures"];
            /** @description The totals of the compared range; null without `compareTo`. */
            previousTotals: components["schemas"]["ReportFigures"] | null;
        };
        /** @description The events that figures contain. */
        ReportAsOf: {
            /**
             * Format: int64
             * @description The sequence of the last event that is counted.
             */
            sequence: number;
            /**
             * Format: date-time
             * @description The time until which everything is counted.
             * @example 2026-03-04T09:30:00.000Z
             */
            at: string;
            /**
             * Format: int64
             * @description Milliseconds since then; 0 when all events are counted.
             */
            lagMs: number;
        };
        /** @description A range of time. */
        ReportBucket: {
            /**
             * Format: date-time
             * @description Its beginning.
             * @example 2026-03-04T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description Its end, which is not included.
             * @example 2026-03-04T09:30:00.000Z
             */
            to: string;
            /** @description The local date on which it begins, by hour with the local time and its offset. */
            label: string;
        };
        /**
         * @description The range whose figures are in `previous`.
         *
         *     - `NONE`: Nothing; the default.
         *     - `PREVIOUS`: The range before, of the same length.
         *     - `YEAR`: The same dates a year earlier.
         * @enum {string}
         */
        ReportComparison: "NONE" | "PREVIOUS" | "YEAR";
        /**
         * @description What facts can be grouped by.
         *
         *     - `person`: The agent who is credited: the author of a message, or whoever resolved the thread (its assignee, if a program did).
         *     - `assignee`: The thread’s assignee at that moment.
         *     - `team`: The thread’s team at that moment.
         *     - `inbox`: The thread’s inbox at that moment.
         *     - `priority`: The thread’s priority at that moment.
         *     - `channel`: The channel in which the thread started.
         *     - `policy`: The SLA policy that applied to the thread at that moment.
         *     - `cause`: Why it happened.
         *     - `hourOfDay`: The hour of the local day, 0 to 23.
         *     - `weekday`: The local day of the week.
         *     - `label`: The labels that the thread has now. A thread with several labels counts for each of them.
         *     - `customer`: The customer whom the thread has now.
         *     - `field`: The value that the thread’s custom field `fieldKey` has now.
         * @enum {string}
         */
        ReportDimension: "person" | "assignee" | "team" | "inbox" | "priority" | "channel" | "policy" | "cause" | "hourOfDay" | "weekday" | "label" | "customer" | "field";
        /**
         * @description The figures of the metrics that were asked for.
         * @example {
         *       "THREADS_CREATED": {
         *         "count": 12,
         *         "factsUrl": "/api/v1/reports/facts?metric=THREADS_CREATED"
         *       }
         *     }
         */
        ReportFigures: {
            THREADS_CREATED?: components["schemas"]["CountFigure"];
            THREADS_RESOLVED?: components["schemas"]["CountFigure"];
            THREADS_REOPENED?: components["schemas"]["CountFigure"];
            THREADS_CLOSED?: components["schemas"]["CountFigure"];
            THREADS_MERGED?: components["schemas"]["CountFigure"];
            MESSAGES_RECEIVED?: components["schemas"]["CountFigure"];
            ANSWERS_SENT?: components["schemas"]["CountFigure"];
            AUTOMATIC_SENT?: components["schemas"]["CountFigure"];
            NOTES_WRITTEN?: components["schemas"]["CountFigure"];
            WAITS_DROPPED?: components["schemas"]["CountFigure"];
            THREADS_ANSWERED?: components["schemas"]["CountFigure"];
            THREADS_WORKED_ON?: components["schemas"]["CountFigure"];
            FIRST_RESPONSE_TIME?: components["schemas"]["DurationFigure"];
            NEXT_RESPONSE_TIME?: components["schemas"]["DurationFigure"];
            RESPONSE_TIME?: components["schemas"]["DurationFigure"];
            FIRST_RESOLUTION_TIME?: components["schemas"]["DurationFigure"];
            RESOLUTION_TIME?: components["schemas"]["DurationFigure"];
            OPEN_TIME?: components["schemas"]["DurationFigure"];
            RESOLVED_ON_FIRST_ANSWER?: components["schemas"]["RateFigure"];
            RESOLVED_WITHOUT_ANSWER?: components["schemas"]["RateFigure"];
            ANSWERS_TO_RESOLUTION?: components["schemas"]["AverageFigure"];
            REOPEN_RATE?: components["schemas"]["RateFigure"];
            SLA_FIRST_RESPONSE?: components["schemas"]["RateFigure"];
            SLA_NEXT_RESPONSE?: components["schemas"]["RateFigure"];
            SLA_RESOLUTION?: components["schemas"]["RateFigure"];
            BACKLOG?: components["schemas"]["StockFigure"];
        };
        /**
         * @description The length of the buckets. Default: `none`.
         *
         *     - `none`: The whole range as one bucket.
         *     - `hour`: Hours of the clock. An hour in which the clock changes has a bucket before and a bucket after the change.
         *     - `day`: Days.
         *     - `week`: Weeks, which begin on the day that the setting `reporting.weekStartsOn` names.
         *     - `month`: Months.
         *     - `quarter`: Quarters of the year.
         *     - `year`: Years.
         * @enum {string}
         */
        ReportGrain: "none" | "hour" | "day" | "week" | "month" | "quarter" | "year";
        /** @description A value of a dimension. */
        ReportGroup: {
            dimension: components["schemas"]["ReportDimension"];
            /** @description The value: an id or a word; null for facts without a value. */
            id: string | null;
            /** @description The name of the value; null if there is none, or it was deleted. */
            name: string | null;
        };
        /**
         * @description The definition of a metric.
         * @example {
         *       "metric": "THREADS_CREATED",
         *       "name": "Threads created",
         *       "figure": "COUNT",
         *       "definition": "The number of new threads.",
         *       "counts": [
         *         "Every new thread, whoever began it, also one that was split off or that follows a closed thread."
         *       ],
         *       "doesNotCount": [
         *         "Messages in threads that exist."
         *       ],
         *       "dimensions": [
         *         "assignee",
         *         "team",
         *         "inbox",
         *         "priority",
         *         "channel",
         *         "policy",
         *         "hourOfDay",
         *         "weekday",
         *         "label",
         *         "customer",
         *         "field",
         *         "cause"
         *       ],
         *       "additive": true
         *     }
         */
        ReportMetric: {
            metric: components["schemas"]["ReportMetricId"];
            /** @description Its name. */
            name: string;
            figure: components["schemas"]["FigureKind"];
            /** @description What it means. */
            definition: string;
            /** @description What counts. */
            counts: string[];
            /** @description What does not count. */
            doesNotCount: string[];
            /** @description What it can be grouped and filtered by. */
            dimensions: components["schemas"]["ReportDimension"][];
            /** @description Whether the figures of buckets and groups add up to the total. */
            additive: boolean;
        };
        /**
         * @description A metric of reports.
         *
         *     - `THREADS_CREATED`: The number of new threads.
         *     - `THREADS_RESOLVED`: How often an open or pending thread became resolved or closed. An action counts on each occasion: a thread that is resolved twice counts twice.
         *     - `THREADS_REOPENED`: How often a resolved or closed thread became open or pending. An action counts on each occasion: a thread that is resolved twice counts twice.
         *     - `THREADS_CLOSED`: How often a thread became closed. An action counts on each occasion: a thread that is resolved twice counts twice.
         *     - `THREADS_MERGED`: How often a thread was merged into another one.
         *     - `MESSAGES_RECEIVED`: The number of customers’ public messages.
         *     - `ANSWERS_SENT`: The number of public messages by agents.
         *     - `AUTOMATIC_SENT`: The number of public messages by programs.
         *     - `NOTES_WRITTEN`: The number of internal notes.
         *     - `WAITS_DROPPED`: How often a customer’s wait ended without an answer.
         *     - `THREADS_ANSWERED`: The number of different threads in which an agent wrote a public message.
         *     - `THREADS_WORKED_ON`: The number of different threads in which a user did anything.
         *     - `FIRST_RESPONSE_TIME`: The time from a customer’s first message to the thread’s first answer. A wait begins with a customer’s public message when none is open, and ends with the next answer by an agent.
         *     - `NEXT_RESPONSE_TIME`: The time that customers waited for every later answer. A wait begins with a customer’s public message when none is open, and ends with the next answer by an agent.
         *     - `RESPONSE_TIME`: The time that customers waited for any answer, the first or a later one. A wait begins with a customer’s public message when none is open, and ends with the next answer by an agent.
         *     - `FIRST_RESOLUTION_TIME`: The time from the creation of a thread until it was resolved or closed for the first time.
         *     - `RESOLUTION_TIME`: The length of an episode, which begins when a thread is created or reopened and ends when it is resolved or closed.
         *     - `OPEN_TIME`: The part of an episode during which the thread was open.
         *     - `RESOLVED_ON_FIRST_ANSWER`: The share of first resolutions before which the thread had exactly one answer.
         *     - `RESOLVED_WITHOUT_ANSWER`: The share of first resolutions before which the thread had no answer.
         *     - `ANSWERS_TO_RESOLUTION`: The average number of answers that a thread had before its first resolution.
         *     - `REOPEN_RATE`: The share of resolutions after which the customer reopened the thread within 7 days. It counts in the bucket of the resolution. Buckets that ended less than 7 days ago say `settled: false`, because the figure can still rise.
         *     - `SLA_FIRST_RESPONSE`: The share of SLA clocks for the first response that were stopped in time, of all that were decided.
         *     - `SLA_NEXT_RESPONSE`: The share of SLA clocks for the next response that were stopped in time, of all that were decided.
         *     - `SLA_RESOLUTION`: The share of SLA clocks for the resolution that were stopped in time, of all that were decided.
         *     - `BACKLOG`: The number of open and pending threads at the end of the bucket.
         * @enum {string}
         */
        ReportMetricId: "THREADS_CREATED" | "THREADS_RESOLVED" | "THREADS_REOPENED" | "THREADS_CLOSED" | "THREADS_MERGED" | "MESSAGES_RECEIVED" | "ANSWERS_SENT" | "AUTOMATIC_SENT" | "NOTES_WRITTEN" | "WAITS_DROPPED" | "THREADS_ANSWERED" | "THREADS_WORKED_ON" | "FIRST_RESPONSE_TIME" | "NEXT_RESPONSE_TIME" | "RESPONSE_TIME" | "FIRST_RESOLUTION_TIME" | "RESOLUTION_TIME" | "OPEN_TIME" | "RESOLVED_ON_FIRST_ANSWER" | "RESOLVED_WITHOUT_ANSWER" | "ANSWERS_TO_RESOLUTION" | "REOPEN_RATE" | "SLA_FIRST_RESPONSE" | "SLA_NEXT_RESPONSE" | "SLA_RESOLUTION" | "BACKLOG";
        /**
         * @description All metrics.
         * @example []
         */
        ReportMetrics: components["schemas"]["ReportMetric"][];
        /** @description The envelope of one ReportMetrics. */
        ReportMetricsResponse: {
            data: components["schemas"]["ReportMetrics"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The unresolved threads of this moment.
         * @example {
         *       "open": 12,
         *       "pending": 4,
         *       "snoozed": 1,
         *       "unassigned": 3,
         *       "waiting": 8,
         *       "longestWaitingSince": "2026-03-04T08:30:00.000Z",
         *       "overdue": 1,
         *       "ages": [
         *         {
         *           "upToHours": 1,
         *           "threads": 5
         *         }
         *       ],
         *       "people": [
         *         {
         *           "user": {
         *             "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "name": "Ada Lovelace"
         *           },
         *           "open": 6,
         *           "waiting": 4,
         *           "availability": "AVAILABLE"
         *         }
         *       ]
         *     }
         */
        ReportNow: {
            /**
             * Format: int64
             * @description Open threads.
             */
            open: number;
            /**
             * Format: int64
             * @description Pending threads, snoozed ones included.
             */
            pending: number;
            /**
             * Format: int64
             * @description Snoozed threads.
             */
            snoozed: number;
            /**
             * Format: int64
             * @description Open and pending threads without an assignee.
             */
            unassigned: number;
            /**
             * Format: int64
             * @description Open and pending threads in which the customer waits for an answer.
             */
            waiting: number;
            /**
             * Format: date-time
             * @description The beginning of the longest wait; null if no customer waits.
             * @example 2026-03-04T09:30:00.000Z
             */
            longestWaitingSince: string | null;
            /**
             * Format: int64
             * @description Threads with an overdue SLA clock.
             */
            overdue: number;
            /** @description Open and pending threads by their age, youngest first. */
            ages: components["schemas"]["ThreadAges"][];
            /** @description Agents, those with the most threads first, at most 500. Empty if reports hide agents. */
            people: components["schemas"]["AgentNow"][];
        };
        /** @description The envelope of one ReportNow. */
        ReportNowResponse: {
            data: components["schemas"]["ReportNow"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "what": "SUMS"
         *     }
         */
        ReportRebuild: {
            what: components["schemas"]["RebuiltMeasures"];
        };
        /** @description The envelope of one Report. */
        ReportResponse: {
            data: components["schemas"]["Report"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description A bucket and group of a report. */
        ReportRow: {
            /** @description The time; null with `grain=none`. */
            bucket: components["schemas"]["ReportBucket"] | null;
            /** @description The values of the dimensions in `groupBy`, in that order. */
            groups: components["schemas"]["ReportGroup"][];
            figures: components["schemas"]["ReportFigures"];
            /** @description The figures of the compared range; null without `compareTo`. */
            previous: components["schemas"]["ReportFigures"] | null;
        };
        /**
         * @description The time that durations count.
         *
         *     - `CALENDAR`: All time; the default.
         *     - `WORKING`: Working time, by the business hours as they were then.
         * @enum {string}
         */
        ReportTime: "CALENDAR" | "WORKING";
        /**
         * @description Who sees figures of single agents, in reports and in the facts behind them.
         *
         *     - `ALL`: All users who may read reports.
         *     - `MANAGERS`: Only users with the role OWNER or ADMIN, and their keys.
         *     - `NONE`: No user. Reports neither name agents nor count by them, as an agreement with a works council may require.
         * @enum {string}
         */
        ReportedPeople: "ALL" | "MANAGERS" | "NONE";
        /**
         * @description The customer who asks. A customer with this e-mail address is created or updated; `name` changes only if sent.
         * @example {
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace"
         *     }
         */
        Requester: {
            /**
             * Format: idn-email
             * @description E-mail address, including internationalised ones (RFC 6531); compared and stored in lower case, with its domain in Unicode.
             * @example ada@example.com
             */
            email: string;
            /**
             * @description The customer’s name.
             * @example Ada Lovelace
             */
            name?: string;
        };
        /**
         * @example {
         *       "token": "svlt_AZnC1z4bcQCL2rq9VlU8mQGZwtc-G3EEi9q6vVZVPJkAAAABmcLXPht3p0Yc5m2Jd8Qb1fN7uT4wXk6eRsL0aGhVzP9oIy",
         *       "password": "salty otters read maps"
         *     }
         */
        ResetRequest: {
            /** @description The token of the link in the mail: the part after `#token=`. */
            token: string;
            /**
             * @description The new password: at least 12 characters of any kind, not a common one, without the name in the e-mail address.
             * @example salty otters read maps
             */
            password: string;
        };
        /**
         * @example {
         *       "text": "we cant do that",
         *       "style": "FRIENDLIER"
         *     }
         */
        RewriteRequest: {
            /**
             * @description The text.
             * @example we cant do that
             */
            text: string;
            style?: components["schemas"]["AiStyle"];
            /**
             * @description Instructions for the model. The built-in provider ignores them.
             * @example Offer a call tomorrow.
             */
            instructions?: string;
            /**
             * @description The thread that the text belongs to: the run is erased with it.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId?: string | null;
        };
        /**
         * @description A saved report: the parameters of `GET /reports` and a chart.
         * @example {
         *       "id": "rep_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "name": "Threads by team",
         *       "shared": true,
         *       "query": {
         *         "metrics": "BACKLOG",
         *         "from": "today-90",
         *         "to": "today+1",
         *         "grain": "week",
         *         "groupBy": "team"
         *       },
         *       "chart": "LINE",
         *       "ownerId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "updatedAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        SavedReport: {
            /**
             * @description The saved report.
             * @example rep_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * @description The report’s name. Surrounding spaces are removed.
             * @example Threads by team
             */
            name: string;
            /** @description Whether all users who may read reports see it, or only its owner. */
            shared: boolean;
            query: components["schemas"]["SavedReportQuery"];
            chart: components["schemas"]["SavedReportChart"];
            /**
             * @description The user who created it.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            ownerId: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @description How clients show it. The service only stores it.
         *
         *     - `LINE`: A line for each group, over time.
         *     - `BAR`: Bars beside each other.
         *     - `STACKED_BAR`: Bars, divided by group.
         *     - `TABLE`: A table.
         *     - `NUMBER`: The totals alone.
         * @enum {string}
         */
        SavedReportChart: "LINE" | "BAR" | "STACKED_BAR" | "TABLE" | "NUMBER";
        /**
         * @example {
         *       "name": "Threads by team",
         *       "shared": true,
         *       "query": {
         *         "metrics": "BACKLOG",
         *         "from": "today-90",
         *         "to": "today+1",
         *         "grain": "week",
         *         "groupBy": "team"
         *       },
         *       "chart": "LINE"
         *     }
         */
        SavedReportCreate: {
            /**
             * @description The report’s name. Surrounding spaces are removed.
             * @example Threads by team
             */
            name: string;
            /** @description Whether all users who may read reports see it, or only its owner. */
            shared?: boolean;
            query: components["schemas"]["SavedReportQuery"];
            chart?: components["schemas"]["SavedReportChart"];
        };
        /** @description A saved report was created. */
        SavedReportCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "saved_report.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["SavedReport"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A saved report was deleted. */
        SavedReportDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "saved_report.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["SavedReport"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of SavedReport. */
        SavedReportList: {
            data: components["schemas"]["SavedReport"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The parameters of `GET /reports`. Dates relative to today keep a saved report current.
         * @example {
         *       "metrics": "THREADS_CREATED,THREADS_RESOLVED",
         *       "from": "today-30",
         *       "to": "today+1",
         *       "grain": "day",
         *       "groupBy": "team"
         *     }
         */
        SavedReportQuery: {
            /**
             * @description One to twelve metrics of `GET /reports/metrics`, separated by commas.
             * @example THREADS_CREATED,FIRST_RESPONSE_TIME
             */
            metrics: string;
            /**
             * @description The beginning of the range. A local date in `timezone` (`2026-03-01`), an instant (`2026-03-01T09:30:00Z`), or a date relative to today (`today`, `today-30`, `today+1`).
             * @example today-30
             */
            from: string;
            /**
             * @description The end of the range, which is not included. At most five years after `from`, 31 days by hour. A local date in `timezone` (`2026-03-01`), an instant (`2026-03-01T09:30:00Z`), or a date relative to today (`today`, `today-30`, `today+1`).
             * @example today+1
             */
            to: string;
            grain?: components["schemas"]["ReportGrain"];
            /**
             * @description At most two dimensions of the metrics, separated by a comma.
             * @example team
             */
            groupBy?: string;
            /**
             * @description The time zone of dates and buckets, a name of the IANA database. Default: the setting `reporting.timezone`.
             * @example Europe/Berlin
             */
            timezone?: string;
            time?: components["schemas"]["ReportTime"];
            compareTo?: components["schemas"]["ReportComparison"];
            /**
             * @description The agent who is credited. `none`: none.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            personId?: string;
            /**
             * @description The thread’s assignee at that moment. `none`: none.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            assigneeId?: string;
            /**
             * @description The thread’s team at that moment. `none`: none.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId?: string;
            /**
             * @description The thread’s inbox at that moment.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId?: string;
            priority?: components["schemas"]["PriorityInput"];
            channel?: components["schemas"]["ChannelInput"];
            /**
             * @description The SLA policy that applied at that moment. `none`: none.
             * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            policyId?: string;
            cause?: components["schemas"]["FactCauseFilter"];
            /**
             * Format: int64
             * @description The hour of the local day.
             * @example 9
             */
            hourOfDay?: number;
            weekday?: components["schemas"]["Weekday"];
            /**
             * @description A label that the thread has now. `none`: none.
             * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            labelId?: string;
            /**
             * @description The customer whom the thread has now. `none`: none.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            customerId?: string;
            /**
             * @description The key of a custom field of threads of type SELECT, for `fieldValue` and the dimension `field`.
             * @example plan
             */
            fieldKey?: string;
            /**
             * @description The value that the field `fieldKey` has now; empty for no value.
             * @example pro
             */
            fieldValue?: string;
        };
        /** @description The envelope of one SavedReport. */
        SavedReportResponse: {
            data: components["schemas"]["SavedReport"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "name": "By team",
         *       "query": {
         *         "metrics": "BACKLOG",
         *         "from": "today-90",
         *         "to": "today+1",
         *         "grain": "week",
         *         "groupBy": "team"
         *       }
         *     }
         */
        SavedReportUpdate: {
            /**
             * @description The report’s name. Surrounding spaces are removed.
             * @example Threads by team
             */
            name?: string;
            /** @description Whether all users who may read reports see it, or only its owner. */
            shared?: boolean;
            query?: components["schemas"]["SavedReportQuery"];
            chart?: components["schemas"]["SavedReportChart"];
        };
        /** @description A saved report was changed. */
        SavedReportUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "saved_report.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["SavedReport"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The field that matches.
         *
         *     - `subject`: The thread’s subject.
         *     - `ticketNumber`: Its number.
         *     - `externalRef`: Your own id for the thread.
         *     - `customerName`: The customer’s name.
         *     - `customerEmail`: The customer’s e-mail address.
         *     - `message`: One of its messages, internal notes included.
         *     - `attachment`: The name of a file of one of its messages.
         * @enum {string}
         */
        SearchField: "subject" | "ticketNumber" | "externalRef" | "customerName" | "customerEmail" | "message" | "attachment";
        /**
         * @description The matches of a thread.
         * @example {
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "matches": [
         *         {
         *           "field": "subject",
         *           "messageId": null,
         *           "text": "The export is empty",
         *           "ranges": [
         *             {
         *               "start": 4,
         *               "end": 10
         *             }
         *           ]
         *         }
         *       ]
         *     }
         */
        SearchHighlight: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
            /** @description The matching fields, then at most 3 messages with their files, latest first. In a thread with thousands of messages only the latest are searched. */
            matches: components["schemas"]["SearchMatch"][];
        };
        /** @description A matching text. */
        SearchMatch: {
            field: components["schemas"]["SearchField"];
            /**
             * @description The message, if `field` is `message` or `attachment`.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            messageId: string | null;
            /** @description The text of the field; for a message the text around the first match, cut between words. Never HTML. */
            text: string;
            /** @description The positions of the words, in order, without overlap. */
            ranges: components["schemas"]["SearchRange"][];
        };
        /** @description A match. Positions count UTF-16 code units, as in JavaScript and Java. */
        SearchRange: {
            /**
             * Format: int64
             * @description The first position in `text`.
             */
            start: number;
            /**
             * Format: int64
             * @description The position after the last character.
             */
            end: number;
        };
        /**
         * @description A change of a user’s sign-in, without secrets.
         * @example {
         *       "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "change": "PASSWORD_SET"
         *     }
         */
        SecurityChange: {
            /**
             * @description The user.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            change: components["schemas"]["SecurityChangeKind"];
        };
        /**
         * @description The event type.
         *
         *     - `LINK_REQUESTED`: A link to choose a password, or the invitation, was requested again.
         *     - `TOTP_ENROLLED`: The user got a secret for an authenticator, which is not confirmed yet.
         *     - `TOTP_CONFIRMED`: The user now signs in with an authenticator.
         *     - `TOTP_DISABLED`: The user now signs in without an authenticator.
         *     - `EMAIL_CHANGED`: The user now signs in with a new, confirmed e-mail address.
         *     - `PASSWORD_SET`: The user chose a password: by the invitation, by a link, or by changing it.
         * @enum {string}
         */
        SecurityChangeKind: "LINK_REQUESTED" | "TOTP_ENROLLED" | "TOTP_CONFIRMED" | "TOTP_DISABLED" | "EMAIL_CHANGED" | "PASSWORD_SET";
        /**
         * @description Whether the message is mailed. By default it is, on threads of EMAIL inboxes that send.
         *
         *     Accepted in any letter case; responses use the spelling of this list.
         *
         *     - `EMAIL`: By mail.
         *     - `NONE`: It is not sent.
         * @enum {string}
         */
        SendBy: "EMAIL" | "NONE" | "email" | "none";
        /**
         * @description A rule about the mail of an address or a domain. The most specific rule wins: an address before a domain, an inbox before all.
         * @example {
         *       "id": "rul_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "pattern": "@example.com",
         *       "action": "BLOCK",
         *       "inboxId": null,
         *       "note": "Sends advertisements",
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        SenderRule: {
            /**
             * @description The rule.
             * @example rul_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description An address, or `@` and a domain. */
            pattern: string;
            action: components["schemas"]["SenderRuleAction"];
            /**
             * @description The inbox for which it holds; null for all.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId: string | null;
            /** @description Why the rule exists. */
            note: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description What happens to the mail of a sender.
         *
         *     - `BLOCK`: Their mail is suspended.
         *     - `ALLOW`: Their mail passes the guards, even if it looks automatic.
         * @enum {string}
         */
        SenderRuleAction: "BLOCK" | "ALLOW";
        /**
         * @example {
         *       "pattern": "@example.com",
         *       "action": "BLOCK",
         *       "note": "Sends advertisements"
         *     }
         */
        SenderRuleCreate: {
            /**
             * @description An address such as `ada@example.com`, or a domain such as `@example.com`. Letter case does not matter.
             * @example @example.com
             */
            pattern: string;
            action: components["schemas"]["SenderRuleAction"];
            /**
             * @description The inbox for which it holds. Default: all.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId?: string | null;
            /** @description Why the rule exists. */
            note?: string | null;
        };
        /** @description A sender rule was created. */
        SenderRuleCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sender_rule.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["SenderRule"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A sender rule was deleted. */
        SenderRuleDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sender_rule.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["SenderRule"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of SenderRule. */
        SenderRuleList: {
            data: components["schemas"]["SenderRule"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one SenderRule. */
        SenderRuleResponse: {
            data: components["schemas"]["SenderRule"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description What would happen now to a reply by mail.
         *
         *     - `MAIL_SERVER`: A mail server sends it.
         *     - `FILE`: There is no mail server: it is kept as a file, its state becomes KEPT, and it reaches nobody.
         *     - `NONE`: No inbox can send it.
         * @enum {string}
         */
        SendingMode: "MAIL_SERVER" | "FILE" | "NONE";
        /**
         * @description One of your sessions.
         * @example {
         *       "id": "ses_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "lastUsedAt": "2026-03-04T11:15:00.000Z",
         *       "ip": "203.0.113.7",
         *       "userAgent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
         *       "current": true
         *     }
         */
        Session: {
            /**
             * @description The session.
             * @example ses_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * Format: date-time
             * @description When the user signed in.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last used, to within 15 minutes.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastUsedAt: string;
            /** @description The network address of the last use. */
            ip: string | null;
            /** @description The program of the last use (`User-Agent`). */
            userAgent: string | null;
            /** @description Whether it is the session of this request. */
            current: boolean;
        };
        /** @description A user signed in. */
        SessionCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "session.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["UserSession"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The reason why a session ended.
         *
         *     - `SIGNED_OUT`: The user signed out.
         *     - `REVOKED`: The user ended it from another session.
         *     - `TOKEN_REUSED`: A refresh token was used a second time: it may have been stolen.
         *     - `PASSWORD_CHANGED`: The user changed the password.
         *     - `USER_SUSPENDED`: The user was suspended.
         *     - `EMAIL_CHANGED`: Another user changed the e-mail address, which was confirmed.
         * @enum {string}
         */
        SessionEndReason: "SIGNED_OUT" | "REVOKED" | "TOKEN_REUSED" | "PASSWORD_CHANGED" | "USER_SUSPENDED" | "EMAIL_CHANGED";
        /** @description A session ended: the user signed out, changed the password, was suspended or got another address, or a refresh token was used a second time (`endedReason` `TOKEN_REUSED`), which can mean that it was stolen. Sessions that expire emit no event. */
        SessionEndedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "session.ended";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["UserSession"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of Session. */
        SessionList: {
            data: components["schemas"]["Session"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one Session. */
        SessionResponse: {
            data: components["schemas"]["Session"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The tokens of a session, shown only once.
         * @example {
         *       "accessToken": "svat_AZnC1z4bcQCL2rq9VlU8mQGZwtc-G3EEi9q6vVZVPJkAAAABmcLXPht3p0Yc5m2Jd8Qb1fN7uT4wXk6eRsL0aGhVzP9oIy",
         *       "refreshToken": "svrt_AZnC1z4bcQCL2rq9VlU8mQGZwtc-G3EEi9q6vVZVPJkAAAABmcLXPht3p0Yc5m2Jd8Qb1fN7uT4wXk6eRsL0aGhVzP9oIy",
         *       "expiresAt": "2026-03-04T09:45:00.000Z",
         *       "user": {
         *         "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "name": "Grace Hopper",
         *         "email": "grace@example.com",
         *         "pendingEmail": null,
         *         "emailFailedAt": null,
         *         "kind": "PERSON",
         *         "role": "AGENT",
         *         "teamIds": [
         *           "tea_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *         ],
         *         "availability": "AVAILABLE",
         *         "status": "ACTIVE",
         *         "lastSeenAt": "2026-03-04T09:30:00.000Z",
         *         "createdAt": "2026-03-04T09:30:00.000Z"
         *       },
         *       "lacksSecondFactor": false
         *     }
         */
        SignIn: {
            /** @description The access token, for `Authorization: Bearer`. Valid for 15 minutes. */
            accessToken: string;
            /** @description Returns the next access token, once: each refresh returns a new one. Valid for 14 days. */
            refreshToken: string;
            /**
             * Format: date-time
             * @description When the access token expires.
             * @example 2026-03-04T09:30:00.000Z
             */
            expiresAt: string;
            user: components["schemas"]["User"];
            /** @description True if the user’s role needs a second factor and the user has none: the session can only set one up. */
            lacksSecondFactor: boolean;
        };
        /** @description The envelope of one SignIn. */
        SignInResponse: {
            data: components["schemas"]["SignIn"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description A target was missed. Emitted once per clock, within two seconds, even after downtime. */
        SlaBreachedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sla.breached";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["ThreadClock"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The threads to which it applies: all conditions must match, each list by one entry. Without conditions, all threads. At most 32 KiB as JSON.
         * @example {
         *       "priorities": [
         *         "urgent"
         *       ]
         *     }
         */
        SlaConditions: {
            /** @description The thread’s priority. */
            priorities?: components["schemas"]["ThreadPriority"][];
            /** @description Where it started. */
            channels?: components["schemas"]["ThreadChannel"][];
            /** @description Its inbox. */
            inboxIds?: string[];
            /** @description Its team. */
            teamIds?: string[];
            /** @description Labels, any of which the thread has. */
            labelIds?: string[];
            /** @description Conditions on the customer’s custom fields, all of which must match. */
            customerFields?: {
                /**
                 * @description The key of the customer’s custom field.
                 * @example plan
                 */
                key: string;
                /**
                 * @description The accepted values.
                 * @example [
                 *       "enterprise"
                 *     ]
                 */
                values: (string | number | boolean)[];
            }[];
        };
        /**
         * @description The threads to which it applies: all conditions must match, each list by one entry. Without conditions, all threads. At most 32 KiB as JSON.
         * @example {
         *       "priorities": [
         *         "urgent"
         *       ]
         *     }
         */
        SlaConditionsInput: {
            /** @description The thread’s priority. */
            priorities?: components["schemas"]["PriorityInput"][];
            /** @description Where it started. */
            channels?: components["schemas"]["ChannelInput"][];
            /** @description Its inbox. */
            inboxIds?: string[];
            /** @description Its team. */
            teamIds?: string[];
            /** @description Labels, any of which the thread has. */
            labelIds?: string[];
            /** @description Conditions on the customer’s custom fields, all of which must match. */
            customerFields?: {
                /**
                 * @description The key of the customer’s custom field.
                 * @example plan
                 */
                key: string;
                /**
                 * @description The accepted values.
                 * @example [
                 *       "enterprise"
                 *     ]
                 */
                values: (string | number | boolean)[];
            }[];
        };
        /** @description A target was met. Emitted once per clock, and again when a reopened thread is resolved again. */
        SlaMetEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sla.met";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["ThreadClock"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The measured time.
         *
         *     - `FIRST_RESPONSE`: The time until an agent’s first reply.
         *     - `NEXT_RESPONSE`: The time until an agent replies to the customer’s latest message.
         *     - `RESOLUTION`: The time until the thread is resolved.
         * @enum {string}
         */
        SlaMetric: "FIRST_RESPONSE" | "NEXT_RESPONSE" | "RESOLUTION";
        /** @description Minutes of working time per priority. */
        SlaMinutes: {
            /**
             * Format: int64
             * @description Minutes for low threads; no target if omitted.
             * @example 60
             */
            low?: number;
            /**
             * Format: int64
             * @description Minutes for normal threads; no target if omitted.
             * @example 60
             */
            normal?: number;
            /**
             * Format: int64
             * @description Minutes for high threads; no target if omitted.
             * @example 60
             */
            high?: number;
            /**
             * Format: int64
             * @description Minutes for urgent threads; no target if omitted.
             * @example 60
             */
            urgent?: number;
        };
        /**
         * @description Response and resolution targets of threads.
         * @example {
         *       "id": "sla_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "name": "Urgent first",
         *       "order": 0,
         *       "conditions": {
         *         "priorities": [
         *           "urgent"
         *         ]
         *       },
         *       "onlyByInbox": false,
         *       "targets": {
         *         "firstResponse": {
         *           "urgent": 30
         *         },
         *         "resolution": {
         *           "urgent": 480
         *         }
         *       },
         *       "businessHoursId": null,
         *       "pauseOn": [
         *         "pending"
         *       ],
         *       "warningPercent": 20,
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "updatedAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        SlaPolicy: {
            /**
             * @description The policy.
             * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description Unique within the tenant, ignoring letter case. */
            name: string;
            /**
             * Format: int64
             * @description Policies are tried in this order, lowest first.
             */
            order: number;
            conditions: components["schemas"]["SlaConditions"];
            /** @description `true`: only for threads of inboxes that name it (`slaPolicyId`). */
            onlyByInbox: boolean;
            targets: components["schemas"]["SlaTargets"];
            /**
             * @description The hours within which clocks run; null for around the clock.
             * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            businessHoursId: string | null;
            /** @description Clocks are paused while the thread has one of these statuses. */
            pauseOn: components["schemas"]["ThreadStatus"][];
            /**
             * Format: int64
             * @description `sla.warning` is emitted when this percentage of a target’s working time is left.
             */
            warningPercent: number;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
        };
        /**
         * @example {
         *       "name": "Urgent first",
         *       "conditions": {
         *         "priorities": [
         *           "urgent",
         *           "high"
         *         ]
         *       },
         *       "targets": {
         *         "firstResponse": {
         *           "urgent": 30
         *         },
         *         "resolution": {
         *           "urgent": 480
         *         }
         *       },
         *       "pauseOn": []
         *     }
         */
        SlaPolicyCreate: {
            /**
             * @description Unique within the tenant, ignoring letter case.
             * @example Urgent first
             */
            name: string;
            targets: components["schemas"]["SlaTargets"];
            /**
             * Format: int64
             * @description Policies are tried in this order, lowest first.
             */
            order?: number;
            conditions?: components["schemas"]["SlaConditionsInput"];
            /** @description `true`: only for threads of inboxes that name it (`slaPolicyId`). */
            onlyByInbox?: boolean;
            /**
             * @description The hours within which clocks run; null for around the clock.
             * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            businessHoursId?: string | null;
            /**
             * @description Clocks are paused while the thread has one of these statuses.
             * @example [
             *       "pending"
             *     ]
             */
            pauseOn?: components["schemas"]["StatusInput"][];
            /**
             * Format: int64
             * @description `sla.warning` is emitted when this percentage of a target’s working time is left.
             * @default 20
             * @example 25
             */
            warningPercent?: number;
        };
        /** @description An SLA policy was created. */
        SlaPolicyCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sla_policy.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["SlaPolicy"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description An SLA policy was deleted. */
        SlaPolicyDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sla_policy.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["SlaPolicy"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of SlaPolicy. */
        SlaPolicyList: {
            data: components["schemas"]["SlaPolicy"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one SlaPolicy. */
        SlaPolicyResponse: {
            data: components["schemas"]["SlaPolicy"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "name": "Gold"
         *     }
         */
        SlaPolicyUpdate: {
            /**
             * @description Unique within the tenant, ignoring letter case.
             * @example Urgent first
             */
            name?: string;
            targets?: components["schemas"]["SlaTargets"];
            /**
             * Format: int64
             * @description Policies are tried in this order, lowest first.
             */
            order?: number;
            conditions?: components["schemas"]["SlaConditionsInput"];
            /** @description `true`: only for threads of inboxes that name it (`slaPolicyId`). */
            onlyByInbox?: boolean;
            /**
             * @description The hours within which clocks run; null for around the clock.
             * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            businessHoursId?: string | null;
            /**
             * @description Clocks are paused while the thread has one of these statuses.
             * @example [
             *       "pending"
             *     ]
             */
            pauseOn?: components["schemas"]["StatusInput"][];
            /**
             * Format: int64
             * @description `sla.warning` is emitted when this percentage of a target’s working time is left.
             * @default 20
             * @example 25
             */
            warningPercent?: number;
        };
        /** @description An SLA policy was changed. */
        SlaPolicyUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sla_policy.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["SlaPolicy"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The state of the thread’s SLA targets.
         *
         *     Accepted in any letter case; responses use the spelling of this list.
         *
         *     - `BREACHED`: A running clock is overdue.
         *     - `WARNING`: No running clock is overdue, but one has had its `sla.warning`.
         *     - `PENDING`: All running clocks are before their warning.
         *     - `PAUSED`: All clocks that have not stopped are paused.
         *     - `MET`: All clocks have stopped, and all targets were met.
         *     - `MISSED`: All clocks have stopped, and a target was missed.
         * @enum {string}
         */
        SlaStanding: "BREACHED" | "WARNING" | "PENDING" | "PAUSED" | "MET" | "MISSED" | "breached" | "warning" | "pending" | "paused" | "met" | "missed";
        /**
         * @description The state of the target.
         *
         *     - `PENDING`: The clock runs or is paused, and is not overdue.
         *     - `MET`: Met.
         *     - `BREACHED`: Missed.
         * @enum {string}
         */
        SlaState: "PENDING" | "MET" | "BREACHED";
        /**
         * @description The targets. An omitted or null target does not apply.
         * @example {
         *       "firstResponse": {
         *         "normal": 240,
         *         "high": 120,
         *         "urgent": 30
         *       }
         *     }
         */
        SlaTargets: {
            /** @description Until an agent’s first reply. */
            firstResponse?: components["schemas"]["SlaMinutes"] | null;
            /** @description Until an agent replies to each later message of the customer. */
            nextResponse?: components["schemas"]["SlaMinutes"] | null;
            /** @description Until the thread is resolved. */
            resolution?: components["schemas"]["SlaMinutes"] | null;
        };
        /** @description Only `warningPercent` of the time for a target is left. Emitted once per clock, and again only if another priority or policy gives it more time. */
        SlaWarningEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "sla.warning";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["ThreadClock"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The mail server that sends an inbox’s replies. */
        SmtpSettings: {
            /** @description The server’s host name. */
            host: string;
            /**
             * Format: int64
             * @description The port.
             */
            port: number;
            security: components["schemas"]["MailSecurity"];
            auth: components["schemas"]["MailAuth"];
            /** @description The account’s name; null to send without signing in. */
            user: string | null;
            /** @description Whether a password is stored. */
            passwordSet: boolean;
        };
        /**
         * @description What a new sender rule blocks.
         *
         *     - `ADDRESS`: Mail from the customer’s address.
         *     - `DOMAIN`: Mail from all addresses of the customer’s domain.
         * @enum {string}
         */
        SpamBlock: "ADDRESS" | "DOMAIN";
        /**
         * @description The thread’s status.
         *
         *     Accepted in any letter case; responses use the spelling of this list.
         *
         *     - `open`: Waiting for an agent.
         *     - `pending`: Waiting for the customer, or snoozed; a message from the customer reopens it.
         *     - `resolved`: The agent considers it done; a message from the customer reopens it.
         *     - `closed`: Finished. A message from the customer starts a new thread.
         * @enum {string}
         */
        StatusInput: "open" | "pending" | "resolved" | "closed" | "OPEN" | "PENDING" | "RESOLVED" | "CLOSED";
        /** @description A number at a time. */
        StockFigure: {
            /**
             * Format: int64
             * @description The number at the end of the bucket.
             */
            count: number;
            /** @description The path of the facts behind the figure: a call of `GET /reports/facts` with `asOf`. */
            factsUrl: string;
        };
        /**
         * @example {
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *     }
         */
        SuggestReplyRequest: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
            /**
             * @description Instructions for the model. The built-in provider ignores them.
             * @example Offer a call tomorrow.
             */
            instructions?: string;
        };
        /**
         * @description What is wrong with the address.
         *
         *     - `REMOVED`: An agent removed them from the participants.
         *     - `UNVERIFIED`: A stranger whom no agent has added.
         *     - `FAILED`: Mail to it is returned for good. A reply goes to it all the same, but no automatic mail.
         * @enum {string}
         */
        SuppressedReason: "REMOVED" | "UNVERIFIED" | "FAILED";
        /**
         * @description Why a mail was suspended.
         *
         *     - `AUTOMATIC`: An automatic reply that belongs to no thread.
         *     - `BOUNCE_UNMATCHED`: A delivery report about a mail that the service did not send.
         *     - `BULK`: Bulk mail, which the inbox suspends.
         *     - `SPAM`: The mail server marked it as spam.
         *     - `AUTHENTICATION`: Its sender failed the checks of its domain.
         *     - `BLOCKED`: A sender rule blocks its sender.
         *     - `FLOOD`: Its sender sent too many mails.
         *     - `LOOP`: It has passed through this service several times.
         *     - `SELF_SENT`: It claims to come from one of the tenant’s own addresses.
         *     - `UNVERIFIED_AGENT`: It claims to come from an agent, which could not be verified.
         *     - `NO_SENDER`: It has no sender who could be answered, such as `root@server`.
         *     - `INBOX_INACTIVE`: Its inbox is inactive.
         *     - `TOO_MANY_PARTICIPANTS`: Its thread has too many participants.
         *     - `UNREADABLE`: It could not be read.
         *     - `FAILED`: Processing it failed.
         * @enum {string}
         */
        SuspensionCause: "AUTOMATIC" | "BOUNCE_UNMATCHED" | "BULK" | "SPAM" | "AUTHENTICATION" | "BLOCKED" | "FLOOD" | "LOOP" | "SELF_SENT" | "UNVERIFIED_AGENT" | "NO_SENDER" | "INBOX_INACTIVE" | "TOO_MANY_PARTICIPANTS" | "UNREADABLE" | "FAILED";
        /**
         * @description A part of the service.
         *
         *     - `database`: The database responds.
         *     - `migrations`: The database has the migrations of this version.
         *     - `jobs`: Background work.
         *     - `webhooks`: Deliveries of events.
         *     - `mail`: Mails of the service itself, such as invitations.
         *     - `channels`: Mails from and to customers, and the connections of inboxes.
         *     - `storage`: The store of files.
         *     - `limits`: The shared store of request limits. Only if one is configured (`REDIS_URL`).
         * @enum {string}
         */
        SystemComponent: "database" | "migrations" | "jobs" | "webhooks" | "mail" | "channels" | "storage" | "limits";
        /**
         * @description The state of one part of the service.
         * @example {
         *       "component": "database",
         *       "status": "OK",
         *       "latencyMs": 0.8,
         *       "detail": null,
         *       "checkedAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        SystemHealth: {
            component: components["schemas"]["SystemComponent"];
            status: components["schemas"]["HealthStatus"];
            /**
             * Format: double
             * @description The duration of the check in milliseconds; null if it got no response.
             */
            latencyMs: number | null;
            /** @description A sentence: the problem, the waiting work of `jobs` and `mail`, or the used quota of `storage`; null if there is none. */
            detail: string | null;
            /**
             * Format: date-time
             * @description When it was checked.
             * @example 2026-03-04T09:30:00.000Z
             */
            checkedAt: string;
        };
        /** @description The envelope of a page of SystemHealth. */
        SystemHealthList: {
            data: components["schemas"]["SystemHealth"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description Groups of agents.
         * @example {
         *       "id": "tea_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "name": "Billing",
         *       "memberIds": [
         *         "usr_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *       ],
         *       "assignment": "MANUAL",
         *       "maxOpenPerAgent": 20,
         *       "businessHoursId": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        Team: {
            /**
             * @description The team.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description Unique within the tenant, ignoring letter case. */
            name: string;
            /** @description The members. */
            memberIds: string[];
            assignment: components["schemas"]["TeamAssignment"];
            /**
             * Format: int64
             * @description The maximum of open threads per member; null for no limit.
             */
            maxOpenPerAgent: number | null;
            /**
             * @description The team’s business hours.
             * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            businessHoursId: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description How a thread that was assigned only to the team gets an assignee.
         *
         *     - `MANUAL`: No member, until it is assigned explicitly.
         *     - `ROUND_ROBIN`: Its members in turn.
         *     - `LEAST_LOADED`: The member with the fewest open threads.
         * @enum {string}
         */
        TeamAssignment: "MANUAL" | "ROUND_ROBIN" | "LEAST_LOADED";
        /**
         * @example {
         *       "name": "Billing",
         *       "assignment": "ROUND_ROBIN",
         *       "maxOpenPerAgent": 20
         *     }
         */
        TeamCreate: {
            /**
             * @description Unique within the tenant, ignoring letter case. Surrounding spaces are removed.
             * @example Billing
             */
            name: string;
            assignment?: components["schemas"]["TeamAssignment"];
            /**
             * Format: int64
             * @description The maximum of open threads per member; null for no limit.
             * @example 20
             */
            maxOpenPerAgent?: number | null;
            /**
             * @description The team’s business hours, or null.
             * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            businessHoursId?: string | null;
        };
        /** @description A team was created. */
        TeamCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "team.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Team"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A team was deleted. */
        TeamDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "team.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Team"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of Team. */
        TeamList: {
            data: components["schemas"]["Team"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one Team. */
        TeamResponse: {
            data: components["schemas"]["Team"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "name": "Invoices"
         *     }
         */
        TeamUpdate: {
            /**
             * @description Unique within the tenant, ignoring letter case. Surrounding spaces are removed.
             * @example Billing
             */
            name?: string;
            assignment?: components["schemas"]["TeamAssignment"];
            /**
             * Format: int64
             * @description The maximum of open threads per member; null for no limit.
             * @example 20
             */
            maxOpenPerAgent?: number | null;
            /**
             * @description The team’s business hours, or null.
             * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            businessHoursId?: string | null;
        };
        /** @description A team was changed. */
        TeamUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "team.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Team"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The settings of a tenant. A change takes effect everywhere within two seconds.
         * @example {
         *       "id": "ten_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "slug": "acme",
         *       "name": "Acme",
         *       "ticketPrefix": "ACME",
         *       "timezone": "Europe/Berlin",
         *       "locale": "en-GB",
         *       "autoCloseDays": 7,
         *       "reopening": {
         *         "withinDays": null
         *       },
         *       "assignOnFirstReply": true,
         *       "defaultPriority": "normal",
         *       "allowedSignInDomains": [
         *         "example.com"
         *       ],
         *       "secondFactor": {
         *         "requiredRoles": [
         *           "OWNER"
         *         ]
         *       },
         *       "reporting": {
         *         "timezone": null,
         *         "weekStartsOn": "MONDAY",
         *         "businessHoursId": null,
         *         "people": "ALL"
         *       },
         *       "retention": {
         *         "events": null,
         *         "deliveries": null,
         *         "auditRows": 365,
         *         "uploads": null,
         *         "closedThreads": null,
         *         "rawMails": 30
         *       },
         *       "ai": {
         *         "url": null,
         *         "model": null,
         *         "timeoutSeconds": 12,
         *         "tokensPerDay": null,
         *         "atOnce": 4,
         *         "hasKey": false
         *       },
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "updatedAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        TenantSettings: {
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The tenant’s host label. It never changes. */
            slug: string;
            /** @description The name of your company, in mails and on pages. */
            name: string;
            /**
             * @description The beginning of new ticket numbers. Existing numbers do not change.
             * @example ACME
             */
            ticketPrefix: string;
            /**
             * @description The time zone of times in mails, a name of the IANA database.
             * @example Europe/Berlin
             * @example America/New_York
             */
            timezone: string;
            /**
             * @description Language and region (BCP 47) of times in mails.
             * @example en-GB
             * @example pt-BR
             */
            locale: string;
            /**
             * Format: int64
             * @description Days until resolved threads are closed; 0 for never.
             */
            autoCloseDays: number;
            /** @description Whether the first reply to an unassigned thread assigns the thread to the agent who replies. On for new tenants. */
            assignOnFirstReply: boolean;
            /**
             * @description E-mail domains of users who may be invited and sign in; empty for any.
             * @example [
             *       "example.com"
             *     ]
             */
            allowedSignInDomains: string[];
            /** @description The reopening of threads by customers’ messages. */
            reopening: {
                /**
                 * Format: int64
                 * @description Days after resolution during which a customer’s message reopens the thread. Later messages start a new thread with `followUpOf`. Null: no limit.
                 */
                withinDays: number | null;
            };
            defaultPriority: components["schemas"]["ThreadPriority"];
            /** @description The requirement of a second factor. */
            secondFactor: {
                /** @description The roles that must sign in with a second factor. */
                requiredRoles: components["schemas"]["UserRole"][];
            };
            /** @description How reports divide time and whether they name agents. */
            reporting: {
                /**
                 * @description The time zone of days in reports, a name of the IANA database. Null: `timezone`.
                 * @example Europe/Berlin
                 */
                timezone: string | null;
                weekStartsOn: components["schemas"]["Weekday"];
                people: components["schemas"]["ReportedPeople"];
                /**
                 * @description The business hours for working time in reports, for threads whose SLA policy and team have none; null for none.
                 * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                businessHoursId: string | null;
            };
            /** @description Retention in days. */
            retention: {
                /**
                 * Format: int64
                 * @description Events. Null: the operator’s `EVENT_RETENTION_DAYS`.
                 */
                events: number | null;
                /**
                 * Format: int64
                 * @description Webhook deliveries. Null: the operator’s `DELIVERY_RETENTION_DAYS`.
                 */
                deliveries: number | null;
                /**
                 * Format: int64
                 * @description Audit logs. Null: for ever.
                 */
                auditRows: number | null;
                /**
                 * Format: int64
                 * @description Files, from their upload. Null: as long as their message, meeting or article.
                 */
                uploads: number | null;
                /**
                 * Format: int64
                 * @description Closed threads, from their closing, with all their content. Null: for ever.
                 */
                closedThreads: number | null;
                /**
                 * Format: int64
                 * @description Mails as they arrived, from their arrival; messages and their files stay. 30 for new tenants. Null: for ever.
                 */
                rawMails: number | null;
            };
            /** @description Your own language model for AI operations, and limits, which also apply to the operator’s model; the smaller of your and the operator’s limit applies. */
            ai: {
                /**
                 * @description The base URL of a server with OpenAI’s chat completions API, such as `https://api.example.com/v1`. Null: the operator’s model, if there is one.
                 * @example https://ai.example.com/v1
                 */
                url: string | null;
                /**
                 * @description The server’s name of the model. Set both this and `url`, or neither.
                 * @example small-1
                 */
                model: string | null;
                /**
                 * Format: int64
                 * @description The time limit of a run in seconds.
                 */
                timeoutSeconds: number;
                /**
                 * Format: int64
                 * @description Tokens per day (UTC). Null: any number.
                 */
                tokensPerDay: number | null;
                /**
                 * Format: int64
                 * @description Concurrent runs of the model in each process.
                 */
                atOnce: number;
                /** @description Whether a key is stored (`aiKey`). It is never shown. */
                hasKey: boolean;
            };
            /**
             * Format: date-time
             * @description When the tenant was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a setting was last changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @description The envelope of one TenantSettings. */
        TenantSettingsResponse: {
            data: components["schemas"]["TenantSettings"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "name": "Acme",
         *       "autoCloseDays": 14,
         *       "timezone": "Europe/Berlin",
         *       "retention": {
         *         "events": 90
         *       }
         *     }
         */
        TenantSettingsUpdate: {
            /**
             * @description The name of your company, in mails and on pages.
             * @example Acme
             */
            name?: string;
            /**
             * @description The beginning of new ticket numbers. Existing numbers do not change.
             * @example ACME
             */
            ticketPrefix?: string;
            /**
             * @description The time zone of times in mails, a name of the IANA database.
             * @example Europe/Berlin
             * @example America/New_York
             */
            timezone?: string;
            /**
             * @description Language and region (BCP 47) of times in mails.
             * @example en-GB
             * @example pt-BR
             */
            locale?: string;
            /**
             * Format: int64
             * @description Days until resolved threads are closed; 0 for never.
             */
            autoCloseDays?: number;
            /** @description Whether the first reply to an unassigned thread assigns the thread to the agent who replies. On for new tenants. */
            assignOnFirstReply?: boolean;
            /**
             * @description E-mail domains of users who may be invited and sign in; empty for any.
             * @example [
             *       "example.com"
             *     ]
             */
            allowedSignInDomains?: string[];
            /**
             * @description The reopening of threads by customers’ messages.
             * @example {
             *       "withinDays": 14
             *     }
             */
            reopening?: {
                /**
                 * Format: int64
                 * @description Days after resolution during which a customer’s message reopens the thread. Later messages start a new thread with `followUpOf`. Null: no limit.
                 */
                withinDays?: number | null;
            };
            defaultPriority?: components["schemas"]["PriorityInput"];
            /**
             * @description The requirement of a second factor.
             * @example {
             *       "requiredRoles": [
             *         "OWNER",
             *         "ADMIN"
             *       ]
             *     }
             */
            secondFactor?: {
                /** @description The roles that must sign in with a second factor. */
                requiredRoles?: components["schemas"]["UserRole"][];
            };
            /**
             * @description How reports divide time and whether they name agents. Omitted fields do not change.
             * @example {
             *       "weekStartsOn": "SUNDAY"
             *     }
             */
            reporting?: {
                /**
                 * @description The time zone of days in reports, a name of the IANA database. Null: `timezone`.
                 * @example Europe/Berlin
                 */
                timezone?: string | null;
                weekStartsOn?: components["schemas"]["Weekday"];
                people?: components["schemas"]["ReportedPeople"];
                /**
                 * @description The business hours for working time in reports, for threads whose SLA policy and team have none; null for none.
                 * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                businessHoursId?: string | null;
            };
            /**
             * @description Retention in days. Omitted fields do not change.
             * @example {
             *       "auditRows": 365
             *     }
             */
            retention?: {
                /**
                 * Format: int64
                 * @description Events. Null: the operator’s `EVENT_RETENTION_DAYS`.
                 */
                events?: number | null;
                /**
                 * Format: int64
                 * @description Webhook deliveries. Null: the operator’s `DELIVERY_RETENTION_DAYS`.
                 */
                deliveries?: number | null;
                /**
                 * Format: int64
                 * @description Audit logs. Null: for ever.
                 */
                auditRows?: number | null;
                /**
                 * Format: int64
                 * @description Files, from their upload. Null: as long as their message, meeting or article.
                 */
                uploads?: number | null;
                /**
                 * Format: int64
                 * @description Closed threads, from their closing, with all their content. Null: for ever.
                 */
                closedThreads?: number | null;
                /**
                 * Format: int64
                 * @description Mails as they arrived, from their arrival; messages and their files stay. 30 for new tenants. Null: for ever.
                 */
                rawMails?: number | null;
            };
            /**
             * @description Your own language model for AI operations, and limits, which also apply to the operator’s model; the smaller of your and the operator’s limit applies. Omitted fields do not change.
             * @example {
             *       "tokensPerDay": 200000
             *     }
             */
            ai?: {
                /**
                 * @description The base URL of a server with OpenAI’s chat completions API, such as `https://api.example.com/v1`. Null: the operator’s model, if there is one.
                 * @example https://ai.example.com/v1
                 */
                url?: string | null;
                /**
                 * @description The server’s name of the model. Set both this and `url`, or neither.
                 * @example small-1
                 */
                model?: string | null;
                /**
                 * Format: int64
                 * @description The time limit of a run in seconds.
                 */
                timeoutSeconds?: number;
                /**
                 * Format: int64
                 * @description Tokens per day (UTC). Null: any number.
                 */
                tokensPerDay?: number | null;
                /**
                 * Format: int64
                 * @description Concurrent runs of the model in each process.
                 */
                atOnce?: number;
            };
            /**
             * @description The key for the model’s server, stored encrypted and never shown. Null removes it; so does a changed scheme, host or port of `ai.url`, if no key is sent.
             * @example sk-example
             */
            aiKey?: string | null;
        };
        /** @description A setting of the tenant changed. */
        TenantUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "tenant.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["TenantSettings"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The theme of the dashboard.
         *
         *     - `SYSTEM`: The theme of the user’s device.
         *     - `LIGHT`: Dark on light.
         *     - `DARK`: Light on dark.
         * @enum {string}
         */
        Theme: "SYSTEM" | "LIGHT" | "DARK";
        /**
         * @description One conversation with a customer, on any channel.
         * @example {
         *       "id": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "subject": "The export is empty",
         *       "status": "open",
         *       "priority": "normal",
         *       "channel": "api",
         *       "assignee": null,
         *       "customer": {
         *         "id": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "email": "ada@example.com",
         *         "name": "Ada Lovelace"
         *       },
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "updatedAt": "2026-03-04T09:30:00.000Z",
         *       "publicNumber": 42,
         *       "ticketNumber": "ACME-2026-000042",
         *       "externalRef": "order-1842",
         *       "inboxId": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "teamId": null,
         *       "labels": [
         *         {
         *           "id": "lbl_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "name": "Billing"
         *         }
         *       ],
         *       "customFields": {},
         *       "snoozed": false,
         *       "snoozedUntil": null,
         *       "followUpOf": null,
         *       "relatedTo": [],
         *       "mergedInto": null,
         *       "lastMessageId": "msg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "lastMessageAt": "2026-03-04T09:30:00.000Z",
         *       "lastMessageAuthorType": "CUSTOMER",
         *       "waitingSince": "2026-03-04T09:30:00.000Z",
         *       "messageCount": 1,
         *       "sla": [],
         *       "resolvedAt": null,
         *       "closedAt": null,
         *       "version": 1
         *     }
         */
        Thread: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The thread’s title. */
            subject: string;
            status: components["schemas"]["ThreadStatus"];
            priority: components["schemas"]["ThreadPriority"];
            channel: components["schemas"]["ThreadChannel"];
            /** @description The agent who works on it; null if it is unassigned. */
            assignee: components["schemas"]["ThreadAssignee"] | null;
            customer: components["schemas"]["ThreadCustomer"];
            /**
             * Format: date-time
             * @description When the thread was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the thread last changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
            /**
             * Format: int64
             * @description The thread’s sequential number within the tenant, without gaps.
             */
            publicNumber: number;
            /** @description The number as it is shown to people. */
            ticketNumber: string;
            /** @description Your own id for the thread (`external_reference_id`). */
            externalRef: string | null;
            /**
             * @description The inbox that received it.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId: string;
            /**
             * @description The team to which it belongs.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId: string | null;
            /** @description Its labels, by name. */
            labels: components["schemas"]["ThreadLabel"][];
            customFields: components["schemas"]["CustomFieldValues"];
            /** @description Whether it is snoozed, until `snoozedUntil` or until the customer writes. */
            snoozed: boolean;
            /**
             * Format: date-time
             * @description When the snooze ends; null if only the customer’s message ends it.
             * @example 2026-03-04T09:30:00.000Z
             */
            snoozedUntil: string | null;
            /**
             * @description The closed thread that this one follows.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            followUpOf: string | null;
            /** @description At most five threads to which its first mail referred without belonging to them, newest first. */
            relatedTo: string[];
            /**
             * @description The thread that has the messages of this merged thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            mergedInto: string | null;
            /**
             * @description Its latest message.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            lastMessageId: string;
            /**
             * Format: date-time
             * @description When its latest message was written.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastMessageAt: string;
            lastMessageAuthorType: components["schemas"]["AuthorType"];
            /**
             * Format: date-time
             * @description The time of the customer’s first message after the latest reply. Null if there is none, and while the thread is resolved or closed.
             * @example 2026-03-04T09:30:00.000Z
             */
            waitingSince: string | null;
            /**
             * Format: int64
             * @description The number of messages, including internal notes.
             */
            messageCount: number;
            /** @description Targets of the thread’s SLA policy; empty while no policy applies. */
            sla: components["schemas"]["ThreadSla"][];
            /**
             * Format: date-time
             * @description When it was resolved; null unless it is resolved.
             * @example 2026-03-04T09:30:00.000Z
             */
            resolvedAt: string | null;
            /**
             * Format: date-time
             * @description When it was closed; null unless it is closed.
             * @example 2026-03-04T09:30:00.000Z
             */
            closedAt: string | null;
            /**
             * Format: int64
             * @description Increases with every change; the `ETag`.
             */
            version: number;
        };
        /** @description The number of unresolved threads of an age. */
        ThreadAges: {
            /**
             * Format: int64
             * @description The greatest age in hours; null for all older threads.
             */
            upToHours: number | null;
            /**
             * Format: int64
             * @description The number of threads of this age: older than the entry before, and at most so old.
             */
            threads: number;
        };
        /** @description A thread’s assignee or team changed. */
        ThreadAssignedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "thread.assigned";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Thread"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The agent who works on a thread. */
        ThreadAssignee: {
            /**
             * @description The agent.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The agent’s name. */
            name: string;
        };
        /**
         * @example {
         *       "assigneeId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "teamId": "tea_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *     }
         */
        ThreadAssignment: {
            /**
             * @description The agent, or null to unassign.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            assigneeId?: string | null;
            /**
             * @description The team, or null to remove it. A strategy needs one.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId?: string | null;
            strategy?: components["schemas"]["AssignmentStrategy"];
            /**
             * @description Assigns only if this agent is the current assignee; null means unassigned.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            ifAssigneeId?: string | null;
        };
        /** @description A change to many threads. */
        ThreadBatch: components["schemas"]["ThreadBatchByIds"] | components["schemas"]["ThreadBatchByFilter"];
        /**
         * @description All threads that currently match a filter, changed by a job.
         * @example {
         *       "filter": {
         *         "status": "pending",
         *         "assigneeId": "none"
         *       },
         *       "expectedTotal": 1284,
         *       "changes": {
         *         "status": "resolved"
         *       }
         *     }
         */
        ThreadBatchByFilter: {
            filter: components["schemas"]["ThreadBatchFilter"];
            /**
             * Format: int64
             * @description The number of matching threads, from the list’s `meta.total`. The batch is refused if it has changed.
             * @example 1284
             */
            expectedTotal: number;
            changes: components["schemas"]["BatchChanges"];
        };
        /**
         * @description Threads by their ids, changed immediately.
         * @example {
         *       "threadIds": [
         *         "thr_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *       ],
         *       "changes": {
         *         "status": "resolved"
         *       }
         *     }
         */
        ThreadBatchByIds: {
            /** @description The threads; duplicates are changed once. */
            threadIds: string[];
            changes: components["schemas"]["BatchChanges"];
        };
        /**
         * @description The filters of `GET /threads`.
         * @example {
         *       "status": "open"
         *     }
         */
        ThreadBatchFilter: {
            /**
             * @description Words in the thread’s subject, messages (internal notes included), names of files, customer’s name and address, or external reference, in any language, ignoring case and accents. All words must occur. Also: `"a phrase"`, `-excluded`, `this or that`, `prefix*`. A ticket number (`ACME-2026-000042`, `#42`, `42`) or external reference finds its thread first. At most 50 words. A search that would take too long is refused with 400: a prefix of too many words (`TOO_MANY_WORDS`), or a phrase of more than six words that are in too many threads (`PHRASE_TOO_COMMON`).
             * @example refund -"gift card"
             */
            q?: string;
            status?: components["schemas"]["StatusInput"];
            /**
             * @description The agent, `none` for unassigned threads, or `me` for the caller’s threads.
             * @example none
             */
            assigneeId?: string;
            /**
             * @description A user who follows the thread, or `me` for threads that the caller follows.
             * @example me
             */
            followerId?: string;
            /**
             * @description The team.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId?: string;
            /**
             * @description The inbox.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId?: string;
            /**
             * @description The customer.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            customerId?: string;
            /**
             * @description One of the thread’s labels.
             * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            labelId?: string;
            priority?: components["schemas"]["PriorityInput"];
            channel?: components["schemas"]["ChannelInput"];
            customFields?: components["schemas"]["CustomFieldFilter"];
            /** @description The `external_reference_id` of the thread’s creation. */
            externalRef?: string;
            /**
             * Format: date-time
             * @description Created later than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAfter?: string;
            /**
             * Format: date-time
             * @description Created earlier than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdBefore?: string;
            /**
             * Format: date-time
             * @description Last changed later than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAfter?: string;
            /**
             * Format: date-time
             * @description Last changed earlier than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedBefore?: string;
            /**
             * Format: date-time
             * @description Latest message later than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastMessageAfter?: string;
            /**
             * Format: date-time
             * @description Latest message earlier than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastMessageBefore?: string;
            /** @description Whether the customer is waiting for a reply. */
            waiting?: boolean;
            /**
             * Format: date-time
             * @description The customer has been waiting since after this time.
             * @example 2026-03-04T09:30:00.000Z
             */
            waitingSinceAfter?: string;
            /**
             * Format: date-time
             * @description The customer has been waiting since before this time.
             * @example 2026-03-04T09:30:00.000Z
             */
            waitingSinceBefore?: string;
            slaState?: components["schemas"]["SlaStanding"];
            /**
             * Format: date-time
             * @description Nearest SLA deadline (see `sort=slaDueAt`) later than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            slaDueAfter?: string;
            /**
             * Format: date-time
             * @description Nearest SLA deadline earlier than this; send the current time to find overdue threads.
             * @example 2026-03-04T09:30:00.000Z
             */
            slaDueBefore?: string;
            /** @description Whether the thread is snoozed. */
            snoozed?: boolean;
            /** @description `true`: open and pending threads with messages of others, notes included, that you have not read. `false` does not filter. */
            unread?: boolean;
        };
        /**
         * @description The channel in which the thread started.
         *
         *     - `email`: An e-mail message.
         *     - `api`: This API; the default.
         *     - `widget`: The widget on a website.
         *     - `slack`: A Slack channel.
         *     - `whatsapp`: WhatsApp.
         *     - `sms`: A text message.
         *     - `voice`: A telephone call.
         * @enum {string}
         */
        ThreadChannel: "email" | "api" | "widget" | "slack" | "whatsapp" | "sms" | "voice";
        /**
         * @description A target of a thread’s SLA policy.
         * @example {
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "publicNumber": 42,
         *       "ticketNumber": "ACME-2026-000042",
         *       "policyId": "sla_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "policyName": "Urgent first",
         *       "metric": "FIRST_RESPONSE",
         *       "startedAt": "2026-03-04T09:30:00.000Z",
         *       "dueAt": "2026-03-04T10:00:00.000Z",
         *       "state": "PENDING"
         *     }
         */
        ThreadClock: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
            /**
             * Format: int64
             * @description Its number.
             */
            publicNumber: number;
            /** @description Its ticket number. */
            ticketNumber: string;
            /**
             * @description The SLA policy of the target.
             * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            policyId: string;
            /** @description The policy’s name at that time. */
            policyName: string;
            metric: components["schemas"]["SlaMetric"];
            /**
             * Format: date-time
             * @description When the clock started.
             * @example 2026-03-04T09:30:00.000Z
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description The deadline.
             * @example 2026-03-04T09:30:00.000Z
             */
            dueAt: string;
            state: components["schemas"]["SlaState"];
        };
        /**
         * @example {
         *       "inboxId": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "to": [
         *         "Ada Lovelace <ada@example.com>"
         *       ],
         *       "subject": "Your export is ready",
         *       "body": "The export that you asked for by telephone is ready."
         *     }
         */
        ThreadCompose: {
            /**
             * @description The EMAIL inbox that sends it.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId: string;
            /** @description The recipients, at most 50 with `cc` and `bcc`. Without `customerId`, the first one is the customer. */
            to: string[];
            /** @description Who gets copies. */
            cc?: string[];
            /** @description Who gets blind copies. */
            bcc?: string[];
            /**
             * @description The subject, which is also the thread’s title.
             * @example The export is empty
             */
            subject: string;
            /**
             * @description Plain text or HTML. Text is kept verbatim; HTML is sanitised, and must contain words. Without `bodyFormat`, a body with a known HTML element is HTML.
             * @example The CSV export has been empty since Monday.
             */
            body: string;
            bodyFormat?: components["schemas"]["BodyFormat"];
            /** @description Finished uploads to attach, each once: at most ten, of 25 MiB together. May be empty. */
            attachments?: components["schemas"]["AttachmentInput"][];
            /**
             * @description The customer, if not the first recipient.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            customerId?: string;
            /**
             * @description Each tag becomes a label of the tenant, matched ignoring letter case. An archived label of that name is restored.
             * @example [
             *       "billing",
             *       "export"
             *     ]
             */
            tags?: string[];
            status?: components["schemas"]["ComposedStatus"];
            /**
             * Format: int64
             * @description Seconds until the mail is sent; until then `DELETE /messages/{id}` stops it.
             * @example 0
             */
            undoSeconds?: number;
        };
        /**
         * @description With a requester (recommended): the form that most helpdesks share.
         * @example {
         *       "title": "The export is empty",
         *       "body": "The CSV export has been empty since Monday.",
         *       "requester": {
         *         "email": "ada@example.com",
         *         "name": "Ada Lovelace"
         *       },
         *       "external_reference_id": "order-1842",
         *       "tags": [
         *         "billing",
         *         "export"
         *       ]
         *     }
         */
        ThreadCreate: {
            /**
             * @description The thread’s title.
             * @example The export is empty
             */
            title: string;
            /**
             * @description Alias of `title`. When both are sent they must be equal.
             * @example The export is empty
             */
            subject?: string;
            /**
             * @description Plain text or HTML. Text is kept verbatim; HTML is sanitised, and must contain words. Without `bodyFormat`, a body with a known HTML element is HTML.
             * @example The CSV export has been empty since Monday.
             */
            body: string;
            bodyFormat?: components["schemas"]["BodyFormat"];
            requester: components["schemas"]["Requester"];
            /**
             * @description Your own id for the thread. A second creation with the same id returns the first thread and changes nothing.
             * @example order-1842
             */
            external_reference_id?: string;
            /**
             * @description Each tag becomes a label of the tenant, matched ignoring letter case. An archived label of that name is restored.
             * @example [
             *       "billing",
             *       "export"
             *     ]
             */
            tags?: string[];
            /**
             * @description The inbox. By default the default inbox, otherwise the oldest active EMAIL or API inbox.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId?: string;
            priority?: components["schemas"]["PriorityInput"];
            channel?: components["schemas"]["ChannelInput"];
            customFields?: components["schemas"]["CustomFieldValues"];
            /** @description Finished uploads to attach, each once: at most ten, of 25 MiB together. May be empty. */
            attachments?: components["schemas"]["AttachmentInput"][];
        };
        /** @description A new thread, in one of two forms. */
        ThreadCreateBody: components["schemas"]["ThreadCreate"] | components["schemas"]["ThreadCreateWithSubject"] | components["schemas"]["ThreadCreateStrict"];
        /**
         * @description With ids: for callers that know an inbox id and a customer id.
         * @example {
         *       "inboxId": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "customerId": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "subject": "The export is empty",
         *       "body": "The CSV export has been empty since Monday."
         *     }
         */
        ThreadCreateStrict: {
            /**
             * @description The inbox.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId: string;
            /**
             * @description The customer.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            customerId: string;
            /**
             * @description The thread’s title.
             * @example The export is empty
             */
            subject: string;
            /**
             * @description Plain text or HTML. Text is kept verbatim; HTML is sanitised, and must contain words. Without `bodyFormat`, a body with a known HTML element is HTML.
             * @example The CSV export has been empty since Monday.
             */
            body: string;
            bodyFormat?: components["schemas"]["BodyFormat"];
            channel?: components["schemas"]["ChannelInput"];
            priority?: components["schemas"]["PriorityInput"];
            /**
             * @description Each tag becomes a label of the tenant, matched ignoring letter case. An archived label of that name is restored.
             * @example [
             *       "billing",
             *       "export"
             *     ]
             */
            tags?: string[];
            /**
             * @description Your own id for the thread. A second creation with the same id returns the first thread and changes nothing.
             * @example order-1842
             */
            external_reference_id?: string;
            customFields?: components["schemas"]["CustomFieldValues"];
            /** @description Finished uploads to attach, each once: at most ten, of 25 MiB together. May be empty. */
            attachments?: components["schemas"]["AttachmentInput"][];
        };
        /**
         * @description With a requester, and the title under its alias: the same form with `subject` instead of `title`.
         * @example {
         *       "subject": "The export is empty",
         *       "body": "The CSV export has been empty since Monday.",
         *       "requester": {
         *         "email": "ada@example.com",
         *         "name": "Ada Lovelace"
         *       },
         *       "external_reference_id": "order-1842",
         *       "tags": [
         *         "billing",
         *         "export"
         *       ]
         *     }
         */
        ThreadCreateWithSubject: {
            /**
             * @description The thread’s title: the alias of `title`.
             * @example The export is empty
             */
            subject: string;
            /**
             * @description Plain text or HTML. Text is kept verbatim; HTML is sanitised, and must contain words. Without `bodyFormat`, a body with a known HTML element is HTML.
             * @example The CSV export has been empty since Monday.
             */
            body: string;
            bodyFormat?: components["schemas"]["BodyFormat"];
            requester: components["schemas"]["Requester"];
            /**
             * @description Your own id for the thread. A second creation with the same id returns the first thread and changes nothing.
             * @example order-1842
             */
            external_reference_id?: string;
            /**
             * @description Each tag becomes a label of the tenant, matched ignoring letter case. An archived label of that name is restored.
             * @example [
             *       "billing",
             *       "export"
             *     ]
             */
            tags?: string[];
            /**
             * @description The inbox. By default the default inbox, otherwise the oldest active EMAIL or API inbox.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId?: string;
            priority?: components["schemas"]["PriorityInput"];
            channel?: components["schemas"]["ChannelInput"];
            customFields?: components["schemas"]["CustomFieldValues"];
            /** @description Finished uploads to attach, each once: at most ten, of 25 MiB together. May be empty. */
            attachments?: components["schemas"]["AttachmentInput"][];
        };
        /** @description A thread was created. */
        ThreadCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "thread.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Thread"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The customer who asked. */
        ThreadCustomer: {
            /**
             * @description The customer.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The customer’s e-mail address. */
            email: string;
            /** @description The customer’s name. */
            name: string | null;
        };
        /** @description The caller’s drafts for a thread. */
        ThreadDrafts: {
            /** @description The unsent reply; null when there is none. */
            reply: components["schemas"]["Draft"] | null;
            /** @description The unsent internal note; null when there is none. */
            note: components["schemas"]["Draft"] | null;
        };
        /** @description The content of a thread was erased, because its customer was erased or because the thread had been closed for longer than `retention.closedThreads`. With `deleted` the thread no longer exists. Earlier events no longer show the content. */
        ThreadErasedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "thread.erased";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["ThreadErasure"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The erasure of a thread.
         * @example {
         *       "id": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "publicNumber": 42,
         *       "ticketNumber": "ACME-2026-000042",
         *       "deleted": true,
         *       "requestId": "prv_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *     }
         */
        ThreadErasure: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * Format: int64
             * @description Its number.
             */
            publicNumber: number;
            /** @description Its ticket number. */
            ticketNumber: string;
            /** @description Whether the thread no longer exists. Otherwise it exists without its content. */
            deleted: boolean;
            /**
             * @description The privacy request: `GET /privacy/requests/{id}` has the receipt.
             * @example prv_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            requestId: string;
        };
        /**
         * @description A user who is notified of what happens in a thread without being its assignee.
         * @example {
         *       "user": {
         *         "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "name": "Grace Hopper"
         *       },
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "followedAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        ThreadFollower: {
            user: components["schemas"]["FollowingUser"];
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
            /**
             * Format: date-time
             * @description When the user began to follow it.
             * @example 2026-03-04T09:30:00.000Z
             */
            followedAt: string;
        };
        /** @description The envelope of a page of ThreadFollower. */
        ThreadFollowerList: {
            data: components["schemas"]["ThreadFollower"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one ThreadFollower. */
        ThreadFollowerResponse: {
            data: components["schemas"]["ThreadFollower"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "to": [
         *         "expert@example.com"
         *       ],
         *       "note": "Can you help?"
         *     }
         */
        ThreadForward: {
            /** @description Whom to ask. */
            to: string[];
            /** @description The messages to forward, by default the latest one that the customer can see. */
            messageIds?: string[];
            /**
             * @description Text above the forwarded messages.
             * @example Can you help?
             */
            note?: string;
            /** @description Whether the files of the messages are sent too; true by default. */
            attachments?: boolean;
        };
        /** @description A label of a thread. */
        ThreadLabel: {
            /**
             * @description The label.
             * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The label’s name. */
            name: string;
        };
        /**
         * @example {
         *       "add": [
         *         "Billing",
         *         "Refund"
         *       ],
         *       "createMissing": true
         *     }
         */
        ThreadLabelsChange: {
            /**
             * @description Labels to add, by id, or by name ignoring letter case.
             * @example [
             *       "Billing"
             *     ]
             */
            add?: string[];
            /**
             * @description Labels to remove, by id or by name.
             * @example [
             *       "Billing"
             *     ]
             */
            remove?: string[];
            /**
             * @description The complete list of labels; cannot be combined with `add` and `remove`.
             * @example [
             *       "Billing"
             *     ]
             */
            set?: string[];
            /** @description Creates labels for unknown names in `add` and `set`. Without it an unknown name is refused. */
            createMissing?: boolean;
        };
        /** @description Labels were added to a thread or removed from it. */
        ThreadLabelsChangedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "thread.labels_changed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Thread"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description The envelope of a page of Thread. */
        ThreadList: {
            data: components["schemas"]["Thread"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description What reports remember of a thread.
         * @example {
         *       "status": "open",
         *       "waitingSince": "2026-03-04T09:30:00.000Z",
         *       "episodeSince": "2026-03-04T09:30:00.000Z",
         *       "resolvedAt": null,
         *       "answers": 1,
         *       "merged": false
         *     }
         */
        ThreadMeasureState: {
            /** @description The status that reports know; they are up to a second behind. */
            status: string;
            /**
             * Format: date-time
             * @description The beginning of the customer’s wait; null if none is open.
             * @example 2026-03-04T09:30:00.000Z
             */
            waitingSince: string | null;
            /**
             * Format: date-time
             * @description The creation or the last reopening; null while the thread is resolved.
             * @example 2026-03-04T09:30:00.000Z
             */
            episodeSince: string | null;
            /**
             * Format: date-time
             * @description The last resolution; null if there was none.
             * @example 2026-03-04T09:30:00.000Z
             */
            resolvedAt: string | null;
            /**
             * Format: int64
             * @description The answers written in the thread.
             */
            answers: number;
            /** @description Whether the thread was merged into another one. */
            merged: boolean;
        };
        /**
         * @description How a thread counts in reports.
         * @example {
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "state": null,
         *       "facts": []
         *     }
         */
        ThreadMeasures: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
            /** @description What reports remember of the thread; null if they have not read its events yet. */
            state: components["schemas"]["ThreadMeasureState"] | null;
            /** @description The facts of the thread, oldest first; of more than 1,000, the latest. */
            facts: components["schemas"]["Fact"][];
        };
        /** @description The envelope of one ThreadMeasures. */
        ThreadMeasuresResponse: {
            data: components["schemas"]["ThreadMeasures"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "sourceIds": [
         *         "thr_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *       ]
         *     }
         */
        ThreadMerge: {
            /** @description The threads whose messages are moved into the one in the path. They are closed. */
            sourceIds: string[];
            /** @description Allows merging threads of different customers, which is refused otherwise. */
            allowCrossCustomer?: boolean;
        };
        /** @description A thread was merged into another, `mergedInto`, which now has its messages and those of all threads merged into it before. One event per source; changes of the target emit `thread.updated`. */
        ThreadMergedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "thread.merged";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Thread"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The people who take part in a thread by mail.
         * @example {
         *       "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "participants": []
         *     }
         */
        ThreadParticipants: {
            /**
             * @description The thread.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId: string;
            /** @description Everybody who takes part by mail, in the order in which they were added. */
            participants: components["schemas"]["Participant"][];
        };
        /** @description Somebody joined a thread by mail or was added to it, was verified, or was removed. Shows everybody who takes part now, and no former values. */
        ThreadParticipantsChangedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "thread.participants_changed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["ThreadParticipants"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The priority of the thread.
         *
         *     - `low`: Can wait.
         *     - `normal`: The default.
         *     - `high`: Before others.
         *     - `urgent`: Immediately.
         * @enum {string}
         */
        ThreadPriority: "low" | "normal" | "high" | "urgent";
        /** @description A thread’s priority changed. */
        ThreadPriorityChangedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "thread.priority_changed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Thread"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description To whom a reply goes if it names no recipients.
         * @example {
         *       "from": {
         *         "name": "Grace Hopper (Support)",
         *         "address": "support@example.com"
         *       },
         *       "sending": "MAIL_SERVER",
         *       "to": [
         *         {
         *           "name": "Ada Lovelace",
         *           "address": "ada@example.com"
         *         }
         *       ],
         *       "cc": [],
         *       "subject": "Re: The export is empty",
         *       "suppressed": []
         *     }
         */
        ThreadRecipients: {
            /** @description The sender; null if no inbox can send. */
            from: components["schemas"]["MailAddress"] | null;
            sending: components["schemas"]["SendingMode"];
            /** @description The recipients; empty if the customer has no address. */
            to: components["schemas"]["MailAddress"][];
            /** @description Who gets copies. */
            cc: components["schemas"]["MailAddress"][];
            /** @description The subject. */
            subject: string;
            /** @description Addresses that are left out, or to which mail has failed. */
            suppressed: {
                /** @description The e-mail address. */
                address: string;
                reason: components["schemas"]["SuppressedReason"];
            }[];
        };
        /** @description The envelope of one ThreadRecipients. */
        ThreadRecipientsResponse: {
            data: components["schemas"]["ThreadRecipients"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description The envelope of one Thread. */
        ThreadResponse: {
            data: components["schemas"]["Thread"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description The envelope of a page of Thread. */
        ThreadSearchList: {
            data: components["schemas"]["Thread"][];
            /** @description The position of a page in its list. */
            meta: {
                /** @description Pass it as `cursor` for the next page; empty on the last one. */
                cursor: string;
                /** @description Whether more results follow. */
                hasMore: boolean;
                /** @description The exact number of all matching results, the same on every page. */
                total: number;
                /** @description With `q`: the matches of each thread of the page, in the same order. */
                highlights?: components["schemas"]["SearchHighlight"][];
            };
        };
        /** @description One target of the SLA policy that applies to a thread. */
        ThreadSla: {
            metric: components["schemas"]["SlaMetric"];
            /**
             * Format: date-time
             * @description The deadline; null while the clock is paused, or if it stopped while paused.
             * @example 2026-03-04T09:30:00.000Z
             */
            dueAt: string | null;
            /**
             * Format: date-time
             * @description The start of the pause.
             * @example 2026-03-04T09:30:00.000Z
             */
            pausedAt: string | null;
            /**
             * Format: int64
             * @description While the clock runs, milliseconds until `dueAt`, negative if overdue; while it is paused or after it stopped, the milliseconds of working time that were left.
             */
            remainingMs: number;
            state: components["schemas"]["SlaState"];
        };
        /**
         * @description Send exactly one field.
         * @example {
         *       "durationSeconds": 86400
         *     }
         */
        ThreadSnooze: {
            /**
             * Format: date-time
             * @description When the snooze ends.
             * @example 2026-03-04T09:30:00.000Z
             */
            until?: string;
            /**
             * Format: int64
             * @description The duration of the snooze.
             * @example 86400
             */
            durationSeconds?: number;
            /** @description Snoozed until the customer writes. Always `true` if present. */
            untilReply?: boolean;
        };
        /** @description A thread was snoozed, or its snooze time was changed. If its status changed too, `thread.status_changed` comes first, as for every change of status. */
        ThreadSnoozedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "thread.snoozed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Thread"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The sort order; `-` reverses it.
         *
         *     - `createdAt`: Oldest first.
         *     - `-createdAt`: Newest first; the default.
         *     - `updatedAt`: Least recently changed first.
         *     - `-updatedAt`: Most recently changed first.
         *     - `lastMessageAt`: Least recent message first.
         *     - `-lastMessageAt`: Most recent message first.
         *     - `waitingSince`: Longest waiting customer first; threads whose customer is not waiting come last.
         *     - `-waitingSince`: The reverse: threads whose customer is not waiting, then the shortest wait.
         *     - `slaDueAt`: Earliest `dueAt` of running SLA clocks first, so overdue threads come first. Threads without one come last.
         * @enum {string}
         */
        ThreadSort: "createdAt" | "-createdAt" | "updatedAt" | "-updatedAt" | "lastMessageAt" | "-lastMessageAt" | "waitingSince" | "-waitingSince" | "slaDueAt";
        /**
         * @example {
         *       "block": "ADDRESS"
         *     }
         */
        ThreadSpam: {
            block?: components["schemas"]["SpamBlock"];
        };
        /**
         * @example {
         *       "messageIds": [
         *         "msg_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *       ],
         *       "subject": "A second question"
         *     }
         */
        ThreadSplit: {
            /** @description The messages to move to the new thread. At least one must stay. */
            messageIds: string[];
            /**
             * @description The thread’s title.
             * @example The export is empty
             */
            subject: string;
        };
        /**
         * @description The thread’s status.
         *
         *     - `open`: Waiting for an agent.
         *     - `pending`: Waiting for the customer, or snoozed; a message from the customer reopens it.
         *     - `resolved`: The agent considers it done; a message from the customer reopens it.
         *     - `closed`: Finished. A message from the customer starts a new thread.
         * @enum {string}
         */
        ThreadStatus: "open" | "pending" | "resolved" | "closed";
        /** @description A thread’s status changed: by an agent, because the customer wrote, or because a time was reached. */
        ThreadStatusChangedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "thread.status_changed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Thread"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A merge was undone: the thread has its messages again. Changes of the target emit `thread.updated`. */
        ThreadUnmergedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "thread.unmerged";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Thread"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A thread is no longer snoozed: its time was reached, the customer wrote, or an agent ended the snooze or changed the status. `thread.status_changed` comes first. */
        ThreadUnsnoozedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "thread.unsnoozed";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Thread"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @example {
         *       "status": "resolved",
         *       "priority": "high"
         *     }
         */
        ThreadUpdate: {
            status?: components["schemas"]["StatusInput"];
            priority?: components["schemas"]["PriorityInput"];
            /**
             * @description The thread’s title.
             * @example The export is empty
             */
            subject?: string;
            /**
             * @description The inbox.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId?: string;
            /**
             * @description The team, or null to remove it.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId?: string | null;
            /**
             * @description The customer who asked. Replies that were written before still go to whom they were written.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            customerId?: string;
            customFields?: components["schemas"]["CustomFieldValues"];
        };
        /** @description A thread’s subject, inbox or custom fields changed, or messages were moved to or from it by a merge or a split. */
        ThreadUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "thread.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Thread"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description A thread with all parts of its view.
         * @example {
         *       "thread": {
         *         "id": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "subject": "The export is empty",
         *         "status": "open",
         *         "priority": "normal",
         *         "channel": "api",
         *         "assignee": null,
         *         "customer": {
         *           "id": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "email": "ada@example.com",
         *           "name": "Ada Lovelace"
         *         },
         *         "createdAt": "2026-03-04T09:30:00.000Z",
         *         "updatedAt": "2026-03-04T09:30:00.000Z",
         *         "publicNumber": 42,
         *         "ticketNumber": "ACME-2026-000042",
         *         "externalRef": "order-1842",
         *         "inboxId": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "teamId": null,
         *         "labels": [
         *           {
         *             "id": "lbl_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "name": "Billing"
         *           }
         *         ],
         *         "customFields": {},
         *         "snoozed": false,
         *         "snoozedUntil": null,
         *         "followUpOf": null,
         *         "relatedTo": [],
         *         "mergedInto": null,
         *         "lastMessageId": "msg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "lastMessageAt": "2026-03-04T09:30:00.000Z",
         *         "lastMessageAuthorType": "CUSTOMER",
         *         "waitingSince": "2026-03-04T09:30:00.000Z",
         *         "messageCount": 1,
         *         "sla": [],
         *         "resolvedAt": null,
         *         "closedAt": null,
         *         "version": 1
         *       },
         *       "messages": {
         *         "data": [
         *           {
         *             "id": "msg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "authorType": "AGENT",
         *             "author": {
         *               "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *               "name": "Grace Hopper"
         *             },
         *             "body": "Thank you, we are looking into it.",
         *             "bodyFormat": "text",
         *             "bodyText": "Thank you, we are looking into it.",
         *             "internal": false,
         *             "automatic": false,
         *             "mentions": [],
         *             "mentionedTeamIds": [],
         *             "attachments": [],
         *             "channel": null,
         *             "email": null,
         *             "inReplyToId": null,
         *             "clientId": null,
         *             "delivery": {
         *               "state": "NOT_APPLICABLE",
         *               "channel": null,
         *               "attempts": 0,
         *               "lastError": null,
         *               "nextAttemptAt": null,
         *               "uncertain": false,
         *               "providerId": null,
         *               "recipients": []
         *             },
         *             "sendAt": null,
         *             "externalId": null,
         *             "createdAt": "2026-03-04T09:31:00.000Z"
         *           }
         *         ],
         *         "meta": {
         *           "cursor": "",
         *           "hasMore": false,
         *           "total": 1
         *         }
         *       },
         *       "scheduledMessages": {
         *         "data": [],
         *         "meta": {
         *           "cursor": "",
         *           "hasMore": false,
         *           "total": 0
         *         }
         *       },
         *       "customerThreads": {
         *         "data": [
         *           {
         *             "id": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "subject": "The export is empty",
         *             "status": "open",
         *             "priority": "normal",
         *             "channel": "api",
         *             "assignee": null,
         *             "customer": {
         *               "id": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *               "email": "ada@example.com",
         *               "name": "Ada Lovelace"
         *             },
         *             "createdAt": "2026-03-04T09:30:00.000Z",
         *             "updatedAt": "2026-03-04T09:30:00.000Z",
         *             "publicNumber": 42,
         *             "ticketNumber": "ACME-2026-000042",
         *             "externalRef": "order-1842",
         *             "inboxId": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "teamId": null,
         *             "labels": [
         *               {
         *                 "id": "lbl_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *                 "name": "Billing"
         *               }
         *             ],
         *             "customFields": {},
         *             "snoozed": false,
         *             "snoozedUntil": null,
         *             "followUpOf": null,
         *             "relatedTo": [],
         *             "mergedInto": null,
         *             "lastMessageId": "msg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "lastMessageAt": "2026-03-04T09:30:00.000Z",
         *             "lastMessageAuthorType": "CUSTOMER",
         *             "waitingSince": "2026-03-04T09:30:00.000Z",
         *             "messageCount": 1,
         *             "sla": [],
         *             "resolvedAt": null,
         *             "closedAt": null,
         *             "version": 1
         *           }
         *         ],
         *         "meta": {
         *           "cursor": "",
         *           "hasMore": false,
         *           "total": 1
         *         }
         *       },
         *       "followers": {
         *         "data": [
         *           {
         *             "user": {
         *               "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *               "name": "Grace Hopper"
         *             },
         *             "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "followedAt": "2026-03-04T09:30:00.000Z"
         *           }
         *         ],
         *         "meta": {
         *           "cursor": "",
         *           "hasMore": false,
         *           "total": 1
         *         }
         *       },
         *       "customer": {
         *         "id": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "email": "ada@example.com",
         *         "hasEmail": true,
         *         "emailFailedAt": null,
         *         "identities": [
         *           {
         *             "id": "idn_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "type": "EMAIL",
         *             "value": "ada@example.com",
         *             "verified": true,
         *             "inboxId": null,
         *             "lastSeenAt": null
         *           }
         *         ],
         *         "optedOut": [],
         *         "name": "Ada Lovelace",
         *         "externalId": null,
         *         "customFields": {},
         *         "mergedInto": null,
         *         "erasedAt": null,
         *         "createdAt": "2026-03-04T09:30:00.000Z",
         *         "updatedAt": "2026-03-04T09:30:00.000Z"
         *       },
         *       "meetings": {
         *         "data": [
         *           {
         *             "id": "mtg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "title": "Walk through the export",
         *             "startsAt": "2031-03-04T09:30:00.000Z",
         *             "endsAt": "2031-03-04T10:00:00.000Z",
         *             "timezone": "Europe/Berlin",
         *             "location": {
         *               "type": "VIDEO",
         *               "url": "https://meet.example.com/skein",
         *               "address": null
         *             },
         *             "hostId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "attendees": [
         *               {
         *                 "email": "ada@example.com",
         *                 "name": "Ada Lovelace",
         *                 "timezone": "America/New_York",
         *                 "rsvp": "NEEDS_ACTION",
         *                 "status": "EXPECTED"
         *               }
         *             ],
         *             "status": "SCHEDULED",
         *             "icsUid": "mtg_01k2w3t5q7e0r9vbx4m6n8h2dz@localhost",
         *             "icsSequence": 0,
         *             "recording": null,
         *             "createdAt": "2026-03-04T09:30:00.000Z",
         *             "updatedAt": "2026-03-04T09:30:00.000Z"
         *           }
         *         ],
         *         "meta": {
         *           "cursor": "",
         *           "hasMore": false,
         *           "total": 1
         *         }
         *       },
         *       "history": {
         *         "data": [
         *           {
         *             "id": "aud_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "actor": {
         *               "type": "API_KEY",
         *               "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *               "keyId": "key_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *               "ip": "192.0.2.7"
         *             },
         *             "via": "API",
         *             "action": "label.updated",
         *             "target": {
         *               "type": "label",
         *               "id": "lbl_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *             },
         *             "before": {
         *               "name": "Billing"
         *             },
         *             "after": {
         *               "name": "Invoices"
         *             },
         *             "requestId": "01995f3a-7c1e-7d8a-b2c4-5e6f70819203",
         *             "createdAt": "2026-03-04T09:30:00.000Z"
         *           }
         *         ],
         *         "meta": {
         *           "cursor": "",
         *           "hasMore": false,
         *           "total": 1
         *         }
         *       },
         *       "drafts": {
         *         "reply": {
         *           "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "kind": "reply",
         *           "body": "Thank you, we are loo",
         *           "bodyFormat": "text",
         *           "attachments": [],
         *           "updatedAt": "2026-03-04T09:30:40.000Z"
         *         },
         *         "note": null
         *       },
         *       "read": {
         *         "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "readThrough": "2026-03-04T09:30:00.000Z",
         *         "unreadCount": 0
         *       },
         *       "presence": {
         *         "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "present": [
         *           {
         *             "user": {
         *               "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *               "name": "Grace Hopper"
         *             },
         *             "state": "TYPING",
         *             "seenAt": "2026-03-04T09:30:40.000Z"
         *           }
         *         ]
         *       }
         *     }
         */
        ThreadView: {
            thread: components["schemas"]["Thread"];
            messages: components["schemas"]["ThreadViewMessages"];
            scheduledMessages: components["schemas"]["ThreadViewScheduled"];
            customerThreads: components["schemas"]["ThreadViewThreads"];
            followers: components["schemas"]["ThreadViewFollowers"];
            /** @description The customer; null without the scope customers:read. */
            customer: components["schemas"]["Customer"] | null;
            /** @description The meetings; null without the scope meetings:read. */
            meetings: components["schemas"]["ThreadViewMeetings"] | null;
            /** @description The changes; null without the scope audit:read. */
            history: components["schemas"]["ThreadViewHistory"] | null;
            /** @description The caller’s drafts; null without the scope threads:write. */
            drafts: components["schemas"]["ThreadDrafts"] | null;
            /** @description The caller’s read mark; null without the scope threads:write. */
            read: components["schemas"]["ReadMark"] | null;
            /** @description The present users; null without the scope threads:write. */
            presence: components["schemas"]["Presence"] | null;
        };
        /**
         * @description The users who follow it, as in `GET /threads/{id}/followers`.
         * @example {
         *       "data": [
         *         {
         *           "user": {
         *             "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "name": "Grace Hopper"
         *           },
         *           "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "followedAt": "2026-03-04T09:30:00.000Z"
         *         }
         *       ],
         *       "meta": {
         *         "cursor": "",
         *         "hasMore": false,
         *         "total": 1
         *       }
         *     }
         */
        ThreadViewFollowers: {
            /** @description The page. */
            data: components["schemas"]["ThreadFollower"][];
            meta: components["schemas"]["ThreadViewPartMeta"];
        };
        /**
         * @description The newest changes of the thread, as in `GET /audit-logs?targetId={id}`.
         * @example {
         *       "data": [
         *         {
         *           "id": "aud_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "actor": {
         *             "type": "API_KEY",
         *             "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "keyId": "key_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "ip": "192.0.2.7"
         *           },
         *           "via": "API",
         *           "action": "label.updated",
         *           "target": {
         *             "type": "label",
         *             "id": "lbl_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *           },
         *           "before": {
         *             "name": "Billing"
         *           },
         *           "after": {
         *             "name": "Invoices"
         *           },
         *           "requestId": "01995f3a-7c1e-7d8a-b2c4-5e6f70819203",
         *           "createdAt": "2026-03-04T09:30:00.000Z"
         *         }
         *       ],
         *       "meta": {
         *         "cursor": "",
         *         "hasMore": false,
         *         "total": 1
         *       }
         *     }
         */
        ThreadViewHistory: {
            /** @description The page. */
            data: components["schemas"]["AuditLog"][];
            meta: components["schemas"]["ThreadViewPartMeta"];
        };
        /**
         * @description Its meetings, as in `GET /scheduled-meetings?threadId={id}`.
         * @example {
         *       "data": [
         *         {
         *           "id": "mtg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "title": "Walk through the export",
         *           "startsAt": "2031-03-04T09:30:00.000Z",
         *           "endsAt": "2031-03-04T10:00:00.000Z",
         *           "timezone": "Europe/Berlin",
         *           "location": {
         *             "type": "VIDEO",
         *             "url": "https://meet.example.com/skein",
         *             "address": null
         *           },
         *           "hostId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "attendees": [
         *             {
         *               "email": "ada@example.com",
         *               "name": "Ada Lovelace",
         *               "timezone": "America/New_York",
         *               "rsvp": "NEEDS_ACTION",
         *               "status": "EXPECTED"
         *             }
         *           ],
         *           "status": "SCHEDULED",
         *           "icsUid": "mtg_01k2w3t5q7e0r9vbx4m6n8h2dz@localhost",
         *           "icsSequence": 0,
         *           "recording": null,
         *           "createdAt": "2026-03-04T09:30:00.000Z",
         *           "updatedAt": "2026-03-04T09:30:00.000Z"
         *         }
         *       ],
         *       "meta": {
         *         "cursor": "",
         *         "hasMore": false,
         *         "total": 1
         *       }
         *     }
         */
        ThreadViewMeetings: {
            /** @description The page. */
            data: components["schemas"]["Meeting"][];
            meta: components["schemas"]["ThreadViewPartMeta"];
        };
        /**
         * @description The newest messages, as in `GET /threads/{id}/messages`.
         * @example {
         *       "data": [
         *         {
         *           "id": "msg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "authorType": "AGENT",
         *           "author": {
         *             "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "name": "Grace Hopper"
         *           },
         *           "body": "Thank you, we are looking into it.",
         *           "bodyFormat": "text",
         *           "bodyText": "Thank you, we are looking into it.",
         *           "internal": false,
         *           "automatic": false,
         *           "mentions": [],
         *           "mentionedTeamIds": [],
         *           "attachments": [],
         *           "channel": null,
         *           "email": null,
         *           "inReplyToId": null,
         *           "clientId": null,
         *           "delivery": {
         *             "state": "NOT_APPLICABLE",
         *             "channel": null,
         *             "attempts": 0,
         *             "lastError": null,
         *             "nextAttemptAt": null,
         *             "uncertain": false,
         *             "providerId": null,
         *             "recipients": []
         *           },
         *           "sendAt": null,
         *           "externalId": null,
         *           "createdAt": "2026-03-04T09:31:00.000Z"
         *         }
         *       ],
         *       "meta": {
         *         "cursor": "",
         *         "hasMore": false,
         *         "total": 1
         *       }
         *     }
         */
        ThreadViewMessages: {
            /** @description The page. */
            data: components["schemas"]["Message"][];
            meta: components["schemas"]["ThreadViewPartMeta"];
        };
        /** @description The position of the page in its list. */
        ThreadViewPartMeta: {
            /** @description Pass it as `cursor` to the list operation for the next page; empty on the last one. */
            cursor: string;
            /** @description Whether more results follow. */
            hasMore: boolean;
            /**
             * Format: int64
             * @description The exact number of matching results.
             */
            total: number;
        };
        /** @description The envelope of one ThreadView. */
        ThreadViewResponse: {
            data: components["schemas"]["ThreadView"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description Replies that wait to be sent, as in `GET /threads/{id}/scheduled-messages`.
         * @example {
         *       "data": [
         *         {
         *           "id": "msg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "threadId": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "authorType": "AGENT",
         *           "author": {
         *             "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "name": "Grace Hopper"
         *           },
         *           "body": "Thank you, we are looking into it.",
         *           "bodyFormat": "text",
         *           "bodyText": "Thank you, we are looking into it.",
         *           "internal": false,
         *           "automatic": false,
         *           "mentions": [],
         *           "mentionedTeamIds": [],
         *           "attachments": [],
         *           "channel": null,
         *           "email": null,
         *           "inReplyToId": null,
         *           "clientId": null,
         *           "delivery": {
         *             "state": "NOT_APPLICABLE",
         *             "channel": null,
         *             "attempts": 0,
         *             "lastError": null,
         *             "nextAttemptAt": null,
         *             "uncertain": false,
         *             "providerId": null,
         *             "recipients": []
         *           },
         *           "sendAt": null,
         *           "externalId": null,
         *           "createdAt": "2026-03-04T09:31:00.000Z"
         *         }
         *       ],
         *       "meta": {
         *         "cursor": "",
         *         "hasMore": false,
         *         "total": 1
         *       }
         *     }
         */
        ThreadViewScheduled: {
            /** @description The page. */
            data: components["schemas"]["Message"][];
            meta: components["schemas"]["ThreadViewPartMeta"];
        };
        /**
         * @description The newest threads of the customer, as in `GET /customers/{id}/threads`.
         * @example {
         *       "data": [
         *         {
         *           "id": "thr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "subject": "The export is empty",
         *           "status": "open",
         *           "priority": "normal",
         *           "channel": "api",
         *           "assignee": null,
         *           "customer": {
         *             "id": "cst_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *             "email": "ada@example.com",
         *             "name": "Ada Lovelace"
         *           },
         *           "createdAt": "2026-03-04T09:30:00.000Z",
         *           "updatedAt": "2026-03-04T09:30:00.000Z",
         *           "publicNumber": 42,
         *           "ticketNumber": "ACME-2026-000042",
         *           "externalRef": "order-1842",
         *           "inboxId": "inb_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "teamId": null,
         *           "labels": [
         *             {
         *               "id": "lbl_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *               "name": "Billing"
         *             }
         *           ],
         *           "customFields": {},
         *           "snoozed": false,
         *           "snoozedUntil": null,
         *           "followUpOf": null,
         *           "relatedTo": [],
         *           "mergedInto": null,
         *           "lastMessageId": "msg_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *           "lastMessageAt": "2026-03-04T09:30:00.000Z",
         *           "lastMessageAuthorType": "CUSTOMER",
         *           "waitingSince": "2026-03-04T09:30:00.000Z",
         *           "messageCount": 1,
         *           "sla": [],
         *           "resolvedAt": null,
         *           "closedAt": null,
         *           "version": 1
         *         }
         *       ],
         *       "meta": {
         *         "cursor": "",
         *         "hasMore": false,
         *         "total": 1
         *       }
         *     }
         */
        ThreadViewThreads: {
            /** @description The page. */
            data: components["schemas"]["Thread"][];
            meta: components["schemas"]["ThreadViewPartMeta"];
        };
        /**
         * @example {
         *       "code": "492039"
         *     }
         */
        TotpCodeRequest: {
            /**
             * @description The six digits of the authenticator, or a recovery code. Each works once.
             * @example 492039
             */
            code: string;
        };
        /**
         * @description The secret of an authenticator.
         * @example {
         *       "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
         *       "uri": "otpauth://totp/Acme:grace%40example.com?issuer=Acme&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30"
         *     }
         */
        TotpEnrolment: {
            /** @description The secret, for typing into an authenticator. */
            secret: string;
            /** @description The same for showing as a QR code (`otpauth:`). */
            uri: string;
        };
        /** @description The envelope of one TotpEnrolment. */
        TotpEnrolmentResponse: {
            data: components["schemas"]["TotpEnrolment"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "text": "The export is empty.",
         *       "targetLanguage": "de"
         *     }
         */
        TranslateRequest: {
            /**
             * @description The text.
             * @example The export is empty.
             */
            text: string;
            /** @description The language to translate into, a language tag (BCP 47). */
            targetLanguage: string;
            /**
             * @description The thread that the text belongs to: the run is erased with it.
             * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            threadId?: string | null;
        };
        /**
         * @description A file of the tenant. It is deleted unless it is attached to a message, a meeting or an article within a day.
         * @example {
         *       "id": "upl_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "filename": "export.csv",
         *       "contentType": "text/csv",
         *       "size": 5120,
         *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
         *       "messageId": null,
         *       "meetingId": null,
         *       "articleId": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "state": "READY",
         *       "url": "http://localhost:3000/files/ten_01k2w3t5q7e0r9vbx4m6n8h2dz/upl_01k2w3t5q7e0r9vbx4m6n8h2dz?filename=export.csv&type=text%2Fcsv&expires=1772616900&signature=2Ry1YB0mHD2TzXyNqTz8Qv3Jg9n0hXW3iQw0yqk4m2E"
         *     }
         */
        Upload: {
            /**
             * @description The upload.
             * @example upl_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The name to show. */
            filename: string;
            /** @description The media type. When the upload is READY, it is detected from the content. */
            contentType: string;
            /**
             * Format: int64
             * @description Bytes; 0 only for empty files of mails.
             */
            size: number;
            /** @description The SHA-256 of the file, in hexadecimal; null until it arrives, unless it was announced. */
            sha256: string | null;
            state: components["schemas"]["UploadState"];
            /**
             * @description The message with this attachment; null for none.
             * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            messageId: string | null;
            /**
             * @description The meeting with this recording; null for none.
             * @example mtg_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            meetingId: string | null;
            /**
             * @description The article with this picture; null for none.
             * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            articleId: string | null;
            /** @description A signed download URL, valid for five minutes. Null until it is READY, and in events. */
            url: string | null;
            /**
             * Format: date-time
             * @description When the run was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description The file that will be sent.
         * @example {
         *       "filename": "export.csv",
         *       "contentType": "text/csv",
         *       "size": 5120
         *     }
         */
        UploadAnnouncement: {
            /** @description The name to show. Folders are removed. */
            filename: string;
            /**
             * @description The media type, without parameters.
             * @example text/csv
             */
            contentType: string;
            /**
             * Format: int64
             * @description The exact size in bytes, at most 25 MiB.
             */
            size: number;
            /** @description The SHA-256 of the file, in hexadecimal. */
            sha256?: string;
        };
        /** @description A file was uploaded, or a URL for an upload was created. */
        UploadCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "upload.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Upload"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A file was deleted: with its message or article, because it was not attached for a day, or because it is older than `retention.uploads`. */
        UploadDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "upload.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Upload"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description A file.
         * @example {
         *       "file": "number,subject\n42,The export is empty\n",
         *       "filename": "export.csv"
         *     }
         */
        UploadForm: {
            /**
             * Format: binary
             * @description The file, with its name and media type; at most 25 MiB, and not empty.
             */
            file: string;
            /** @description The name to show. Folders are removed. */
            filename?: string;
            /** @description The SHA-256 of the file, in hexadecimal. */
            sha256?: string;
        };
        /** @description The envelope of one Upload. */
        UploadResponse: {
            data: components["schemas"]["Upload"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The state of the file.
         *
         *     - `PENDING`: The file has not arrived.
         *     - `READY`: The file can be attached.
         *     - `REJECTED`: The file was not the announced one, and was deleted.
         * @enum {string}
         */
        UploadState: "PENDING" | "READY" | "REJECTED";
        /** @description The file of an upload arrived, and is READY or REJECTED. */
        UploadUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "upload.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Upload"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description A user of your tenant.
         * @example {
         *       "id": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "name": "Grace Hopper",
         *       "email": "grace@example.com",
         *       "pendingEmail": null,
         *       "emailFailedAt": null,
         *       "kind": "PERSON",
         *       "role": "AGENT",
         *       "teamIds": [
         *         "tea_01k2w3t5q7e0r9vbx4m6n8h2dz"
         *       ],
         *       "availability": "AVAILABLE",
         *       "status": "ACTIVE",
         *       "lastSeenAt": "2026-03-04T09:30:00.000Z",
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        User: {
            /**
             * @description The user.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The user’s name. */
            name: string;
            /**
             * Format: idn-email
             * @description E-mail address, in lower case; unique within the tenant.
             * @example ada@example.com
             */
            email: string;
            /**
             * Format: idn-email
             * @description A new address that the user has not confirmed yet; null if there is none. Until then `email` does not change.
             * @example ada@example.com
             */
            pendingEmail: string | null;
            /**
             * Format: date-time
             * @description Since when mail to `email` is returned for good; null if it is not. It becomes null when the user writes from the address, accepts an invitation or gets another address.
             * @example 2026-03-04T09:30:00.000Z
             */
            emailFailedAt: string | null;
            kind: components["schemas"]["UserKind"];
            role: components["schemas"]["UserRole"];
            /** @description The user’s teams. */
            teamIds: string[];
            availability: components["schemas"]["UserAvailability"];
            status: components["schemas"]["UserStatus"];
            /**
             * Format: date-time
             * @description When the user, or one of their API keys, last called the API, to within five minutes; null before the first call.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastSeenAt: string | null;
            /**
             * Format: date-time
             * @description When the user was created or invited.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description Whether a user takes new threads. Strategies assign threads only to AVAILABLE users.
         *
         *     - `AVAILABLE`: Working, and takes new threads.
         *     - `BUSY`: Working on existing threads; new threads go to others.
         *     - `AWAY`: Temporarily away; new threads go to others.
         *     - `OFFLINE`: Not working; new threads go to others.
         * @enum {string}
         */
        UserAvailability: "AVAILABLE" | "BUSY" | "AWAY" | "OFFLINE";
        /**
         * @example {
         *       "name": "Grace Hopper",
         *       "email": "grace@example.com",
         *       "role": "AGENT",
         *       "invite": false
         *     }
         */
        UserCreate: {
            /**
             * @description The user’s name. Surrounding spaces are removed.
             * @example Grace Hopper
             */
            name: string;
            /**
             * Format: idn-email
             * @description E-mail address, including internationalised ones (RFC 6531), unique within the tenant; compared and stored in lower case.
             * @example ada@example.com
             */
            email: string;
            role: components["schemas"]["UserRole"];
            /**
             * @description The complete list of the user’s teams.
             * @example [
             *       "tea_01k2w3t5q7e0r9vbx4m6n8h2dz"
             *     ]
             */
            teamIds?: string[];
            availability?: components["schemas"]["UserAvailability"];
            kind?: components["schemas"]["UserKind"];
            /** @description `true`, the default for a PERSON, creates an INVITED user, `false` an ACTIVE one without a password, for use over the API. */
            invite?: boolean;
        };
        /** @description A user was invited, or created for use over the API. */
        UserCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "user.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["User"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A user was deleted. */
        UserDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "user.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["User"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description What a user is.
         *
         *     - `PERSON`: A person.
         *     - `SERVICE`: A program, such as a bot, with API keys. It never signs in, no strategy assigns threads to it, and its messages are automatic.
         * @enum {string}
         */
        UserKind: "PERSON" | "SERVICE";
        /** @description The envelope of a page of User. */
        UserList: {
            data: components["schemas"]["User"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one User. */
        UserResponse: {
            data: components["schemas"]["User"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description The role of a user within a tenant.
         *
         *     - `OWNER`: May do everything. The last owner cannot be removed.
         *     - `ADMIN`: Has the scopes of level admin.
         *     - `AGENT`: Has the scopes of level write.
         *     - `VIEWER`: Reads.
         * @enum {string}
         */
        UserRole: "OWNER" | "ADMIN" | "AGENT" | "VIEWER";
        /** @description A user’s sign-in changed, or a link to change it was requested. */
        UserSecurityNoticeEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "user.security_notice";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["SecurityChange"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description A session of a user, as events show it.
         * @example {
         *       "id": "ses_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "lastUsedAt": "2026-03-04T11:15:00.000Z",
         *       "ip": "203.0.113.7",
         *       "userAgent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
         *       "userId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "endedAt": null,
         *       "endedReason": null
         *     }
         */
        UserSession: {
            /**
             * @description The session.
             * @example ses_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * Format: date-time
             * @description When the user signed in.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last used, to within 15 minutes.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastUsedAt: string;
            /** @description The network address of the last use. */
            ip: string | null;
            /** @description The program of the last use (`User-Agent`). */
            userAgent: string | null;
            /**
             * @description The user.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            userId: string;
            /**
             * Format: date-time
             * @description When it ended; null while it is active, or if it expired.
             * @example 2026-03-04T09:30:00.000Z
             */
            endedAt: string | null;
            /** @description The reason why it ended. */
            endedReason: components["schemas"]["SessionEndReason"] | null;
        };
        /**
         * @description The status of a user.
         *
         *     - `INVITED`: Has not accepted the invitation yet.
         *     - `ACTIVE`: Active.
         *     - `SUSPENDED`: Suspended: the user’s API keys stop within a second, and the user gets no threads. Past work stays.
         * @enum {string}
         */
        UserStatus: "INVITED" | "ACTIVE" | "SUSPENDED";
        /**
         * @description The new status of a user.
         *
         *     - `ACTIVE`: Activates a suspended or invited user.
         *     - `SUSPENDED`: Stops the user’s API keys within a second; nothing else changes.
         * @enum {string}
         */
        UserStatusChange: "ACTIVE" | "SUSPENDED";
        /**
         * @example {
         *       "availability": "AWAY"
         *     }
         */
        UserUpdate: {
            /**
             * @description The user’s name. Surrounding spaces are removed.
             * @example Grace Hopper
             */
            name?: string;
            /**
             * Format: idn-email
             * @description The new e-mail address, unique within the tenant. It is `pendingEmail` until the link mailed to it is used. Send the current address to cancel the change. For an INVITED user it takes effect at once, and the invitation is sent to it.
             * @example ada@example.com
             */
            email?: string;
            role?: components["schemas"]["UserRole"];
            /**
             * @description The complete list of the user’s teams.
             * @example [
             *       "tea_01k2w3t5q7e0r9vbx4m6n8h2dz"
             *     ]
             */
            teamIds?: string[];
            availability?: components["schemas"]["UserAvailability"];
            status?: components["schemas"]["UserStatusChange"];
        };
        /** @description A user’s name, address, role, teams, availability or status changed, or mail to the address began or ceased to fail. */
        UserUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "user.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["User"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description A saved list of threads: filters, sort order and columns.
         * @example {
         *       "id": "viw_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "name": "My open threads",
         *       "shared": true,
         *       "filters": {
         *         "status": "open",
         *         "assigneeId": "me"
         *       },
         *       "sort": "waitingSince",
         *       "columns": [
         *         "subject",
         *         "customer",
         *         "waitingSince"
         *       ],
         *       "ownerId": "usr_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "updatedAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        View: {
            /**
             * @description The view.
             * @example viw_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * @description The view’s name. Surrounding spaces are removed.
             * @example My open threads
             */
            name: string;
            /** @description Whether all users of the tenant can see it, or only its owner. */
            shared: boolean;
            filters: components["schemas"]["ViewFilters"];
            sort: components["schemas"]["ThreadSort"];
            /**
             * @description The columns of the list, from left to right. The service only stores them.
             * @example [
             *       "subject",
             *       "customer",
             *       "priority"
             *     ]
             */
            columns: string[];
            /**
             * @description The user who created it.
             * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            ownerId: string;
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAt: string;
        };
        /** @description The number of threads in a view. */
        ViewCount: {
            /**
             * @description The view.
             * @example viw_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            viewId: string;
            /**
             * Format: int64
             * @description The number of threads in the view; null with `error`.
             */
            total: number | null;
            /**
             * Format: int64
             * @description The number of its open and pending threads that you have not read; null with `error`.
             */
            unread: number | null;
            /** @description The reason why this view could not be counted, such as a search with too many words; otherwise null. */
            error: components["schemas"]["ViewCountError"] | null;
        };
        /** @description The reason why a view could not be counted. */
        ViewCountError: {
            /** @description The error code of the list of the view’s threads. */
            code: string;
            /** @description The message, for people. */
            message: string;
        };
        /**
         * @description The views that you can see, newest first, at most a hundred.
         * @example [
         *       {
         *         "viewId": "viw_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "total": 12,
         *         "unread": 3,
         *         "error": null
         *       }
         *     ]
         */
        ViewCounts: components["schemas"]["ViewCount"][];
        /** @description The envelope of one ViewCounts. */
        ViewCountsResponse: {
            data: components["schemas"]["ViewCounts"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "name": "My open threads",
         *       "shared": true,
         *       "filters": {
         *         "status": "open",
         *         "assigneeId": "me"
         *       },
         *       "sort": "waitingSince",
         *       "columns": [
         *         "subject",
         *         "customer",
         *         "waitingSince"
         *       ]
         *     }
         */
        ViewCreate: {
            /**
             * @description The view’s name. Surrounding spaces are removed.
             * @example My open threads
             */
            name: string;
            /** @description Whether all users of the tenant can see it, or only its owner. */
            shared?: boolean;
            filters?: components["schemas"]["ViewFilters"];
            sort?: components["schemas"]["ThreadSort"];
            /**
             * @description The columns of the list, from left to right. The service only stores them.
             * @example [
             *       "subject",
             *       "customer",
             *       "priority"
             *     ]
             */
            columns?: string[];
        };
        /** @description A view was created. */
        ViewCreatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "view.created";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["View"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /** @description A view was deleted. */
        ViewDeletedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "view.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["View"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description The filters of `GET /threads`. `me` is the user who reads the view.
         * @example {
         *       "status": "pending",
         *       "waiting": true
         *     }
         */
        ViewFilters: {
            /**
             * @description Words in the thread’s subject, messages (internal notes included), names of files, customer’s name and address, or external reference, in any language, ignoring case and accents. All words must occur. Also: `"a phrase"`, `-excluded`, `this or that`, `prefix*`. A ticket number (`ACME-2026-000042`, `#42`, `42`) or external reference finds its thread first. At most 50 words. A search that would take too long is refused with 400: a prefix of too many words (`TOO_MANY_WORDS`), or a phrase of more than six words that are in too many threads (`PHRASE_TOO_COMMON`).
             * @example refund -"gift card"
             */
            q?: string;
            status?: components["schemas"]["StatusInput"];
            /**
             * @description The agent, `none` for unassigned threads, or `me` for the caller’s threads.
             * @example none
             */
            assigneeId?: string;
            /**
             * @description A user who follows the thread, or `me` for threads that the caller follows.
             * @example me
             */
            followerId?: string;
            /**
             * @description The team.
             * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            teamId?: string;
            /**
             * @description The inbox.
             * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            inboxId?: string;
            /**
             * @description The customer.
             * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            customerId?: string;
            /**
             * @description One of the thread’s labels.
             * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            labelId?: string;
            priority?: components["schemas"]["PriorityInput"];
            channel?: components["schemas"]["ChannelInput"];
            customFields?: components["schemas"]["CustomFieldFilter"];
            /** @description The `external_reference_id` of the thread’s creation. */
            externalRef?: string;
            /**
             * Format: date-time
             * @description Created later than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAfter?: string;
            /**
             * Format: date-time
             * @description Created earlier than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdBefore?: string;
            /**
             * Format: date-time
             * @description Last changed later than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedAfter?: string;
            /**
             * Format: date-time
             * @description Last changed earlier than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            updatedBefore?: string;
            /**
             * Format: date-time
             * @description Latest message later than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastMessageAfter?: string;
            /**
             * Format: date-time
             * @description Latest message earlier than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            lastMessageBefore?: string;
            /** @description Whether the customer is waiting for a reply. */
            waiting?: boolean;
            /**
             * Format: date-time
             * @description The customer has been waiting since after this time.
             * @example 2026-03-04T09:30:00.000Z
             */
            waitingSinceAfter?: string;
            /**
             * Format: date-time
             * @description The customer has been waiting since before this time.
             * @example 2026-03-04T09:30:00.000Z
             */
            waitingSinceBefore?: string;
            slaState?: components["schemas"]["SlaStanding"];
            /**
             * Format: date-time
             * @description Nearest SLA deadline (see `sort=slaDueAt`) later than this.
             * @example 2026-03-04T09:30:00.000Z
             */
            slaDueAfter?: string;
            /**
             * Format: date-time
             * @description Nearest SLA deadline earlier than this; send the current time to find overdue threads.
             * @example 2026-03-04T09:30:00.000Z
             */
            slaDueBefore?: string;
            /** @description Whether the thread is snoozed. */
            snoozed?: boolean;
            /** @description `true`: open and pending threads with messages of others, notes included, that you have not read. `false` does not filter. */
            unread?: boolean;
        };
        /** @description The envelope of a page of View. */
        ViewList: {
            data: components["schemas"]["View"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one View. */
        ViewResponse: {
            data: components["schemas"]["View"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "name": "Mine",
         *       "columns": [
         *         "subject",
         *         "customer"
         *       ]
         *     }
         */
        ViewUpdate: {
            /**
             * @description The view’s name. Surrounding spaces are removed.
             * @example My open threads
             */
            name?: string;
            /** @description Whether all users of the tenant can see it, or only its owner. */
            shared?: boolean;
            filters?: components["schemas"]["ViewFilters"];
            sort?: components["schemas"]["ThreadSort"];
            /**
             * @description The columns of the list, from left to right. The service only stores them.
             * @example [
             *       "subject",
             *       "customer",
             *       "priority"
             *     ]
             */
            columns?: string[];
        };
        /** @description A view was changed. */
        ViewUpdatedEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "view.updated";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["View"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @description Your endpoint that receives events.
         * @example {
         *       "id": "whk_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "url": "https://example.com/hooks/skein",
         *       "description": null,
         *       "events": [
         *         "thread.created",
         *         "message.created"
         *       ],
         *       "status": "ACTIVE",
         *       "failureCount": 0,
         *       "disabledAt": null,
         *       "disabledReason": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z"
         *     }
         */
        Webhook: {
            /**
             * @description The webhook.
             * @example whk_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The URL that receives events. */
            url: string;
            /** @description The purpose of the endpoint. */
            description: string | null;
            /** @description The event types to send; `*` means all. */
            events: string[];
            status: components["schemas"]["WebhookStatus"];
            /**
             * Format: int64
             * @description Failed attempts since the last success, of any event.
             */
            failureCount: number;
            /**
             * Format: date-time
             * @description When the service disabled it.
             * @example 2026-03-04T09:30:00.000Z
             */
            disabledAt: string | null;
            /** @description The reason why the service disabled it. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description When it was registered.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
        };
        /**
         * @description One attempt of a delivery.
         * @example {
         *       "attempt": 1,
         *       "attemptedAt": "2026-03-04T09:30:00.000Z",
         *       "responseStatus": 204,
         *       "durationMs": 38,
         *       "error": null,
         *       "responseBody": ""
         *     }
         */
        WebhookAttempt: {
            /**
             * Format: int64
             * @description The number of the attempt, starting at 1.
             */
            attempt: number;
            /**
             * Format: date-time
             * @description When it started.
             * @example 2026-03-04T09:30:00.000Z
             */
            attemptedAt: string;
            /**
             * Format: int64
             * @description The HTTP status of the response; null if there was none.
             */
            responseStatus: number | null;
            /**
             * Format: int64
             * @description The duration in milliseconds.
             */
            durationMs: number;
            /** @description The reason of the failure; null if it succeeded. */
            error: string | null;
            /** @description The first 1 KB of the response. */
            responseBody: string | null;
        };
        /**
         * @example {
         *       "url": "https://example.com/hooks/skein",
         *       "events": [
         *         "thread.created",
         *         "message.created"
         *       ]
         *     }
         */
        WebhookCreate: {
            /**
             * @description The URL that receives events: http or https, to a public address, without user info.
             * @example https://example.com/hooks/skein
             */
            url: string;
            /**
             * @description Event types to send, or `*` for all, including those of later versions. `GET /event-types` lists them; an alias stands for its type.
             * @example [
             *       "thread.created",
             *       "message.created"
             *     ]
             */
            events?: string[];
            /** @description The purpose of the endpoint. */
            description?: string | null;
        };
        /**
         * @description The delivery of one event to one webhook.
         * @example {
         *       "id": "dlv_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "webhookId": "whk_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "eventId": "evt_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "eventType": "thread.created",
         *       "attempt": 1,
         *       "state": "SUCCEEDED",
         *       "requestHeaders": {
         *         "webhook-id": "evt_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *         "webhook-timestamp": "1772616600"
         *       },
         *       "requestBody": "{\"type\":\"thread.created\"}",
         *       "responseStatus": 204,
         *       "responseBody": "",
         *       "durationMs": 38,
         *       "error": null,
         *       "nextAttemptAt": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "attempts": [
         *         {
         *           "attempt": 1,
         *           "attemptedAt": "2026-03-04T09:30:00.012Z",
         *           "responseStatus": 204,
         *           "durationMs": 38,
         *           "error": null,
         *           "responseBody": ""
         *         }
         *       ]
         *     }
         */
        WebhookDelivery: {
            /**
             * @description The delivery.
             * @example dlv_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /**
             * @description The webhook.
             * @example whk_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            webhookId: string;
            /**
             * @description The event: the `webhook-id` of every attempt.
             * @example evt_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            eventId: string;
            /** @description The event’s type. */
            eventType: string;
            /**
             * Format: int64
             * @description Attempts so far, including one in progress.
             */
            attempt: number;
            state: components["schemas"]["DeliveryState"];
            /** @description Headers of the latest attempt. */
            requestHeaders: {
                [key: string]: string;
            } | null;
            /** @description Body of every attempt; null before the first one, after the event was deleted, and for callers who may not read the event. */
            requestBody: string | null;
            /**
             * Format: int64
             * @description The HTTP status of the latest response.
             */
            responseStatus: number | null;
            /** @description The latest response, at most 4 KB. */
            responseBody: string | null;
            /**
             * Format: int64
             * @description The duration of the latest attempt in milliseconds.
             */
            durationMs: number | null;
            /** @description The reason why the latest attempt failed. */
            error: string | null;
            /**
             * Format: date-time
             * @description The time of the next attempt; null when there is none.
             * @example 2026-03-04T09:30:00.000Z
             */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When the delivery was queued.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /** @description Every attempt with a known outcome, oldest first, at most ten. An attempt that a crash of the service interrupted is missing. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        /** @description The envelope of a page of WebhookDelivery. */
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one WebhookDelivery. */
        WebhookDeliveryResponse: {
            data: components["schemas"]["WebhookDelivery"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /** @description A webhook was disabled: ten attempts in a row failed, or the endpoint returned 410. */
        WebhookDisabledEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "webhook.disabled";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Webhook"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @example {
         *       "replayMissed": true
         *     }
         */
        WebhookEnable: {
            /** @description Whether missed events (of at most seven days) are sent now, oldest first. Default `false`: they are discarded. */
            replayMissed?: boolean;
        };
        /** @description The envelope of a page of Webhook. */
        WebhookList: {
            data: components["schemas"]["Webhook"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The envelope of one Webhook. */
        WebhookResponse: {
            data: components["schemas"]["Webhook"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @example {
         *       "overlapSeconds": 3600
         *     }
         */
        WebhookSecretRotate: {
            /**
             * Format: int64
             * @description Seconds during which deliveries are also signed with the old secret. Default 86400, a day.
             */
            overlapSeconds?: number;
        };
        /**
         * @description Whether events are sent.
         *
         *     - `ACTIVE`: Events are sent.
         *     - `PAUSED`: Deliveries are held back on your request; nothing is lost.
         *     - `DISABLED`: The service stopped sending after ten consecutive failed attempts or a 410. `enable` reactivates it.
         * @enum {string}
         */
        WebhookStatus: "ACTIVE" | "PAUSED" | "DISABLED";
        /**
         * @description Whether events are sent. Use `enable` to reactivate a disabled webhook.
         *
         *     - `ACTIVE`: Sends what was held, and everything from now on.
         *     - `PAUSED`: Holds deliveries back without losing them.
         * @enum {string}
         */
        WebhookStatusInput: "ACTIVE" | "PAUSED";
        /** @description A requested test; sent to the tested webhook only. */
        WebhookTestEvent: {
            id: components["schemas"]["EventId"];
            /**
             * @description The event type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-03-04T09:30:00.000Z
             */
            timestamp: string;
            /**
             * @description The tenant.
             * @example ten_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            tenantId: string;
            /**
             * @description The version of the API that defines `data`.
             * @constant
             */
            apiVersion: "v1";
            sequence: components["schemas"]["EventSequence"];
            /** @description Who made the change; null for an event from before actors were stored. */
            actor: components["schemas"]["EventActor"] | null;
            /** @description Why the change was made; null if the actor made it directly. */
            cause: components["schemas"]["EventCause"] | null;
            /** @description The object of the event. */
            data: {
                object: components["schemas"]["Webhook"];
                previous?: components["schemas"]["PreviousFields"];
            };
            truncated?: components["schemas"]["EventTruncated"];
        };
        /**
         * @example {
         *       "events": [
         *         "*"
         *       ]
         *     }
         */
        WebhookUpdate: {
            /**
             * @description The URL that receives events: http or https, to a public address, without user info.
             * @example https://example.com/hooks/skein
             */
            url?: string;
            /**
             * @description Event types to send, or `*` for all, including those of later versions. `GET /event-types` lists them; an alias stands for its type.
             * @example [
             *       "thread.created",
             *       "message.created"
             *     ]
             */
            events?: string[];
            /** @description The purpose of the endpoint. */
            description?: string | null;
            status?: components["schemas"]["WebhookStatusInput"];
        };
        /**
         * @description A webhook with its secret, which is shown only once.
         * @example {
         *       "id": "whk_01k2w3t5q7e0r9vbx4m6n8h2dz",
         *       "url": "https://example.com/hooks/skein",
         *       "description": null,
         *       "events": [
         *         "thread.created",
         *         "message.created"
         *       ],
         *       "status": "ACTIVE",
         *       "failureCount": 0,
         *       "disabledAt": null,
         *       "disabledReason": null,
         *       "createdAt": "2026-03-04T09:30:00.000Z",
         *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD2JfMVE5BkVc="
         *     }
         */
        WebhookWithSecret: {
            /**
             * @description The webhook.
             * @example whk_01k2w3t5q7e0r9vbx4m6n8h2dz
             */
            id: string;
            /** @description The URL that receives events. */
            url: string;
            /** @description The purpose of the endpoint. */
            description: string | null;
            /** @description The event types to send; `*` means all. */
            events: string[];
            status: components["schemas"]["WebhookStatus"];
            /**
             * Format: int64
             * @description Failed attempts since the last success, of any event.
             */
            failureCount: number;
            /**
             * Format: date-time
             * @description When the service disabled it.
             * @example 2026-03-04T09:30:00.000Z
             */
            disabledAt: string | null;
            /** @description The reason why the service disabled it. */
            disabledReason: string | null;
            /**
             * Format: date-time
             * @description When it was registered.
             * @example 2026-03-04T09:30:00.000Z
             */
            createdAt: string;
            /** @description Signs the deliveries. Shown only once. */
            secret: string;
        };
        /** @description The envelope of one WebhookWithSecret. */
        WebhookWithSecretResponse: {
            data: components["schemas"]["WebhookWithSecret"];
            /**
             * @description Always null on success.
             * @constant
             */
            error: unknown;
        };
        /**
         * @description A day of the week: the local day of facts, or the first day of weeks in reports.
         *
         *     - `MONDAY`: Monday.
         *     - `TUESDAY`: Tuesday.
         *     - `WEDNESDAY`: Wednesday.
         *     - `THURSDAY`: Thursday.
         *     - `FRIDAY`: Friday.
         *     - `SATURDAY`: Saturday.
         *     - `SUNDAY`: Sunday.
         * @enum {string}
         */
        Weekday: "MONDAY" | "TUESDAY" | "WEDNESDAY" | "THURSDAY" | "FRIDAY" | "SATURDAY" | "SUNDAY";
        /**
         * @description The periods of a week in the time zone, without overlap.
         * @example {
         *       "mon": [
         *         [
         *           "22:00",
         *           "06:00"
         *         ]
         *       ],
         *       "sat": [
         *         [
         *           "10:00",
         *           "14:00"
         *         ]
         *       ]
         *     }
         */
        WeeklyHours: {
            /**
             * @description The periods that begin on Monday; none means closed.
             * @example [
             *       [
             *         "09:00",
             *         "17:00"
             *       ]
             *     ]
             */
            mon?: string[][];
            /**
             * @description The periods that begin on Tuesday; none means closed.
             * @example [
             *       [
             *         "09:00",
             *         "17:00"
             *       ]
             *     ]
             */
            tue?: string[][];
            /**
             * @description The periods that begin on Wednesday; none means closed.
             * @example [
             *       [
             *         "09:00",
             *         "17:00"
             *       ]
             *     ]
             */
            wed?: string[][];
            /**
             * @description The periods that begin on Thursday; none means closed.
             * @example [
             *       [
             *         "09:00",
             *         "17:00"
             *       ]
             *     ]
             */
            thu?: string[][];
            /**
             * @description The periods that begin on Friday; none means closed.
             * @example [
             *       [
             *         "09:00",
             *         "17:00"
             *       ]
             *     ]
             */
            fri?: string[][];
            /**
             * @description The periods that begin on Saturday; none means closed.
             * @example [
             *       [
             *         "09:00",
             *         "17:00"
             *       ]
             *     ]
             */
            sat?: string[][];
            /**
             * @description The periods that begin on Sunday; none means closed.
             * @example [
             *       [
             *         "09:00",
             *         "17:00"
             *       ]
             *     ]
             */
            sun?: string[][];
        };
    };
    responses: never;
    parameters: {
        /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
        Cursor: string;
        /**
         * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
         * @example 20
         */
        Limit: number;
        /**
         * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
         * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
         */
        IdempotencyKey: string;
        /**
         * @description The `ETag` that you read. If the resource has changed since, the request is refused.
         * @example "3"
         */
        IfMatch: string;
        /**
         * @description The id of the last event that you received: the stream continues after it. Browsers send it when they reconnect.
         * @example evt_01k2w3t5q7e0r9vbx4m6n8h2dz
         */
        LastEventId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listThreads: {
        parameters: {
            query?: {
                /**
                 * @description Words in the thread’s subject, messages (internal notes included), names of files, customer’s name and address, or external reference, in any language, ignoring case and accents. All words must occur. Also: `"a phrase"`, `-excluded`, `this or that`, `prefix*`. A ticket number (`ACME-2026-000042`, `#42`, `42`) or external reference finds its thread first. At most 50 words. A search that would take too long is refused with 400: a prefix of too many words (`TOO_MANY_WORDS`), or a phrase of more than six words that are in too many threads (`PHRASE_TOO_COMMON`).
                 * @example refund -"gift card"
                 */
                q?: string;
                /**
                 * @description The thread’s status.
                 * @example open
                 */
                status?: components["schemas"]["StatusInput"];
                /**
                 * @description The agent, `none` for unassigned threads, or `me` for the caller’s threads.
                 * @example none
                 */
                assigneeId?: string;
                /**
                 * @description A user who follows the thread, or `me` for threads that the caller follows.
                 * @example me
                 */
                followerId?: string;
                /**
                 * @description The team.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                teamId?: string;
                /**
                 * @description The inbox.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                inboxId?: string;
                /**
                 * @description The customer.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                customerId?: string;
                /**
                 * @description One of the thread’s labels.
                 * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                labelId?: string;
                /**
                 * @description The priority of the thread.
                 * @example low
                 */
                priority?: components["schemas"]["PriorityInput"];
                /**
                 * @description The channel in which the thread started.
                 * @example email
                 */
                channel?: components["schemas"]["ChannelInput"];
                /**
                 * @description Values of custom fields by key; all must match. A multiple selection matches each of its options. In a query string: `customFields[plan]=pro`.
                 * @example {
                 *       "plan": "pro"
                 *     }
                 */
                customFields?: components["schemas"]["CustomFieldFilter"];
                /** @description The `external_reference_id` of the thread’s creation. */
                externalRef?: string;
                /**
                 * @description Created later than this.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                createdAfter?: string;
                /**
                 * @description Created earlier than this.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                createdBefore?: string;
                /**
                 * @description Last changed later than this.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                updatedAfter?: string;
                /**
                 * @description Last changed earlier than this.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                updatedBefore?: string;
                /**
                 * @description Latest message later than this.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                lastMessageAfter?: string;
                /**
                 * @description Latest message earlier than this.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                lastMessageBefore?: string;
                /** @description Whether the customer is waiting for a reply. */
                waiting?: boolean;
                /**
                 * @description The customer has been waiting since after this time.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                waitingSinceAfter?: string;
                /**
                 * @description The customer has been waiting since before this time.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                waitingSinceBefore?: string;
                /**
                 * @description The state of the thread’s SLA targets.
                 * @example BREACHED
                 */
                slaState?: components["schemas"]["SlaStanding"];
                /**
                 * @description Nearest SLA deadline (see `sort=slaDueAt`) later than this.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                slaDueAfter?: string;
                /**
                 * @description Nearest SLA deadline earlier than this; send the current time to find overdue threads.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                slaDueBefore?: string;
                /** @description Whether the thread is snoozed. */
                snoozed?: boolean;
                /** @description `true`: open and pending threads with messages of others, notes included, that you have not read. `false` does not filter. */
                unread?: boolean;
                /**
                 * @description The sort order; `-` reverses it.
                 * @example createdAt
                 */
                sort?: components["schemas"]["ThreadSort"];
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` or `q` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadSearchList"];
                };
            };
        };
    };
    createThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadCreateBody"];
            };
        };
        responses: {
            /** @description The existing thread with this external_reference_id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedThreadResponse"];
                };
            };
            /** @description The new thread */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedThreadResponse"];
                };
            };
        };
    };
    getThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thread */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    updateThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadUpdate"];
            };
        };
        responses: {
            /** @description The thread as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    assignThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadAssignment"];
            };
        };
        responses: {
            /** @description The updated thread */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    changeThreadLabels: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadLabelsChange"];
            };
        };
        responses: {
            /** @description The thread as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    replyToThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplyCreate"];
            };
        };
        responses: {
            /** @description The new message */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
        };
    };
    createMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageCreate"];
            };
        };
        responses: {
            /** @description The new message */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    listCustomerThreads: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The customer, with or without `cst_`.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadList"];
                };
            };
        };
    };
    snoozeThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadSnooze"];
            };
        };
        responses: {
            /** @description The snoozed thread */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    unsnoozeThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thread */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    listScheduledMessages: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageList"];
                };
            };
        };
    };
    deleteMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The message, with or without `msg_`.
                 * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled reply */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    sendMessageNow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The message, with or without `msg_`.
                 * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message as it was sent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    mergeThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadMerge"];
            };
        };
        responses: {
            /** @description The thread with all messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    unmergeThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thread as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    splitThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadSplit"];
            };
        };
        responses: {
            /** @description The new thread */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    batchThreads: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadBatch"];
            };
        };
        responses: {
            /** @description The result for each thread */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResultResponse"];
                };
            };
            /** @description The job that changes the threads */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobResponse"];
                };
            };
        };
    };
    applyCannedResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CannedResponseApply"];
            };
        };
        responses: {
            /** @description The thread as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    previewCannedResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The canned response, with or without `can_`.
                 * @example can_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CannedResponsePreviewRequest"];
            };
        };
        responses: {
            /** @description The reply as it would be sent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CannedResponsePreviewResponse"];
                };
            };
        };
    };
    composeThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadCompose"];
            };
        };
        responses: {
            /** @description The new thread */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    forwardThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadForward"];
            };
        };
        responses: {
            /** @description The internal message */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
        };
    };
    getThreadRecipients: {
        parameters: {
            query?: {
                /**
                 * @description The message to answer, by default the latest mail of the customer or a participant.
                 * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                inReplyToId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The default recipients */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadRecipientsResponse"];
                };
            };
        };
    };
    listThreadParticipants: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParticipantList"];
                };
            };
        };
    };
    addThreadParticipant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ParticipantCreate"];
            };
        };
        responses: {
            /** @description The participant, who took part already */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParticipantResponse"];
                };
            };
            /** @description The new participant */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParticipantResponse"];
                };
            };
        };
    };
    removeThreadParticipant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
                /**
                 * @description The participant, with or without `par_`.
                 * @example par_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                participantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The participant as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParticipantResponse"];
                };
            };
        };
    };
    listThreadFollowers: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, latest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadFollowerList"];
                };
            };
        };
    };
    followThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
                /**
                 * @description The user, with or without `usr_`.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The follower */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadFollowerResponse"];
                };
            };
        };
    };
    unfollowThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
                /**
                 * @description The user, with or without `usr_`.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thread */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    getDraft: {
        parameters: {
            query?: {
                /**
                 * @description The kind of draft.
                 * @example reply
                 */
                kind?: components["schemas"]["DraftKindInput"];
            };
            header?: never;
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftResponse"];
                };
            };
        };
    };
    saveDraft: {
        parameters: {
            query?: {
                /**
                 * @description The kind of draft.
                 * @example reply
                 */
                kind?: components["schemas"]["DraftKindInput"];
            };
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftSave"];
            };
        };
        responses: {
            /** @description The draft as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftResponse"];
                };
            };
        };
    };
    deleteDraft: {
        parameters: {
            query?: {
                /**
                 * @description The kind of draft.
                 * @example reply
                 */
                kind?: components["schemas"]["DraftKindInput"];
            };
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DraftResponse"];
                };
            };
        };
    };
    markThreadRead: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReadMarkUpdate"];
            };
        };
        responses: {
            /** @description Your read mark */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadMarkResponse"];
                };
            };
        };
    };
    reportPresence: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PresenceReport"];
            };
        };
        responses: {
            /** @description Users who are present in the thread */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresenceResponse"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description Whether it is unread, and not snoozed. */
                unread?: boolean;
                /** @description Whether it is archived. */
                archived?: boolean;
                /**
                 * @description Why you are notified.
                 * @example ASSIGNED
                 */
                type?: components["schemas"]["NotificationType"];
                /**
                 * @description The thread.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                threadId?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, latest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationList"];
                };
            };
        };
    };
    countNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationCountsResponse"];
                };
            };
        };
    };
    readNotifications: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationsRead"];
            };
        };
        responses: {
            /** @description Your counts as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationCountsResponse"];
                };
            };
        };
    };
    updateNotification: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The notification, with or without `ntf_`.
                 * @example ntf_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationUpdate"];
            };
        };
        responses: {
            /** @description The notification as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationResponse"];
                };
            };
        };
    };
    getThreadView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thread view */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadViewResponse"];
                };
            };
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        responses: {
            /** @description The upload, with its URL */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
        };
    };
    createPresignedUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadAnnouncement"];
            };
        };
        responses: {
            /** @description The upload, with the URL for its file */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PresignedUploadResponse"];
                };
            };
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The upload, with or without `upl_`.
                 * @example upl_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
        };
    };
    scheduleMeeting: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeetingSchedule"];
            };
        };
        responses: {
            /** @description The new meeting */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingResponse"];
                };
            };
        };
    };
    listMeetings: {
        parameters: {
            query?: {
                /**
                 * @description The host.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                hostId?: string;
                /**
                 * @description The thread, including threads merged into it.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                threadId?: string;
                /**
                 * @description The status of the meeting.
                 * @example SCHEDULED
                 */
                status?: components["schemas"]["MeetingStatus"];
                /**
                 * @description Starts after this time.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                startsAfter?: string;
                /**
                 * @description Starts before this time.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                startsBefore?: string;
                /**
                 * @description The sort order; `-` reverses it.
                 * @example createdAt
                 */
                sort?: components["schemas"]["MeetingSort"];
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingList"];
                };
            };
        };
    };
    getMeeting: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The meeting, with or without `mtg_`.
                 * @example mtg_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The meeting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingResponse"];
                };
            };
        };
    };
    cancelMeeting: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The meeting, with or without `mtg_`.
                 * @example mtg_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The cancelled meeting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingResponse"];
                };
            };
        };
    };
    updateMeeting: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The meeting, with or without `mtg_`.
                 * @example mtg_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeetingUpdate"];
            };
        };
        responses: {
            /** @description The meeting as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingResponse"];
                };
            };
        };
    };
    recordMeetingAttendance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The meeting, with or without `mtg_`.
                 * @example mtg_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeetingAttendance"];
            };
        };
        responses: {
            /** @description The meeting as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingResponse"];
                };
            };
        };
    };
    attachMeetingRecording: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The meeting, with or without `mtg_`.
                 * @example mtg_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeetingRecordingInput"];
            };
        };
        responses: {
            /** @description The meeting as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingResponse"];
                };
            };
        };
    };
    removeMeetingRecording: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The meeting, with or without `mtg_`.
                 * @example mtg_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The meeting as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeetingResponse"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The job, with or without `job_`.
                 * @example job_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobResponse"];
                };
            };
        };
    };
    listViews: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the name, in any letter case.
                 * @example bil
                 */
                namePrefix?: string;
                /**
                 * @description The user who created it.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                ownerId?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewList"];
                };
            };
        };
    };
    createView: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewCreate"];
            };
        };
        responses: {
            /** @description The new view */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewResponse"];
                };
            };
        };
    };
    countViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewCountsResponse"];
                };
            };
        };
    };
    getView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The view, with or without `viw_`.
                 * @example viw_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewResponse"];
                };
            };
        };
    };
    deleteView: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The view, with or without `viw_`.
                 * @example viw_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The view as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewResponse"];
                };
            };
        };
    };
    updateView: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The view, with or without `viw_`.
                 * @example viw_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ViewUpdate"];
            };
        };
        responses: {
            /** @description The view as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewResponse"];
                };
            };
        };
    };
    listViewThreads: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The view, with or without `viw_`.
                 * @example viw_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, in the order of the view */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadSearchList"];
                };
            };
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /**
                 * @description Parts of the name, address or external id, including those of merged customers, in any language, ignoring case and accents. All parts must occur: parts of one or two letters at the beginning of a word, longer parts anywhere.
                 * @example lovel example
                 */
                q?: string;
                /**
                 * @description The customer’s e-mail address, in any spelling.
                 * @example ada@example.com
                 */
                email?: string;
                /**
                 * @description Your own id for the customer, unique within the tenant.
                 * @example crm-4711
                 */
                externalId?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
        };
    };
    upsertCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerUpsert"];
            };
        };
        responses: {
            /** @description The existing customer as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
            /** @description The new customer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The customer, with or without `cst_`.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The customer, with or without `cst_`.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerUpdate"];
            };
        };
        responses: {
            /** @description The customer as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
        };
    };
    mergeCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The customer, with or without `cst_`.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerMerge"];
            };
        };
        responses: {
            /** @description The target customer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
        };
    };
    addCustomerIdentity: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The customer, with or without `cst_`.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerIdentityCreate"];
            };
        };
        responses: {
            /** @description The new identity */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerIdentityResponse"];
                };
            };
        };
    };
    removeCustomerIdentity: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The customer, with or without `cst_`.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
                /**
                 * @description The identity, with or without `idn_`.
                 * @example idn_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                identityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The identity as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerIdentityResponse"];
                };
            };
        };
    };
    listInboxes: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the name, in any letter case.
                 * @example bil
                 */
                namePrefix?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxList"];
                };
            };
        };
    };
    createInbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxCreate"];
            };
        };
        responses: {
            /** @description The new inbox */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxResponse"];
                };
            };
        };
    };
    getInbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbox, with or without `inb_`.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbox */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxResponse"];
                };
            };
        };
    };
    deleteInbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The inbox, with or without `inb_`.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbox as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxResponse"];
                };
            };
        };
    };
    updateInbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The inbox, with or without `inb_`.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxUpdate"];
            };
        };
        responses: {
            /** @description The inbox as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxResponse"];
                };
            };
        };
    };
    listInboxDnsRecords: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The inbox, with or without `inb_`.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All records */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DnsRecordList"];
                };
            };
        };
    };
    createInboxDkimKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The inbox, with or without `inb_`.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DkimKeyCreate"];
            };
        };
        responses: {
            /** @description The inbox with its new key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxResponse"];
                };
            };
        };
    };
    deleteInboxDkimKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The inbox, with or without `inb_`.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbox without a key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxResponse"];
                };
            };
        };
    };
    testInbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The inbox, with or without `inb_`.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InboxTest"];
            };
        };
        responses: {
            /** @description The steps */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTestResponse"];
                };
            };
            /** @description The job that waits for the mails */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobResponse"];
                };
            };
        };
    };
    getInboxConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbox, with or without `inb_`.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the connections */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelConnectionResponse"];
                };
            };
        };
    };
    reconnectInbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The inbox, with or without `inb_`.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the connections */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelConnectionResponse"];
                };
            };
        };
    };
    authorizeInbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The inbox, with or without `inb_`.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboxAuthorize"];
            };
        };
        responses: {
            /** @description The URL */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxAuthorizationResponse"];
                };
            };
        };
    };
    listInboundMails: {
        parameters: {
            query?: {
                /**
                 * @description Mails to this inbox.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                inboxId?: string;
                /**
                 * @description What became of a mail.
                 * @example RECEIVED
                 */
                outcome?: components["schemas"]["InboundMailOutcome"];
                /**
                 * @description Why a mail was suspended.
                 * @example AUTOMATIC
                 */
                cause?: components["schemas"]["SuspensionCause"];
                /** @description `false` leaves out mails that were discarded or have expired; `true` lists only those. */
                expired?: boolean;
                /**
                 * @description Mails from this address.
                 * @example ada@example.com
                 */
                from?: string;
                /**
                 * @description Mails with this Message-ID, without angle brackets.
                 * @example b1a2@example.com
                 */
                messageId?: string;
                /**
                 * @description Mails accepted after this time.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                receivedAfter?: string;
                /**
                 * @description Mails accepted before this time.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                receivedBefore?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundMailList"];
                };
            };
        };
    };
    getInboundMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbound mail, with or without `eml_`.
                 * @example eml_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbound mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundMailDetailsResponse"];
                };
            };
        };
    };
    getInboundMailOriginal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The inbound mail, with or without `eml_`.
                 * @example eml_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailOriginalResponse"];
                };
            };
        };
    };
    getMessageOriginal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The message, with or without `msg_`.
                 * @example msg_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailOriginalResponse"];
                };
            };
        };
    };
    createInboundMail: {
        parameters: {
            query?: {
                /**
                 * @description The recipient of the SMTP envelope, with its token if it has one.
                 * @example ada@example.com
                 */
                rcpt?: string;
                /**
                 * @description The sender of the SMTP envelope; empty for the null sender of bounces.
                 * @example ada@example.com
                 */
                from?: string;
                /** @description Whether the mail is from an archive: nothing is answered automatically. */
                import?: boolean;
            };
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The inbox, with or without `inb_`.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "message/rfc822": string;
            };
        };
        responses: {
            /** @description The mail that was accepted before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundMailResponse"];
                };
            };
            /** @description The mail, which will be processed */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundMailResponse"];
                };
            };
        };
    };
    releaseInboundMail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The inbound mail, with or without `eml_`.
                 * @example eml_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InboundMailRelease"];
            };
        };
        responses: {
            /** @description The mail as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundMailResponse"];
                };
            };
        };
    };
    discardInboundMail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The inbound mail, with or without `eml_`.
                 * @example eml_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundMailResponse"];
                };
            };
        };
    };
    batchInboundMails: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboundMailBatch"];
            };
        };
        responses: {
            /** @description The mails as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundMailBatchResultResponse"];
                };
            };
        };
    };
    markThreadAsSpam: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ThreadSpam"];
            };
        };
        responses: {
            /** @description The closed thread */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadResponse"];
                };
            };
        };
    };
    listSenderRules: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderRuleList"];
                };
            };
        };
    };
    createSenderRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderRuleCreate"];
            };
        };
        responses: {
            /** @description The new rule */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderRuleResponse"];
                };
            };
        };
    };
    getSenderRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The sender rule, with or without `rul_`.
                 * @example rul_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sender rule */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderRuleResponse"];
                };
            };
        };
    };
    deleteSenderRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The sender rule, with or without `rul_`.
                 * @example rul_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderRuleResponse"];
                };
            };
        };
    };
    listLabels: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the name, in any letter case.
                 * @example bil
                 */
                namePrefix?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelList"];
                };
            };
        };
    };
    createLabel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelCreate"];
            };
        };
        responses: {
            /** @description The new label */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelResponse"];
                };
            };
        };
    };
    getLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The label, with or without `lbl_`.
                 * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The label */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelResponse"];
                };
            };
        };
    };
    deleteLabel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The label, with or without `lbl_`.
                 * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archived label */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelResponse"];
                };
            };
        };
    };
    updateLabel: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The label, with or without `lbl_`.
                 * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelUpdate"];
            };
        };
        responses: {
            /** @description The label as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelResponse"];
                };
            };
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the name, in any letter case.
                 * @example bil
                 */
                namePrefix?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamList"];
                };
            };
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamCreate"];
            };
        };
        responses: {
            /** @description The new team */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"];
                };
            };
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The team, with or without `tea_`.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"];
                };
            };
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The team, with or without `tea_`.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"];
                };
            };
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The team, with or without `tea_`.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamUpdate"];
            };
        };
        responses: {
            /** @description The team as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the name, in any letter case.
                 * @example bil
                 */
                namePrefix?: string;
                /**
                 * @description Members of this team.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                teamId?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreate"];
            };
        };
        responses: {
            /** @description The new user */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The user, with or without `usr_`.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The user, with or without `usr_`.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user as they were */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The user, with or without `usr_`.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description The user as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
        };
    };
    addTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The team, with or without `tea_`.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
                /**
                 * @description The user, with or without `usr_`.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"];
                };
            };
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The team, with or without `tea_`.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
                /**
                 * @description The user, with or without `usr_`.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamResponse"];
                };
            };
        };
    };
    getPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your preferences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreferencesResponse"];
                };
            };
        };
    };
    updatePreferences: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferencesUpdate"];
            };
        };
        responses: {
            /** @description Your preferences as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreferencesResponse"];
                };
            };
        };
    };
    listBusinessHours: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the name, in any letter case.
                 * @example bil
                 */
                namePrefix?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessHoursList"];
                };
            };
        };
    };
    createBusinessHours: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BusinessHoursCreate"];
            };
        };
        responses: {
            /** @description The new set of business hours */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessHoursResponse"];
                };
            };
        };
    };
    getBusinessHours: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The set of business hours, with or without `bhr_`.
                 * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The set of business hours */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessHoursResponse"];
                };
            };
        };
    };
    deleteBusinessHours: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The set of business hours, with or without `bhr_`.
                 * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The set of business hours as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessHoursResponse"];
                };
            };
        };
    };
    updateBusinessHours: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The set of business hours, with or without `bhr_`.
                 * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BusinessHoursUpdate"];
            };
        };
        responses: {
            /** @description The set of business hours as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessHoursResponse"];
                };
            };
        };
    };
    importHolidays: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The set of business hours, with or without `bhr_`.
                 * @example bhr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HolidayImport"];
            };
        };
        responses: {
            /** @description The business hours with the holidays */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessHoursResponse"];
                };
            };
        };
    };
    listSlaPolicies: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the name, in any letter case.
                 * @example bil
                 */
                namePrefix?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlaPolicyList"];
                };
            };
        };
    };
    createSlaPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SlaPolicyCreate"];
            };
        };
        responses: {
            /** @description The new policy */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlaPolicyResponse"];
                };
            };
        };
    };
    getSlaPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The SLA policy, with or without `sla_`.
                 * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The SLA policy */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlaPolicyResponse"];
                };
            };
        };
    };
    deleteSlaPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The SLA policy, with or without `sla_`.
                 * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The SLA policy as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlaPolicyResponse"];
                };
            };
        };
    };
    updateSlaPolicy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The SLA policy, with or without `sla_`.
                 * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SlaPolicyUpdate"];
            };
        };
        responses: {
            /** @description The SLA policy as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlaPolicyResponse"];
                };
            };
        };
    };
    listCustomFields: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the name, in any letter case.
                 * @example bil
                 */
                namePrefix?: string;
                /**
                 * @description The objects that have the field.
                 * @example THREAD
                 */
                appliesTo?: components["schemas"]["CustomFieldTarget"];
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldList"];
                };
            };
        };
    };
    createCustomField: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomFieldCreate"];
            };
        };
        responses: {
            /** @description The new custom field */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldResponse"];
                };
            };
        };
    };
    getCustomField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The custom field, with or without `fld_`.
                 * @example fld_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The custom field */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldResponse"];
                };
            };
        };
    };
    deleteCustomField: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The custom field, with or without `fld_`.
                 * @example fld_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archived custom field */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldResponse"];
                };
            };
        };
    };
    updateCustomField: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The custom field, with or without `fld_`.
                 * @example fld_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomFieldUpdate"];
            };
        };
        responses: {
            /** @description The custom field as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldResponse"];
                };
            };
        };
    };
    listCannedResponses: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the name, in any letter case.
                 * @example bil
                 */
                namePrefix?: string;
                /**
                 * @description Canned responses that are offered in this thread’s inbox.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                threadId?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CannedResponseList"];
                };
            };
        };
    };
    createCannedResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CannedResponseCreate"];
            };
        };
        responses: {
            /** @description The new canned response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CannedResponseResponse"];
                };
            };
        };
    };
    getCannedResponse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The canned response, with or without `can_`.
                 * @example can_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canned response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CannedResponseResponse"];
                };
            };
        };
    };
    deleteCannedResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The canned response, with or without `can_`.
                 * @example can_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canned response as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CannedResponseResponse"];
                };
            };
        };
    };
    updateCannedResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The canned response, with or without `can_`.
                 * @example can_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CannedResponseUpdate"];
            };
        };
        responses: {
            /** @description The canned response as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CannedResponseResponse"];
                };
            };
        };
    };
    listKbCollections: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the name, in any letter case.
                 * @example bil
                 */
                namePrefix?: string;
                /**
                 * @description Directly in this collection.
                 * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                parentId?: string;
                /**
                 * @description Its audience.
                 * @example PUBLIC
                 */
                visibility?: components["schemas"]["KbVisibility"];
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbCollectionList"];
                };
            };
        };
    };
    createKbCollection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KbCollectionCreate"];
            };
        };
        responses: {
            /** @description The new collection */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbCollectionResponse"];
                };
            };
        };
    };
    getKbCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The collection, with or without `col_`.
                 * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collection */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbCollectionResponse"];
                };
            };
        };
    };
    deleteKbCollection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The collection, with or without `col_`.
                 * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The collection as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbCollectionResponse"];
                };
            };
        };
    };
    updateKbCollection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The collection, with or without `col_`.
                 * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KbCollectionUpdate"];
            };
        };
        responses: {
            /** @description The collection as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbCollectionResponse"];
                };
            };
        };
    };
    listKbArticles: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the name, in any letter case.
                 * @example bil
                 */
                namePrefix?: string;
                /**
                 * @description Directly in this collection.
                 * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                collectionId?: string;
                /**
                 * @description The status of the article.
                 * @example DRAFT
                 */
                status?: components["schemas"]["KbArticleStatus"];
                /**
                 * @description Its audience.
                 * @example PUBLIC
                 */
                visibility?: components["schemas"]["KbVisibility"];
                /**
                 * @description Articles in this language.
                 * @example en
                 */
                locale?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbArticleList"];
                };
            };
        };
    };
    createKbArticle: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KbArticleCreate"];
            };
        };
        responses: {
            /** @description The new article */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbArticleResponse"];
                };
            };
        };
    };
    getKbArticle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The article, with or without `art_`.
                 * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The article */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbArticleResponse"];
                };
            };
        };
    };
    deleteKbArticle: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The article, with or without `art_`.
                 * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The article as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbArticleResponse"];
                };
            };
        };
    };
    updateKbArticle: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The article, with or without `art_`.
                 * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KbArticleUpdate"];
            };
        };
        responses: {
            /** @description The article as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbArticleResponse"];
                };
            };
        };
    };
    publishKbArticle: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The article, with or without `art_`.
                 * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KbArticlePublish"];
            };
        };
        responses: {
            /** @description The article as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbArticleResponse"];
                };
            };
        };
    };
    listKbArticleVersions: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The article, with or without `art_`.
                 * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbArticleVersionList"];
                };
            };
        };
    };
    compareKbArticleVersions: {
        parameters: {
            query?: {
                /**
                 * @description The number of the earlier version; by default the published version, or else the oldest.
                 * @example 1
                 */
                from?: number;
                /**
                 * @description The number of the later version; by default the current article.
                 * @example 1
                 */
                to?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The article, with or without `art_`.
                 * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The differences */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbArticleDifferenceResponse"];
                };
            };
        };
    };
    restoreKbArticle: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The article, with or without `art_`.
                 * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KbArticleRestore"];
            };
        };
        responses: {
            /** @description The article as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbArticleResponse"];
                };
            };
        };
    };
    previewKbArticle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The article, with or without `art_`.
                 * @example art_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft as HTML */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbArticlePreviewResponse"];
                };
            };
        };
    };
    searchKb: {
        parameters: {
            query?: {
                /**
                 * @description Words in any language, which must all occur, `"a phrase"`, `-excluded`, `this or that`, `prefix*`. Case and accents are ignored. Without `q`, all articles, newest first.
                 * @example refund
                 */
                q?: string;
                /**
                 * @description Articles in this language.
                 * @example en
                 */
                locale?: string;
                /**
                 * @description Its audience.
                 * @example PUBLIC
                 */
                visibility?: components["schemas"]["KbVisibility"];
                /**
                 * @description Articles in this collection, at any level.
                 * @example col_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                collectionId?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, best first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbSearchHitList"];
                };
            };
        };
    };
    listMissedSearches: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KbMissedSearchList"];
                };
            };
        };
    };
    suggestReply: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuggestReplyRequest"];
            };
        };
        responses: {
            /** @description The run, with its result */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiRunResponse"];
                    "text/event-stream": string;
                };
            };
        };
    };
    summarizeThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AiThreadRequest"];
            };
        };
        responses: {
            /** @description The run, with its result */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiRunResponse"];
                    "text/event-stream": string;
                };
            };
        };
    };
    classifyThread: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AiThreadRequest"];
            };
        };
        responses: {
            /** @description The run, with its result */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiRunResponse"];
                };
            };
        };
    };
    suggestLabels: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AiThreadRequest"];
            };
        };
        responses: {
            /** @description The run, with its result */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiRunResponse"];
                };
            };
        };
    };
    rewriteText: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RewriteRequest"];
            };
        };
        responses: {
            /** @description The run, with its result */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiRunResponse"];
                    "text/event-stream": string;
                };
            };
        };
    };
    translateText: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TranslateRequest"];
            };
        };
        responses: {
            /** @description The run, with its result */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiRunResponse"];
                    "text/event-stream": string;
                };
            };
        };
    };
    answerQuestion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnswerRequest"];
            };
        };
        responses: {
            /** @description The run, with its result */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiRunResponse"];
                    "text/event-stream": string;
                };
            };
        };
    };
    listAiRuns: {
        parameters: {
            query?: {
                /**
                 * @description Runs of this thread.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                threadId?: string;
                /**
                 * @description The operation.
                 * @example SUGGEST_REPLY
                 */
                operation?: components["schemas"]["AiOperation"];
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiRunList"];
                };
            };
        };
    };
    getAiRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The run, with or without `run_`.
                 * @example run_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiRunResponse"];
                };
            };
        };
    };
    rateAiRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The run, with or without `run_`.
                 * @example run_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AiFeedbackCreate"];
            };
        };
        responses: {
            /** @description The run with the feedback */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiRunResponse"];
                };
            };
        };
    };
    getAiUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AiUsageResponse"];
                };
            };
        };
    };
    exportCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CustomerExportRequest"];
            };
        };
        responses: {
            /** @description The request */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrivacyRequestResponse"];
                };
            };
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerErasureRequest"];
            };
        };
        responses: {
            /** @description The request */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrivacyRequestResponse"];
                };
            };
        };
    };
    listPrivacyRequests: {
        parameters: {
            query?: {
                /**
                 * @description The customer of the requests.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                customerId?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrivacyRequestList"];
                };
            };
        };
    };
    getPrivacyRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The request, with or without `prv_`.
                 * @example prv_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrivacyRequestResponse"];
                };
            };
        };
    };
    exportReport: {
        parameters: {
            query?: {
                /**
                 * @description One to twelve metrics of `GET /reports/metrics`, separated by commas. Default: `THREADS_CREATED,THREADS_RESOLVED,BACKLOG`.
                 * @example THREADS_CREATED,FIRST_RESPONSE_TIME
                 */
                metrics?: string;
                /**
                 * @description The beginning of the range. Default: `today-30`. A local date in `timezone` (`2026-03-01`), an instant (`2026-03-01T09:30:00Z`), or a date relative to today (`today`, `today-30`, `today+1`).
                 * @example today-30
                 */
                from?: string;
                /**
                 * @description The end of the range, which is not included. Default: `today+1`. At most five years after `from`, 31 days by hour. A local date in `timezone` (`2026-03-01`), an instant (`2026-03-01T09:30:00Z`), or a date relative to today (`today`, `today-30`, `today+1`).
                 * @example today+1
                 */
                to?: string;
                /**
                 * @description The length of the buckets. Default: `none`.
                 * @example none
                 */
                grain?: components["schemas"]["ReportGrain"];
                /**
                 * @description At most two dimensions of the metrics, separated by a comma.
                 * @example team
                 */
                groupBy?: string;
                /**
                 * @description The time zone of dates and buckets, a name of the IANA database. Default: the setting `reporting.timezone`.
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /**
                 * @description The time that durations count.
                 * @example CALENDAR
                 */
                time?: components["schemas"]["ReportTime"];
                /**
                 * @description The range whose figures are in `previous`.
                 * @example NONE
                 */
                compareTo?: components["schemas"]["ReportComparison"];
                /**
                 * @description The agent who is credited. `none`: none.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                personId?: string;
                /**
                 * @description The thread’s assignee at that moment. `none`: none.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                assigneeId?: string;
                /**
                 * @description The thread’s team at that moment. `none`: none.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                teamId?: string;
                /**
                 * @description The thread’s inbox at that moment.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                inboxId?: string;
                /**
                 * @description The priority of the thread.
                 * @example low
                 */
                priority?: components["schemas"]["PriorityInput"];
                /**
                 * @description The channel in which the thread started.
                 * @example email
                 */
                channel?: components["schemas"]["ChannelInput"];
                /**
                 * @description The SLA policy that applied at that moment. `none`: none.
                 * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                policyId?: string;
                /**
                 * @description Why it happened.
                 * @example CUSTOMER
                 */
                cause?: components["schemas"]["FactCauseFilter"];
                /**
                 * @description The hour of the local day.
                 * @example 9
                 */
                hourOfDay?: number;
                /**
                 * @description A day of the week: the local day of facts, or the first day of weeks in reports.
                 * @example MONDAY
                 */
                weekday?: components["schemas"]["Weekday"];
                /**
                 * @description A label that the thread has now. `none`: none.
                 * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                labelId?: string;
                /**
                 * @description The customer whom the thread has now. `none`: none.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                customerId?: string;
                /**
                 * @description The key of a custom field of threads of type SELECT, for `fieldValue` and the dimension `field`.
                 * @example plan
                 */
                fieldKey?: string;
                /**
                 * @description The value that the field `fieldKey` has now; empty for no value.
                 * @example pro
                 */
                fieldValue?: string;
                /**
                 * @description The sequence of an event that must have been counted. The service waits up to five seconds for it.
                 * @example 0
                 */
                atLeast?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report as CSV */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    exportReportFacts: {
        parameters: {
            query?: {
                /**
                 * @description The metric whose facts are listed: of a rate all facts of the whole, of a number of threads one fact for each thread.
                 * @example THREADS_CREATED
                 */
                metric?: string;
                /**
                 * @description A kind of facts, also one that no metric counts. Without a kind and a metric: all kinds.
                 * @example CREATED
                 */
                kind?: components["schemas"]["FactKind"];
                /**
                 * @description The beginning of the range. Default: `today-30`. A local date in `timezone` (`2026-03-01`), an instant (`2026-03-01T09:30:00Z`), or a date relative to today (`today`, `today-30`, `today+1`).
                 * @example today-30
                 */
                from?: string;
                /**
                 * @description The end of the range, which is not included. Default: `today+1`. At most five years after `from`, 31 days by hour. A local date in `timezone` (`2026-03-01`), an instant (`2026-03-01T09:30:00Z`), or a date relative to today (`today`, `today-30`, `today+1`).
                 * @example today+1
                 */
                to?: string;
                /**
                 * @description The time zone of dates and buckets, a name of the IANA database. Default: the setting `reporting.timezone`.
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /**
                 * @description The time that durations count.
                 * @example CALENDAR
                 */
                time?: components["schemas"]["ReportTime"];
                /**
                 * @description The agent who is credited. `none`: none.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                personId?: string;
                /**
                 * @description The thread’s assignee at that moment. `none`: none.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                assigneeId?: string;
                /**
                 * @description The thread’s team at that moment. `none`: none.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                teamId?: string;
                /**
                 * @description The thread’s inbox at that moment.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                inboxId?: string;
                /**
                 * @description The priority of the thread.
                 * @example low
                 */
                priority?: components["schemas"]["PriorityInput"];
                /**
                 * @description The channel in which the thread started.
                 * @example email
                 */
                channel?: components["schemas"]["ChannelInput"];
                /**
                 * @description The SLA policy that applied at that moment. `none`: none.
                 * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                policyId?: string;
                /**
                 * @description Why it happened.
                 * @example CUSTOMER
                 */
                cause?: components["schemas"]["FactCauseFilter"];
                /**
                 * @description The hour of the local day.
                 * @example 9
                 */
                hourOfDay?: number;
                /**
                 * @description A day of the week: the local day of facts, or the first day of weeks in reports.
                 * @example MONDAY
                 */
                weekday?: components["schemas"]["Weekday"];
                /**
                 * @description A label that the thread has now. `none`: none.
                 * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                labelId?: string;
                /**
                 * @description The customer whom the thread has now. `none`: none.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                customerId?: string;
                /**
                 * @description The key of a custom field of threads of type SELECT, for `fieldValue` and the dimension `field`.
                 * @example plan
                 */
                fieldKey?: string;
                /**
                 * @description The value that the field `fieldKey` has now; empty for no value.
                 * @example pro
                 */
                fieldValue?: string;
                /**
                 * @description The sequence of the last event that is counted, as `asOf` of a report. Default: all events so far.
                 * @example 4200
                 */
                asOf?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The facts as CSV */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    getReport: {
        parameters: {
            query?: {
                /**
                 * @description One to twelve metrics of `GET /reports/metrics`, separated by commas. Default: `THREADS_CREATED,THREADS_RESOLVED,BACKLOG`.
                 * @example THREADS_CREATED,FIRST_RESPONSE_TIME
                 */
                metrics?: string;
                /**
                 * @description The beginning of the range. Default: `today-30`. A local date in `timezone` (`2026-03-01`), an instant (`2026-03-01T09:30:00Z`), or a date relative to today (`today`, `today-30`, `today+1`).
                 * @example today-30
                 */
                from?: string;
                /**
                 * @description The end of the range, which is not included. Default: `today+1`. At most five years after `from`, 31 days by hour. A local date in `timezone` (`2026-03-01`), an instant (`2026-03-01T09:30:00Z`), or a date relative to today (`today`, `today-30`, `today+1`).
                 * @example today+1
                 */
                to?: string;
                /**
                 * @description The length of the buckets. Default: `none`.
                 * @example none
                 */
                grain?: components["schemas"]["ReportGrain"];
                /**
                 * @description At most two dimensions of the metrics, separated by a comma.
                 * @example team
                 */
                groupBy?: string;
                /**
                 * @description The time zone of dates and buckets, a name of the IANA database. Default: the setting `reporting.timezone`.
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /**
                 * @description The time that durations count.
                 * @example CALENDAR
                 */
                time?: components["schemas"]["ReportTime"];
                /**
                 * @description The range whose figures are in `previous`.
                 * @example NONE
                 */
                compareTo?: components["schemas"]["ReportComparison"];
                /**
                 * @description The agent who is credited. `none`: none.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                personId?: string;
                /**
                 * @description The thread’s assignee at that moment. `none`: none.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                assigneeId?: string;
                /**
                 * @description The thread’s team at that moment. `none`: none.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                teamId?: string;
                /**
                 * @description The thread’s inbox at that moment.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                inboxId?: string;
                /**
                 * @description The priority of the thread.
                 * @example low
                 */
                priority?: components["schemas"]["PriorityInput"];
                /**
                 * @description The channel in which the thread started.
                 * @example email
                 */
                channel?: components["schemas"]["ChannelInput"];
                /**
                 * @description The SLA policy that applied at that moment. `none`: none.
                 * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                policyId?: string;
                /**
                 * @description Why it happened.
                 * @example CUSTOMER
                 */
                cause?: components["schemas"]["FactCauseFilter"];
                /**
                 * @description The hour of the local day.
                 * @example 9
                 */
                hourOfDay?: number;
                /**
                 * @description A day of the week: the local day of facts, or the first day of weeks in reports.
                 * @example MONDAY
                 */
                weekday?: components["schemas"]["Weekday"];
                /**
                 * @description A label that the thread has now. `none`: none.
                 * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                labelId?: string;
                /**
                 * @description The customer whom the thread has now. `none`: none.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                customerId?: string;
                /**
                 * @description The key of a custom field of threads of type SELECT, for `fieldValue` and the dimension `field`.
                 * @example plan
                 */
                fieldKey?: string;
                /**
                 * @description The value that the field `fieldKey` has now; empty for no value.
                 * @example pro
                 */
                fieldValue?: string;
                /**
                 * @description The sequence of an event that must have been counted. The service waits up to five seconds for it.
                 * @example 0
                 */
                atLeast?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportResponse"];
                };
            };
        };
    };
    listReportFacts: {
        parameters: {
            query?: {
                /**
                 * @description The metric whose facts are listed: of a rate all facts of the whole, of a number of threads one fact for each thread.
                 * @example THREADS_CREATED
                 */
                metric?: string;
                /**
                 * @description A kind of facts, also one that no metric counts. Without a kind and a metric: all kinds.
                 * @example CREATED
                 */
                kind?: components["schemas"]["FactKind"];
                /**
                 * @description The beginning of the range. Default: `today-30`. A local date in `timezone` (`2026-03-01`), an instant (`2026-03-01T09:30:00Z`), or a date relative to today (`today`, `today-30`, `today+1`).
                 * @example today-30
                 */
                from?: string;
                /**
                 * @description The end of the range, which is not included. Default: `today+1`. At most five years after `from`, 31 days by hour. A local date in `timezone` (`2026-03-01`), an instant (`2026-03-01T09:30:00Z`), or a date relative to today (`today`, `today-30`, `today+1`).
                 * @example today+1
                 */
                to?: string;
                /**
                 * @description The time zone of dates and buckets, a name of the IANA database. Default: the setting `reporting.timezone`.
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /**
                 * @description The time that durations count.
                 * @example CALENDAR
                 */
                time?: components["schemas"]["ReportTime"];
                /**
                 * @description The agent who is credited. `none`: none.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                personId?: string;
                /**
                 * @description The thread’s assignee at that moment. `none`: none.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                assigneeId?: string;
                /**
                 * @description The thread’s team at that moment. `none`: none.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                teamId?: string;
                /**
                 * @description The thread’s inbox at that moment.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                inboxId?: string;
                /**
                 * @description The priority of the thread.
                 * @example low
                 */
                priority?: components["schemas"]["PriorityInput"];
                /**
                 * @description The channel in which the thread started.
                 * @example email
                 */
                channel?: components["schemas"]["ChannelInput"];
                /**
                 * @description The SLA policy that applied at that moment. `none`: none.
                 * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                policyId?: string;
                /**
                 * @description Why it happened.
                 * @example CUSTOMER
                 */
                cause?: components["schemas"]["FactCauseFilter"];
                /**
                 * @description The hour of the local day.
                 * @example 9
                 */
                hourOfDay?: number;
                /**
                 * @description A day of the week: the local day of facts, or the first day of weeks in reports.
                 * @example MONDAY
                 */
                weekday?: components["schemas"]["Weekday"];
                /**
                 * @description A label that the thread has now. `none`: none.
                 * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                labelId?: string;
                /**
                 * @description The customer whom the thread has now. `none`: none.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                customerId?: string;
                /**
                 * @description The key of a custom field of threads of type SELECT, for `fieldValue` and the dimension `field`.
                 * @example plan
                 */
                fieldKey?: string;
                /**
                 * @description The value that the field `fieldKey` has now; empty for no value.
                 * @example pro
                 */
                fieldValue?: string;
                /**
                 * @description The sequence of the last event that is counted, as `asOf` of a report. Default: all events so far.
                 * @example 4200
                 */
                asOf?: number;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactList"];
                };
            };
        };
    };
    listReportMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All metrics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportMetricsResponse"];
                };
            };
        };
    };
    listReportThreads: {
        parameters: {
            query?: {
                /**
                 * @description The metric whose facts are listed: of a rate all facts of the whole, of a number of threads one fact for each thread.
                 * @example THREADS_CREATED
                 */
                metric?: string;
                /**
                 * @description A kind of facts, also one that no metric counts. Without a kind and a metric: all kinds.
                 * @example CREATED
                 */
                kind?: components["schemas"]["FactKind"];
                /**
                 * @description The beginning of the range. Default: `today-30`. A local date in `timezone` (`2026-03-01`), an instant (`2026-03-01T09:30:00Z`), or a date relative to today (`today`, `today-30`, `today+1`).
                 * @example today-30
                 */
                from?: string;
                /**
                 * @description The end of the range, which is not included. Default: `today+1`. At most five years after `from`, 31 days by hour. A local date in `timezone` (`2026-03-01`), an instant (`2026-03-01T09:30:00Z`), or a date relative to today (`today`, `today-30`, `today+1`).
                 * @example today+1
                 */
                to?: string;
                /**
                 * @description The time zone of dates and buckets, a name of the IANA database. Default: the setting `reporting.timezone`.
                 * @example Europe/Berlin
                 */
                timezone?: string;
                /**
                 * @description The time that durations count.
                 * @example CALENDAR
                 */
                time?: components["schemas"]["ReportTime"];
                /**
                 * @description The agent who is credited. `none`: none.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                personId?: string;
                /**
                 * @description The thread’s assignee at that moment. `none`: none.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                assigneeId?: string;
                /**
                 * @description The thread’s team at that moment. `none`: none.
                 * @example tea_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                teamId?: string;
                /**
                 * @description The thread’s inbox at that moment.
                 * @example inb_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                inboxId?: string;
                /**
                 * @description The priority of the thread.
                 * @example low
                 */
                priority?: components["schemas"]["PriorityInput"];
                /**
                 * @description The channel in which the thread started.
                 * @example email
                 */
                channel?: components["schemas"]["ChannelInput"];
                /**
                 * @description The SLA policy that applied at that moment. `none`: none.
                 * @example sla_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                policyId?: string;
                /**
                 * @description Why it happened.
                 * @example CUSTOMER
                 */
                cause?: components["schemas"]["FactCauseFilter"];
                /**
                 * @description The hour of the local day.
                 * @example 9
                 */
                hourOfDay?: number;
                /**
                 * @description A day of the week: the local day of facts, or the first day of weeks in reports.
                 * @example MONDAY
                 */
                weekday?: components["schemas"]["Weekday"];
                /**
                 * @description A label that the thread has now. `none`: none.
                 * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                labelId?: string;
                /**
                 * @description The customer whom the thread has now. `none`: none.
                 * @example cst_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                customerId?: string;
                /**
                 * @description The key of a custom field of threads of type SELECT, for `fieldValue` and the dimension `field`.
                 * @example plan
                 */
                fieldKey?: string;
                /**
                 * @description The value that the field `fieldKey` has now; empty for no value.
                 * @example pro
                 */
                fieldValue?: string;
                /**
                 * @description The sequence of the last event that is counted, as `asOf` of a report. Default: all events so far.
                 * @example 4200
                 */
                asOf?: number;
                /**
                 * @description The sort order; `-` reverses it.
                 * @example createdAt
                 */
                sort?: components["schemas"]["ThreadSort"];
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadList"];
                };
            };
        };
    };
    getReportNow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportNowResponse"];
                };
            };
        };
    };
    listSavedReports: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the name, in any letter case.
                 * @example bil
                 */
                namePrefix?: string;
                /**
                 * @description The user who created it.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                ownerId?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedReportList"];
                };
            };
        };
    };
    createSavedReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedReportCreate"];
            };
        };
        responses: {
            /** @description The new saved report */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedReportResponse"];
                };
            };
        };
    };
    getSavedReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The saved report, with or without `rep_`.
                 * @example rep_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedReportResponse"];
                };
            };
        };
    };
    deleteSavedReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The saved report, with or without `rep_`.
                 * @example rep_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved report as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedReportResponse"];
                };
            };
        };
    };
    updateSavedReport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The saved report, with or without `rep_`.
                 * @example rep_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedReportUpdate"];
            };
        };
        responses: {
            /** @description The saved report as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedReportResponse"];
                };
            };
        };
    };
    rebuildReports: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReportRebuild"];
            };
        };
        responses: {
            /** @description The job */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobResponse"];
                };
            };
        };
    };
    getThreadMeasures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The thread, with or without `thr_`.
                 * @example thr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The facts of the thread */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadMeasuresResponse"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description The new webhook, with its secret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook.
                 * @example whk_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example whk_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook as it was */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example whk_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description The webhook as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example whk_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queued delivery */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryResponse"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example whk_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookSecretRotate"];
            };
        };
        responses: {
            /** @description The webhook, with its new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The webhook.
                 * @example whk_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookEnable"];
            };
        };
        responses: {
            /** @description The webhook as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The state of a delivery.
                 * @example PENDING
                 */
                state?: components["schemas"]["DeliveryState"];
                /** @description The event’s type. */
                eventType?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description The webhook.
                 * @example whk_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The state of a delivery.
                 * @example PENDING
                 */
                state?: components["schemas"]["DeliveryState"];
                /** @description The event’s type. */
                eventType?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The delivery.
                 * @example dlv_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryResponse"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Types or their aliases, separated by commas; all by default.
                 * @example thread.created,message.created
                 */
                types?: string;
                /** @description Show events after this one. A deleted event gives SVC-PAGINATION-INVALID_CURSOR. */
                after?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /**
                 * @description Types or their aliases, separated by commas; all by default.
                 * @example thread.created,message.created
                 */
                types?: string;
                /** @description Show events after this one, unless the header Last-Event-ID is sent. For a deleted event the stream starts with `reset`. */
                after?: string;
                /** @description Whether to also report presence in threads. */
                presence?: boolean;
            };
            header?: {
                /**
                 * @description The id of the last event that you received: the stream continues after it. Browsers send it when they reconnect.
                 * @example evt_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, each with an Event as `data` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listEventTypes: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All types, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeList"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequest"];
            };
        };
        responses: {
            /** @description The new session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResponse"];
                };
            };
        };
    };
    refresh: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description The session’s new tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInResponse"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ended session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgotRequest"];
            };
        };
        responses: {
            /** @description The same response for every address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkRequestedResponse"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetRequest"];
            };
        };
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            /** @description The user, who is active now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
        };
    };
    confirmEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmEmailRequest"];
            };
        };
        responses: {
            /** @description The user, with the new address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The session, with or without `ses_`.
                 * @example ses_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ended session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
        };
    };
    enrollTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnrollTotpRequest"];
            };
        };
        responses: {
            /** @description The secret, shown only once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpEnrolmentResponse"];
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCodeRequest"];
            };
        };
        responses: {
            /** @description The recovery codes, shown only once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesResponse"];
                };
            };
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCodeRequest"];
            };
        };
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserResponse"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description The new key, shown only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecretResponse"];
                };
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The api key, with or without `key_`.
                 * @example key_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApiKeyRotate"];
            };
        };
        responses: {
            /** @description The new key, shown only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecretResponse"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The api key, with or without `key_`.
                 * @example key_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
        };
    };
    getTenantSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantSettingsResponse"];
                };
            };
        };
    };
    updateTenantSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The `ETag` that you read. If the resource has changed since, the request is refused.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantSettingsUpdate"];
            };
        };
        responses: {
            /** @description The settings as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantSettingsResponse"];
                };
            };
        };
    };
    listAuditLogs: {
        parameters: {
            query?: {
                /**
                 * @description The action, an exact match.
                 * @example label.updated
                 */
                action?: string;
                /**
                 * @description The changed object; an id of any kind.
                 * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                targetId?: string;
                /**
                 * @description The user who made the change.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                actorId?: string;
                /**
                 * @description Later than this.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                createdAfter?: string;
                /**
                 * @description Earlier than this.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                createdBefore?: string;
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of results, newest first unless `sort` says otherwise */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogList"];
                };
            };
        };
    };
    exportAuditLogs: {
        parameters: {
            query?: {
                /**
                 * @description The action, an exact match.
                 * @example label.updated
                 */
                action?: string;
                /**
                 * @description The changed object; an id of any kind.
                 * @example lbl_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                targetId?: string;
                /**
                 * @description The user who made the change.
                 * @example usr_01k2w3t5q7e0r9vbx4m6n8h2dz
                 */
                actorId?: string;
                /**
                 * @description Later than this.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                createdAfter?: string;
                /**
                 * @description Earlier than this.
                 * @example 2026-03-04T09:30:00.000Z
                 */
                createdBefore?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Audit logs, one per line */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/x-ndjson": string;
                };
            };
        };
    };
    getSystemHealth: {
        parameters: {
            query?: {
                /** @description `meta.cursor` of the previous page, for the same filters and sort; `limit` may change between pages. Omit it for the first page. Stop when `meta.hasMore` is false. */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Results per page, 1 to 100; larger numbers count as 100. Default 20.
                 * @example 20
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All parts of the service */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemHealthList"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeResponse"];
                };
            };
        };
    };
    getCalendarFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your calendar */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarFeedResponse"];
                };
            };
        };
    };
    createCalendarFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URL, shown only once */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarFeedWithUrlResponse"];
                };
            };
        };
    };
    deleteCalendarFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own name for this request, 1 to 255 visible ASCII characters. For at least 24 hours a retry with the same key gets the first response again and has no second effect. The same key with another method, path or body is refused.
                 * @example 7f9c24e8-3b12-4fe9-a1c5-2d60b8b5b7a4
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your calendar, without a URL */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarFeedResponse"];
                };
            };
        };
    };
    getOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenapiDescription"];
                };
            };
        };
    };
}
