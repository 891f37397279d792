import { notify } from '~/notify/notify.ts';

/** Downloads a file and shows its progress; a refusal shows its HTTP status. [P10] */
export function downloadFile(address: string, name: string): void {
  notify.ongoing
    .promise(fetchFile(address, name), { loading: `Exporting ${name}...`, success: 'Exported' })
    .catch(() => {});
}

/**
 * Lets the browser download a file that may be too large for the memory of the page. It is asked
 * for first, because a refusal would replace the page. [P10]
 */
export function startDownload(address: string, name: string): void {
  notify.ongoing
    .promise(askFor(address), {
      loading: `Preparing ${name}...`,
      success: 'The download has started',
    })
    .catch(() => {});
}

/**
 * A proxy may answer with a page and status 200, such as its sign-in page. A refusal is shown with
 * its status.
 */
async function ask(address: string, method: 'GET' | 'HEAD'): Promise<Response> {
  const response = await fetch(address, { method }).catch(failed);
  const isPage = response.headers.get('content-type')?.includes('html');
  return response.ok && isPage ? failed() : response;
}

async function askFor(address: string): Promise<Response> {
  const response = await ask(address, 'HEAD');
  if (response.ok) window.location.assign(address);
  return response;
}

async function fetchFile(address: string, name: string): Promise<Response> {
  const response = await ask(address, 'GET');
  if (!response.ok) return response;
  const url = URL.createObjectURL(await response.blob().catch(failed));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser still reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return response;
}

function failed(): never {
  throw new Error('The download failed. Please try again.');
}
