import { Outlet } from 'react-router';
import { Shell } from '~/shell/shell.tsx';

export default function ShellLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
