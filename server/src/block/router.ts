import { member } from '../access/guards.ts';
import { listBlocks, removeBlock } from './blocks.ts';
import { createBlock } from './create-block.ts';

/** Members handle their own blocks; nobody learns those of others. */
export const blockRouter = {
  list: member.block.list.handler(listBlocks),
  create: member.block.create.handler(createBlock),
  remove: member.block.remove.handler(removeBlock),
};
