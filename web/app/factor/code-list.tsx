import { Copy, Download, Printer } from 'lucide-react';
import { useConfig } from '~/lib/config.ts';
import { copyText } from '~/lib/copy-text.ts';
import { Button } from '~/ui/button.tsx';
import { DialogActions } from '~/ui/dialog.tsx';

/**
 * A dialog with recovery codes to copy, download or print; it closes after the member confirms that
 * they saved them. [U13]
 */
export function CodeList({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const name = useConfig()?.app_name ?? 'Kindpal';
  const text = `${name} recovery codes\nEach works once.\n\n${codes.join('\n')}\n`;
  return (
    <div className="grid gap-4">
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-4 sm:grid-cols-2 gap-y-2 rounded-md bg-sunken p-4 text-center font-mono"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="outline"
          icon={<Copy aria-hidden="true" className="size-4" />}
          onClick={() => void copyText(codes.join('\n'), 'The codes are on your clipboard.')}
        >
          Copy
        </Button>
        <Button
          size="sm"
          variant="outline"
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => saveText(text, `${name.toLowerCase()}-recovery-codes.txt`)}
        >
          Download
        </Button>
        <Button
          size="sm"
          variant="outline"
          icon={<Printer aria-hidden="true" className="size-4" />}
          onClick={() => printText(text)}
        >
          Print
        </Button>
      </div>
      <DialogActions>
        <Button onClick={onSaved}>I’ve saved them</Button>
      </DialogActions>
    </div>
  );
}

function saveText(text: string, download: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href, download }).click();
  // The browser reads the URL after the click, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Prints only this text, not the page. */
function printText(text: string): void {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  document.body.append(frame);
  const page = frame.contentDocument;
  if (!page || !frame.contentWindow) return;
  const sheet = page.createElement('pre');
  sheet.textContent = text;
  page.body.append(sheet);
  frame.contentWindow.onafterprint = () => frame.remove();
  frame.contentWindow.print();
}
