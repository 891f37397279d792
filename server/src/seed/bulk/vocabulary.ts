/** Words of the bulk seed, common ones first: later ones are picked less often. */
export const PETS =
  `Biscuit Luna Milo Bella Charlie Daisy Max Coco Rosie Oscar Poppy Ruby Teddy Willow Bailey
Molly Leo Nala Simba Lola Rocky Stella Jasper Hazel Toby Pepper Ziggy Mabel Otis Juniper Finn Olive Gus
Maple Hugo Clementine Ollie Marzipan Pickles Tilly Arlo Nutmeg Waffles Bruno Saffron Barnaby Figaro Pretzel
Dumpling Mochi Sherlock Bramble Tofu Cricket Moss Percival Quince Thimble Rutabaga Zephyr Ptolemy Xerxes
Bartholomew Quixote Peregrine Wisteria Ophelia Zebedee Tchaikovsky`.split(/\s+/);

export const BREEDS = [
  ...['Labrador', 'Tabby cat', 'Golden Retriever', 'Beagle', 'Mixed breed', 'French Bulldog'],
  ...['Cocker Spaniel', 'Domestic shorthair', 'Poodle', 'Border Collie', 'Dachshund', 'Maine Coon'],
  ...[
    'German Shepherd',
    'Boxer',
    'Corgi',
    'Siamese',
    'Greyhound',
    'Ragdoll',
    'Schnauzer',
    'Whippet',
  ],
  ...[
    'British Shorthair',
    'Shih Tzu',
    'Vizsla',
    'Lop rabbit',
    'Bernese Mountain Dog',
    'Budgerigar',
  ],
  ...[
    'Guinea pig',
    'Newfoundland',
    'Cockatiel',
    'Norwegian Forest Cat',
    'Basenji',
    'Hermann tortoise',
  ],
  ...['Saluki', 'Leonberger', 'Chartreux', 'Lagotto Romagnolo', 'Lapphund', 'Xoloitzcuintli'],
];

export const TITLES = [
  'A walk for {pet} at lunchtime',
  'Weekend sitter for {pet}',
  'Morning walks with {pet}',
  'Feed and cuddle {pet}',
  '{pet} needs company while we are away',
  'Evening stroll with our {breed}',
  'Two visits a day for {pet}',
  'Overnight stay with {pet}',
  'Long Saturday hike with {pet}',
  'Someone calm for our {breed}',
  'Drop in on {pet} after school',
  'Holiday care for {pet}',
  'Puppy visits for {pet}',
  '{pet} would love a second walk',
  'Keep {pet} company on moving day',
  'Early bird walk for {pet}',
  'Medicine and a cuddle for {pet}',
  'Garden time and brushing for {pet}',
];

export const OPENINGS = [
  '{pet} is a friendly {breed} who makes friends at every corner.',
  'Our {breed} {pet} is gentle, curious and always hungry.',
  '{pet} is six years old and walks nicely on the lead.',
  'We are visiting family and {pet} prefers to stay at home.',
  '{pet} needs a walk of about an hour while I am at work.',
  'I work late this week and {pet} should not wait that long.',
  '{pet} is shy at first; sit down, wait, and you will be chosen.',
  'This {breed} has more energy than the two of us together.',
  '{pet} has grown old and likes things slow and quiet.',
  'We have just moved here and {pet} is still getting to know the street.',
];

export const MIDDLES = [
  'Breakfast is one cup of dry food, and the water bowl wants filling twice.',
  'The lead hangs by the door and the treats are in the blue tin.',
  'Please keep to the park side of the road; lorries are frightening.',
  'A short game with the {thing} makes the day complete.',
  'The litter tray is in the laundry room and is quickly done.',
  'The favorite toy is a {thing}, and it must come along.',
  'There is a fenced garden, so {pet} can run free as long as the gate is shut.',
  'One tablet in the morning, hidden in a piece of cheese.',
  'No chicken please, it does not agree with that stomach.',
  'The {thing} in the hall is not for chewing, whatever {pet} says.',
];

export const CLOSINGS = [
  'A photo in the evening would make our day.',
  'Keys are with the neighbor at number {no}.',
  'We are happy to meet before, over coffee.',
  'Tea and biscuits are yours, of course.',
  'Call any time, we are one train away.',
  'If all goes well we would love to make it a habit.',
  'Children are welcome to come along.',
  'We come back on time, promised.',
];

export const THINGS =
  `ball rope slipper blanket cushion squirrel stick basket scarf sock carrot feather
bucket broom accordion umbrella lantern teapot saxophone ukulele wheelbarrow typewriter metronome
hammock gramophone kaleidoscope bagpipe didgeridoo theremin harpsichord astrolabe`.split(/\s+/);

export const STREETS =
  `Oak Maple Elm Cedar Park Hill Lake River Church Mill Spring Walnut Chestnut Willow
Orchard Meadow Garden Harbour Linden Hawthorn Juniper Sycamore Foxglove Heron Kestrel Larkspur Marigold
Primrose Quarry Rosemary Saltbox Thistle Umber Vineyard Wren Yarrow Tamarack Zinnia`.split(/\s+/);
export const WAYS = ['Street', 'Avenue', 'Lane', 'Road', 'Drive', 'Court', 'Terrace', 'Row'];
/** Ids of places: Maplewood, South Orange and Montclair in New Jersey first. */
export const TOWNS =
  `5100854 5104836 5101334 4936087 5123908 5129541 5127007 5119385 5711789 5713587 5574991
4453066 5393485 5393611 4968747 5138286 5132143 5814916`.split(/\s+/);

export const FIRST_NAMES =
  `Ada Ben Clara Dan Eva Felix Grace Henry Iris Jonas Kate Liam Mia Noah Olga Paul
Quinn Rosa Sam Tara Uma Victor Wendy Xenia Yann Zoe`.split(/\s+/);
export const LAST_NAMES =
  `Archer Baker Carter Dyer Ellis Fisher Gardner Harper Irwin Joiner Keeler Lister
Mason Naylor Ostler Porter Quill Reeve Sawyer Turner Usher Vickers Weaver Yeoman`.split(/\s+/);

export const MESSAGES = [
  'Hello! Is there anything I should know before the first visit?',
  'The key is under the green pot, and thank you again.',
  'We had a lovely round, two ducks and no mud.',
  'Everything eaten, and now asleep on my foot.',
  'Could you come ten minutes earlier tomorrow?',
  'Of course, that is no problem at all.',
  'One question: where do you keep the towels?',
  'Top shelf in the hall, on the left.',
  'Here all is well. The rain has stopped, so we go out again.',
  'You are a treasure. See you on Sunday!',
];
