import type { Role } from '@kindpal/contract/member/role';
import type { AppRole } from '@kindpal/contract/staff/schema';

/** A member of the demo community; all are fictional. */
export type Person = {
  name: string;
  role: Role;
  area: { place_id: number; location: string };
  bio: string;
  /** Their note on how their jobs ended. */
  record_note?: string;
  verified?: boolean;
  /** Accepts no jobs at the moment. */
  is_away?: boolean;
  app_role?: AppRole;
  /** The local part of the email of members with a printed sign-in; the others' is their name. */
  sign_in?: string;
};

/** Neighboring towns, with their ids and labels as places. */
const MAPLEWOOD = { place_id: 5100854, location: 'Maplewood, New Jersey' };
const ORANGE = { place_id: 5104836, location: 'South Orange, New Jersey' };
const MILLBURN = { place_id: 6332745, location: 'Millburn, New Jersey' };
const MONTCLAIR = { place_id: 5101334, location: 'Montclair, New Jersey' };
const WEST = { place_id: 5106298, location: 'West Orange, New Jersey' };

/** The founder comes first; each later one was invited by an earlier one. */
export const PEOPLE: Person[] = [
  {
    name: 'Marguerite Okafor',
    role: 'both',
    area: MAPLEWOOD,
    app_role: 'super_admin',
    sign_in: 'superadmin',
    verified: true,
    bio: 'I started this little circle when my own sitter moved away and half the street turned out to need one too. Two hens, one tortoise, no regrets.',
  },
  {
    name: 'Tobias Lindqvist',
    role: 'both',
    area: ORANGE,
    app_role: 'admin',
    sign_in: 'admin',
    verified: true,
    bio: 'I answer most of the questions you send us, usually with a greyhound asleep across my feet. Happy to sit on weekends.',
  },
  {
    name: 'Sam Castellanos',
    role: 'pet_sitter',
    area: MAPLEWOOD,
    sign_in: 'sitter',
    verified: true,
    record_note: 'I take fewer jobs during finals, and I’ll say so when you ask.',
    bio: 'Former vet nurse, now a full-time student with mornings free. Comfortable with tablets, insulin and very large dogs with very large feelings.',
  },
  {
    name: 'Hannah Whitlock',
    role: 'pet_owner',
    area: MAPLEWOOD,
    sign_in: 'owner',
    verified: true,
    bio: 'Two night shifts a week at the hospital, one beagle who thinks that’s two too many, and a cat who hasn’t noticed.',
  },
  {
    name: 'Noor Rahimi',
    role: 'both',
    area: MONTCLAIR,
    sign_in: 'both',
    verified: true,
    bio: 'I work from home with a cockatiel as my loudest colleague. I love long walks with other people’s dogs, and I travel just enough to need a hand back.',
  },
  {
    name: 'Walter Brzezinski',
    role: 'pet_sitter',
    area: ORANGE,
    verified: true,
    bio: 'Retired mail carrier. Forty years of dogs on my route and only one bite, and that was my own fault. I walk at any hour and in any weather.',
  },
  {
    name: 'Imani Fairchild',
    role: 'pet_owner',
    area: ORANGE,
    bio: 'Teacher, runner, and staff to an elderly dachshund called Professor who takes the stairs one deep breath at a time.',
  },
  {
    name: 'Joaquín Ferreira',
    role: 'pet_sitter',
    area: MILLBURN,
    verified: true,
    bio: 'Chef in the evenings, so my days are yours. I grew up on a farm with everything that has fur, and a few things that don’t.',
  },
  {
    name: 'Bea Thornbury',
    role: 'pet_owner',
    area: MILLBURN,
    bio: 'Single mom of two children and one Labrador. The Labrador is the one who eats socks.',
  },
  {
    name: 'Kenji Morrow',
    role: 'both',
    area: WEST,
    verified: true,
    bio: 'Photographer. If I look after your pet you will get pictures, probably too many. My own shiba has opinions about the wind.',
  },
  {
    name: 'Dorothea Vance',
    role: 'pet_owner',
    area: MAPLEWOOD,
    verified: true,
    bio: 'Seventy-four, new hip, two cats. They need their litter done while I learn to walk again, and I would love the company.',
  },
  {
    name: 'Luca Marchetti',
    role: 'pet_sitter',
    area: MONTCLAIR,
    bio: 'Music student. Quiet apartment, soft voice, infinite patience for shy cats. I will sit on the floor until they come.',
  },
  {
    name: 'Priya Anand',
    role: 'pet_owner',
    area: MONTCLAIR,
    verified: true,
    bio: 'Architect with a three-year-old border collie who redesigns the garden every spring. He needs a job; so do I, mostly on trains.',
  },
  {
    name: 'Freya Holm',
    role: 'pet_sitter',
    area: WEST,
    verified: true,
    bio: 'Trail runner looking for four-legged training partners. Anything with more energy than its family can spend is welcome.',
  },
  {
    name: 'Moses Adeyemi',
    role: 'pet_owner',
    area: WEST,
    bio: 'Long-haul driver, home ten days a month. My rescue mutt Captain is the best thing that ever happened to my spare room.',
  },
  {
    name: 'Clara Nightingale',
    role: 'both',
    area: ORANGE,
    verified: true,
    bio: 'Guinea pig household of four (plus two people). I understand small animals better than small talk.',
  },
  {
    name: 'Eamon Doyle',
    role: 'pet_owner',
    area: MAPLEWOOD,
    bio: 'Carpenter, early riser. Nell comes to most jobs with me, but roofs are no place for a spaniel.',
  },
  {
    name: 'Sunniva Berg',
    role: 'pet_sitter',
    area: MAPLEWOOD,
    bio: 'New in town, missing the dogs I left behind. References from my old neighborhood, and a coat for every rain.',
  },
  {
    name: 'Ravi Chandran',
    role: 'pet_owner',
    area: MILLBURN,
    verified: true,
    bio: 'We adopted two bonded rabbits and now plan all holidays around them. Worth it.',
  },
  {
    name: 'Odette Laurent',
    role: 'pet_sitter',
    area: ORANGE,
    verified: true,
    bio: 'Twelve years as a groomer. I can brush out a mat without a single complaint, and I trim nails as part of any visit if you like.',
  },
  {
    name: 'Gideon Pryce',
    role: 'pet_owner',
    area: MONTCLAIR,
    bio: 'Choirmaster. Away on concert weekends in spring and before Christmas; the cat disapproves of both.',
  },
  {
    name: 'Amara Kessler',
    role: 'both',
    area: MAPLEWOOD,
    verified: true,
    bio: 'Pediatrician, dog person, terrible gardener. I swap shifts and walks in equal measure.',
  },
  {
    name: 'Petra Novak',
    role: 'pet_sitter',
    area: MILLBURN,
    is_away: true,
    bio: 'I clean houses in the mornings and walk dogs in the afternoons. Reliable as a clock, and I have a key safe at home.',
  },
  {
    name: 'Silas Whitcombe',
    role: 'pet_owner',
    area: WEST,
    bio: 'Bookshop owner. Mrs Dalloway, the shop cat, keeps the window warm; on fair weekends someone needs to keep her fed.',
  },
  {
    name: 'Yuki Tanabe',
    role: 'pet_sitter',
    area: MONTCLAIR,
    verified: true,
    bio: 'Bird keeper since I was nine. Budgies, cockatiels, one grumpy parrot. I know what a fluffed-up afternoon means.',
  },
  {
    name: 'Nadia Brandt',
    role: 'pet_owner',
    area: ORANGE,
    bio: 'Two teenagers, one boxer, zero quiet. We are away for tournaments almost every month.',
  },
  {
    name: 'Oskar Wendell',
    role: 'pet_sitter',
    area: WEST,
    is_away: true,
    bio: 'Semi-retired and happiest outdoors. I bring water, a towel and a first-aid kit on every walk.',
  },
  {
    name: 'Leonie Abara',
    role: 'pet_owner',
    area: MAPLEWOOD,
    verified: true,
    bio: 'Nurse and night owl. My greyhound sleeps twenty hours a day and would like the other four to be excellent.',
  },
  {
    name: 'Callum Reid',
    role: 'both',
    area: MILLBURN,
    bio: 'Gardener by trade. My terrier digs, I plant, we are a team. I can take one more dog along on most days.',
  },
  {
    name: 'Marisol Quintero',
    role: 'pet_sitter',
    area: MAPLEWOOD,
    verified: true,
    bio: 'I have fostered more than thirty cats. Kittens, seniors, the ones who hiss: send me the ones who hiss.',
  },
  {
    name: 'Thaddeus Bloom',
    role: 'pet_owner',
    area: MONTCLAIR,
    bio: 'Amateur astronomer, owner of a very small dog with a very big bark. Clear nights are the problem.',
  },
  {
    name: 'Ingrid Solheim',
    role: 'pet_owner',
    area: WEST,
    bio: 'Expecting in spring; our husky expects two long walks a day regardless.',
  },
  {
    name: 'Desmond Achebe',
    role: 'pet_sitter',
    area: ORANGE,
    verified: true,
    bio: 'Physiotherapist. Good with old hips, wobbly legs and pets who need lifting in and out of cars.',
  },
  {
    name: 'Rosalind Pike',
    role: 'pet_owner',
    area: MILLBURN,
    bio: 'Five hens and a Maine Coon who guards them. Yes, really. Come and see.',
  },
  {
    name: 'Mateo Villareal',
    role: 'pet_sitter',
    area: MONTCLAIR,
    bio: 'High-school senior saving for college. The dogs next door have known me for six years, and their people will vouch for me. I turned eighteen in May.',
  },
  {
    name: 'Harriet Osgood',
    role: 'both',
    area: ORANGE,
    verified: true,
    bio: 'Librarian. I read aloud to every pet I sit for; nobody has complained yet.',
  },
  {
    name: 'Femi Balogun',
    role: 'pet_owner',
    area: MAPLEWOOD,
    bio: 'Works two towns over, worries about the puppy all day. Please send photographs.',
  },
  {
    name: 'Annika Strand',
    role: 'pet_sitter',
    area: MILLBURN,
    verified: true,
    bio: 'Dog trainer in training. I walk with rules that your dog already knows, and play for the rest of the hour.',
  },
  {
    name: 'Julian Ashcroft',
    role: 'pet_owner',
    area: WEST,
    bio: 'Father of a teenager and a tortoise. One of them hibernates.',
  },
  {
    name: 'Wren Kowalski',
    role: 'pet_sitter',
    area: WEST,
    bio: 'Night-shift baker, so overnight stays are my evenings off. I bring bread.',
  },
  {
    name: 'Beatrix Hollow',
    role: 'both',
    area: MONTCLAIR,
    bio: 'Illustrator with a houseful of lop-eared models. I can feed, brush, and draw your rabbit while I am at it.',
  },
  {
    name: 'Solomon Grant',
    role: 'pet_owner',
    area: ORANGE,
    verified: true,
    bio: 'Widower, slow walker, grateful for younger legs. Duchess and I live by the park and know all the ducks.',
  },
  {
    name: 'Tamsin Rowe',
    role: 'pet_sitter',
    area: MAPLEWOOD,
    bio: 'Part-time at the animal shelter. I am used to being someone’s first friend in a strange place.',
  },
  {
    name: 'Viktor Halloran',
    role: 'pet_owner',
    area: MILLBURN,
    bio: 'Pilot. My schedule changes, my cat does not forgive, and good sitters get very good chocolate.',
  },
  {
    name: 'Esther Mbeki',
    role: 'both',
    area: WEST,
    verified: true,
    bio: 'Grandmother of six, mistress of one poodle. My garden is fenced, my biscuits are famous.',
  },
  {
    name: 'Fergus Neale',
    role: 'pet_sitter',
    area: MONTCLAIR,
    bio: 'I drive a small van with a big dog bed in it. Vet runs, station pick-ups, muddy returns: no problem.',
  },
];
