CREATE TABLE "thread_reads" (
	"claim_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"last_seq" bigint NOT NULL,
	CONSTRAINT "thread_reads_claim_id_member_id_pk" PRIMARY KEY("claim_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_claim_id_job_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."job_claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;