-- The address that a person was given and has yet to confirm. Until then they sign in with the one before.
alter table users add column pending_email text;

-- A link that confirms an address. Who asked for it decides whether the sessions of the person end.
alter table sign_in_links add column requested_by uuid;
alter table sign_in_links drop constraint sign_in_links_purpose_check,
  add constraint sign_in_links_purpose_check check (purpose in ('INVITATION', 'PASSWORD', 'EMAIL'));

alter table sessions drop constraint sessions_ended_reason_check, add constraint sessions_ended_reason_check
  check (ended_reason in ('SIGNED_OUT', 'REVOKED', 'TOKEN_REUSED', 'PASSWORD_CHANGED', 'USER_SUSPENDED', 'EMAIL_CHANGED'));
