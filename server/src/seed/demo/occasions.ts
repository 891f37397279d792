import type { JobType } from '@kindpal/contract/job/schema';

/** Why someone needs a sitter; `{pet}` is filled in. Hours are in the owner's time zone. */
export type Occasion = {
  type: JobType;
  title: string;
  text: string;
  /** When it starts, and for how many hours. */
  from: number;
  hours: number;
  pay: number;
  hourly?: number;
};

/** For dogs. */
export const WALKS: Occasion[] = [
  {
    type: 'dog_walking',
    title: 'A walk for {pet} at lunchtime',
    text: 'Meetings ate my lunch break this week, so {pet} needs someone with better priorities.',
    from: 12,
    hours: 1,
    pay: 18,
  },
  {
    type: 'dog_walking',
    title: 'Early walk with {pet}',
    text: 'I start at six and hate to wake the neighbors. If you’re up anyway, {pet} would be overjoyed.',
    from: 6,
    hours: 1,
    pay: 20,
  },
  {
    type: 'dog_walking',
    title: 'Long forest walk with {pet}',
    text: 'I’ve hurt my ankle, and {pet} looks at me, then at the door, then at me.',
    from: 10,
    hours: 3,
    pay: 45,
    hourly: 15,
  },
  {
    type: 'dog_walking',
    title: 'Evening stroll for {pet}',
    text: 'Parent-teacher night, choir and a birthday, all in one day: can someone take {pet} around the block twice?',
    from: 18,
    hours: 1.5,
    pay: 22,
  },
  {
    type: 'dog_walking',
    title: 'Keep {pet} moving on moving day',
    text: 'There’ll be boxes, open doors and three strong men. {pet} should be far away and happy.',
    from: 9,
    hours: 5,
    pay: 70,
    hourly: 14,
  },
  {
    type: 'dog_walking',
    title: 'A running partner for {pet}',
    text: 'I can’t keep up anymore. If you run anyway, take {pet} along. Anything up to six miles is fine.',
    from: 7,
    hours: 1,
    pay: 15,
  },
  {
    type: 'both',
    title: 'Walk and a quiet afternoon for {pet}',
    text: 'The builders are back with their drill. A walk first, then a few calm hours somewhere without it, please.',
    from: 13,
    hours: 4,
    pay: 56,
    hourly: 14,
  },
  {
    type: 'dog_walking',
    title: 'A day out with {pet} while I’m at court',
    text: 'Jury duty! Nobody knows how long it takes, so I want the whole day covered.',
    from: 8,
    hours: 9,
    pay: 126,
  },
];

/** For any pet: an hour or an evening at home. */
export const VISITS: Occasion[] = [
  {
    type: 'pet_sitting',
    title: 'Drop in on {pet} after school',
    text: 'I get home late, and {pet} eats at four sharp. Half an hour with a few kind words is enough.',
    from: 16,
    hours: 1,
    pay: 15,
  },
  {
    type: 'pet_sitting',
    title: 'Breakfast and company for {pet}',
    text: 'My train leaves before the birds. Breakfast, fresh water, and a chat with {pet}, please.',
    from: 7,
    hours: 1,
    pay: 16,
  },
  {
    type: 'pet_sitting',
    title: 'Someone with {pet} during the fireworks',
    text: 'The town has an anniversary and {pet} has nerves. Curtains shut, music on, and a lap on request.',
    from: 19,
    hours: 4,
    pay: 50,
    hourly: 12.5,
  },
  {
    type: 'pet_sitting',
    title: 'Medicine visit for {pet}',
    text: 'Just the dose, and a quick check that all is well. I’ll show you how beforehand.',
    from: 20,
    hours: 1,
    pay: 18,
  },
  {
    type: 'pet_sitting',
    title: 'Take {pet} to the vet for a checkup',
    text: 'Nothing is wrong. It’s just the yearly checkup, but I can’t get away. The carrier is ready and the bill is paid.',
    from: 11,
    hours: 2,
    pay: 35,
  },
  {
    type: 'pet_sitting',
    title: 'An evening with {pet}',
    text: 'It’s our anniversary. We’ll be back before midnight, and {pet} would rather not be alone in the dark.',
    from: 18,
    hours: 5,
    pay: 55,
    hourly: 11,
  },
];

/** For any pet: one night or several. */
export const STAYS: Occasion[] = [
  {
    type: 'pet_sitting',
    title: 'Two nights and three days with {pet}',
    text: 'We’re at a wedding where {pet} was, wrongly, not invited. The guest room is made up for you.',
    from: 9,
    hours: 58,
    pay: 160,
  },
  {
    type: 'pet_sitting',
    title: 'Overnight stay with {pet}',
    text: 'I have a night shift and nobody’s home. You bring a book, {pet} brings the warmth.',
    from: 19,
    hours: 13,
    pay: 75,
  },
  {
    type: 'pet_sitting',
    title: 'A week with {pet} while we see the grandparents',
    text: 'Seven days by the sea with people who are allergic to {pet}. We feel guilty already; please spoil {pet} for us.',
    from: 8,
    hours: 168,
    pay: 380,
  },
  {
    type: 'pet_sitting',
    title: '{pet} needs a friend for three days',
    text: 'A conference I can’t get out of. The house is quiet, the fridge is full, and the neighbors are kind.',
    from: 8,
    hours: 72,
    pay: 195,
  },
  {
    type: 'both',
    title: 'Four days of everything for {pet}',
    text: 'Meals, outings, cuddles, and a photo a day: I’m away with the team and will be thinking of {pet}.',
    from: 10,
    hours: 96,
    pay: 260,
  },
];

export const CLOSINGS = [
  'A photo in the evening would make my day.',
  'Happy to meet for coffee first so you two can sniff each other out.',
  'The neighbor on the left has the spare key.',
  'Coffee, cookies and the good armchair are yours.',
  'Call me anytime. I’m never far from my phone.',
  'If you two get along, I’d love to make it a habit.',
  'Thank you for reading this far. {pet} thanks you too.',
  'Parking is easy on the side street.',
  'There is a list on the kitchen table, and nothing on it is urgent.',
  '',
];

export const CANCEL_REASONS = [
  'My sister can come after all. Thank you, everyone!',
  'The trip was called off. {pet} is delighted.',
  'The meeting moved online, so I’m home.',
  'We’re taking {pet} along instead.',
];
export const RELEASE_NOTES = [
  'I’m so sorry. I caught a cold and don’t want to bring it along.',
  'My shift changed at the last minute. Please let someone else have it.',
  'My car is in the shop until Monday.',
];
export const OWNER_RELEASE_NOTES = [
  'Our plans moved to the weekend after, so I’m asking again with the new dates. Sorry!',
  'My neighbor has a key and can stop by sooner. Thank you for offering!',
];
export const DISPUTE_NOTES = [
  'The back door was still open when I came home. Could you stop by once more, please?',
  'The evening dose is still in its box. Are you coming back for it?',
];
