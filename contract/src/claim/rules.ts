/**
 * How many jobs one member can hold at once; a trigger on `job_claims` enforces the same number.
 */
export const LIVE_CLAIMS_MAX = 50;
