-- RULE_RAN facts have the rule in `to_value`. The constraints are checked for new rows alone, because the old ones had stricter ones.
alter table facts drop constraint facts_field_check, drop constraint facts_kind_check,
  add constraint facts_field_check check (field in ('assignee', 'team', 'inbox', 'priority', 'policy', 'status', 'snooze', 'FIRST_RESPONSE',
    'NEXT_RESPONSE', 'RESOLUTION', 'STARS', 'THUMBS', 'rule')) not valid,
  add constraint facts_kind_check check (kind in ('CREATED', 'RECEIVED', 'ANSWERED', 'AUTOMATIC', 'NOTED', 'WAIT_DROPPED', 'RESOLVED', 'REOPENED',
    'CLOSED', 'MERGED', 'UNMERGED', 'ERASED', 'MOVED', 'CHANGED', 'STATUS', 'MESSAGES_MOVED', 'SLA_MET', 'SLA_BREACHED', 'ASKED', 'RATED',
    'RULE_RAN')) not valid;
alter table rebuilt_facts drop constraint facts_field_check, drop constraint facts_kind_check,
  add constraint facts_field_check check (field in ('assignee', 'team', 'inbox', 'priority', 'policy', 'status', 'snooze', 'FIRST_RESPONSE',
    'NEXT_RESPONSE', 'RESOLUTION', 'STARS', 'THUMBS', 'rule')) not valid,
  add constraint facts_kind_check check (kind in ('CREATED', 'RECEIVED', 'ANSWERED', 'AUTOMATIC', 'NOTED', 'WAIT_DROPPED', 'RESOLVED', 'REOPENED',
    'CLOSED', 'MERGED', 'UNMERGED', 'ERASED', 'MOVED', 'CHANGED', 'STATUS', 'MESSAGES_MOVED', 'SLA_MET', 'SLA_BREACHED', 'ASKED', 'RATED',
    'RULE_RAN')) not valid;
