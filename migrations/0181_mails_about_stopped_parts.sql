-- Notifications about paused rules and disabled webhooks are mailed by default. Users who stopped all mails about notifications get none of
-- these either: they have chosen NEVER for some type, and no other mail for any.
update user_preferences set notifications = jsonb_set(notifications, '{types}', jsonb_build_object(
    'RULE_PAUSED', jsonb_build_object('mail', 'NEVER') || coalesce(notifications -> 'types' -> 'RULE_PAUSED', '{}'),
    'WEBHOOK_DISABLED', jsonb_build_object('mail', 'NEVER')) || (notifications -> 'types' #- '{RULE_PAUSED}'))
where jsonb_path_exists(notifications, '$.types.*.mail ? (@ == "NEVER")')
  and not jsonb_path_exists(notifications, '$.**.mail ? (@ != "NEVER")');
