-- Decisions about an address count only mails of one origin: VERIFIED if the domain of the address has vouched for the mail, otherwise the
-- network of the SMTP client, or nothing for other transports. `identity` is that of mail_identities without its origin.
alter table inbound_mails add column identity bytea, add column origin text not null default '';
select keep_no_values('inbound_mails', '{origin}');

-- Digest of the whole mail. A mail that comes again unchanged need not be verified again.
alter table mail_identities add column copy_digest bytea;
