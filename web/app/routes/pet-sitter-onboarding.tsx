import { useState } from 'react';
import { Navigate } from 'react-router';
import { pageMeta } from '~/lib/page-meta.ts';
import { OnboardingSkeleton } from '~/onboarding/onboarding-skeleton.tsx';
import { SitterOnboarding } from '~/onboarding/sitter-onboarding.tsx';
import { useOnboardingStart } from '~/onboarding/use-onboarding-start.ts';
import { LoadFailed } from '~/ui/load-failed.tsx';

export const meta = () => pageMeta('Get ready to sit');

export default function PetSitterOnboardingPage() {
  return (
    <div className="page py-6 md:py-10">
      <Steps />
    </div>
  );
}

/**
 * The sitter's onboarding; a member who has done it, or does not sit, goes to the dashboard. [O2]
 */
function Steps() {
  const { start, failed } = useOnboardingStart('pet_sitter_onboarding');
  // Decided once at the start, because finishing the steps navigates by itself.
  const [verdict, setVerdict] = useState<'stay' | 'leave' | null>(null);
  if (start && verdict === null) {
    const { role, onboarding_completed } = start.profile;
    setVerdict(role === 'pet_owner' || onboarding_completed ? 'leave' : 'stay');
  }
  if (verdict === 'leave') return <Navigate to="/dashboard" replace />;
  if (failed) return <LoadFailed title="Failed to load profile data" query={failed} />;
  return start ? <SitterOnboarding start={start} /> : <OnboardingSkeleton />;
}
