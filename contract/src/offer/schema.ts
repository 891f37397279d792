import { z } from 'zod';
import { jobCardSchema } from '../job/schema.ts';
import { memberCardSchema } from '../member/schema.ts';
import { momentSchema } from '../transport/base.ts';

/** Why a sitter may claim a job before all others: its owner asked them, or they waited for it. */
export const offerKindSchema = z.enum(['asked', 'standby']);
export type OfferKind = z.infer<typeof offerKindSchema>;

/** How many sitters can wait for one job to open again. */
export const STANDBY_MAX = 20;
/** How many minutes each of them has to claim it; fewer if the job starts soon. */
export const TURN_MINUTES = 15;
export const SHORT_TURN_MINUTES = 5;
/** 'Soon' means within this many hours. */
export const SHORT_TURN_HOURS = 3;

/** A job that the caller may claim before others, or waits for. */
export const offerSchema = z.object({
  kind: offerKindSchema,
  /**
   * `yours`: they may claim it now. `waiting`: it is claimed, or offered to those ahead of them.
   */
  state: z.enum(['yours', 'waiting']),
  /** The deadline to claim it; null while they wait. */
  until: momentSchema.nullable(),
  /** In full while the caller may claim it. */
  job: jobCardSchema,
});
export type Offer = z.infer<typeof offerSchema>;

/**
 * The sitters that the owner asked, and how each answered: `taken` means that somebody else claimed
 * the job before they did. Waiting sitters are only counted, and only while the job can reopen.
 */
export const offersOfJobSchema = z.object({
  asked: z.array(
    z.object({
      sitter: memberCardSchema,
      state: z.enum(['waiting', 'claimed', 'declined', 'taken', 'over']),
    }),
  ),
  waiting: z.int(),
});
export type OffersOfJob = z.infer<typeof offersOfJobSchema>;
