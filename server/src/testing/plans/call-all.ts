import type { Services } from '../../services.ts';
import type { TestMember } from '../factories.ts';
import type { TestKindpal } from '../test-kindpal.ts';

/** How many rows make a list long: several average members have some, and a few very many. */
export const COPIES = 5_000;

/**
 * SQL that fills a feature's tables: many rows for the owner, the sitter or the staff with these
 * ids, few for everybody else. It runs after the jobs, claims and pets, before any `callAll`.
 */
export type FillTables = (ids: { owner: string; sitter: string; admin: string }) => string;

type Calls = ReturnType<TestKindpal['callerFor']>;
/**
 * The calls of a feature with named statements, made one after the other; their failures do not
 * count. `as` is a member with much data, then one with none; `mine` a completed job of the owner.
 */
export type CallAll = (
  world: PlanWorld,
) => (() => Promise<unknown>)[] | Promise<(() => Promise<unknown>)[]>;
export type PlanWorld = {
  services: Services;
  as: Calls;
  visitor: Calls;
  admin: Calls;
  who: TestMember;
  people: { owner: TestMember; sitter: TestMember; admin: TestMember };
  mine: string;
  open: string;
  /** The id that a query finds. */
  idOf: (query: string) => Promise<string>;
};
