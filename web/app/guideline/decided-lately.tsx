import { useEffect, useState } from 'react';
import { summaryTexts } from './summary-texts.ts';

/**
 * The recent decisions of our team, public. Loaded after the page, which does not wait for them.
 * [S4]
 */
export function DecidedLately() {
  const [texts, setTexts] = useState<string[]>([]);
  useEffect(() => {
    let isShown = true;
    void import('./ask-summary.ts')
      .then(({ askSummary }) => askSummary())
      .then(
        (summary) => isShown && summary && setTexts(summaryTexts(summary)),
        () => undefined,
      );
    return () => {
      isShown = false;
    };
  }, []);
  if (texts.length === 0) return null;
  return (
    <>
      <h2>In the last 12 full months</h2>
      <ul>
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}
