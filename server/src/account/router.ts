import { member, open, sessionHolder } from '../access/guards.ts';
import { getSession, getUser } from './get-session.ts';
import { reauthenticate } from './reauthenticate.ts';
import { redeemToken } from './redeem-token.ts';
import { requestCode } from './request-code.ts';
import { requestReset } from './request-reset.ts';
import { resend } from './resend.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { grantToken } from './token.ts';
import { updateUser } from './update-user.ts';

/** The calls below /auth/v1; open ones check credentials and tokens themselves. [X1] */
export const accountRouter = {
  signUp: open.account.signUp.handler(signUp),
  token: open.account.token.handler(grantToken),
  signOut: open.account.signOut.handler(signOut),
  getSession: open.account.getSession.handler(getSession),
  getUser: sessionHolder.account.getUser.handler(getUser),
  updateUser: member.account.updateUser.handler(updateUser),
  reauthenticate: member.account.reauthenticate.handler(reauthenticate),
  recover: open.account.recover.handler(requestReset),
  requestCode: open.account.requestCode.handler(requestCode),
  resend: open.account.resend.handler(resend),
  verify: open.account.verify.handler(redeemToken),
  listKeys: open.account.listKeys.handler(async ({ context }) => ({
    keys: await context.services.auth.keys.listPublic(),
  })),
};
