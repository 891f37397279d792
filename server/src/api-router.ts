import { anybody } from './access/guards.ts';
import { accountRouter } from './account/router.ts';
import { archiveRouter } from './archive/router.ts';
import { blockRouter } from './block/router.ts';
import { chatRouter } from './chat/router.ts';
import { claimRouter } from './claim/router.ts';
import { deletionRouter } from './deletion/router.ts';
import { draftRouter } from './draft/router.ts';
import { factorRouter } from './factor/router.ts';
import { favoriteRouter } from './favorite/router.ts';
import { feedbackRouter } from './feedback/router.ts';
import { guidelineRouter } from './guideline/router.ts';
import { hearingRouter } from './hearing/router.ts';
import { identityRouter } from './identity/router.ts';
import { inviteRouter } from './invite/router.ts';
import { jobRouter } from './job/router.ts';
import { memberRouter } from './member/router.ts';
import { moderationRouter } from './moderation/router.ts';
import { newsletterRouter } from './newsletter/router.ts';
import { notificationRouter } from './notification/router.ts';
import { offerRouter } from './offer/router.ts';
import { passkeyRouter } from './passkey/router.ts';
import { petRouter } from './pet/router.ts';
import { placeRouter } from './place/router.ts';
import { privacyRouter } from './privacy/router.ts';
import { readingRouter } from './reading/router.ts';
import { reportRouter } from './report/router.ts';
import { reviewRouter } from './review/router.ts';
import { securityRouter } from './security/router.ts';
import { ssoRouter } from './sso/router.ts';
import { staffRouter } from './staff/router.ts';
import { vaultRouter } from './vault/router.ts';
import { waitlistRouter } from './waitlist/router.ts';

/** Every call of the contract with its guard and handler; a missing call does not compile. */
export const apiRouter = anybody.router({
  account: accountRouter,
  factor: factorRouter,
  passkey: passkeyRouter,
  sso: ssoRouter,
  member: memberRouter,
  invite: inviteRouter,
  job: jobRouter,
  claim: claimRouter,
  offer: offerRouter,
  pet: petRouter,
  place: placeRouter,
  vault: vaultRouter,
  draft: draftRouter,
  chat: chatRouter,
  block: blockRouter,
  favorite: favoriteRouter,
  privacy: privacyRouter,
  review: reviewRouter,
  report: reportRouter,
  hearing: hearingRouter,
  reading: readingRouter,
  identity: identityRouter,
  feedback: feedbackRouter,
  guideline: guidelineRouter,
  moderation: moderationRouter,
  newsletter: newsletterRouter,
  notification: notificationRouter,
  waitlist: waitlistRouter,
  security: securityRouter,
  deletion: deletionRouter,
  archive: archiveRouter,
  staff: staffRouter,
});
export type ApiRouter = typeof apiRouter;
