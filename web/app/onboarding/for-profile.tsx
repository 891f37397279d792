/** The label of what can wait, although owners and the list of sitters go by it. */
export function ForProfile({ label }: { label: string }) {
  return (
    <>
      {label}
      <span className="font-normal text-ink-soft text-xs">For a complete profile</span>
    </>
  );
}
