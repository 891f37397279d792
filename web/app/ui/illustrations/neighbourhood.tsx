import { SeatedCat, SeatedDog } from './animals.tsx';

/** The landing's picture: a sitter at the door, the dog that waits for the walk, the cat that stays. */
export function Neighbourhood() {
  return (
    <svg viewBox="0 0 640 580" aria-hidden="true" className="group w-full">
      <path
        d="M60 150C110 40 260-10 390 22s220 130 226 280-60 238-230 250-300 12-350-92S10 260 60 150Z"
        fill="var(--art-sky)"
      />
      <circle cx="128" cy="150" r="34" fill="var(--art-glow)" />
      <path
        d="M20 470c90-60 170-30 290-52s220-26 306 34c-14 62-96 98-230 106-160 10-326 10-366-88Z"
        fill="var(--art-leaf)"
      />
      <House />
      <Hedge />
      <path
        d="M84 548c120-16 330-22 470-4"
        stroke="var(--art-leaf-deep)"
        strokeWidth="6"
        strokeLinecap="round"
        fill="none"
        opacity=".5"
      />
      <Walker />
      <path
        d="M356 424c30 52 66 20 70-28s8-66 20-90"
        fill="none"
        stroke="var(--art-brick)"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <g transform="translate(196 318) scale(1.14)">
        <SeatedDog />
      </g>
      <path
        d="M440 300c-16 10 0 34 14 20s0-32-14-20Z"
        fill="none"
        stroke="var(--art-brick)"
        strokeWidth="7"
      />
      <circle cx="446" cy="303" r="13" fill="var(--art-fur-deep)" />
    </svg>
  );
}

function House() {
  return (
    <g>
      <path d="M326 168V72h36v124Z" fill="var(--art-brick)" />
      <path d="M88 214 232 96c6-5 14-5 20 0l144 118v250H88Z" fill="var(--art-wall)" />
      <path
        d="M66 226 232 88c6-5 14-5 20 0l166 138"
        fill="none"
        stroke="var(--art-brick)"
        strokeWidth="26"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="242" cy="162" r="20" fill="var(--art-cream)" />
      <path d="M242 142v40m-20-20h40" stroke="var(--art-wall)" strokeWidth="5" />
      <rect x="112" y="226" width="126" height="132" rx="14" fill="var(--art-cream)" />
      <rect x="122" y="236" width="106" height="112" rx="8" fill="var(--art-glow)" />
      <path
        d="M122 244c0-4 4-8 8-8h28c-2 34-14 52-36 60Zm106 0c0-4-4-8-8-8h-28c2 34 14 52 36 60Z"
        fill="var(--art-brick)"
        opacity=".75"
      />
      <g transform="translate(118 236) scale(.58)">
        <SeatedCat />
      </g>
      <rect x="102" y="346" width="146" height="16" rx="8" fill="var(--art-cream)" />
      <path d="M284 464V304c0-30 20-50 46-50s46 20 46 50v160Z" fill="var(--art-leaf-deep)" />
      <path d="M302 310c0-22 12-36 28-36s28 14 28 36v22h-56Z" fill="var(--art-glow)" />
      <path d="M330 274v58m-28-24h56" stroke="var(--art-leaf-deep)" strokeWidth="5" />
      <circle cx="362" cy="382" r="7" fill="var(--brand)" />
      <path d="M268 464h124v14H268Z" fill="var(--art-cream)" />
    </g>
  );
}

function Hedge() {
  return (
    <g fill="var(--art-leaf-deep)">
      <path d="M52 478c-22-40 16-72 42-54 8-30 56-26 58 8 30-6 46 26 28 48Z" />
      <path d="M470 470c-14-34 22-62 46-44 12-26 52-16 52 12 26 0 34 22 22 38Z" />
      <g fill="var(--brand)">
        <circle cx="92" cy="448" r="5" />
        <circle cx="126" cy="436" r="5" />
        <circle cx="148" cy="460" r="5" />
        <circle cx="552" cy="446" r="5" />
      </g>
    </g>
  );
}

function Walker() {
  return (
    <g strokeLinejoin="round" strokeLinecap="round">
      <path
        d="M486 396 474 520m44-124 18 124"
        stroke="var(--art-slate-deep)"
        strokeWidth="32"
        fill="none"
      />
      <path
        d="M446 540c0-16 10-24 24-24h20v24Zm62 0v-24h22c14 0 26 8 26 24Z"
        fill="var(--art-fur-deep)"
      />
      <path
        d="M464 250c4-30 20-46 44-46s42 16 46 46l14 150c1 10-5 16-14 16h-92c-9 0-15-6-14-16Z"
        fill="var(--art-leaf-deep)"
      />
      <path d="M508 214v200" stroke="var(--art-line)" strokeWidth="4" opacity=".5" />
      <path
        d="M540 246c16 26 24 60 18 96"
        stroke="var(--art-leaf-deep)"
        strokeWidth="30"
        fill="none"
      />
      <path d="M556 336c-2 12-6 20-10 26" stroke="var(--art-fur)" strokeWidth="20" fill="none" />
      <path d="M476 244c-4 30-10 46-22 56" stroke="var(--art-leaf)" strokeWidth="30" fill="none" />
      <path d="M480 204c14 14 42 14 56 0l4 20c-20 14-44 14-64 0Z" fill="var(--brand)" />
      <path d="M524 218c8 20 8 34 2 52l-18-4c6-16 6-30 0-44Z" fill="var(--brand)" />
      <rect x="494" y="170" width="28" height="38" rx="14" fill="var(--art-fur)" />
      <path
        d="M472 138c0-26 16-42 36-42s38 16 38 42-16 50-38 50-36-24-36-50Z"
        fill="var(--art-fur)"
      />
      <path
        d="M470 132c-4-36 18-58 42-56 26 0 42 24 38 56-14-12-58-14-80 0Z"
        fill="var(--art-brick)"
      />
      <circle cx="510" cy="74" r="13" fill="var(--art-cream)" />
      <path d="M466 134c26-14 60-14 88 0" stroke="var(--art-cream)" strokeWidth="14" fill="none" />
      <circle cx="484" cy="152" r="3.6" fill="var(--art-line)" />
      <circle cx="508" cy="152" r="3.6" fill="var(--art-line)" />
      <path d="M488 168c5 6 13 6 18 0" stroke="var(--art-line)" strokeWidth="3.4" fill="none" />
      <circle cx="446" cy="306" r="15" fill="var(--art-fur)" />
    </g>
  );
}
