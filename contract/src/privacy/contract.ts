import { z } from 'zod';
import { base, cursorSchema, page, pageSize } from '../transport/base.ts';
import { notedViewSchema, privacySettingsSchema } from './schema.ts';

export const privacy = {
  /** The caller's settings for who may write to them first, and where their name is shown. [M3] */
  getSettings: base
    .route({ method: 'GET', path: '/rest/v1/rpc/get_privacy_settings', tags: ['rpc'] })
    .output(privacySettingsSchema),

  /** Changes the given settings and returns all of them. [M3] */
  updateSettings: base
    .route({ method: 'POST', path: '/rest/v1/rpc/update_privacy_settings', tags: ['rpc'] })
    .input(
      z
        .strictObject(privacySettingsSchema.shape)
        .partial()
        .refine((change) => Object.keys(change).length > 0, 'Name at least one setting'),
    )
    .output(privacySettingsSchema),

  /** Who viewed the caller's data within 12 months, newest first; never anybody else's. */
  listViews: base
    .route({ method: 'GET', path: '/rest/v1/data_views', tags: ['data_views'] })
    .input(z.strictObject({ cursor: cursorSchema, limit: pageSize(20, 50) }))
    .output(page(notedViewSchema)),
};
