/**
 * How many jobs one member can hold at once; a trigger on `job_claims` enforces the same number.
 */
export const LIVE_CLAIMS_MAX = 50;

/**
 * For how many different pets one member can claim jobs within a day, because each claim shows the
 * pet's health and where it lives. A trigger on `job_claims` enforces the same number.
 */
export const CLAIMED_PETS_A_DAY = 20;
