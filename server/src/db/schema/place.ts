import {
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';

/** Towns and neighborhoods, filled from the gazetteer at the start: never written by members. */
export const places = pgTable(
  'places',
  {
    /** The geonames.org id. */
    id: integer().primaryKey(),
    name: text().notNull(),
    region: text().notNull(),
    country: text().notNull(),
    /** Shown on screens: 'Brooklyn, New York'. */
    label: text().notNull(),
    /**
     * What may follow the name in a search, separated by bars: '|new york|ny|united states|us|'.
     */
    area_keys: text().notNull(),
    population: integer().notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
  },
  (table) => [
    // Members and jobs reference both columns, so that they always show a label of this table.
    unique('places_label').on(table.id, table.label),
    // Nearby places lie within a band of latitudes.
    index('places_by_latitude').on(table.latitude, table.longitude),
  ],
);

/** The names that find a place, normalized by `placeKey`. */
export const placeNames = pgTable(
  'place_names',
  {
    place_id: integer()
      .notNull()
      .references(() => places.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** A copy of the place's, so that an index has it with the name. */
    population: integer().notNull(),
    /** See `typoKeys`; empty for names in other languages. */
    typo_keys: text().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.place_id, table.name] })],
);

/** The gazetteer version in the tables; no row before the first time. */
export const gazetteer = pgTable('gazetteer', {
  version: text().primaryKey(),
  filled_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** When areas were last matched in the texts that members had typed before there was a list. */
  matched_at: timestamp({ withTimezone: true }),
});
