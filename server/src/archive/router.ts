import { member } from '../access/guards.ts';
import { getArchive, openArchive, requestArchive } from './archive.ts';

/** Each member can reach only their own data. */
export const archiveRouter = {
  get: member.archive.get.handler(getArchive),
  request: member.archive.request.handler(requestArchive),
  open: member.archive.open.handler(openArchive),
};
