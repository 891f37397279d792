/** A message: its sender, the minutes since the previous one, its text. */
export type Line = ['sitter' | 'owner', number, string];

/** After a job has been claimed. `{pet}`, `{owner}` and `{sitter}` are first names. */
export const ARRANGING: Line[][] = [
  [
    [
      'sitter',
      6,
      'Hi {owner}! I’d love to look after {pet}. Is there anything I should know first?',
    ],
    [
      'owner',
      22,
      'Oh, wonderful, thank you {sitter}! The main thing is the door: open it slowly, {pet} likes to stand right behind it.',
    ],
    ['sitter', 4, 'Got it. I’ll announce myself 😄'],
    [
      'owner',
      9,
      'Perfect. The key is in the little safe by the gate. I’ll send you the code on the day.',
    ],
    ['sitter', 3, 'Sounds good. See you both soon!'],
  ],
  [
    [
      'owner',
      11,
      'Hello {sitter}, so glad you claimed this. Have you been here before? It’s the house with the green shutters.',
    ],
    [
      'sitter',
      35,
      'I think I’ve admired it from the outside. Is the side door okay for a muddy person?',
    ],
    ['owner', 7, 'The side door was made for muddy people.'],
    ['sitter', 2, 'Then we’ll get along just fine.'],
  ],
  [
    [
      'sitter',
      4,
      'Good evening! I’ve claimed your job. Want me to come by tomorrow so {pet} can get to know me?',
    ],
    ['owner', 48, 'That would be ideal. Around six? I’m home from five.'],
    ['sitter', 5, 'Six it is. Should I bring anything? Treats that are allowed?'],
    ['owner', 6, 'A little bit of carrot makes you a friend for life. Nothing salty, please.'],
    ['sitter', 2, 'Carrot. Noted.'],
    ['owner', 1, 'You’re already the favorite here.'],
  ],
  [
    [
      'owner',
      15,
      'Hi! So glad someone is there for {pet}. Do you prefer to be paid before or after?',
    ],
    ['sitter', 12, 'After is fine, once everyone’s happy.'],
    ['owner', 3, 'That’s how it should be. My number is on the fridge, just in case.'],
  ],
  [
    ['sitter', 9, 'Hi {owner}, {sitter} here. Does {pet} get along with other dogs on the way?'],
    [
      'owner',
      31,
      'With most. The white terrier at the corner is a sworn enemy; cross the street and say nothing.',
    ],
    ['sitter', 4, 'Diplomacy. I can do that.'],
    ['owner', 2, '😂 You will do very well.'],
    ['owner', 1, 'Oh, and the blue leash please, the red one is for Sundays.'],
  ],
  [
    [
      'sitter',
      18,
      'Hello! Looking forward to meeting {pet}. Is there Wi-Fi, and can I study at the kitchen table?',
    ],
    [
      'owner',
      64,
      'Of course! The password is on the back of the router. Take whatever chair {pet} leaves you.',
    ],
    ['sitter', 8, 'Then I’ll bring a cushion for the floor.'],
  ],
];

/** While it is in progress. */
export const UNDERWAY: Line[][] = [
  [
    ['sitter', 14, 'We’re off! {pet} was waiting at the door with the leash, more or less.'],
    ['owner', 5, 'That’s such a relief to read. Enjoy the sun!'],
    ['sitter', 21, 'Sun, two squirrels and one very surprised heron so far.'],
  ],
  [
    ['sitter', 10, 'Arrived safely, and {pet} has inspected my bag thoroughly.'],
    ['owner', 12, 'Did you pass?'],
    ['sitter', 2, 'I had to hand over a treat at the border.'],
    ['owner', 1, 'Strict but fair.'],
  ],
  [
    [
      'sitter',
      25,
      'Dinner’s gone, the water’s fresh, and someone’s asleep on my foot. I suppose I live here now.',
    ],
    ['owner', 8, 'That’s the highest honor this house can give. Thank you!!'],
  ],
  [
    ['owner', 12, 'How is it going? No rush, just nosy.'],
    ['sitter', 6, 'All calm. We had a little rain, so there’s a towel in the washer now.'],
    ['owner', 2, 'You’re a treasure. The dryer needs a kick on the left.'],
    ['sitter', 4, 'Kicked it. It works.'],
  ],
];

/** After it is completed. */
export const AFTERWARDS: Line[][] = [
  [
    [
      'sitter',
      6,
      'All done! Keys are back in the safe. {pet} was an angel, thanks for trusting me.',
    ],
    [
      'owner',
      40,
      'And you left the kitchen tidier than I did. I sent the payment, with a little extra for ice cream.',
    ],
    ['sitter', 12, 'Ice cream it is. Anytime!'],
  ],
  [
    ['owner', 18, 'We’re home, and {pet} keeps looking at the door as if you might come back.'],
    ['sitter', 9, 'I keep looking at my empty lap. Tell {pet} I said hello 🐾'],
  ],
  [
    [
      'sitter',
      4,
      'Finished just now. One small thing: the left front paw looked a little red. You may want to check it tonight.',
    ],
    [
      'owner',
      22,
      'Thank you for noticing! It was a tiny splinter, and it’s already out. I’m so glad you told me.',
    ],
    ['sitter', 3, 'Phew. Give the patient a cuddle from me.'],
  ],
  [
    [
      'owner',
      25,
      'Thank you so much, {sitter}. That was the first time in months that I didn’t worry for a minute.',
    ],
    ['sitter', 30, 'That’s the nicest thing to hear. See you next time!'],
  ],
];
