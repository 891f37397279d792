import { makeSelfSigned } from '../../self-signed.ts';

const ANSWERS_ARE_SIGNED = await makeSelfSigned({
  name: 'id.example',
  algorithm: { name: 'ECDSA', namedCurve: 'P-256' },
  days: 1,
  now: new Date(),
});

/**
 * The settings of a product with a scene. Signing in starts at its provider without a request to
 * it, so there is no need for a real one; `saml.test.ts` has that.
 */
export const SCENE_SETTINGS = {
  TRUST_PROXY: '1',
  SAML_PROVIDERS: JSON.stringify([
    {
      id: 'housing',
      name: 'Housing association',
      issuer: 'https://id.example',
      entry_point: 'https://id.example/sso',
      certificates: [ANSWERS_ARE_SIGNED.cert],
      domains: ['eastside.example'],
    },
  ]),
};
