-- True for requests that an automation rule made. They follow the limits of the settings, on threads in any state.
alter table satisfaction_requests add column by_rule boolean not null default false;
