import { notify } from '~/notify/notify.ts';

/** Puts a text on the clipboard and says so; false when the browser does not let it. */
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
