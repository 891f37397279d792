import { accountSchema, sessionSchema } from '@kindpal/contract/account/schema';
import { slotSchema, weeklyScheduleSchema } from '@kindpal/contract/availability/schema';
import {
  conversationMessageSchema,
  messageSchema,
  partnerSchema,
  threadCardSchema,
} from '@kindpal/contract/chat/schema';
import { claimSchema } from '@kindpal/contract/claim/schema';
import { formDraftSchema } from '@kindpal/contract/draft/schema';
import { factorSchema } from '@kindpal/contract/factor/schema';
import { staffFeedbackSchema } from '@kindpal/contract/feedback/schema';
import { ownHearingSchema, staffHearingSchema } from '@kindpal/contract/hearing/schema';
import {
  ownIdentityCheckSchema,
  staffIdentityCheckSchema,
} from '@kindpal/contract/identity/schema';
import { inviteRequestSchema, staffInviteRequestSchema } from '@kindpal/contract/invite/schema';
import { myJobSchema } from '@kindpal/contract/job/my-jobs';
import { requirementsSchema } from '@kindpal/contract/job/requirements';
import { jobCardSchema, jobDetailSchema, memberJobSchema } from '@kindpal/contract/job/schema';
import { namedMemberSchema } from '@kindpal/contract/member/named';
import { reliabilitySchema } from '@kindpal/contract/member/reliability';
import { memberCardSchema, profileSchema, sitterCardSchema } from '@kindpal/contract/member/schema';
import { ownDecisionSchema, staffDecisionSchema } from '@kindpal/contract/moderation/schema';
import {
  emailTypesSchema,
  mailedSettingsSchema,
  notificationSchema,
  notificationSettingsSchema,
  notificationTypeSchema,
} from '@kindpal/contract/notification/schema';
import {
  passkeySchema,
  requestOptionsSchema,
  shownCredentialSchema,
  shownPasskeySchema,
} from '@kindpal/contract/passkey/schema';
import { petProfileSchema } from '@kindpal/contract/pet/schema';
import { staffReadingSchema } from '@kindpal/contract/reading/schema';
import {
  ownReportSchema,
  reportSideSchema,
  staffReportSchema,
} from '@kindpal/contract/report/schema';
import { ratingSchema } from '@kindpal/contract/review/rating';
import {
  moderatedReviewSchema,
  ownReviewSchema,
  reviewSchema,
} from '@kindpal/contract/review/schema';
import { jobContextSchema } from '@kindpal/contract/staff/job-context';
import { moderatedJobSchema, moderatedProfileSchema } from '@kindpal/contract/staff/moderation';
import { staffUserSchema } from '@kindpal/contract/staff/schema';
import { homeAccessSchema, jobAccessSchema } from '@kindpal/contract/vault/schema';
import { waitlistEntrySchema } from '@kindpal/contract/waitlist/contract';
import type { OpenAPIGeneratorGenerateOptions } from '@orpc/openapi';

/** Output schemas shared by several calls, with their names in the OpenAPI document. */
export const COMMON_SCHEMAS: OpenAPIGeneratorGenerateOptions['commonSchemas'] = {
  Account: { schema: accountSchema, strategy: 'output' },
  Session: { schema: sessionSchema, strategy: 'output' },
  MemberCard: { schema: memberCardSchema, strategy: 'output' },
  NamedMember: { schema: namedMemberSchema, strategy: 'output' },
  Profile: { schema: profileSchema, strategy: 'output' },
  JobCard: { schema: jobCardSchema, strategy: 'output' },
  MemberJob: { schema: memberJobSchema, strategy: 'output' },
  JobContext: { schema: jobContextSchema, strategy: 'output' },
  ModeratedJob: { schema: moderatedJobSchema, strategy: 'output' },
  JobDetail: { schema: jobDetailSchema, strategy: 'output' },
  MyJob: { schema: myJobSchema, strategy: 'output' },
  Requirements: { schema: requirementsSchema, strategy: 'output' },
  Claim: { schema: claimSchema, strategy: 'output' },
  PetProfile: { schema: petProfileSchema, strategy: 'output' },
  Message: { schema: messageSchema, strategy: 'output' },
  ConversationMessage: { schema: conversationMessageSchema, strategy: 'output' },
  Feedback: { schema: staffFeedbackSchema, strategy: 'output' },
  InviteRequest: { schema: inviteRequestSchema, strategy: 'output' },
  WeeklySchedule: { schema: weeklyScheduleSchema, strategy: 'output' },
  Slot: { schema: slotSchema, strategy: 'input' },
  Partner: { schema: partnerSchema, strategy: 'output' },
  Reliability: { schema: reliabilitySchema, strategy: 'output' },
  Rating: { schema: ratingSchema, strategy: 'output' },
  Review: { schema: reviewSchema, strategy: 'output' },
  OwnReview: { schema: ownReviewSchema, strategy: 'output' },
  ModeratedReview: { schema: moderatedReviewSchema, strategy: 'output' },
  OwnDecision: { schema: ownDecisionSchema, strategy: 'output' },
  StaffDecision: { schema: staffDecisionSchema, strategy: 'output' },
  ReportSide: { schema: reportSideSchema, strategy: 'output' },
  StaffReading: { schema: staffReadingSchema, strategy: 'output' },
  StaffHearing: { schema: staffHearingSchema, strategy: 'output' },
  OwnHearing: { schema: ownHearingSchema, strategy: 'output' },
  StaffReport: { schema: staffReportSchema, strategy: 'output' },
  JobAccess: { schema: jobAccessSchema, strategy: 'output' },
  NotificationType: { schema: notificationTypeSchema, strategy: 'output' },
  EmailTypes: { schema: emailTypesSchema, strategy: 'input' },
  NotificationSettings: { schema: notificationSettingsSchema, strategy: 'output' },
  OwnIdentityCheck: { schema: ownIdentityCheckSchema, strategy: 'output' },
  StaffIdentityCheck: { schema: staffIdentityCheckSchema, strategy: 'output' },
  ThreadCard: { schema: threadCardSchema, strategy: 'output' },
  PasskeyRequest: { schema: requestOptionsSchema, strategy: 'output' },
  PasskeyAnswer: { schema: shownCredentialSchema, strategy: 'input' },
  SitterCard: { schema: sitterCardSchema, strategy: 'output' },
  OwnReport: { schema: ownReportSchema, strategy: 'output' },
  StaffUser: { schema: staffUserSchema, strategy: 'output' },
  WaitlistEntry: { schema: waitlistEntrySchema, strategy: 'output' },
  Passkey: { schema: passkeySchema, strategy: 'output' },
  ShownPasskey: { schema: shownPasskeySchema, strategy: 'input' },
  Factor: { schema: factorSchema, strategy: 'output' },
  HomeAccess: { schema: homeAccessSchema, strategy: 'output' },
  MailedSettings: { schema: mailedSettingsSchema, strategy: 'output' },
  FormDraft: { schema: formDraftSchema, strategy: 'output' },
  ModeratedProfile: { schema: moderatedProfileSchema, strategy: 'output' },
  StaffInviteRequest: { schema: staffInviteRequestSchema, strategy: 'output' },
  Notification: { schema: notificationSchema, strategy: 'output' },
};
