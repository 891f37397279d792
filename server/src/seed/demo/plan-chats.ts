import type { messages } from '../../db/schema/chat.ts';
import type { Random } from '../random.ts';
import { AFTERWARDS, ARRANGING, type Line, UNDERWAY } from './conversations.ts';
import type { JobsPlan, PlannedClaim, PlannedJob } from './plan-jobs.ts';
import type { PlannedMember } from './plan-members.ts';

export type PlannedMessage = typeof messages.$inferInsert & { created_at: Date };
type Setting = { random: Random; now: Date; members: PlannedMember[] };

/** The chats of owners and sitters, oldest first; none in the future. */
export function planChats({ jobs, claims }: JobsPlan, setting: Setting): PlannedMessage[] {
  const jobOf = new Map(jobs.map((job) => [job.id, job]));
  return claims
    .flatMap((claim, n) => planChat(claim, jobOf.get(claim.job_id) as PlannedJob, n, setting))
    .filter(({ created_at }) => created_at < setting.now)
    .sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

function planChat(
  claim: PlannedClaim,
  job: PlannedJob,
  n: number,
  setting: Setting,
): PlannedMessage[] {
  const scenes: [at: Date, lines: Line[]][] = [
    [claim.claimed_at, ARRANGING[n % ARRANGING.length] as Line[]],
  ];
  if (claim.started_at) scenes.push([claim.started_at, UNDERWAY[n % UNDERWAY.length] as Line[]]);
  if (claim.completed_at) {
    scenes.push([claim.completed_at, AFTERWARDS[n % AFTERWARDS.length] as Line[]]);
  }
  return scenes.flatMap(([at, lines]) => speak(lines, at, { claim, job, setting }));
}

function speak(
  lines: Line[],
  from: Date,
  { claim, job, setting }: { claim: PlannedClaim; job: PlannedJob; setting: Setting },
): PlannedMessage[] {
  const { random, members } = setting;
  const firstName = (id: string) => members.find((member) => member.id === id)?.first_name ?? '';
  let at = from.getTime();
  return lines.map(([who, minutes, text]) => {
    at += minutes * 60_000 + random.whole(0, 50) * 1000;
    return {
      id: random.uuid(),
      job_id: job.id,
      claim_id: claim.id,
      sender_id: who === 'owner' ? job.owner_id : claim.sitter_id,
      client_id: random.uuid(),
      content: text
        .replaceAll('{pet}', job.pet_name ?? '')
        .replaceAll('{owner}', firstName(job.owner_id))
        .replaceAll('{sitter}', firstName(claim.sitter_id)),
      created_at: new Date(at),
    };
  });
}
