import { member, sessionHolder } from '../access/guards.ts';
import { challengeFactor } from './challenge-factor.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { enrollFactor } from './enroll-factor.ts';
import { listFactors } from './list-factors.ts';
import { makeRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts';
import { unenrollFactor } from './unenroll-factor.ts';
import { verifyFactor } from './verify-factor.ts';

/** Second factors; a session that waits for one may use the calls that only need its holder. */
export const factorRouter = {
  list: member.factor.list.handler(listFactors),
  enroll: member.factor.enroll.handler(enrollFactor),
  challenge: sessionHolder.factor.challenge.handler(challengeFactor),
  verify: sessionHolder.factor.verify.handler(verifyFactor),
  unenroll: member.factor.unenroll.handler(unenrollFactor),
  makeRecoveryCodes: member.factor.makeRecoveryCodes.handler(makeRecoveryCodes),
  redeemRecoveryCode: sessionHolder.factor.redeemRecoveryCode.handler(redeemRecoveryCode),
  confirm: member.factor.confirm.handler(confirmIdentity),
};
