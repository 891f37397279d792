import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The operating system user that PostgreSQL runs as, if not the current one. */
export interface RunAs {
  uid: number;
  gid: number;
  name: string;
}

const preferred = ['postgres', '_postgres', 'nobody', 'daemon'];

/**
 * PostgreSQL refuses to run as root and needs an existing user: the one to use. Throws one clear
 * line if /etc/passwd has none.
 */
export function getUnprivilegedUser(passwd = readFileSync('/etc/passwd', 'utf8')): RunAs {
  const users = readPasswd(passwd).filter(({ uid, gid }) => uid > 0 && gid > 0);
  for (const name of preferred) {
    const user = users.find((one) => one.name === name);
    if (user) return user;
  }
  throw new Error('PostgreSQL cannot run as root, and /etc/passwd has no user postgres or nobody');
}

/** The user that owns a file, or null when root does. */
export function findOwner(path: string): RunAs | null {
  const { uid, gid } = statSync(path);
  if (uid === 0) return null;
  const known = readPasswd(readFileSync('/etc/passwd', 'utf8')).find((user) => user.uid === uid);
  return { uid, gid, name: known?.name ?? `${uid}` };
}

/** Whether a user may enter every directory on this path, and enter or run the last part. */
export function canEnter(path: string, { uid, gid }: RunAs): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  const bit = stat?.uid === uid ? 0o100 : stat?.gid === gid ? 0o010 : 0o001;
  if (!stat || (stat.mode & bit) === 0) return false;
  return path === dirname(path) || canEnter(dirname(path), { uid, gid, name: '' });
}

function readPasswd(passwd: string): RunAs[] {
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
