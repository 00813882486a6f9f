-- New tenants assign a thread to the agent who replies first. Existing tenants keep what they have.
alter table tenants alter column assign_on_first_reply set default true;
