// The part of the schema of the database that notes objects to be deleted. A change of it is a new migration.

/** An empty chunk is one in the object store; an encrypted one is never empty. */
export const OBJECT_STEPS = `
CREATE TABLE health_tools.job_objects_gone (
  job_id text COLLATE "C" NOT NULL,
  slot text COLLATE "C" NOT NULL,
  chunk integer NOT NULL,
  gone_at bigint NOT NULL DEFAULT health_tools.now_ms(),
  next_at bigint NOT NULL DEFAULT health_tools.now_ms(),
  PRIMARY KEY (job_id, slot, chunk)
);
CREATE INDEX job_objects_gone_by_time ON health_tools.job_objects_gone (next_at);

CREATE FUNCTION health_tools.note_gone_object() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO health_tools.job_objects_gone (job_id, slot, chunk) VALUES (old.job_id, old.slot, old.chunk) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER payloads_gone AFTER DELETE ON health_tools.job_payloads FOR EACH ROW
WHEN (octet_length(old.bytes) = 0) EXECUTE FUNCTION health_tools.note_gone_object();
`
