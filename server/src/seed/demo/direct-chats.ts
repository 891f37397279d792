/** A direct chat of two members, and the time of its last message, in hours before now. */
export type Script = {
  between: [string, string];
  hoursAgo: number;
  /** The last message is unread. */
  isNew?: boolean;
  /** The first has written, and the second has not answered. [M3] */
  isRequest?: boolean;
  /** The speaker, the minutes after the previous message, and the text. */
  lines: [speaker: 0 | 1, minutes: number, text: string][];
};

/** Mostly of members with printed sign-ins, so that each of them has some. */
export const SCRIPTS: Script[] = [
  {
    between: ['Hannah Whitlock', 'Sam Castellanos'],
    hoursAgo: 2,
    isNew: true,
    lines: [
      [0, 0, 'Hi Sam! Marguerite says you’re good with beagles who have opinions. Is that true?'],
      [1, 18, 'Opinions are my favorite kind of beagle. What’s yours against?'],
      [0, 6, 'Mornings, mostly. And the vacuum cleaner. He would like a word with its maker.'],
      [1, 3, 'Reasonable. Are your night shifts always on the same days?'],
      [0, 41, 'Tuesday and Friday, usually. I post them as soon as I know.'],
      [
        1,
        9,
        'Then I’ll keep those two mornings free. Should I come by on Sunday so he can look me over?',
      ],
    ],
  },
  {
    between: ['Noor Rahimi', 'Hannah Whitlock'],
    hoursAgo: 27,
    lines: [
      [1, 0, 'Hello Noor, I saw that you sit too. Do you take cats, or does the cockatiel object?'],
      [
        0,
        55,
        'He objects to everything, so that’s no reason. I’d love to visit cats at their own home!',
      ],
      [1, 12, 'Wonderful. Ours hasn’t noticed that we exist, so you would be in good company.'],
    ],
  },
  {
    between: ['Sam Castellanos', 'Walter Brzezinski'],
    hoursAgo: 5,
    isNew: true,
    lines: [
      [0, 0, 'Walter, could you take over a walk on Thursday if my exam runs late?'],
      [1, 22, 'Which dog, and does he know the way home better than I do?'],
      [
        0,
        4,
        'A dachshund called Professor. He knows every way home. He just takes the stairs one at a time.',
      ],
      [1, 31, 'Then we’re about the same age. Thursday is fine. Good luck with the exam!'],
    ],
  },
  {
    between: ['Marguerite Okafor', 'Tobias Lindqvist'],
    hoursAgo: 9,
    isNew: true,
    lines: [
      [0, 0, 'Tobias, two people asked me for a second code today. Should we be generous?'],
      [1, 14, 'If we know who they want to bring, always. I’ll take a look tonight.'],
      [0, 5, 'The hens and I thank you.'],
      [1, 2, 'The greyhound nods in his sleep.'],
    ],
  },
  {
    between: ['Noor Rahimi', 'Kenji Morrow'],
    hoursAgo: 3,
    isNew: true,
    lines: [
      [
        1,
        0,
        'Hi Noor, thank you again for last week. The shiba still talks about you, mostly at five in the morning.',
      ],
      [0, 33, 'Tell her I’m asleep. And thank you for the pictures, all two hundred of them!'],
      [1, 8, 'There are more. I just didn’t want to seem too eager.'],
    ],
  },
  {
    between: ['Dorothea Vance', 'Sam Castellanos'],
    hoursAgo: 74,
    lines: [
      [
        0,
        0,
        'Hi Sam, could you also carry the litter up for me while you’re here? The stairs and I aren’t on speaking terms.',
      ],
      [
        1,
        16,
        'Of course. I’ll bring the heavy bag, and something from the bakery if you put the kettle on.',
      ],
      [0, 25, 'The kettle is always on for you.'],
    ],
  },
  {
    between: ['Imani Fairchild', 'Marguerite Okafor'],
    hoursAgo: 120,
    lines: [
      [
        0,
        0,
        'I just wanted to say thank you for letting my neighbor in. Professor has a second home now.',
      ],
      [1, 90, 'That’s the nicest message of my week. Give his ears a rub.'],
    ],
  },
  {
    between: ['Esther Mbeki', 'Hannah Whitlock'],
    hoursAgo: 4,
    isNew: true,
    isRequest: true,
    lines: [
      [
        0,
        0,
        'Hello Hannah, I’m new here and live two streets from you. Do you still need a sitter for your beagle on Tuesdays?',
      ],
      [0, 3, 'I had beagles for twenty years, so mornings don’t scare me.'],
    ],
  },
  {
    between: ['Fergus Neale', 'Sam Castellanos'],
    hoursAgo: 1,
    isNew: true,
    isRequest: true,
    lines: [[0, 0, 'Hi Sam, would you have time for a shy cat in the first week of next month?']],
  },
];
