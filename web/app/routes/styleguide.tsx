import { Actions } from '~/ui/styleguide/actions.tsx';
import { Display } from '~/ui/styleguide/display.tsx';
import { Forms } from '~/ui/styleguide/forms.tsx';
import { Foundations } from '~/ui/styleguide/foundations.tsx';

export const meta = () => [{ title: 'Styleguide · Kindpal' }];

/** Every component in every state; a route in development only. */
export default function StyleguidePage() {
  return (
    <div className="page pt-10">
      <h1 className="mb-8 text-4xl">Styleguide</h1>
      <Foundations />
      <Actions />
      <Forms />
      <Display />
    </div>
  );
}
