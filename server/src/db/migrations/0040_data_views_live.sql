-- Live: one event for each member whose data was shown, however many rows a statement wrote. It names
-- the member: what changed is their list.
CREATE FUNCTION tell_new_data_views() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience)
  SELECT 'data_views', 'insert', subject_id, ARRAY[subject_id] FROM written GROUP BY subject_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER data_views_tell_new AFTER INSERT ON data_views
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_new_data_views();
