import { pageMeta } from '~/lib/page-meta.ts';
import { OnboardingSuccess } from '~/onboarding/onboarding-success.tsx';

export const meta = () => pageMeta('Congratulations');

export default function OnboardingSuccessPage() {
  return (
    <div className="page py-6 md:py-10">
      <OnboardingSuccess />
    </div>
  );
}
