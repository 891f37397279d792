import { Outlet } from 'react-router';
import { HelpButton } from '~/help/help-button.tsx';

/** Every page with the help button, and room below the footer so that it hides no link there. [F1] */
export default function WithHelp() {
  return (
    <>
      <Outlet />
      <div aria-hidden="true" className="h-20 bg-surface xl:hidden print:hidden" />
      <HelpButton />
    </>
  );
}
