-- The texts by which an erasure finds what is left of a person must not be kept by the statistics of the planner.
alter table erasure_traces alter column value set statistics 0;
