import { useSearchParams } from 'react-router';
import { isUuid } from '~/lib/uuid.ts';

/** The sitter whose profile linked to this form, to be asked first. [J2] */
export function useAskedId(): string | null {
  const [params] = useSearchParams();
  const id = params.get('ask');
  return id && isUuid(id) ? id : null;
}
