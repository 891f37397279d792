import { randomUUID } from 'node:crypto';
import type { FeatureRows } from '../testing/matrix/cases.ts';
import { PASSWORD, signUpForm } from '../testing/test-browser.ts';
import type { Own } from './account.samples.ts';

const WRONG = 'Wrong-Horse-1';

export const rows: FeatureRows<'account', Own> = {
  'account.signUp': [
    { about: 'with a code that is none', input: () => signUpForm('ZZZZ-ZZZZ-ZZZZ') },
    { about: "with the owner's code", input: ({ code }) => signUpForm(code) },
    {
      about: "with the owner's code and a member's address",
      input: ({ code, stranger }) => signUpForm(code, { email: stranger.email }),
    },
  ],
  'account.token': [
    {
      about: 'with a password for nobody',
      input: () => ({
        grant_type: 'password',
        email: `${randomUUID()}@example.org`,
        password: WRONG,
      }),
    },
    {
      about: "with a wrong password for the owner's address",
      input: ({ owner }) => ({ grant_type: 'password', email: owner.email, password: WRONG }),
    },
    {
      about: "with the past sitter's password",
      proves: 'past',
      input: ({ past }) => ({ grant_type: 'password', email: past.email, password: PASSWORD }),
    },
    {
      about: 'with a refresh token that is none',
      input: () => ({ grant_type: 'refresh_token', refresh_token: 'guess' }),
    },
    { about: 'with the cookie alone', input: () => ({ grant_type: 'refresh_token' }) },
    {
      about: 'with a code that is none',
      input: () => ({ grant_type: 'pkce', auth_code: 'guess' }),
    },
  ],
  'account.signOut': [
    { about: 'here', input: () => ({ scope: 'local' }) },
    { about: 'everywhere', input: () => ({ scope: 'global' }) },
    { about: 'everywhere else', input: () => ({ scope: 'others' }) },
  ],
  'account.getSession': [{ about: 'their own' }],
  'account.getUser': [{ about: 'their own' }],
  'account.updateUser': [
    { harmless: true, about: 'nothing' },
    { about: 'a new password without the old one', input: () => ({ password: 'Correct-Horse-2' }) },
    {
      about: 'a new password with a guessed code',
      input: () => ({ password: 'Correct-Horse-2', nonce: '000000' }),
    },
    {
      about: 'a new address without a password',
      input: () => ({ email: `${randomUUID()}@example.org` }),
    },
  ],
  'account.reauthenticate': [{ harmless: true, about: 'a code for themselves' }],
  'account.recover': [
    {
      harmless: true,
      about: 'of an unknown address',
      input: () => ({ email: `${randomUUID()}@example.org` }),
    },
    {
      harmless: true,
      about: "of the owner's address",
      input: ({ owner }) => ({ email: owner.email }),
    },
  ],
  'account.requestCode': [
    {
      harmless: true,
      about: 'for an unknown address',
      input: () => ({ email: `${randomUUID()}@example.org` }),
    },
    {
      harmless: true,
      about: "for the owner's address",
      input: ({ owner }) => ({ email: owner.email }),
    },
    { harmless: true, about: 'for a phone', input: () => ({ phone: '+12015550123' }) },
    { harmless: true, about: 'for no phone', input: () => ({ phone: '+15550100' }) },
  ],
  'account.resend': [
    {
      harmless: true,
      about: "what confirms the owner's address",
      input: ({ owner }) => ({ type: 'signup', email: owner.email }),
    },
    {
      harmless: true,
      about: 'what confirms the new address of nobody',
      input: () => ({ type: 'email_change', email: `${randomUUID()}@example.org` }),
    },
    {
      harmless: true,
      about: 'the code of a phone that nobody waits for',
      input: () => ({ type: 'phone_change', phone: '+12015550123' }),
    },
  ],
  'account.verify': [
    {
      about: 'a guessed code for a phone of nobody',
      input: () => ({ type: 'sms', phone: '+12015550123', token: '000000' }),
    },
    {
      about: 'a guessed code for a new phone',
      input: () => ({ type: 'phone_change', phone: '+12015550123', token: '000000' }),
    },
    {
      about: 'a guessed code for nobody',
      input: () => ({ type: 'email', email: `${randomUUID()}@example.org`, token: '000000' }),
    },
    {
      about: 'a guessed link to sign in with',
      input: () => ({ type: 'magiclink', token_hash: 'guess', confirmed: true }),
    },
    {
      about: 'a guessed reset link',
      input: () => ({ type: 'recovery', token: 'guess', password: 'Correct-Horse-2' }),
    },
    {
      about: 'a guessed reset link, to sign in with',
      input: () => ({ type: 'recovery', token: 'guess' }),
    },
    {
      about: 'a guessed change of address',
      input: () => ({ type: 'email_change', token: 'guess' }),
    },
    {
      about: 'a guessed undoing of a change of address',
      input: () => ({ type: 'email_undo', token: 'guess' }),
    },
    { about: 'a guessed disowning', input: () => ({ type: 'not_me', token: 'guess' }) },
    {
      about: "the sitter's link to sign in with, before anybody pressed a button",
      proves: 'sitter',
      input: ({ links }) => ({ type: 'magiclink', token_hash: links.signIn }),
    },
    {
      about: "the sitter's link to sign in with",
      proves: 'sitter',
      input: ({ links }) => ({ type: 'magiclink', token_hash: links.signIn, confirmed: true }),
    },
    {
      about: "the sitter's reset link",
      proves: 'sitter',
      input: ({ links }) => ({
        type: 'recovery',
        token: links.reset,
        password: 'Correct-Horse-2',
      }),
    },
    {
      about: "the sitter's change of address",
      input: ({ links }) => ({ type: 'email_change', token: links.newEmail }),
    },
    {
      about: 'the undoing of it',
      input: ({ links }) => ({ type: 'email_undo', token: links.undo }),
    },
    {
      about: "the sitter's disowning",
      input: ({ links }) => ({ type: 'not_me', token: links.notMe }),
    },
  ],
  'account.listKeys': [{ about: 'the public keys' }],
};
