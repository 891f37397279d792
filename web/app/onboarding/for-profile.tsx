/** The label of an optional field that owners and the directory use. */
export function ForProfile({ label }: { label: string }) {
  return (
    <>
      {label}
      <span className="font-normal text-ink-soft text-xs">For a complete profile</span>
    </>
  );
}
