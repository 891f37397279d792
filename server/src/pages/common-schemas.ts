import { accountSchema, sessionSchema } from '@kindpal/contract/account/schema';
import { conversationMessageSchema, messageSchema } from '@kindpal/contract/chat/schema';
import { claimSchema } from '@kindpal/contract/claim/schema';
import { staffFeedbackSchema } from '@kindpal/contract/feedback/schema';
import { inviteRequestSchema } from '@kindpal/contract/invite/schema';
import { jobCardSchema, jobDetailSchema } from '@kindpal/contract/job/schema';
import { memberCardSchema, profileSchema } from '@kindpal/contract/member/schema';
import { petProfileSchema } from '@kindpal/contract/pet/schema';
import type { OpenAPIGeneratorGenerateOptions } from '@orpc/openapi';

/** The shapes that several calls answer with, under the names they have in the OpenAPI document. */
export const COMMON_SCHEMAS: OpenAPIGeneratorGenerateOptions['commonSchemas'] = {
  Account: { schema: accountSchema, strategy: 'output' },
  Session: { schema: sessionSchema, strategy: 'output' },
  MemberCard: { schema: memberCardSchema, strategy: 'output' },
  Profile: { schema: profileSchema, strategy: 'output' },
  JobCard: { schema: jobCardSchema, strategy: 'output' },
  JobDetail: { schema: jobDetailSchema, strategy: 'output' },
  Claim: { schema: claimSchema, strategy: 'output' },
  PetProfile: { schema: petProfileSchema, strategy: 'output' },
  Message: { schema: messageSchema, strategy: 'output' },
  ConversationMessage: { schema: conversationMessageSchema, strategy: 'output' },
  Feedback: { schema: staffFeedbackSchema, strategy: 'output' },
  InviteRequest: { schema: inviteRequestSchema, strategy: 'output' },
};
