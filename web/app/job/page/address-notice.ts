import { type MemberJobDetail, viewerOf } from '../job-summary.ts';

type AddressNotice = { address: string | null; mapUrl: string | null; text: string };

/**
 * The address that the server sent, and who else sees it; null if there is nothing to show. [J4]
 */
export function addressNotice(job: MemberJobDetail): AddressNotice | null {
  const { address } = job;
  const isOwner = viewerOf(job, undefined) === 'owner';
  if (address === null) {
    return isOwner ? { address, mapUrl: null, text: 'No address given.' } : null;
  }
  return {
    address,
    mapUrl: mapUrlOf(job.location ? `${address}, ${job.location}` : address),
    text: `Only you and ${isOwner ? sitterOf(job) : 'the owner'} see this.`,
  };
}

const sitterOf = ({ claim }: MemberJobDetail) =>
  claim ? 'your sitter' : 'the sitter who claims the job';

function mapUrlOf(query: string): string {
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`;
}
