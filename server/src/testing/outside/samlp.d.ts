/** The parts of the identity provider's library that tests use; it has no types. */
declare module 'samlp' {
  import type { IncomingMessage } from 'node:http';

  export type User = {
    id: string;
    displayName: string;
    name: { givenName: string; familyName: string };
    emails: { value: string }[];
  };
  export type Options = {
    issuer: string;
    cert: string;
    key: string;
    recipient?: string;
    destination?: string;
    audience?: string;
    inResponseTo?: string;
    lifetimeInSeconds?: number;
    signResponse?: boolean;
    signAssertion?: boolean;
    signatureAlgorithm?: 'rsa-sha256' | 'rsa-sha1';
    digestAlgorithm?: 'sha256' | 'sha1';
    nameIdentifierFormat?: string;
    encryptionCert?: string;
    encryptionPublicKey?: string;
    encryptionAlgorithm?: string;
    disallowEncryptionWithInsecureAlgorithm?: boolean;
    samlStatusCode?: string;
  };
  type Callback<T> = (error: Error | null, value: T) => void;
  type Request = IncomingMessage & { query: Record<string, string> };
  type Response = { set(name: string, value: string): unknown; send(body: unknown): unknown };
  type Middleware = (request: Request, response: Response, next: (error: Error) => unknown) => void;

  export function auth(
    options: Options & {
      getUserFromRequest(request: Request): User;
      getPostURL(audience: string, dom: unknown, request: Request, done: Callback<string>): void;
      responseHandler?(
        answer: Buffer,
        options: Options & { postUrl: string; RelayState?: string },
        request: Request,
        response: Response,
      ): void | Promise<void>;
    },
  ): Middleware;
  export function sendError(
    options: Options & {
      RelayState: string;
      error: { code: string; description: string };
      getPostURL(request: Request, done: Callback<string>): void;
    },
  ): Middleware;
}
