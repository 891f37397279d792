import type { Factor } from '@kindpal/contract/factor/schema';
import type { ActiveRole, Role } from '@kindpal/contract/member/role';
import type { AppRole } from '@kindpal/contract/staff/schema';
import { type Credential, SESSION_WHERE } from '../access/actor.ts';
import type { Database } from '../db/client.ts';
import type { FactorMethod, SignInMethod } from '../db/schema/account.ts';
import { hasToConfirmIn } from './sign-up/has-to-confirm.ts';

/** A live session and the account it belongs to, as the database has them. */
export type AccountRow = {
  id: string;
  email: string;
  email_verified: boolean;
  confirm_email_by: Date | null;
  created_at: Date;
  phone: string | null;
  new_email: string | null;
  deletion_due_at: Date | null;
  full_name: string;
  profile_image_url: string | null;
  role: Role;
  active_role: ActiveRole;
  app_role: AppRole;
  identities: { id: string; provider: string; email: string | null }[];
  factors: Factor[];
  session_id: string;
  session_created_at: Date;
  session_method: SignInMethod;
  session_proved_at: Date;
  session_expires_at: Date;
  session_factor_method: FactorMethod | null;
  session_factor_at: Date | null;
  session_awaits_factor: boolean;
  session_admits_staff: boolean;
};

/**
 * The account of a credential, or null when its session has ended or it is suspended. The session
 * may still wait for a second factor: then callers may reveal or do nothing except verify one.
 * [U7]
 */
export async function findAccount(
  db: Database,
  { by, value }: Credential,
): Promise<AccountRow | null> {
  const [row] = await db.prepared<AccountRow>(
    `account-by-${by}`,
    `SELECT u.id, a.email, a.email_verified,
       CASE WHEN ${hasToConfirmIn('a')} THEN a.confirm_by END AS confirm_email_by, a.created_at, a.phone, c.new_email,
       d.due_at AS deletion_due_at, u.full_name, u.profile_image_url,
       u.role, u.active_role, coalesce(r.role, 'user') AS app_role,
       (SELECT coalesce(json_agg(json_build_object('id', i.id, 'provider',
          CASE i.provider_id WHEN 'credential' THEN 'email' ELSE i.provider_id END,
          'email', i.email)
          ORDER BY i.created_at), '[]') FROM auth.account i WHERE i.user_id = u.id) AS identities,
       (SELECT coalesce(json_agg(json_build_object('id', f.id, 'friendly_name', f.friendly_name,
          'factor_type', f.factor_type, 'status', f.status, 'created_at', f.created_at,
          'updated_at', f.updated_at, 'last_used_at', f.last_used_at)
          ORDER BY f.created_at), '[]') FROM auth.factor f WHERE f.user_id = u.id) AS factors,
       s.id AS session_id, s.created_at AS session_created_at,
       s.factor_method AS session_factor_method, s.factor_at AS session_factor_at,
       s.awaits_factor AS session_awaits_factor, s.admits_staff AS session_admits_staff,
       s.method AS session_method, s.proved_at AS session_proved_at, s.expires_at AS session_expires_at
     FROM auth.session s
     JOIN auth."user" a ON a.id = s.user_id
     JOIN public.users u ON u.id = a.id
     LEFT JOIN public.user_roles r ON r.user_id = u.id
     LEFT JOIN auth.email_change c ON c.user_id = u.id AND c.expires_at > now()
     LEFT JOIN auth.deletion_request d ON d.user_id = u.id
     WHERE ${SESSION_WHERE[by]('$1')} AND s.expires_at > now() AND u.suspended_at IS NULL`,
    [value],
  );
  return row ?? null;
}
