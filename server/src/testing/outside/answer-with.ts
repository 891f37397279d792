import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** Answers a request, possibly later. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A listener that answers 500 with the error when `answer` fails. */
export function answerWith(answer: Answer): RequestListener {
  const run = async (request: IncomingMessage, response: ServerResponse) => {
    await answer(request, response);
  };
  return (request, response) => {
    run(request, response).catch((error) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  };
}
