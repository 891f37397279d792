import type { Contract } from '@kindpal/contract';
import type { Person } from './people.ts';
import type { Scene } from './scene.ts';

/** One request that everybody makes; `who` is the person who makes it, where it is about themselves. */
export type Case = {
  /** What is asked for, in a few words: `their own job`, `an unknown id`. */
  about: string;
  /** Of a call: its input, which goes into path, query or body as the contract says. */
  input?: (scene: Scene, who: Person) => unknown;
  /** Its success changes nothing that the next person's answer depends on: the scene stays. */
  harmless?: true;
  /** Of anything else: the request as `fetch` takes it. */
  request?: (scene: Scene, who: Person) => { path?: string } & RequestInit;
  /** What the answer tells, where that is not JSON: its text, and what to review of it, one line each. */
  facts?: (response: Response, scene: Scene) => Promise<{ text: string; lines: string[] }>;
};

/** The cases of every call of a feature; a call without any does not compile. */
export type FeatureRows<Feature extends keyof Contract> = {
  [Call in keyof Contract[Feature] as `${Feature}.${Call & string}`]: [Case, ...Case[]];
};
/** Cases by the name of a call (`job.get`), or by method and address of any other route. */
export type Rows = Record<string, Case[]>;

export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
