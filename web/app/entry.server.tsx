import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';

/** Writes the complete prerendered pages at build time; nothing is rendered per request. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let failed = status;
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} />,
    {
      onError() {
        failed = 500;
      },
    },
  );
  await stream.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(stream, { status: failed, headers });
}
