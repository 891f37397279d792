import { notify } from '~/notify/notify.ts';

/** Copies a text to the clipboard and shows a toast; false when the browser refuses. */
export async function copyText(text: string, said: string = text): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    notify.outcome({ title: 'Copied!', description: said });
    return true;
  } catch {
    notify.outcome({
      title: 'Could not copy',
      description: 'Please select the text and copy it yourself.',
      variant: 'destructive',
    });
    return false;
  }
}
