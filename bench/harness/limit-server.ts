import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { WebSocketServer } from 'ws';

/**
 * The bare limit: Node and PostgreSQL with nothing in between. One process, ten connections,
 * prepared statements; no checks, no sessions, no policy. Argument: the database.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });
const run = async (name: string, text: string, values: unknown[]) =>
  (await pool.query({ name, text, values })).rows;

const JOB = `job.id, job.owner_id, job.title, job.description, job.location, job.job_type,
  job.start_date, job.end_date, job.time_zone, job.total_amount, job.hourly_rate, job.status,
  job.created_at, job.special_instructions, job.pet_name, job.pet_breed, job.pet_size,
  job.pet_image_url, owner.full_name, owner.profile_image_url, owner.is_verified`;

const LIST = `SELECT ${JOB} FROM jobs job JOIN users owner ON owner.id = job.owner_id
  WHERE job.status = 'open' ORDER BY job.created_at DESC, job.id DESC LIMIT 20`;
const GET = `SELECT ${JOB} FROM jobs job JOIN users owner ON owner.id = job.owner_id WHERE job.id = $1`;
const CLAIM_OF_MINE = `claim.id AS claim_id, claim.claimed_at, claim.ended_at, claim.end_reason,
  claim.end_note, claim.ended_by, sitter.id AS sitter_id, sitter.full_name AS sitter_name,
  sitter.profile_image_url AS sitter_image, sitter.is_verified AS sitter_verified`;
const MINE_AS_OWNER = `SELECT ${JOB}, ${CLAIM_OF_MINE}
  FROM jobs job JOIN users owner ON owner.id = job.owner_id
  LEFT JOIN LATERAL (SELECT * FROM job_claims latest WHERE latest.job_id = job.id
    ORDER BY latest.claimed_at DESC LIMIT 1) claim ON true
  LEFT JOIN users sitter ON sitter.id = claim.sitter_id
  WHERE job.owner_id = $1 ORDER BY job.created_at DESC, job.id DESC LIMIT 20`;
const MINE_AS_SITTER = `SELECT ${JOB}, ${CLAIM_OF_MINE}
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
  JOIN users owner ON owner.id = job.owner_id JOIN users sitter ON sitter.id = claim.sitter_id
  WHERE claim.sitter_id = $1 ORDER BY claim.claimed_at DESC, claim.id DESC LIMIT 20`;
const CHAT = `SELECT message.id, message.job_id, message.claim_id, message.sender_id,
    message.client_id, message.content, message.message_type, message.created_at,
    sender.full_name, sender.profile_image_url
  FROM messages message JOIN users sender ON sender.id = message.sender_id
  WHERE message.claim_id = $1 ORDER BY message.seq DESC LIMIT 50`;
const INBOX = `SELECT thread.id, thread.title, thread.pet_name, partner.full_name,
    partner.profile_image_url, said.content, said.sender_id, said.created_at
  FROM (
    SELECT * FROM (
      SELECT claim.id, job.title, job.pet_name, claim.sitter_id AS partner_id, last.at, last.seq,
        true AS of_job FROM jobs job JOIN job_claims claim ON claim.job_id = job.id
      CROSS JOIN LATERAL (SELECT created_at AS at, seq FROM messages
        WHERE claim_id = claim.id ORDER BY seq DESC LIMIT 1) last WHERE job.owner_id = $1
      UNION ALL
      SELECT talk.id, NULL, NULL, talk.partner_id, last.at, last.seq, false
      FROM (SELECT id, participant_2 AS partner_id FROM conversations WHERE participant_1 = $1
        UNION ALL SELECT id, participant_1 FROM conversations WHERE participant_2 = $1) talk
      CROSS JOIN LATERAL (SELECT created_at AS at, seq FROM conversation_messages
        WHERE conversation_id = talk.id ORDER BY seq DESC LIMIT 1) last) every
    ORDER BY at DESC, id DESC LIMIT 20) thread
  JOIN users partner ON partner.id = thread.partner_id
  CROSS JOIN LATERAL (
    SELECT left(content, 200) AS content, sender_id, created_at FROM messages
    WHERE thread.of_job AND claim_id = thread.id AND seq = thread.seq
    UNION ALL SELECT left(content, 200), sender_id, created_at FROM conversation_messages
    WHERE NOT thread.of_job AND conversation_id = thread.id AND seq = thread.seq) said
  ORDER BY thread.at DESC`;
const PROFILE = `SELECT member.id, member.full_name, member.profile_image_url, member.is_verified,
    member.role, member.bio, member.location, member.created_at, member.username,
    member.social_links, member.payment_links, member.availability_data, member.services,
    said.average, said.count,
    (SELECT json_agg(record) FROM reliability record WHERE record.member_id = member.id) AS records
  FROM users member CROSS JOIN LATERAL (SELECT avg(rating) AS average, count(*) AS count
    FROM published_reviews WHERE reviewee_id = member.id) said WHERE member.id = $1`;
const REVIEWS = `SELECT review.id, review.rating, review.text, review.would_repeat, review.facts,
    review.published_at, review.reply, reviewer.full_name, reviewer.profile_image_url
  FROM published_reviews review LEFT JOIN users reviewer ON reviewer.id = review.reviewer_id
  WHERE review.reviewee_id = $1 ORDER BY review.published_at DESC, review.id DESC LIMIT 10`;
const UNREAD = `SELECT count(*)::int AS unread FROM (SELECT FROM notifications
  WHERE member_id = $1 AND in_bell AND read_at IS NULL LIMIT 100) few`;
const NOTIFICATIONS = `SELECT notification.id, notification.type, notification.job_id,
    notification.job_title, notification.created_at, notification.read_at, actor.full_name,
    job.start_date, job.end_date, job.owner_id, member.availability_data ->> 'timeZone' AS time_zone
  FROM (SELECT * FROM (
    (SELECT * FROM notifications WHERE member_id = $1 AND in_bell AND read_at IS NULL
      ORDER BY created_at DESC, id DESC LIMIT 20) UNION ALL
    (SELECT * FROM notifications WHERE member_id = $1 AND in_bell AND read_at IS NOT NULL
      ORDER BY created_at DESC, id DESC LIMIT 20)) both_halves
    ORDER BY created_at DESC, id DESC LIMIT 20) notification
  JOIN users member ON member.id = notification.member_id
  LEFT JOIN jobs job ON job.id = notification.job_id
  LEFT JOIN users actor ON actor.id = notification.actor_id
  ORDER BY notification.created_at DESC, notification.id DESC`;
const PATH = 'SELECT find_trust_path($1, $2) AS path';
const SEND = `INSERT INTO limit_messages (job_id, claim_id, sender_id, client_id, content)
  VALUES ($1, $2, $3, $4, $5) RETURNING *`;
const CLAIM = `UPDATE limit_jobs SET status = 'claimed' WHERE id = $1 AND status = 'open' RETURNING id`;

type Answer = { status: number; body: unknown };

async function answer(request: IncomingMessage): Promise<Answer> {
  const [, path, id = ''] = (request.url ?? '').split('/');
  if (path === 'jobs') {
    const rows = id ? await run('get', GET, [id]) : await run('list', LIST, []);
    return { status: 200, body: id ? rows[0] : rows };
  }
  if (path === 'my-jobs-as-owner') {
    return { status: 200, body: await run('mine-as-owner', MINE_AS_OWNER, [id]) };
  }
  if (path === 'my-jobs-as-sitter') {
    return { status: 200, body: await run('mine-as-sitter', MINE_AS_SITTER, [id]) };
  }
  if (path === 'chat') return { status: 200, body: (await run('chat', CHAT, [id])).reverse() };
  if (path === 'profile') return { status: 200, body: (await run('profile', PROFILE, [id]))[0] };
  if (path === 'path') return { status: 200, body: await run('path', PATH, id.split('?')) };
  if (path === 'reviews') return { status: 200, body: await run('reviews', REVIEWS, [id]) };
  if (path === 'inbox') return { status: 200, body: await run('inbox', INBOX, [id]) };
  if (path === 'unread') return { status: 200, body: (await run('unread', UNREAD, [id]))[0] };
  if (path === 'notifications') {
    return { status: 200, body: await run('notifications', NOTIFICATIONS, [id]) };
  }
  const sent = JSON.parse(await read(request));
  if (path === 'claim') {
    const rows = await run('claim', CLAIM, [sent.job_id]);
    return { status: rows.length > 0 ? 201 : 409, body: rows };
  }
  const { job_id, claim_id, sender_id, client_id, content } = sent;
  const [message] = await run('send', SEND, [job_id, claim_id, sender_id, client_id, content]);
  if (path === 'broadcast') broadcast(message?.id as string);
  return { status: 201, body: message };
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

const server = createServer((request, response) => {
  answer(request).then(
    ({ status, body }) => {
      const json = JSON.stringify(body);
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
      });
      response.end(json);
    },
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});

const listeners = new WebSocketServer({ server });

function broadcast(id: string): void {
  const frame = JSON.stringify({ table: 'jobs', op: 'insert', id, job_id: id });
  for (const listener of listeners.clients) listener.send(frame);
}

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  console.log(`Listening on ${port}`);
});
