import { member, open } from '../access/guards.ts';
import { startRegistration, verifyRegistration } from './add-passkey.ts';
import { listPasskeys, removePasskey, renamePasskey } from './change-passkey.ts';
import { confirmWithPasskey, startConfirmation } from './confirm-with-passkey.ts';
import { signInWithPasskey, startSignIn } from './sign-in-with-passkey.ts';

/** Passkeys; the two open calls verify the passkey themselves. [U13] */
export const passkeyRouter = {
  list: member.passkey.list.handler(listPasskeys),
  startRegistration: member.passkey.startRegistration.handler(startRegistration),
  verifyRegistration: member.passkey.verifyRegistration.handler(verifyRegistration),
  startSignIn: open.passkey.startSignIn.handler(startSignIn),
  signIn: open.passkey.signIn.handler(signInWithPasskey),
  startConfirmation: member.passkey.startConfirmation.handler(startConfirmation),
  confirm: member.passkey.confirm.handler(confirmWithPasskey),
  rename: member.passkey.rename.handler(renamePasskey),
  remove: member.passkey.remove.handler(removePasskey),
};
