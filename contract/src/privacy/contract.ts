import { z } from 'zod';
import { base, cursorSchema, page, pageSize } from '../transport/base.ts';
import { notedViewSchema } from './schema.ts';

export const privacy = {
  /** Who looked at the caller's data within 12 months, newest first; nobody sees this of others. */
  listViews: base
    .route({ method: 'GET', path: '/rest/v1/data_views', tags: ['data_views'] })
    .input(z.strictObject({ cursor: cursorSchema, limit: pageSize(20, 50) }))
    .output(page(notedViewSchema)),
};
