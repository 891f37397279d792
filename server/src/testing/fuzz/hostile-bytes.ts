import fc from 'fast-check';
import sharp from 'sharp';
import type { Services } from '../../services.ts';

const picture = await sharp({
  create: { width: 6, height: 6, channels: 3, background: 'teal' },
})
  .png()
  .toBuffer();

/** A small PNG with some bytes changed, cut off, or with extra bytes at the end. */
const corruptPicture = fc
  .tuple(
    fc.array(fc.tuple(fc.nat({ max: picture.length - 1 }), fc.nat({ max: 255 })), { maxLength: 4 }),
    fc.nat({ max: picture.length }),
    fc.uint8Array({ maxLength: 40 }),
    fc.constantFrom('whole', 'cut', 'longer'),
  )
  .map(([changes, end, more, how]) => {
    const bytes = Uint8Array.from(picture);
    for (const [at, byte] of changes) bytes[at] = byte;
    if (how === 'cut') return bytes.slice(0, end);
    return how === 'longer' ? Uint8Array.from([...bytes, ...more]) : bytes;
  });
const MAGIC = ['89504e470d0a1a0a', 'ffd8ffe0', '52494646ffffffff57454250', '474946383961', ''];
const randomBytes = fc
  .tuple(fc.constantFrom(...MAGIC), fc.uint8Array({ maxLength: 300 }))
  .map(([magic, rest]) => Uint8Array.from([...Buffer.from(magic, 'hex'), ...rest]));

/** The bytes of an upload: a picture, a damaged one, or random bytes. */
export const hostilePicture = fc.oneof(
  fc.constant(Uint8Array.from(picture)),
  corruptPicture,
  randomBytes,
);

const POSITION = '{{position}}';

/** The text that replaces `{{position}}`: a position as clients receive it. */
export function currentPosition({ live }: Pick<Services, 'live'>): string {
  return live.seal(live.position());
}

/** Values of `Last-Event-ID`; a position that the server made stands for `{{position}}` in them. */
export const hostilePosition = fc.oneof(
  fc.constantFrom(
    ...['', '0-0', '-1', '99999999999999999999-1', POSITION, `${POSITION}A`, `A${POSITION}`],
    ...[`${POSITION}${POSITION}`, `b00c.1-1`, 'A'.repeat(38), 'A'.repeat(112), '_'.repeat(4000)],
    ...[`${'9'.repeat(4000)}-1`, '%00', 'null'],
  ),
  fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\x21-\x7e]/g, '~')),
);
