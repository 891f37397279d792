import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FeedbackStatusLabel } from './feedback-status.tsx';

it.each([
  ['open', 'Open'],
  ['in_progress', 'In Progress'],
  ['resolved', 'Resolved'],
  ['closed', 'Closed'],
  ['responded', 'Responded'],
  ['seen', 'Unknown'],
])('a request that is %s is labeled %s [F4]', (status, label) => {
  const html = renderToStaticMarkup(<FeedbackStatusLabel status={status} />);
  expect(html.replace(/<[^>]*>/g, '').trim()).toBe(label);
});
