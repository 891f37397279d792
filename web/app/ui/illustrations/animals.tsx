/** The animals of the drawings, each in a box of 200 × 200 standing on its lower edge. */

export function SeatedDog() {
  return (
    <g strokeLinecap="round" strokeLinejoin="round">
      <path
        className="origin-[52px_166px] motion-safe:group-hover:animate-wag"
        d="M56 168C30 168 16 148 24 122"
        fill="none"
        stroke="var(--art-fur)"
        strokeWidth="15"
      />
      <path
        d="M98 72C88 96 58 112 48 146c-8 28 4 46 28 46h66c5 0 8-4 7-9-4-26 0-60-5-92Z"
        fill="var(--art-fur)"
      />
      <path d="M112 96c-2 26 6 46 16 58 14-14 22-40 16-64Z" fill="var(--art-cream)" />
      <path d="M121 140v52" stroke="var(--art-fur-deep)" strokeWidth="3.5" fill="none" />
      <path
        d="M66 138c24-6 40 10 38 34"
        stroke="var(--art-fur-deep)"
        strokeWidth="3.5"
        fill="none"
      />
      <path d="M62 192c0-9 7-15 17-15h20c7 0 12 5 12 11v4Z" fill="var(--art-cream)" />
      <path d="M120 192c0-8 6-13 14-13h12c6 0 10 4 10 9v4Z" fill="var(--art-cream)" />
      <g transform="rotate(-9 116 62)">
        <path
          d="M84 54c0-22 16-36 36-36 16 0 27 8 33 21l20 7c8 3 11 10 9 17-3 12-16 19-32 20-8 10-20 12-32 10-22-3-34-18-34-39Z"
          fill="var(--art-fur)"
        />
        <path
          d="M148 44c10 0 18 1 25 3 8 3 11 9 9 16-3 12-16 19-32 20-12 1-20-5-20-16 0-12 8-23 18-23Z"
          fill="var(--art-cream)"
        />
        <path d="M152 82c1 10 5 17 12 17s9-7 8-16c-5-1-12-2-20-1Z" fill="var(--art-tongue)" />
        <path
          d="M178 62c-3 12-16 20-34 20"
          fill="none"
          stroke="var(--art-line)"
          strokeWidth="3.5"
        />
        <path d="M170 45c8 0 14 4 14 9s-5 10-11 10-11-5-11-10 3-9 8-9Z" fill="var(--art-line)" />
        <circle cx="139" cy="43" r="4.6" fill="var(--art-line)" />
        <path
          d="M110 20c-18-6-36 10-38 34-1 18 4 30 14 30 14 0 26-26 30-48 1-8-1-14-6-16Z"
          fill="var(--art-fur-deep)"
        />
      </g>
      <path
        d="M92 92c14 12 34 14 54 4"
        fill="none"
        stroke="var(--art-leaf-deep)"
        strokeWidth="12"
      />
      <Tag x={124} y={117} r={11.5} />
    </g>
  );
}

/** A marigold tag hanging from its ring, its centre at x, y. */
export function Tag({ x, y, r }: { x: number; y: number; r: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${r / 12})`}>
      <circle cy="-13.5" r="3.6" fill="none" stroke="var(--art-line)" strokeWidth="2.4" />
      <circle r="12" fill="var(--brand)" />
      <g fill="var(--brand-ink)">
        <circle cx="-5.2" cy="-1.6" r="1.9" />
        <circle cx="-1.9" cy="-5" r="2" />
        <circle cx="1.9" cy="-5" r="2" />
        <circle cx="5.2" cy="-1.6" r="1.9" />
        <path d="M0-1.2c2.6 0 5.2 3.4 5.2 5.6 0 3-3.6 1.6-5.2 1.6s-5.2 1.4-5.2-1.6C-5.2 2.2-2.6-1.2 0-1.2Z" />
      </g>
    </g>
  );
}

export function SeatedCat() {
  return (
    <g strokeLinecap="round" strokeLinejoin="round">
      <path
        d="M132 178c34 6 44-18 34-34-6-9-18-6-16 4"
        fill="none"
        stroke="var(--art-slate-deep)"
        strokeWidth="13"
      />
      <path
        d="M100 82c-30 0-46 34-48 74-1 24 10 36 30 36h38c20 0 30-12 28-36-4-40-18-74-48-74Z"
        fill="var(--art-slate)"
      />
      <path
        d="M100 100c-13 0-18 14-18 28s8 26 18 26 18-12 18-26-5-28-18-28Z"
        fill="var(--art-cream)"
      />
      <path d="M100 150v42" stroke="var(--art-slate-deep)" strokeWidth="3.5" />
      <path
        d="M76 192c0-8 5-13 12-13s12 5 12 13Zm24 0c0-8 5-13 12-13s12 5 12 13Z"
        fill="var(--art-cream)"
      />
      <path
        d="m62 54-4-38c0-4 4-6 7-3l22 20Zm76 0 4-38c0-4-4-6-7-3l-22 20Z"
        fill="var(--art-slate)"
      />
      <path d="m68 40-2-16 14 12Zm64 0 2-16-14 12Z" fill="var(--art-tongue)" />
      <ellipse cx="100" cy="62" rx="43" ry="37" fill="var(--art-slate)" />
      <path d="M92 26h16l-4 20h-8Z" fill="var(--art-slate-deep)" />
      <ellipse cx="100" cy="78" rx="20" ry="14" fill="var(--art-cream)" />
      <path
        d="M72 60c3 5 11 5 14 0m28 0c3 5 11 5 14 0M100 76v5c-3 5-9 5-11 2m11-2c3 5 9 5 11 2"
        fill="none"
        stroke="var(--art-line)"
        strokeWidth="3.5"
      />
      <path
        d="M95 70h10l-5 6Z"
        fill="var(--art-tongue)"
        stroke="var(--art-tongue)"
        strokeWidth="3"
      />
      <path
        d="M60 74 40 70m20 12-18 5m98-13 20-4m-20 12 18 5"
        stroke="var(--art-cream)"
        strokeWidth="2.4"
        fill="none"
      />
      <path d="M68 100c20 9 44 9 64 0" fill="none" stroke="var(--art-brick)" strokeWidth="9" />
      <Tag x={100} y={118} r={9} />
    </g>
  );
}
