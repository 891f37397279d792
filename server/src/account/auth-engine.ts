import { randomUUID } from 'node:crypto';
import { APIError, betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { type CookieReader, createCookieReader } from '../access/signed-cookie.ts';
import { type Database, databaseErrorOf, type Queries } from '../db/client.ts';
import { authAccount, authSession, authUser, authVerification } from '../db/schema/account.ts';
import type { Env } from '../env.ts';
import type { Mailer } from '../mail/mailer.ts';
import { resetPasswordMail } from '../mail/mails/reset-password.ts';
import { currentScope, type EngineScope, runInScope, scopedDatabase } from './engine-scope.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';

const DAY = 24 * 60 * 60;
/** How long a session lasts after it was last renewed, in seconds. [U7] */
export const SESSION_SECONDS = 30 * DAY;
/** How long a mailed link works, in seconds. [U5] [U8] */
export const MAILED_TOKEN_SECONDS = 30 * 60;
/** The engine reads the caller's address from here only; nothing from outside sets it. */
export const IP_HEADER = 'x-kindpal-ip';

type Needs = {
  env: Env;
  db: Database;
  secret: string;
  log: Logger;
  mailer: Mailer;
  now?: () => Date;
};

export type AuthEngine = {
  /** The engine's own calls. They know no rate limits and no invites: only `account/` makes them. */
  api: Engine['api'];
  /** The cookie that holds a browser's session. */
  cookie: { name: string; secure: boolean; read: CookieReader };
  keys: SigningKeys;
  /** The member that an unused reset token was mailed to, or null. */
  findResetOwner(token: string): Promise<string | null>;
  /** Runs engine calls and queries of ours in one transaction. */
  transaction<T>(given: Omit<EngineScope, 'tx'>, work: (tx: Queries) => Promise<T>): Promise<T>;
};

/** The engine of credentials and sessions, on the tables of the schema `auth`. [U1–U8] */
export function createAuthEngine(needs: Needs): AuthEngine {
  const { env, db, secret, now = () => new Date() } = needs;
  const secure = env.appUrl.startsWith('https:');
  const name = `${secure ? '__Secure-' : ''}kindpal.session_token`;
  const engine = configure({ ...needs, secure, now });
  return {
    api: engine.api,
    cookie: { name, secure, read: createCookieReader(name, secret) },
    keys: createSigningKeys({ db, secret, issuer: env.appUrl, now }),
    async findResetOwner(token) {
      const { internalAdapter } = await engine.$context;
      const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
      return found && found.expiresAt > new Date() ? found.value : null;
    },
    transaction: (given, work) => runInScope(db, given, work),
  };
}

type Engine = ReturnType<typeof configure>;

type Configured = Needs & { secure: boolean; now: () => Date };

function configure({ env, db, secret, log, mailer, secure, now }: Configured) {
  return betterAuth({
    appName: env.appName,
    baseURL: env.appUrl,
    basePath: '/auth/engine',
    secret,
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    database: drizzleAdapter(scopedDatabase(db), {
      provider: 'pg',
      transaction: true,
      schema: {
        user: authUser,
        session: authSession,
        account: authAccount,
        verification: authVerification,
      },
    }),
    advanced: {
      cookiePrefix: 'kindpal',
      useSecureCookies: secure,
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: [IP_HEADER] },
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: DAY },
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      password: {
        hash: async (password) => currentScope()?.passwordHash ?? hashPassword(password),
        verify: ({ hash, password }) => verifyAndUpgrade(db, hash, password),
      },
      resetPasswordTokenExpiresIn: MAILED_TOKEN_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        mailer.send(resetPasswordMail(env, { to: user.email, token, now: now() })),
    },
    databaseHooks: {
      user: { create: { before: async () => ({ data: { id: admittedId() } }) } },
      session: { create: { before: (session) => recordSignIn(db, session.userId) } },
    },
    logger: {
      level: 'error',
      // Its arguments can carry addresses and hashes: only what PostgreSQL names goes into the log.
      log: (_level, message, ...args) => {
        const cause = args.map(databaseErrorOf).find(Boolean);
        log.error({ engine: message, code: cause?.code, constraint: cause?.constraint }, 'auth');
      },
    },
  });
}

/** Every way of creating an account passes here: without a consumed invite there is none. [U1] */
function admittedId(): string {
  const id = currentScope()?.joining;
  if (!id) throw new APIError('FORBIDDEN', { code: 'NO_INVITE', message: 'No invite' });
  return id;
}

/** Verifies a password; one that was hashed with a former setting is hashed again. [U3] */
async function verifyAndUpgrade(db: Database, hash: string, password: string): Promise<boolean> {
  const isRight = await verifyPassword(hash, password);
  if (isRight && isOutdated(hash)) {
    const renewed = await hashPassword(password);
    // By the salted hash itself: a password that was changed meanwhile stays as it is.
    await db.drizzle
      .update(authAccount)
      .set({ password: renewed })
      .where(eq(authAccount.password, hash));
  }
  return isRight;
}

/** Notes the sign-in; a suspended member gets no session, however they came. [U3] */
async function recordSignIn(db: Database, userId: string): Promise<void> {
  const scope = currentScope();
  if (scope?.joining === userId) return;
  const { rowCount } = await (scope?.tx ?? db.drizzle).execute(sql`
    update public.users set last_sign_in_at = now() where id = ${userId} and suspended_at is null`);
  if (!rowCount) throw new APIError('FORBIDDEN', { code: 'SUSPENDED', message: 'Suspended' });
}
