-- The text of a notification of type RULE, with its variables filled in. Null for other types, whose texts are read from the objects that they name.
alter table notifications add column text text;
