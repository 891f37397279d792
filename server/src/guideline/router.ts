import { member } from '../access/guards.ts';
import { agree, getConsent } from './consent.ts';

/** Members agree to the guidelines for themselves. */
export const guidelineRouter = {
  getMine: member.guideline.getMine.handler(getConsent),
  agree: member.guideline.agree.handler(agree),
};
