import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, type TestMember } from '../testing/factories.ts';
import { errorOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const form_type = 'pet_onboarding';
const types = () => createMember(kindpal.services.db);
const draftsOf = (member: TestMember) => kindpal.callerFor(member).draft;

describe('a member’s unfinished input [O3] [X2]', () => {
  it('is saved as typed and replaces the earlier one, one per form', async () => {
    const member = await types();
    const form_data = {
      step: 1,
      pet: { name: ' Mi\u202Eso 🐈 <', age: '4,5' },
      list: [null, true],
    };
    await draftsOf(member).save({ form_type, form_data: { step: 0 } });
    const saved = await draftsOf(member).save({ form_type, form_data, user_id: member.id });
    expect(await draftsOf(member).get({ form_type })).toEqual(saved);
    expect(saved.form_data).toEqual(form_data);
    const other_form = { form_type: 'pet_sitter_onboarding' } as const;
    expect(await refusalOf(draftsOf(member).get(other_form))).toBe('NOT_FOUND');
    await draftsOf(member).remove({ form_type });
    await draftsOf(member).remove({ form_type });
    expect(await errorOf(draftsOf(member).get({ form_type }))).toMatchObject({
      code: 'NOT_FOUND',
      data: { details: { code: 'PGRST116' } },
    });
  });

  it('is one draft when two tabs save at the same time', async () => {
    const member = await types();
    const tabs = [...Array(6).keys()].map((tab) =>
      draftsOf(member).save({ form_type, form_data: { tab } }),
    );
    await Promise.all(tabs);
    expect((await draftsOf(member).get({ form_type })).form_data).toHaveProperty('tab');
  });

  it('cannot be read, written or removed by anybody else [S6]', async () => {
    const [member, other] = [await types(), await types()];
    await draftsOf(member).save({ form_type, form_data: { pet: 'Miso' } });
    const foreign = { form_type, form_data: {}, user_id: member.id } as const;
    expect(await refusalOf(draftsOf(other).save(foreign))).toBe('FORBIDDEN');
    expect(await refusalOf(draftsOf(other).get({ form_type }))).toBe('NOT_FOUND');
    await draftsOf(other).remove({ form_type });
    expect((await draftsOf(member).get({ form_type })).form_data).toEqual({ pet: 'Miso' });
  });

  it.each([['100 KB', { name: 'x'.repeat(100_000) }]])(
    'is not saved with %s',
    async (_what, form_data) => {
      const member = await types();
      expect(await refusalOf(draftsOf(member).save({ form_type, form_data }))).toBe(
        'INVALID_INPUT',
      );
    },
  );

  it('may mention NUL by name', async () => {
    const form_data = { name: '\\u0000 and \\\\ud83d' };
    const saved = await draftsOf(await types()).save({ form_type, form_data });
    expect(saved.form_data).toEqual(form_data);
  });

  it('belongs to an existing form', async () => {
    const draft = { form_type: 'tax_return', form_data: {} } as unknown as {
      form_type: 'pet_onboarding';
      form_data: object;
    };
    const save = draftsOf(await types()).save({ ...draft, form_data: {} });
    expect(await refusalOf(save)).toBe('INVALID_INPUT');
  });
});
