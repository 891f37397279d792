import {
  BriefcaseBusiness,
  CalendarDays,
  ClipboardList,
  LayoutDashboard,
  PawPrint,
  Search,
  UserRound,
} from 'lucide-react';

export const entryIcons = {
  dashboard: <LayoutDashboard aria-hidden="true" />,
  mine: <ClipboardList aria-hidden="true" />,
  profile: <UserRound aria-hidden="true" />,
  calendar: <CalendarDays aria-hidden="true" />,
  sitters: <PawPrint aria-hidden="true" />,
  post: <BriefcaseBusiness aria-hidden="true" />,
  jobs: <Search aria-hidden="true" />,
};
