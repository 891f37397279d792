/** A phone number to tap. */
export function CallLink({ phone }: { phone: string }) {
  return (
    <a
      href={`tel:${phone.replace(/[^+\d]/g, '')}`}
      className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
    >
      {phone}
    </a>
  );
}
