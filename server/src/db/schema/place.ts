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
    /** The id of geonames.org. */
    id: integer().primaryKey(),
    name: text().notNull(),
    region: text().notNull(),
    country: text().notNull(),
    /** What screens show: 'Brooklyn, New York'. */
    label: text().notNull(),
    /** What may follow the name in a search, each between bars: '|new york|ny|united states|us|'. */
    area_keys: text().notNull(),
    population: integer().notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
  },
  (table) => [
    // Members and jobs refer to both, so that what they show is always a label of this table.
    unique('places_label').on(table.id, table.label),
    // Places near another one lie within a band of latitudes.
    index('places_by_latitude').on(table.latitude, table.longitude),
  ],
);

/** The names that a place is found by, as `placeKey` makes them. */
export const placeNames = pgTable(
  'place_names',
  {
    place_id: integer()
      .notNull()
      .references(() => places.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The place's own, so that an index has it beside the name. */
    population: integer().notNull(),
    /** See `typoKeys`; empty for names in other languages. */
    typo_keys: text().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.place_id, table.name] })],
);

/** Which gazetteer the tables were filled from; no row before the first time. */
export const gazetteer = pgTable('gazetteer', {
  version: text().primaryKey(),
  filled_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** When areas were last looked for in what members had typed before there was a list. */
  matched_at: timestamp({ withTimezone: true }),
});
