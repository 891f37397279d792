/** Every table: Drizzle and its migrations know no others. */
export * from './account.ts';
export * from './chat.ts';
export * from './claim.ts';
export * from './conversation.ts';
export * from './draft.ts';
export * from './feedback.ts';
export * from './file.ts';
export * from './invite.ts';
export * from './job.ts';
export * from './job-event.ts';
export * from './live.ts';
export * from './member.ts';
export * from './newsletter.ts';
export * from './pet.ts';
export * from './place.ts';
export * from './staff.ts';
export * from './waitlist.ts';
