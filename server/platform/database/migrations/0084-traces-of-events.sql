-- The trace of the request that recorded an event (W3C traceparent), so that its webhooks continue it. A setting of the session
-- has it while a traced request writes; null for existing events, and everywhere without traces.
alter table outbox add column traceparent text default nullif(current_setting('muster.traceparent', true), '');
alter table events add column traceparent text;
