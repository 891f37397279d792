import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { Accordion } from '../accordion.tsx';
import { Avatar } from '../avatar.tsx';
import { Badge, StatusLabel } from '../badge.tsx';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { Card, cardLinkStyle } from '../card.tsx';
import { EmptyState } from '../empty-state.tsx';
import { EmptyBowl } from '../illustrations/empty-bowl.tsx';
import { TextLink } from '../link.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { LoadMore } from '../load-more.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Spinner } from '../spinner.tsx';
import { Progress, StepDots } from '../steps.tsx';
import { TabPanel, Tabs } from '../tabs.tsx';
import { Row, Specimen } from './specimen.tsx';

const tones = ['plain', 'accent', 'positive', 'caution', 'danger'] as const;

const PAGES = {
  data: undefined,
  hasNextPage: false,
  isFetching: false,
  isError: false,
  fetchNextPage: () => new Promise<never>(() => {}),
};

export function Display() {
  const [tab, setTab] = useState('up');
  return (
    <>
      <Specimen name="Badge and status">
        <Row>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone} icon={<BadgeCheck />}>
              {tone}
            </Badge>
          ))}
        </Row>
        <Row>
          <StatusLabel tone="positive">Available</StatusLabel>
          <StatusLabel tone="caution">Claimed</StatusLabel>
          <StatusLabel tone="accent">In Progress</StatusLabel>
          <StatusLabel>Completed</StatusLabel>
          <StatusLabel tone="danger">Canceled</StatusLabel>
        </Row>
      </Specimen>
      <Specimen name="Avatar">
        <Row>
          <Avatar name="Biscuit Baker" size="sm" />
          <Avatar name="Olive van der Berg" />
          <Avatar name="Miso" size="lg" />
          <Avatar name="" fallback="PS" size="lg" />
          <Avatar name="Kindpal" src="/icon-192.png" size="xl" labelled />
          <Avatar name="Broken Picture" src="/nothing-here.png" size="lg" />
        </Row>
      </Specimen>
      <Specimen name="Card">
        <div className="grid gap-4 md:grid-cols-2">
          <Card>A card.</Card>
          <Card pressable>
            <h3 className="text-lg">
              <TextLink to="/styleguide" className={cardLinkStyle}>
                A card that is one link
              </TextLink>
            </h3>
          </Card>
        </div>
      </Specimen>
      <Specimen name="Banner">
        <Banner title="Good to know">The sitter starts the job from two hours before.</Banner>
        <Banner tone="caution" title="Outside your hours">
          This job lies outside your availability.
        </Banner>
        <Banner
          tone="danger"
          action={
            <Button size="sm" variant="outline">
              Refresh
            </Button>
          }
        >
          An unexpected error occurred while loading jobs.
        </Banner>
      </Specimen>
      <Specimen name="Load failed">
        <LoadFailed
          title="Your requests didn’t load"
          query={{ error: new TypeError('Failed to fetch'), isFetching: false, refetch: () => {} }}
        />
      </Specimen>
      <Specimen name="Tabs and accordion">
        <Tabs
          label="Join or sign in"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'up', label: 'Sign Up' },
            { value: 'in', label: 'Sign In' },
          ]}
        >
          <TabPanel value="up">The first panel.</TabPanel>
          <TabPanel value="in">The second panel.</TabPanel>
        </Tabs>
        <Accordion
          items={[
            { id: 'one', title: 'One', body: 'Opening the other closes this.' },
            { id: 'two', title: 'Two', body: 'And the other way round.' },
          ]}
        />
      </Specimen>
      <Specimen name="Waiting and progress">
        <Row>
          <Spinner label="Loading" className="text-2xl text-accent" />
          <Skeleton className="size-11 rounded-full" />
          <Skeleton className="h-5 w-48" />
          <StepDots current={2} total={4} />
        </Row>
        <Progress label="Profile completion" value={65} />
        <LoadMore query={{ ...PAGES, hasNextPage: true }} />
        <LoadMore query={PAGES} endText="That’s every open job." />
      </Specimen>
      <Specimen name="Empty state">
        <EmptyState
          illustration={<EmptyBowl />}
          title="No jobs yet"
          action={<Button>Post a Job</Button>}
          headingLevel={3}
        >
          Post one and it appears here.
        </EmptyState>
      </Specimen>
    </>
  );
}
