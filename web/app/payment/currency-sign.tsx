import type { ReactNode } from 'react';
import { useConfig } from '~/lib/config.ts';

/** The sign of the instance's currency, shown before an amount. */
export function useCurrencySign(): ReactNode {
  const currency = useConfig()?.currency;
  return currency ? <span className="font-semibold">{signOf(currency)}</span> : undefined;
}

function signOf(currency: string): string {
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}
