import { pageMeta } from '~/lib/page-meta.ts';
import { ConfirmPlace } from '~/waitlist/confirm-place.tsx';

export const meta = () => pageMeta('Confirm your place');

export default ConfirmPlace;
