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
      [0, 0, 'Hi Sam! Marguerite says you are good with beagles who hold opinions. Is that true?'],
      [1, 18, 'Opinions are my favorite kind of beagle. What is yours against?'],
      [0, 6, 'Mornings, mostly. And the vacuum cleaner. He would like a word with its maker.'],
      [1, 3, 'Reasonable. Are your night shifts always on the same days?'],
      [0, 41, 'Tuesday and Friday, usually. I post them as soon as I know.'],
      [
        1,
        9,
        'Then I keep those two mornings free. Shall I come by on Sunday so that he can look me over?',
      ],
    ],
  },
  {
    between: ['Noor Rahimi', 'Hannah Whitlock'],
    hoursAgo: 27,
    lines: [
      [
        1,
        0,
        'Hello Noor, I saw that you sit as well. Do you take cats, or does the cockatiel object?',
      ],
      [
        0,
        55,
        'He objects to everything, so that is no reason. Cats at their own home, with pleasure!',
      ],
      [1, 12, 'Wonderful. Ours has not noticed that we exist, so you would be in good company.'],
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
        'A dachshund called Professor. He knows every way home, he takes them one stair at a time.',
      ],
      [1, 31, 'We are of an age then. Thursday is fine. Good luck with the exam!'],
    ],
  },
  {
    between: ['Marguerite Okafor', 'Tobias Lindqvist'],
    hoursAgo: 9,
    isNew: true,
    lines: [
      [0, 0, 'Tobias, two people asked me for a second code today. Shall we be generous?'],
      [1, 14, 'If we know who they want to bring, always. I’ll have a look tonight.'],
      [0, 5, 'The hens and I thank you.'],
      [1, 2, 'Greyhound nods in his sleep.'],
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
      [0, 33, 'Tell her I am asleep. And thank you for the pictures, all two hundred of them!'],
      [1, 8, 'There are more, I only did not want to seem keen.'],
    ],
  },
  {
    between: ['Dorothea Vance', 'Sam Castellanos'],
    hoursAgo: 74,
    lines: [
      [
        0,
        0,
        'Dear Sam, would you also carry the litter up for me while you are here? The stairs and I are not on terms.',
      ],
      [
        1,
        16,
        'Of course. I will bring the heavy bag, and something from the bakery if you put the kettle on.',
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
        'I only wanted to say thank you for letting my neighbor in. Professor has a second home now.',
      ],
      [1, 90, 'That is the nicest message of my week. Give his ears a rub.'],
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
        'Hello Hannah, I am new here and live two streets from you. Do you still need a sitter for your beagle on Tuesdays?',
      ],
      [0, 3, 'I had beagles for twenty years, so mornings do not frighten me.'],
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
