import { expect, it } from 'vitest';
import type { SessionState } from './session-store.ts';
import { sessionVerdict } from './session-verdict.ts';

const loading: SessionState = {
  status: 'loading',
  user: null,
  isExpected: true,
  isUnreachable: false,
};
const ended: SessionState = {
  status: 'signed-out',
  user: null,
  isOwnChoice: false,
  hasEnded: true,
};
const left: SessionState = { ...ended, isOwnChoice: true };
const job = { hadMember: false, hasUnsaved: false, isForVisitors: true };
const dashboard = { ...job, isForVisitors: false };

it('a visitor sees the public page of a job, and is asked to sign in before a dashboard [P1]', () => {
  expect(sessionVerdict({ ...job, session: loading })).toBe('wait');
  expect(sessionVerdict({ ...job, session: ended })).toBe('show');
  expect(sessionVerdict({ ...dashboard, session: ended })).toBe('sign-in');
});

it('a member whose session ends while they read a job is asked to sign in, not shown less [U7]', () => {
  expect(sessionVerdict({ ...job, session: ended, hadMember: true })).toBe('sign-in');
  expect(sessionVerdict({ ...dashboard, session: ended, hadMember: true })).toBe('sign-in');
});

it('a member whose session ends over a half-written message signs in again over it [U7]', () => {
  const writing = { session: ended, hadMember: true, hasUnsaved: true };
  expect(sessionVerdict({ ...job, ...writing })).toBe('renew');
  expect(sessionVerdict({ ...dashboard, ...writing })).toBe('renew');
});

it('a member who signs out is sent to the landing page, despite unsaved input [U6]', () => {
  const leaving = { session: left, hadMember: true, hasUnsaved: true };
  expect(sessionVerdict({ ...job, ...leaving })).toBe('leave');
  expect(sessionVerdict({ ...dashboard, ...leaving })).toBe('leave');
});
