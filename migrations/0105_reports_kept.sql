-- Day sums keep the percentiles of each day, and steps only where percentiles need them. States of threads keep the events that were left out.

-- Of durations of all facts (dimension all), in the row of the whole day (step -1). Null: unknown, so that reports compute them.
alter table measure_days add column median_ms bigint, add column p90_ms bigint, add column max_ms bigint;

-- RESPONSE_TIME is the first and the later answers together.
insert into measure_days (tenant_id, metric, dimension, value, day, step, count, sum, business_sum)
select tenant_id, 'RESPONSE_TIME', dimension, value, day, step, sum(count), sum(sum), sum(business_sum) from measure_days
where metric in ('FIRST_RESPONSE_TIME', 'NEXT_RESPONSE_TIME') group by tenant_id, dimension, value, day, step;

insert into measure_days (tenant_id, metric, dimension, value, day, step, count, sum, business_sum)
select tenant_id, metric, dimension, value, day, -1, sum(count), sum(sum), sum(business_sum) from measure_days
where step >= 0 group by tenant_id, metric, dimension, value, day;

delete from measure_days where step >= 0 and dimension <> 'all';

-- The sequences of events that the reader could not follow, for the job that counts the thread again.
alter table thread_measures add column missed bigint[] not null default '{}';
