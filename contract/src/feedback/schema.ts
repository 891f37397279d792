import { z } from 'zod';
import { jobContextSchema } from '../staff/job-context.ts';
import { countCharacters } from '../text/count-characters.ts';
import { emailProblem } from '../text/rules.ts';
import { timestampSchema, uuidSchema } from '../transport/base.ts';
import { cutFeedback, FEEDBACK_MIN } from './rules.ts';

/**
 * The statuses that staff can choose; `responded` is set by answering, anything else is shown as
 * Unknown. [F4]
 */
export const FEEDBACK_STATUSES = ['open', 'in_progress', 'resolved', 'closed'] as const;
export const feedbackStatusSchema = z.enum([...FEEDBACK_STATUSES, 'responded']);
export type FeedbackStatus = z.infer<typeof feedbackStatusSchema>;

/** The topics of help with a job; `end_job` is for a member who has blocked the other side. */
export const helpTopicSchema = z.enum(['no_answer', 'pet_incident', 'something_else', 'end_job']);
export type HelpTopic = z.infer<typeof helpTopicSchema>;
/** What a member chooses from when they ask for help from a job. */
export const chosenTopicSchema = helpTopicSchema.exclude(['end_job']);
export type ChosenTopic = z.infer<typeof chosenTopicSchema>;

/** The form's texts: trimmed, cut to 5000, otherwise stored exactly as typed. [F2] [F3] */
export const feedbackFormSchema = z.strictObject({
  message: z
    .string()
    .transform(cutFeedback)
    .refine(
      (text) => countCharacters(text) >= FEEDBACK_MIN,
      `Message must be at least ${FEEDBACK_MIN} characters`,
    ),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => text === '' || !emailProblem(text), 'Please enter a valid email')
    .default(''),
  wants_follow_up: z.boolean().default(false),
});

/** One request for help, as its sender and staff see it. */
export const feedbackSchema = z.object({
  id: uuidSchema,
  message: z.string(),
  status: feedbackStatusSchema,
  admin_response: z.string().nullable(),
  created_at: timestampSchema,
  responded_at: timestampSchema.nullable(),
  wants_follow_up: z.boolean(),
});
export type Feedback = z.infer<typeof feedbackSchema>;

/** The same with fields for staff only. `version` is the version that an answer refers to. */
export const staffFeedbackSchema = feedbackSchema.extend({
  version: z.int(),
  user_id: uuidSchema.nullable(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  page_url: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** Who answered last. */
  responder: z.string().nullable(),
  /** Unanswered for more than 24 hours. */
  is_overdue: z.boolean(),
  topic: helpTopicSchema.nullable(),
  /**
   * The job it was sent from, or else the jobs that its sender holds or has posted and that are
   * claimed now.
   */
  jobs: z.array(jobContextSchema),
  /** How many requests the sender sent before this one, counted up to 100. */
  earlier_requests: z.int(),
});
export type StaffFeedback = z.infer<typeof staffFeedbackSchema>;
