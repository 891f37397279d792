/** The largest search radius around an area, in miles, and the default. */
export const WITHIN_MILES_MAX = 50;
export const WITHIN_MILES = 10;

/** The longest stay in a search, in days, including the first and the last. */
export const STAY_DAYS_MAX = 31;

/** What a sitter offers to do. */
export const SERVICES = ['pet_sitting', 'dog_walking'] as const;

/**
 * Complete profiles first, then newest; or best rated first, and the most reviewed first when
 * equal. [R9]
 */
export const DIRECTORY_SORTS = ['complete', 'rating'] as const;
export type DirectorySort = (typeof DIRECTORY_SORTS)[number];
