import { z } from 'zod';
import { base, cursorSchema, page, pageSize, uuidSchema } from '../transport/base.ts';
import { securityEventSchema, securityOverviewSchema, sessionDeviceSchema } from './schema.ts';

const tags = ['auth'];

export const security = {
  /** How the caller's account is protected by password and address. [U6] */
  getOverview: base
    .route({ method: 'GET', path: '/auth/v1/security', tags })
    .output(securityOverviewSchema),

  /** The devices on which the caller is signed in: this one first, then by last use. [U6] */
  listDevices: base
    .route({ method: 'GET', path: '/auth/v1/sessions', tags })
    .output(z.object({ items: z.array(sessionDeviceSchema) })),

  /**
   * Signs the caller out on one device; for somebody else's session, or a second time, nothing
   * happens. [U6]
   */
  endSession: base
    .route({ method: 'DELETE', path: '/auth/v1/sessions/{id}', successStatus: 204, tags })
    .input(z.strictObject({ id: uuidSchema }))
    .output(z.void()),

  /** Security events of the caller's account in the last 90 days, newest first. [U6] */
  listEvents: base
    .route({ method: 'GET', path: '/auth/v1/security_events', tags })
    .input(z.strictObject({ cursor: cursorSchema, limit: pageSize(10, 50) }))
    .output(page(securityEventSchema)),
};
