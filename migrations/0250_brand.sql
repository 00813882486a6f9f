-- The logo and the colour of a tenant, on the pages and mails of its customers and users.
alter table tenants add column brand jsonb not null default '{"logoUploadId": null, "color": null}';
