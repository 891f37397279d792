import type { Contract } from '@kindpal/contract';
import type { Member, Person } from './people.ts';
import type { Scene } from './scene.ts';

/**
 * A request that everybody makes; `who` is the person, for calls about themselves. `Own` is what
 * the feature's `fillScene` returns.
 */
export type Case<Own = unknown> = {
  /** What is requested, in a few words: `their own job`, `an unknown id`. */
  about: string;
  /** For a call: its input, which goes into path, query or body as the contract says. */
  input?: (scene: Scene & Own, who: Person) => unknown;
  /**
   * Whether its success changes nothing that the next person's response depends on, so that the
   * scene stays.
   */
  harmless?: true;
  /**
   * The member whose link or key the request itself brings: everybody who sends it may receive
   * what that member does.
   */
  proves?: Member;
  /** For anything else: the request for `fetch`. */
  request?: (scene: Scene & Own, who: Person) => { path?: string } & RequestInit;
  /** The contents of a response that is not JSON: its text, and one line per fact to review. */
  facts?: (response: Response, scene: Scene & Own) => Promise<{ text: string; lines: string[] }>;
};

/** The cases of every call of a feature; a call without any does not compile. */
export type FeatureRows<Feature extends keyof Contract, Own = unknown> = {
  [Call in keyof Contract[Feature] as `${Feature}.${Call & string}`]: [Case<Own>, ...Case<Own>[]];
};
/** Cases by the name of a call (`job.get`), or by method and address for other routes. */
export type Rows = Record<string, Case[]>;

export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
