import { account } from './account/contract.ts';
import { archive } from './archive/contract.ts';
import { block } from './block/contract.ts';
import { chat } from './chat/contract.ts';
import { claim } from './claim/contract.ts';
import { deletion } from './deletion/contract.ts';
import { draft } from './draft/contract.ts';
import { factor } from './factor/contract.ts';
import { favorite } from './favorite/contract.ts';
import { feedback } from './feedback/contract.ts';
import { guideline } from './guideline/contract.ts';
import { hearing } from './hearing/contract.ts';
import { identity } from './identity/contract.ts';
import { invite } from './invite/contract.ts';
import { job } from './job/contract.ts';
import { member } from './member/contract.ts';
import { moderation } from './moderation/contract.ts';
import { newsletter } from './newsletter/contract.ts';
import { notification } from './notification/contract.ts';
import { offer } from './offer/contract.ts';
import { passkey } from './passkey/contract.ts';
import { pet } from './pet/contract.ts';
import { place } from './place/contract.ts';
import { privacy } from './privacy/contract.ts';
import { reading } from './reading/contract.ts';
import { report } from './report/contract.ts';
import { review } from './review/contract.ts';
import { security } from './security/contract.ts';
import { sso } from './sso/contract.ts';
import { staff } from './staff/contract.ts';
import { vault } from './vault/contract.ts';
import { waitlist } from './waitlist/contract.ts';

/** The whole API on one page: every call has its address, input, output and declared errors. */
export const contract = {
  account,
  factor,
  passkey,
  sso,
  member,
  invite,
  job,
  claim,
  offer,
  pet,
  place,
  vault,
  draft,
  chat,
  block,
  favorite,
  privacy,
  review,
  report,
  hearing,
  reading,
  identity,
  feedback,
  guideline,
  moderation,
  newsletter,
  notification,
  waitlist,
  security,
  deletion,
  archive,
  staff,
};
export type Contract = typeof contract;
