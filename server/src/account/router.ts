import { member, open, sessionHolder } from '../access/guards.ts';
import { requestReset } from './password/request-reset.ts';
import { reauthenticate } from './proof/reauthenticate.ts';
import { redeemToken } from './redeem-token.ts';
import { resend } from './resend.ts';
import { getSession, getUser } from './session/get-session.ts';
import { signOut } from './session/sign-out.ts';
import { grantToken } from './session/token.ts';
import { requestCode } from './sign-in/request-code.ts';
import { signUp } from './sign-up/sign-up.ts';
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
