import { publicImageUrl } from '@kindpal/contract/file/rules';
import { jobForm } from '../testing/factories.ts';
import type { CallAll, FillTables } from '../testing/plans/call-all.ts';

export const fillTables: FillTables = () => `
  INSERT INTO job_events (job_id, action, actor_role)
    SELECT id, 'expire', 'system' FROM jobs, generate_series(1, 3)`;

/** With a picture of `file.samples.ts`. */
export const callAll: CallAll = ({ as, who }) => [
  () =>
    as.job.post(
      jobForm({
        pet_details: {
          name: 'Miso',
          size: 'small',
          image_url: publicImageUrl(`${who.id}/1.webp`),
        },
      }),
    ),
];
