-- Both come with PostgreSQL; earthdistance keeps its points as cubes.
CREATE EXTENSION IF NOT EXISTS cube;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS earthdistance;
--> statement-breakpoint
CREATE TABLE "gazetteer" (
	"version" text PRIMARY KEY NOT NULL,
	"filled_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "place_names" (
	"place_id" integer NOT NULL,
	"name" text NOT NULL,
	"population" integer NOT NULL,
	"typo_keys" text[] NOT NULL,
	CONSTRAINT "place_names_place_id_name_pk" PRIMARY KEY("place_id","name")
);
--> statement-breakpoint
CREATE TABLE "places" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"region" text NOT NULL,
	"country" text NOT NULL,
	"label" text NOT NULL,
	"area_keys" text NOT NULL,
	"population" integer NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	CONSTRAINT "places_label" UNIQUE("id","label")
);
--> statement-breakpoint
ALTER TABLE "place_names" ADD CONSTRAINT "place_names_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Meters between two places as the crow flies; null when one of them is unknown.
CREATE FUNCTION place_distance_m(one integer, other integer) RETURNS double precision
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT earth_distance(ll_to_earth(a.latitude, a.longitude), ll_to_earth(b.latitude, b.longitude)) FROM places a, places b WHERE a.id = one AND b.id = other
$$;
