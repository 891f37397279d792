import { useQueryChoice } from '~/lib/use-query-choice.ts';
import { TabPanel, Tabs } from '~/ui/tabs.tsx';
import { InviteRequests } from './invite-requests.tsx';
import { NewsletterReaders } from './newsletter-readers.tsx';
import { Waitlist } from './waitlist.tsx';

const TABS = [
  { value: 'requests', label: 'Requests' },
  { value: 'waitlist', label: 'Waitlist' },
  { value: 'newsletter', label: 'Newsletter' },
] as const;
const VALUES = TABS.map(({ value }) => value);

/** Everything about joining: requests, the waitlist, the newsletter. */
export function Invitations() {
  const [tab, setTab] = useQueryChoice('tab', VALUES, 'requests');
  return (
    <Tabs value={tab} onValueChange={setTab} label="Invitations" tabs={TABS}>
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
