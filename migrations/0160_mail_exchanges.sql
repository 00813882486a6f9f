-- Whether the MX records of an inbox's domain lead to this service. Null until they were looked up.
alter table inbox_connections add column mx_leads_here boolean;
