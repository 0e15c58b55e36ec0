// Functions of the database that do one step of jobs in one statement: a step is then one round trip and one commit. Part of the schema: a
// change of them is a new migration.
import { ASSIGNMENTS } from '../storage/quota-assignments.ts'

/** Told of work that waits, of jobs that are finished, and of jobs that nobody wants any more. */
export const JOBS_CHANNEL = 'health_tools_jobs'

/** The lock under which the limit of all callers is checked once it is nearly reached: `HTjr`. */
const ROOM_LOCK = 0x48546a72

/** Counters. Rows are changed in the order of their keys, so that nodes that write at once wait for each other without a deadlock. */
const COUNTERS = `
CREATE FUNCTION health_tools.add_usage(p_rows jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO health_tools.usage AS u (key_id, day, tool, requests, units, bytes_in, bytes_out, errors, ms)
  SELECT "keyId", day, tool, sum(requests), sum(units), sum("bytesIn"), sum("bytesOut"), sum(errors), sum(ms)
  FROM jsonb_to_recordset(p_rows) AS r("keyId" text, day text, tool text, requests bigint, units bigint, "bytesIn" bigint,
    "bytesOut" bigint, errors bigint, ms float8)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (key_id, day, tool) DO UPDATE SET
    requests = u.requests + excluded.requests,
    units = u.units + excluded.units,
    bytes_in = u.bytes_in + excluded.bytes_in,
    bytes_out = u.bytes_out + excluded.bytes_out,
    errors = u.errors + excluded.errors,
    ms = u.ms + excluded.ms
$$;

CREATE FUNCTION health_tools.charge(p_charges jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  n record;
BEGIN
  FOR n IN
    SELECT "keyId", day, sum(units)::bigint AS units, sum(bytes)::bigint AS bytes
    FROM jsonb_to_recordset(p_charges) AS r("keyId" text, day text, units bigint, bytes bigint) GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    INSERT INTO health_tools.quota (key_id, day, day_units, day_bytes, month_units, total_units)
    VALUES (n."keyId", '', 0, 0, 0, 0) ON CONFLICT DO NOTHING;
    UPDATE health_tools.quota AS q SET ${ASSIGNMENTS} WHERE q.key_id = n."keyId";
  END LOOP;
END $$;
`

/**
 * How many jobs each caller has and how large their results are. Whoever makes or finishes jobs of a caller holds the row, so that jobs that
 * are sent at the same moment cannot pass a limit together.
 */
const ROOM = `
CREATE TABLE health_tools.job_room (
  owner text COLLATE "C" PRIMARY KEY,
  jobs bigint NOT NULL,
  bytes bigint NOT NULL
) WITH (fillfactor = 50);
INSERT INTO health_tools.job_room
SELECT owner, count(*), coalesce(sum(result_bytes) FILTER (WHERE finished_at IS NOT NULL), 0) FROM health_tools.jobs GROUP BY owner;

CREATE FUNCTION health_tools.add_room(p_owner text, p_jobs bigint, p_bytes bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO health_tools.job_room AS r VALUES (p_owner, p_jobs, p_bytes)
  ON CONFLICT (owner) DO UPDATE SET jobs = r.jobs + p_jobs, bytes = r.bytes + p_bytes
$$;

CREATE FUNCTION health_tools.note_gone_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM health_tools.add_room(o.owner, -o.jobs, -o.bytes) FROM (
    SELECT owner, count(*) AS jobs, coalesce(sum(result_bytes) FILTER (WHERE finished_at IS NOT NULL), 0)::bigint AS bytes
    FROM gone GROUP BY owner ORDER BY owner
  ) AS o;
  RETURN NULL;
END $$;
CREATE TRIGGER jobs_gone AFTER DELETE ON health_tools.jobs REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION health_tools.note_gone_jobs();

CREATE FUNCTION health_tools.note_new_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM health_tools.add_room(new.owner, 1, 0);
  RETURN NULL;
END $$;
CREATE TRIGGER jobs_new AFTER INSERT ON health_tools.jobs FOR EACH ROW EXECUTE FUNCTION health_tools.note_new_job();

CREATE FUNCTION health_tools.note_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM health_tools.add_room(new.owner, 0, new.result_bytes);
  RETURN NULL;
END $$;
CREATE TRIGGER jobs_finished AFTER UPDATE ON health_tools.jobs FOR EACH ROW
WHEN (old.finished_at IS NULL AND new.finished_at IS NOT NULL) EXECUTE FUNCTION health_tools.note_result();

CREATE FUNCTION health_tools.lock_rooms(p_owners text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_found bigint := -1;
BEGIN
  -- Again if the row was swept between the two statements.
  WHILE v_found <> cardinality(p_owners) LOOP
    INSERT INTO health_tools.job_room SELECT o, 0, 0 FROM unnest(p_owners) AS o ORDER BY o ON CONFLICT DO NOTHING;
    PERFORM 1 FROM health_tools.job_room WHERE owner = ANY(p_owners) ORDER BY owner FOR UPDATE;
    GET DIAGNOSTICS v_found = ROW_COUNT;
  END LOOP;
END $$;
`

/**
 * Makes several jobs, each of them or not: \`made\`, \`repeated\` (its Idempotency-Key has a job), \`full\` (limit of its caller), \`all_full\`.
 * Callers take turns: the parts of a job come behind those of the same caller, and at first beside the foremost of everybody else's, however
 * many those have in the queue.
 * p_jobs: [{id, owner, plan, tool, requestId, isList, total, bytesIn, repeatKey, fingerprint, parts: [{queueId, inputs}]}];
 * p_inputs: encrypted inputs of all parts of all jobs, null where they are in job_payloads;
 * p_limits: {maxJobs, maxJobsOfOne, maxResultBytes, maxResultBytesOfOne}; p_queue: the statement of the queue that adds parts.
 */
const CREATE_JOBS = `
CREATE FUNCTION health_tools.create_jobs(p_jobs jsonb, p_inputs bytea[], p_limits jsonb, p_queue text)
RETURNS TABLE (outcome text, "createdAt" float8) LANGUAGE plpgsql AS $$
DECLARE
  j record;
  v_own record;
  v_all record;
  v_turn integer;
  v_at integer := 0;
  v_made integer := 0;
  v_now bigint := health_tools.now_ms();
  v_day text := to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD');
  v_queued jsonb := '[]';
  v_charges jsonb := '[]';
BEGIN
  PERFORM health_tools.lock_rooms(ARRAY(SELECT DISTINCT x->>'owner' FROM jsonb_array_elements(p_jobs) AS x));
  SELECT coalesce(sum(jobs), 0) AS jobs, coalesce(sum(bytes), 0) AS bytes INTO v_all FROM health_tools.job_room;
  IF v_all.jobs + 1000 > (p_limits->>'maxJobs')::bigint THEN
    PERFORM pg_advisory_xact_lock(${ROOM_LOCK});
    SELECT coalesce(sum(jobs), 0) AS jobs, coalesce(sum(bytes), 0) AS bytes INTO v_all FROM health_tools.job_room;
  END IF;
  FOR j IN
    SELECT x.* FROM jsonb_to_recordset(p_jobs) AS x(id text, owner text, plan text, tool text, "requestId" text, "isList" boolean,
      total bigint, "bytesIn" bigint, "repeatKey" text, fingerprint text, parts jsonb)
  LOOP
    "createdAt" := v_now;
    SELECT r.jobs, r.bytes INTO v_own FROM health_tools.job_room AS r WHERE r.owner = j.owner;
    IF j."repeatKey" IS NOT NULL AND EXISTS (SELECT 1 FROM health_tools.jobs AS o WHERE o.owner = j.owner AND o.repeat_key = j."repeatKey") THEN
      outcome := 'repeated';
    ELSIF v_own.jobs >= (p_limits->>'maxJobsOfOne')::bigint OR v_own.bytes >= (p_limits->>'maxResultBytesOfOne')::bigint THEN
      outcome := 'full';
    ELSIF v_all.jobs + v_made >= (p_limits->>'maxJobs')::bigint OR v_all.bytes >= (p_limits->>'maxResultBytes')::bigint THEN
      outcome := 'all_full';
    ELSE
      outcome := 'made';
      v_made := v_made + 1;
      INSERT INTO health_tools.jobs (id, owner, plan, tool, request_id, day, created_at, is_list, total, parts, bytes_in, repeat_key, fingerprint)
      VALUES (j.id, j.owner, j.plan, j.tool, j."requestId", v_day, v_now, j."isList", j.total, jsonb_array_length(j.parts), j."bytesIn",
        j."repeatKey", j.fingerprint);
      SELECT greatest(
        (SELECT coalesce(min(turn), 0) FROM health_tools.job_parts WHERE NOT is_done),
        (SELECT coalesce(max(turn) + 1, 0) FROM health_tools.job_parts WHERE NOT is_done AND owner = j.owner)) INTO v_turn;
      INSERT INTO health_tools.job_parts (job_id, part, owner, queue_id, turn, inputs, input)
      SELECT j.id, n - 1, j.owner, (p->>'queueId')::uuid, v_turn + n - 1, (p->>'inputs')::bigint, p_inputs[v_at + n]
      FROM jsonb_array_elements(j.parts) WITH ORDINALITY AS e(p, n);
      SELECT v_queued || jsonb_agg(jsonb_build_object('id', p->>'queueId', 'priority', -(v_turn + n - 1),
        'data', jsonb_build_object('job', j.id, 'part', n - 1, 'plan', j.plan))) INTO v_queued
      FROM jsonb_array_elements(j.parts) WITH ORDINALITY AS e(p, n);
      v_charges := v_charges || jsonb_build_object('keyId', j.owner, 'day', v_day, 'units', j.total, 'bytes', j."bytesIn");
    END IF;
    v_at := v_at + jsonb_array_length(j.parts);
    RETURN NEXT;
  END LOOP;
  IF v_made > 0 THEN
    EXECUTE p_queue USING v_queued::text;
    PERFORM pg_notify('${JOBS_CHANNEL}', 'waiting');
    PERFORM health_tools.charge(v_charges);
  END IF;
END $$;
`

/**
 * Finishes several parts, and each job with its last part: answer, queue, units and usage at once. For each part in the given order:
 * \`stale\` (somebody did it before, or the job is gone), \`done\`, \`finished\` (with its job), \`too_large\` (nothing was changed: there is no room for
 * the result; to be sent again with the problem as the answer and isRefusal).
 * p_parts: [{job, part, queueId, status, units, errors, bytes, slot, isRefusal}]; p_outputs: encrypted answers, null where they are in
 * job_payloads; p_limit: bytes of results of one caller.
 */
const FINISH_PARTS = `
CREATE FUNCTION health_tools.finish_parts(p_parts jsonb, p_outputs bytea[], p_limit bigint)
RETURNS TABLE (n integer, outcome text, "jobStatus" integer) LANGUAGE plpgsql AS $$
DECLARE
  x record;
  j health_tools.jobs;
  v_inputs bigint;
  v_failed integer;
  v_now bigint := health_tools.now_ms();
  v_finished text := '';
  v_usage jsonb := '[]';
  v_charges jsonb := '[]';
BEGIN
  PERFORM 1 FROM health_tools.jobs WHERE id IN (SELECT e->>'job' FROM jsonb_array_elements(p_parts) AS e) ORDER BY id FOR UPDATE;
  PERFORM health_tools.lock_rooms(ARRAY(
    SELECT DISTINCT owner FROM health_tools.jobs WHERE id IN (SELECT e->>'job' FROM jsonb_array_elements(p_parts) AS e)));
  FOR x IN
    SELECT o.ord::integer AS n, r.* FROM jsonb_array_elements(p_parts) WITH ORDINALITY AS o(e, ord), jsonb_to_record(o.e)
      AS r(job text, part integer, "queueId" uuid, status integer, units bigint, errors bigint, bytes bigint, slot text, "isRefusal" boolean)
    ORDER BY o.ord
  LOOP
    n := x.n;
    outcome := 'stale';
    "jobStatus" := NULL;
    SELECT * INTO j FROM health_tools.jobs WHERE id = x.job AND finished_at IS NULL;
    IF j.id IS NOT NULL AND j.parts_done + 1 >= j.parts AND NOT x."isRefusal" AND j.result_bytes + x.bytes
        + (SELECT r.bytes FROM health_tools.job_room AS r WHERE r.owner = j.owner) > p_limit THEN
      outcome := 'too_large';
      RETURN NEXT;
      CONTINUE;
    END IF;
    DELETE FROM health_tools_queue.job WHERE name = 'parts' AND id = x."queueId";
    IF j.id IS NULL THEN
      RETURN NEXT;
      CONTINUE;
    END IF;
    UPDATE health_tools.job_parts AS p SET is_done = true, status = x.status, errors = x.errors, slot = x.slot, input = NULL,
      output = p_outputs[x.n]
    WHERE p.job_id = x.job AND p.part = x.part AND NOT p.is_done RETURNING p.inputs INTO v_inputs;
    IF NOT FOUND THEN
      RETURN NEXT;
      CONTINUE;
    END IF;
    IF x."isRefusal" THEN
      -- Nothing is kept of the result, and nothing is charged for it.
      UPDATE health_tools.job_parts AS p SET output = NULL, slot = NULL, status = NULL WHERE p.job_id = x.job AND p.part <> x.part;
      DELETE FROM health_tools.job_payloads AS c WHERE c.job_id = x.job AND c.slot <> x.slot;
      UPDATE health_tools.jobs AS o SET units = 0, errors = 0, result_bytes = 0 WHERE o.id = x.job;
    ELSE
      DELETE FROM health_tools.job_payloads AS c
      WHERE c.job_id = x.job AND (c.slot = 'in/' || x.part OR c.slot LIKE 'out/' || x.part || '/%' AND c.slot <> x.slot);
    END IF;
    UPDATE health_tools.jobs AS o SET done = o.done + v_inputs, units = o.units + x.units, errors = o.errors + x.errors,
      parts_done = o.parts_done + 1, result_bytes = o.result_bytes + x.bytes
    WHERE o.id = x.job RETURNING * INTO j;
    IF j.parts_done < j.parts THEN
      outcome := 'done';
      RETURN NEXT;
      CONTINUE;
    END IF;
    SELECT p.status INTO v_failed FROM health_tools.job_parts AS p WHERE p.job_id = x.job AND p.status >= 400 ORDER BY p.part LIMIT 1;
    outcome := 'finished';
    "jobStatus" := coalesce(v_failed, x.status);
    UPDATE health_tools.jobs AS o SET finished_at = v_now, status = "jobStatus", is_list = o.is_list AND v_failed IS NULL, done = o.total
    WHERE o.id = x.job;
    v_finished := v_finished || ' ' || x.job;
    v_usage := v_usage || jsonb_build_object('keyId', j.owner, 'day', j.day, 'tool', j.tool, 'requests', 1, 'units', j.units,
      'bytesIn', j.bytes_in, 'bytesOut', j.result_bytes, 'errors', greatest(j.errors, CASE WHEN v_failed IS NULL THEN 0 ELSE 1 END),
      'ms', greatest(0, v_now - j.created_at));
    IF j.units <> j.total THEN
      v_charges := v_charges || jsonb_build_object('keyId', j.owner, 'day', j.day, 'units', j.units - j.total, 'bytes', 0);
    END IF;
    RETURN NEXT;
  END LOOP;
  IF v_finished <> '' THEN
    PERFORM pg_notify('${JOBS_CHANNEL}', 'finished' || v_finished);
    PERFORM health_tools.add_usage(v_usage);
    PERFORM health_tools.charge(v_charges);
  END IF;
END $$;
`

/** Ends a job; one that is not finished is counted as far as it came. Returns whether there was one and whether it was not finished. */
const END_JOB = `
CREATE FUNCTION health_tools.end_job(p_id text, p_owner text) RETURNS TABLE ("isUnfinished" boolean) LANGUAGE plpgsql AS $$
DECLARE
  j health_tools.jobs;
BEGIN
  SELECT * INTO j FROM health_tools.jobs WHERE id = p_id AND owner = p_owner FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  DELETE FROM health_tools_queue.job WHERE name = 'parts' AND id IN (
    SELECT queue_id FROM health_tools.job_parts WHERE job_id = p_id AND NOT is_done);
  DELETE FROM health_tools.jobs WHERE id = p_id;
  DELETE FROM health_tools.job_payloads WHERE job_id = p_id;
  "isUnfinished" := j.finished_at IS NULL;
  IF "isUnfinished" THEN
    PERFORM health_tools.add_usage(jsonb_build_array(jsonb_build_object('keyId', j.owner, 'day', j.day, 'tool', j.tool, 'requests', 1,
      'units', j.units, 'bytesIn', j.bytes_in, 'bytesOut', 0, 'errors', j.errors, 'ms', greatest(0, health_tools.now_ms() - j.created_at))));
    PERFORM health_tools.charge(jsonb_build_array(jsonb_build_object('keyId', j.owner, 'day', j.day, 'units', j.units - j.total, 'bytes', 0)));
    PERFORM pg_notify('${JOBS_CHANNEL}', 'ended ' || p_id);
  END IF;
  RETURN NEXT;
END $$;
`

/**
 * The short answer of a finished job that is sent in the same exchange: the job of an Idempotency-Key is kept for repetitions, another one is
 * deleted. No row if the job is not finished; output is null if the answer is long, and then nothing is changed.
 */
const TAKE_DIRECT = `
CREATE FUNCTION health_tools.take_direct(p_id text, p_owner text) RETURNS TABLE (slot text, output bytea) LANGUAGE plpgsql AS $$
DECLARE
  j health_tools.jobs;
BEGIN
  -- After a crash of the server the job may be there again until its time is over, which harms nobody.
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT * INTO j FROM health_tools.jobs WHERE id = p_id AND owner = p_owner AND finished_at IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF j.parts = 1 AND NOT j.is_list THEN
    SELECT p.slot, p.output INTO slot, output FROM health_tools.job_parts AS p WHERE p.job_id = p_id;
  END IF;
  IF output IS NOT NULL AND j.repeat_key IS NULL THEN
    DELETE FROM health_tools.jobs WHERE id = p_id;
  ELSIF output IS NOT NULL THEN
    UPDATE health_tools.jobs SET is_direct = true WHERE id = p_id;
  END IF;
  RETURN NEXT;
END $$;
`

/** When nodes that keep jobs in their memory were last alive: the Idempotency-Keys of one that is gone are free. */
const NODES = `
CREATE TABLE health_tools.job_nodes (node text PRIMARY KEY, seen_at bigint NOT NULL);
INSERT INTO health_tools.job_nodes SELECT DISTINCT node, health_tools.now_ms() FROM health_tools.job_keys;
`

/** From the schema of the first jobs in PostgreSQL to this one. */
export const JOB_STEPS = `
ALTER TABLE health_tools.job_parts ADD COLUMN input bytea, ADD COLUMN output bytea;
ALTER TABLE health_tools.job_parts ALTER COLUMN input SET STORAGE EXTERNAL, ALTER COLUMN output SET STORAGE EXTERNAL;
${COUNTERS}${ROOM}${CREATE_JOBS}${FINISH_PARTS}${END_JOB}${TAKE_DIRECT}${NODES}`
