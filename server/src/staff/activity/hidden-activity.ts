import { isHiddenRequest } from '../../feedback/policy.ts';
import { readsDecision } from '../../moderation/policy.ts';
import { HANDLES } from '../../report/policy.ts';
import { VIEWED_SUBJECTS } from './viewed-subjects.ts';

/*
 * The activity log names every row that staff were shown or acted on, also rows that its reader may
 * not know of: reports in which they have a part, the reading of a chat because of such a report,
 * decisions about them or that their own report led to, reviews about them that are not published
 * yet, and requests from the other side of a job of theirs. Each id that they can read nowhere else
 * would reveal one, and so would the views of that job by others since the request. Those rows are
 * left out of the log for this viewer only.
 */

/** Whether colleagues handle the report `id` because a viewer has a part in it (SQL). */
export const REPORT = (id: string, viewer: string) => `EXISTS (SELECT FROM reports report
  WHERE report.id = ${id} AND NOT ${HANDLES.replaceAll('?', viewer)})`;

/** The same for the reading of a chat because of a report (SQL). */
export const READING = (id: string, viewer: string) => `EXISTS (SELECT FROM chat_readings reading
  WHERE reading.id = ${id} AND ${REPORT('reading.report_id', viewer)})`;

/** The same for a question to one side of a report (SQL). */
export const HEARING = (id: string, viewer: string) => `EXISTS (SELECT FROM hearings hearing
  WHERE hearing.id = ${id} AND ${REPORT('hearing.report_id', viewer)})`;

const REVIEW = (id: string, viewer: string) => `EXISTS (SELECT FROM reviews review
  WHERE review.id = ${id} AND review.reviewee_id = ${viewer} AND review.published_at IS NULL)`;

/** Whether a request for help does not exist for a viewer (SQL). */
export const REQUEST = (id: string, viewer: string) => `EXISTS (SELECT FROM feedback request
  WHERE request.id = ${id} AND ${isHiddenRequest('request', viewer)})`;

/**
 * Whether an entry of `log` shows that others viewed the job `id` since a request from it that does
 * not exist for a viewer (SQL).
 */
const JOB_VIEW = (id: string, viewer: string) => `(log.action IN ('job_read', 'jobs_read')
  AND log.admin_id IS DISTINCT FROM ${viewer} AND EXISTS (SELECT FROM feedback request
    WHERE request.job_id = ${id} AND request.created_at <= log.created_at
      AND ${isHiddenRequest('request', viewer)}))`;

const isUnread = (which: string, viewer: string) => `EXISTS (
  SELECT FROM moderation_decisions decision WHERE ${which} AND NOT ${readsDecision(viewer)})`;

/** Whether a viewer does not read the decision `id` (SQL). */
export const DECISION = (id: string, viewer: string) => isUnread(`decision.id = ${id}`, viewer);

/**
 * Whether an entry of `log` records what was done with a `decision` (SQL); those of earlier
 * releases do not name it.
 */
const OF_DECISION = `(CASE WHEN log.details -> 'decision_id' IS NOT NULL
  THEN decision.id = (log.details ->> 'decision_id')::uuid
  ELSE decision.member_id = log.target_id AND CASE log.action
    WHEN 'decision_undo' THEN decision.ended_as = 'undone' AND decision.ended_by = log.admin_id
      AND decision.kind = log.details ->> 'kind'
    WHEN 'appeal_decision' THEN decision.appeal_decided_by = log.admin_id
      AND decision.appeal_decision = log.details ->> 'decision'
    ELSE decision.decided_by = log.admin_id AND log.action = 'member_' || decision.kind END END)`;

/** Whether an entry of `log` reveals a decision that a viewer does not read (SQL). */
const DECISION_ENTRY = (viewer: string) => `(log.action IN
    ('member_suspend', 'member_ban', 'decision_undo', 'appeal_decision')
  AND ${isUnread(OF_DECISION, viewer)})`;

/** Whether the view in an entry of `log` shows data of a viewer in the row `id` (SQL). */
const ofViewer = (from: string, id: string, viewer: string) => `EXISTS (
  WITH shown AS (SELECT ${id} AS id)
  SELECT FROM (${from}) subjects (subject_id) WHERE subject_id = ${viewer})`;

/** Whether the viewer's own list of views has it (SQL). */
const isNoted = (kind: string, id: string, viewer: string) => `EXISTS (SELECT FROM data_views seen
  WHERE seen.subject_id = ${viewer} AND seen.viewer_id = log.admin_id AND seen.kind = '${kind}'
    AND coalesce(seen.target_id, seen.job_id, seen.subject_id) = ${id}
    AND seen.period = date_trunc('hour', log.created_at)
    AND seen.viewed_at < log.created_at + interval '5 seconds')`;

/**
 * Whether an entry of `log` shows that others viewed the viewer's data in the row `id`, which their
 * own list of views leaves out while staff work on a report with a part of theirs (SQL): comparing
 * the two would reveal the report. The list has every view of a chat.
 */
const REPORT_VIEW = (id: string, viewer: string) => `(log.admin_id IS DISTINCT FROM ${viewer}
  AND EXISTS (SELECT FROM reports report WHERE ${viewer} IN (report.member_id, report.reporter_id)
    AND report.created_at <= log.created_at
    AND coalesce(report.decided_at, 'infinity') >= log.created_at)
  AND CASE log.action ${Object.entries(VIEWED_SUBJECTS)
    .filter(([action]) => action !== 'chat_read')
    .map(
      ([action, { kind, from }]) => `WHEN '${action}'
        THEN ${ofViewer(from, id, viewer)} AND NOT ${isNoted(kind, id, viewer)}`,
    )
    .join(' ')} ELSE false END)`;

/** Whether the row `id` of the kind that an entry of `log` names is hidden from a viewer (SQL). */
const isHidden = (id: string, viewer: string) => `(CASE log.target_type
  WHEN 'report' THEN ${REPORT(id, viewer)} WHEN 'chat_reading' THEN ${READING(id, viewer)}
  WHEN 'review' THEN ${REVIEW(id, viewer)} WHEN 'feedback' THEN ${REQUEST(id, viewer)}
  WHEN 'job' THEN ${JOB_VIEW(id, viewer)} ELSE false END OR ${REPORT_VIEW(id, viewer)})`;

/**
 * The details of an entry of `log` without the ids that are hidden from a viewer (SQL). The id
 * that a colleague filtered an export by may be of a row of any kind, hidden or not.
 */
export const shownDetails = (viewer: string) => `CASE
  WHEN log.action = 'activity_export' AND log.admin_id IS DISTINCT FROM ${viewer}
  THEN log.details - 'target_id'
  WHEN log.target_type IN
      ('report', 'chat_reading', 'review', 'feedback', 'job', 'user', 'invite_request')
    AND log.details -> 'ids' IS NOT NULL
  THEN jsonb_set(log.details, '{ids}', (SELECT coalesce(jsonb_agg(listed.id ORDER BY listed.place), '[]')
    FROM jsonb_array_elements_text(log.details -> 'ids') WITH ORDINALITY AS listed (id, place)
    WHERE NOT ${isHidden('listed.id::uuid', viewer)}))
  ELSE log.details END`;

/** Whether an entry of `log`, with the `shown` details, is for a viewer (SQL). */
export const isShown = (viewer: string) => `(shown.details -> 'ids' IS DISTINCT FROM '[]'
  AND NOT (log.target_id IS NOT NULL AND ${isHidden('log.target_id', viewer)})
  AND NOT (log.action = 'report_decision'
    AND ${REPORT("(log.details ->> 'report')::uuid", viewer)})
  AND NOT ${DECISION_ENTRY(viewer)})`;
