import { member } from '../access/guards.ts';
import { askToEnd, listJobsWithBlocked } from './ask-to-end.ts';
import { listBlocks, removeBlock } from './blocks.ts';
import { createBlock } from './create-block.ts';

/** Members handle their own blocks; nobody learns those of others. */
export const blockRouter = {
  list: member.block.list.handler(listBlocks),
  create: member.block.create.handler(createBlock),
  listLiveJobs: member.block.listLiveJobs.handler(listJobsWithBlocked),
  askToEnd: member.block.askToEnd.handler(askToEnd),
  remove: member.block.remove.handler(removeBlock),
};
