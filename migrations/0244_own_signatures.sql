-- The user's own signature, below their replies by mail. Null for the inbox's.
alter table user_preferences add column signature text check (length(signature) between 1 and 10000);
