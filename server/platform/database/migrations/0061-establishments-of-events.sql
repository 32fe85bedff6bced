-- Who sees an event, next to those of the establishment that it names. Both are null for events that exist, and where
-- they would repeat another column: such events stay visible as they were.
--
-- The establishment by which the resource is read after the change, before a deletion.
alter table outbox add column read_in_establishment_id bigint, add column left_establishment_id bigint;
-- The one by which it was read before the change, or is read after a deletion: its readers learn that it changed.
alter table events add column read_in_establishment_id bigint, add column left_establishment_id bigint;
