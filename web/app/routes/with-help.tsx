import { Outlet } from 'react-router';
import { HelpButton } from '~/feedback/help-button.tsx';

/** Layout of every page with the help button. [F1] */
export default function WithHelp() {
  return (
    <>
      <Outlet />
      <HelpButton />
    </>
  );
}
