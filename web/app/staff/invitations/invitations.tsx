import { useSearchParams } from 'react-router';
import { TabPanel, Tabs } from '~/ui/tabs.tsx';
import { InviteRequests } from './invite-requests.tsx';
import { NewsletterReaders } from './newsletter-readers.tsx';
import { Waitlist } from './waitlist.tsx';

const TABS = [
  { value: 'requests', label: 'Requests' },
  { value: 'waitlist', label: 'Waitlist' },
  { value: 'newsletter', label: 'Newsletter' },
] as const;

/** Everything about joining: requests, the waitlist, the newsletter. */
export function Invitations() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('tab');
  const tab = TABS.find(({ value }) => value === asked)?.value ?? 'requests';
  return (
    <Tabs
      value={tab}
      onValueChange={(next) =>
        setParams(next === 'requests' ? '' : `tab=${next}`, {
          replace: true,
          preventScrollReset: true,
        })
      }
      label="Invitations"
      tabs={TABS}
    >
      <TabPanel value="requests">
        <InviteRequests />
      </TabPanel>
      <TabPanel value="waitlist">
        <Waitlist />
      </TabPanel>
      <TabPanel value="newsletter">
        <NewsletterReaders />
      </TabPanel>
    </Tabs>
  );
}
