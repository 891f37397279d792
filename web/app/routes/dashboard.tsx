import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { CHAT_PARAM } from '~/dashboard/chat-link.tsx';
import { Dashboard } from '~/dashboard/dashboard.tsx';
import { DashboardChat } from '~/dashboard/dashboard-chat.tsx';

export function meta() {
  return [{ title: 'Dashboard · Kindpal' }];
}

export default function DashboardPage() {
  const [params] = useSearchParams();
  const chat = z.uuid().safeParse(params.get(CHAT_PARAM));
  return (
    <div className="page py-6 md:py-10">
      {chat.success ? <DashboardChat key={chat.data} jobId={chat.data} /> : <Dashboard />}
    </div>
  );
}
